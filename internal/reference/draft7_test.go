package reference

import (
	"bytes"
	"math/rand/v2"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
)

// TestRandomDraft7 compares both bundles of random specs. A bundle in draft 7 accepts the same values, or more values if there is a warning.
func TestRandomDraft7(t *testing.T) {
	g := chance{rand.New(rand.NewPCG(17, 19))}
	exact, weaker, differ := 0, 0, 0
	for range 3000 {
		schema := marshalled(t, g.schema(3))
		p, _ := compile.Source("p.yaml", []byte("envgen: 1\nprotocol: p\nversion: '1'\nroot: T\ntypes:\n  T: "+schema+"\n"))
		if p == nil {
			continue
		}
		var warnings diag.List
		files, err := jsonschema.With([]string{"jsonschema", "draft7"}).Generate(target.Job{Protocol: p, Warn: warnings.Add})
		if err != nil {
			t.Fatal(err)
		}
		newer, older := validatorOf(t, files[0].Data), validatorOf(t, files[1].Data)
		if len(warnings) == 0 {
			exact++
		} else {
			weaker++
		}
		for range 12 {
			value := instance(t, marshalled(t, g.value(3)))
			want, got := newer.Validate(value) == nil, older.Validate(value) == nil
			if want != got {
				differ++
			}
			if want && !got || want != got && len(warnings) == 0 {
				t.Fatalf("draft 7: valid is %v, want %v; %d warnings\n%s\n%v\n%s", got, want, len(warnings), schema, value, files[1].Data)
			}
		}
	}
	if exact < 1000 || weaker < 100 || differ == 0 {
		t.Errorf("%d exact, %d weaker and %d differences show too little", exact, weaker, differ)
	}
}

func validatorOf(t *testing.T, bundle []byte) *validator.Schema {
	t.Helper()
	c := validator.NewCompiler()
	if err := c.AddResource("urn:test", instance(t, string(bundle))); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("urn:test")
	if err != nil {
		t.Fatalf("%v\n%s", err, bundle)
	}
	return schema
}

func instance(t *testing.T, text string) any {
	t.Helper()
	value, err := validator.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
