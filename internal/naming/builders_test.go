package naming_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// TestDerivedFromBuilders checks the names derived from builders, dispatches and failures, and that a type with such a name is reported.
func TestDerivedFromBuilders(t *testing.T) {
	made, failure := record("Made"), record("Failure", field("code", 3))
	failure.Error = &ir.ErrorPart{Of: enum("Code", "E")}
	lifted := &ir.Builder{Name: "made.inner", Makes: made}
	renamed := &ir.Builder{Name: "made", Rename: []ir.Rename{{Language: "ts", Name: "github_page"}}, Makes: made}
	dispatch := &ir.Dispatch{Name: "by_kind", Over: made}
	protocol := func(types ...*ir.Type) *ir.Protocol {
		return &ir.Protocol{Name: "some_protocol", Types: append([]*ir.Type{made, failure}, types...), Builders: []*ir.Builder{lifted, renamed}, Dispatches: []*ir.Dispatch{dispatch}}
	}
	names, diags := naming.Assign(protocol(), naming.TypeScript)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for got, want := range map[string]string{names.Builder(lifted): "MadeInner", names.Builder(renamed): "GithubPage", names.Dispatch(dispatch): "ByKind"} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, taken := range []string{"MadeInnerDraft", "GithubPageDraft", "ByKindHandlers", "SomeProtocolError"} {
		_, diags := naming.Assign(protocol(record(taken)), naming.TypeScript)
		if len(diags) != 1 || diags[0].Code != "name-collision" || !strings.Contains(diags[0].Message, taken) {
			t.Errorf("%s: %v", taken, diags)
		}
	}
}
