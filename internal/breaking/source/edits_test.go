package source_test

import (
	"flag"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking/source"
	"github.com/envgen/envgen/internal/compile"
)

var edits = flag.Int("edits", 1, "how many edits of each shipped spec to compare")

// editable are the places of a spec whose change may change declarations.
var editable = regexp.MustCompile(`required: \[(\w+), [^\]]*\]|additionalProperties: false|type: string\b|type: integer\b|type: boolean\b|enum: \[(\w+), [^\]]*\]|const: \w+|x-auto: \w+|type: \[string, "null"\]`)

func edited(text string, random *rand.Rand) string {
	switch word, rest, _ := strings.Cut(text, ": "); {
	case word == "required" || word == "enum":
		first, others, _ := strings.Cut(strings.TrimPrefix(rest, "["), ", ")
		if random.IntN(2) == 0 || word == "required" {
			return word + ": [" + others
		}
		return word + ": [" + first + ", another, " + others
	case word == "additionalProperties":
		return "additionalProperties: true"
	case word == "const":
		return "type: string"
	case word == "x-auto":
		return "description: none"
	case rest == "string":
		return []string{"type: integer", `type: [string, "null"]`, "type: array, items: {type: string}"}[random.IntN(3)]
	case rest == "integer":
		return []string{"type: number", "type: string"}[random.IntN(2)]
	}
	return "type: string"
}

// TestShippedEdits makes random edits of the shipped specs. A program that uses every exported symbol of the old Go package compiles with the new
// one exactly if there is no change.
func TestShippedEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 4))
	fset := token.NewFileSet()
	std := standard(t, fset)
	for _, name := range []string{"agh", "delegator", "foxctl", "helper", "hotrepl"} {
		data, err := os.ReadFile("../../../spec/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		old := generated(t, "go", text)
		before := checker{module, fset, std, old, map[string]*types.Package{}}
		api, err := before.Import(module + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		program := programOf(api)
		if err := before.program(program); err != nil {
			t.Fatalf("%s: the program does not compile with the old packages: %v", name, err)
		}
		places := editable.FindAllStringIndex(text, -1)
		for done, tries := 0, 0; done < *edits && tries < 50**edits; tries++ {
			at := places[random.IntN(len(places))]
			to := edited(text[at[0]:at[1]], random)
			if p, _ := compile.Source("pair.yaml", []byte(text[:at[0]]+to+text[at[1]:])); p == nil {
				continue
			}
			done++
			new := generated(t, "go", text[:at[0]]+to+text[at[1]:])
			if reflect.DeepEqual(old, new) {
				continue
			}
			after := checker{module, fset, std, new, map[string]*types.Package{}}
			err := after.program(program)
			if changes := source.Compare("go", old, new); (err != nil) != (len(changes) > 0) {
				t.Errorf("%s: %q becomes %q at %d: the type checker reports %v, and the changes are %v", name, text[at[0]:at[1]], to, strings.Count(text[:at[0]], "\n")+1, err, changes)
			}
		}
	}
}
