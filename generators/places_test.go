package generators_test

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// everything returns the spec that has text in every location of the language.
func everything(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var mark = regexp.MustCompile(`«([^»|]*)(?:\|([a-z]+))?»`)

// made contains the functions that convert a text for some locations of the spec.
var made = map[string]func(string) string{
	"":         func(text string) string { return text },
	"pointer":  func(text string) string { return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(text) },
	"params":   func(text string) string { return "params." + text },
	"catalogs": func(text string) string { return "#/catalogs/" + text },
	"defs":     func(text string) string { return "#/$defs/" + fragment(text) },
	"fragment": func(text string) string { return "#" + text },
	"dotted":   func(text string) string { return text + ".Meta" },
	"quoted":   func(text string) string { return quotedLetter(text) },
	"celsize":  func(text string) string { return "size(" + quoted(text) + ")" },
	"celtext":  func(text string) string { return quoted(text) },
	"celtime":  func(text string) string { return "timestamp(has(this.text) ? this.text : " + quoted(text) + ")" },
	"cel":      func(text string) string { return "!has(this.text) || this.text != " + quoted(text) },
}

// quotedLetter returns a text as a letter of a grammar.
func quotedLetter(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// fragment returns a text as a part of a JSON Pointer in a URI.
func fragment(text string) string {
	var b strings.Builder
	for _, c := range []byte(strings.NewReplacer("~", "~0", "/", "~1").Replace(text)) {
		fmt.Fprintf(&b, "%%%02x", c)
	}
	return b.String()
}

// plant returns the spec with words replaced by texts.
func plant(spec string, texts map[string]string) string {
	return mark.ReplaceAllStringFunc(spec, func(m string) string {
		parts := mark.FindStringSubmatch(m)
		text, ok := texts[parts[1]]
		if !ok {
			text = parts[1]
		}
		return quoted(made[parts[2]](text))
	})
}

// words returns the replaceable words of a spec, each once.
func words(spec string) []string {
	all := map[string]bool{}
	for _, m := range mark.FindAllStringSubmatch(spec, -1) {
		all[m[1]] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// unplanted contains the strings of declarations that never contain text of a spec's author, with the reason.
var unplanted = map[string]string{
	"Schema.Dialect":                            "no back end prints it",
	"Schema.Vocabulary.Key":                     "no back end prints it",
	"Schema.Vocabulary.Value: key":              "no back end prints it",
	"Schema.Vocabulary.Value: text":             "no back end prints it",
	"Schema.DynamicRef":                         "no back end prints it",
	"Schema.DynamicAnchor":                      "no back end prints it",
	"Schema.Wide":                               "it is one of two words",
	"File.Catalogs.Type":                        "it is one of two words",
	"Schema.Stability":                          "it is one of two words",
	"Schema.Width":                              "it is one of two words",
	"Schema.Limits.Digits":                      "it is digits",
	"File.Conversations.Order.Sequence.To":      "it is an error outside of exchanges",
	"File.Imported.From.File":                   "only `envgen import` reads it",
	"File.Imported.From.SHA256":                 "only `envgen import` reads it",
	"File.Imported.From.URIs":                   "only `envgen import` reads it",
	"File.Imported.Options.Key":                 "only `envgen import` reads it",
	"File.Imported.Options.Value: key":          "only `envgen import` reads it",
	"File.Imported.Options.Value: text":         "only `envgen import` reads it",
	"File.Imported.Overlay":                     "only `envgen import` reads it",
	"File.Overlay.Name":                         "it is the name of the file that `imported` names",
	"File.Module.Name":                          "it is one of the names of modules",
	"File.Name":                                 "the name of the file is planted by TestFileNames",
	"File.Rulings.At":                           "keys of the spec, which are planted where they stand",
	"File.Imports.Packages.Language":            "go, ts or py",
	"Schema.Rename.Language":                    "go, ts or py",
	"Schema.ValueNames.Rename.Language":         "go, ts or py",
	"File.Params.Rename.Language":               "go, ts or py",
	"File.Catalogs.Rename.Language":             "go, ts or py",
	"File.Conversations.Rename.Language":        "go, ts or py",
	"File.Catalogs.Entries.Rename.Language":     "go, ts or py",
	"Schema.Limits.Keyword":                     "a keyword",
	"File.Params.Default: key":                  "the default of a parameter is no mapping",
	"File.Catalogs.Entries.Cells.Value: key":    "a cell is no mapping",
	"File.Conversations.Order.Letters.Key.Text": "only the letters of exchanges have a key",
	"File.Conversations.Order.Letters.Key.With": "only the letters of exchanges have a key",
	"File.Conversations.Unique.Most: key":       "a number",
	"Schema.Auto.Kind":                          "a word of the language",
	"Schema.Auto.Value: key":                    "a scalar",
	"File.Builders.Rename.Language":             "go, ts or py",
	"File.Dispatches.Rename.Language":           "go, ts or py",
	"File.Builders.Omits.When":                  "conditions of omissions stand alone",
	"File.Output.Indent: key":                   "a number",
	"File.Output.Indent: text":                  "a number",
	"File.Output.End":                           "white space alone",
	"File.Output.Exit":                          "a catalog's column of numbers",
	"File.Refusal.Members.Value: key":           "a scalar",
	"File.Refusal.JSON.Value: key":              "a scalar",
	"File.Refusal.Long.Value: key":              "a scalar",
	"File.Builders.Stores.Values.Value: key":    "a scalar",
	"File.Builders.Stores.Preview.Most: key":    "a number",
	"File.Builders.Stores.Preview.Most: text":   "a number",
	"File.Conversations.Unique.Most: text":      "a number",
	"File.Conversations.Batch.Most: key":        "a number",
	"File.Conversations.Batch.Most: text":       "a number",
	"File.Conversations.Exchanges.Most: key":    "a number",
	"File.Conversations.Exchanges.Most: text":   "a number",
}

// placesOf lists the strings of a type of declarations: fields of type string and Text, and the contents of a Node.
func placesOf(typ reflect.Type, at string, seen map[reflect.Type]bool) []string {
	switch typ {
	case reflect.TypeFor[syntax.Text]():
		return []string{at}
	case reflect.TypeFor[syntax.Node]():
		return []string{at + ": key", at + ": text"}
	case reflect.TypeFor[diag.Pos](), reflect.TypeFor[[]byte]():
		return nil
	}
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		return placesOf(typ.Elem(), at, seen)
	case reflect.String:
		return []string{at}
	case reflect.Struct:
		if typ == reflect.TypeFor[syntax.Schema]() {
			at = "Schema"
			if seen[typ] {
				return nil
			}
			seen[typ] = true
		}
		var list []string
		for f := range typ.Fields() {
			list = append(list, placesOf(f.Type, at+"."+f.Name, seen)...)
		}
		return list
	case reflect.Map, reflect.Interface, reflect.Array:
		panic("a new kind of field: " + at)
	}
	return nil
}

// plantedIn records the locations of a value whose text is in quotes, as planted text is.
type plantedIn struct {
	lines []string
	found map[string]bool
}

func (p plantedIn) note(at string, pos diag.Pos) {
	if pos.IsValid() && strings.HasPrefix(string([]rune(p.lines[pos.Line-1])[pos.Column-1:]), `"`) {
		p.found[at] = true
	}
}

func (p plantedIn) node(n *syntax.Node, at string) {
	if n.Kind == syntax.TextNode {
		p.note(at+": text", n.Pos)
	}
	for _, i := range n.Items {
		p.node(i, at)
	}
	for _, m := range n.Members {
		p.note(at+": key", m.Key.Pos)
		p.node(m.Value, at)
	}
}

func (p plantedIn) walk(v reflect.Value, at string) {
	switch x := v.Interface().(type) {
	case syntax.Text:
		p.note(at, x.Pos)
		return
	case syntax.Node:
		p.node(&x, at)
		return
	case diag.Pos, []byte:
		return
	case string: // the text of a comment keeps its quotes
		p.found[at] = p.found[at] || strings.HasPrefix(x, `"`)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			p.walk(v.Elem(), at)
		}
	case reflect.Slice:
		for i := range v.Len() {
			p.walk(v.Index(i), at)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[syntax.Schema]() {
			at = "Schema"
		}
		for i := range v.NumField() {
			p.walk(v.Field(i), at+"."+v.Type().Field(i).Name)
		}
	}
}

// TestEveryPlaceIsPlanted lists the strings of the language by the types of package syntax, and fails if no test plants text in one of
// them.
func TestEveryPlaceIsPlanted(t *testing.T) {
	text := plant(everything(t), nil)
	file, diags := syntax.Parse("everything.yaml", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p := plantedIn{strings.Split(text, "\n"), map[string]bool{}}
	p.walk(reflect.ValueOf(*file), "File")
	all := placesOf(reflect.TypeFor[syntax.File](), "File", map[reflect.Type]bool{})
	if len(all) < 70 {
		t.Fatalf("only %d places: %q", len(all), all)
	}
	for _, place := range all {
		switch {
		case unplanted[place] == "" && !p.found[place]:
			t.Errorf("no plant is in %s: give testdata/everything.yaml one, in guillemets", place)
		case unplanted[place] != "" && p.found[place]:
			t.Errorf("%s is planted, although %s", place, unplanted[place])
		}
	}
	for place := range unplanted {
		if !slices.Contains(all, place) {
			t.Errorf("there is no place %s", place)
		}
	}
}
