package typescript

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// takeMembers declares a variable for each of some members of a record.
func (b *body) takeMembers(fields []*ir.Field) (names []string) {
	object := node{open: "{", close: "}"}
	var own []string
	for i, f := range fields {
		name := f.Name
		if !b.isVariable(name) {
			name = fmt.Sprintf("member%d", i+1)
		}
		names = append(names, name)
		switch {
		case slices.Contains(inherited, f.Name):
			own = append(own, fmt.Sprintf("const %s = %s;", name, b.member("value", f.Name)))
		case name == f.Name:
			object.parts = append(object.parts, item{value: atom(name)})
		default:
			object.parts = append(object.parts, item{propertyName(f.Name), atom(name)})
		}
	}
	if len(object.parts) > 0 {
		b.literal("const ", object.flatten("{ ", " }"), " = value;")
	}
	for _, line := range own {
		b.Line("%s", line)
	}
	return names
}

var (
	variable = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)
	// constants are the names of a module's own functions and constants in proofs.
	constants = regexp.MustCompile(`^(wordsOf|layout|rule|proves|hasOnlyMembersOf)[A-Z]|^pattern[0-9]+$`)
)

// keywords are words that no variable of a module can be called.
var keywords = set(`arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if
implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}

// isVariable reports whether a proof can name a variable like a member: the name is no keyword, and hides nothing that proofs read.
func (b *body) isVariable(name string) bool {
	c, err := supportCode()
	if err != nil {
		panic(err) // the files are item of the program
	}
	_, exported := c.exports[name]
	return variable.MatchString(name) && !exported && !constants.MatchString(name) && !numberedNames.MatchString(name) && !keywords[name] &&
		!slices.Contains([]string{"value", "run", "item", "rules", "undefined"}, name)
}
