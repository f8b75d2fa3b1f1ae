package generators_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// hostile contains texts that each end a comment, literal or statement in some language when printed without escapes.
var hostile = []string{
	"*/ evil_plant(); /*", "x\nevil_plant()\n", "x\revil_plant()\r", "x\u2028evil_plant()\u2029", `"; evil_plant(); "`, `'); evil_plant(); ('`, "`+evil_plant()+`",
	"${evil_plant()}", "{evil_plant()}", "\"\"\"\nimport evil_module\n\"\"\"", "'''\nimport evil_module\n'''", `\`, `\"; evil_plant() //`, `"]; evil_plant(); ["`,
	"a.b\nimport evil_module\nfrom a.b", "//go:build ignore", "/ <reference path=\"x\" />", "@ts-nocheck", "type: ignore", "coding=utf-7 +AG4-", "--> <script>", "%s%[1]d", "\x00x",
	"x\u202ey",
}

const imported = "envgen: 1\nprotocol: base\nversion: \"1\"\ntypes: {Meta: {type: object, properties: {a: {type: string}}}}\nroot: Meta\n"

// compiled compiles a spec with any imports. Errors of a refused spec have a location and can be printed.
func compiled(t *testing.T, name, spec string) *ir.Protocol {
	t.Helper()
	library := compile.Library{Read: func(string) ([]byte, error) { return []byte(imported), nil }}
	p, diags := library.Source(name, []byte(spec))
	if p == nil && !diags.HasErrors() {
		t.Errorf("refused without an error\n%s", spec)
	}
	printed(t, diags, spec)
	return p
}

// printed checks that diagnostics have locations and contain no control sequences of terminals.
func printed(t *testing.T, diags diag.List, spec string) {
	t.Helper()
	var text bytes.Buffer
	if err := diag.WriteText(&text, diags, func(string) []byte { return []byte(spec) }); err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexFunc(text.String(), func(r rune) bool { return !unicode.IsPrint(r) && !strings.ContainsRune("\n\t\ufffd", r) }); i >= 0 {
		t.Errorf("a diagnostic is printed with %q", text.String()[i:])
	}
	for _, d := range diags {
		if !d.Pos.IsValid() {
			t.Errorf("a diagnostic without a place: %+v", d)
		}
	}
}

// generatedFor returns the files of one target, or nil if names clash or paths are refused.
func generatedFor(t *testing.T, p *ir.Protocol, target, spec string) []output.File {
	t.Helper()
	for _, candidate := range generators.Targets {
		if candidate.Name != target {
			continue
		}
		owned, diags, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: candidate, GoImport: "example.com/gen"})
		if err != nil {
			t.Fatalf("%v\n%s", err, spec)
		}
		printed(t, diags, spec)
		if len(owned) == 0 {
			return nil
		}
		return owned[0].Files
	}
	t.Fatalf("there is no target %s", target)
	return nil
}

// breakouts collects the files generated from hostile specs, for the parsers of the languages.
type breakouts struct {
	t     *testing.T
	dir   string                         // contains folders of TypeScript and Python, by language and number
	about map[string]string              // the description of each number
	goes  map[string]map[string]skeleton // the Go files, by number
}

// add generates from a spec for all languages. It reports whether any language accepts the spec.
func (b *breakouts) add(number, about, name, spec string) bool {
	p := compiled(b.t, name, spec)
	if p == nil {
		return false
	}
	b.about[number] = about
	b.goes[number] = map[string]skeleton{}
	some := false
	for _, target := range []string{"go", "ts", "py", "schema"} {
		for _, f := range generatedFor(b.t, p, target, spec) {
			some = true
			switch target {
			case "go":
				b.goes[number][f.Path] = goSkeleton(b.t, f)
			case "schema":
				if !json.Valid(f.Data) {
					b.t.Errorf("%s: the schema is no JSON", about)
				}
			default:
				path := filepath.Join(b.dir, target, number, filepath.FromSlash(f.Path))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o644)); err != nil {
					b.t.Fatal(err)
				}
			}
		}
	}
	return some
}

// shape returns a skeleton without identifiers: it describes the program independently of its names.
func shape(language string, s skeleton) skeleton {
	only := maps.Clone(s)
	maps.DeleteFunc(only, func(key string, _ int) bool {
		switch language {
		case "go":
			return !strings.HasPrefix(key, "*ast.") && !strings.HasPrefix(key, "import ")
		case "ts":
			return strings.HasPrefix(key, "identifier ")
		}
		return strings.HasPrefix(key, "name ")
	})
	return only
}

// compare compares all shapes with the shape of number 0. A text that is itself a program must parse and import nothing else.
func (b *breakouts) compare() {
	b.t.Helper()
	for language, program := range map[string][]string{"ts": {"node", "testdata/skeleton.mjs"}, "py": {"python3", "testdata/skeleton.py"}} {
		cmd := exec.Command(program[0], append(program[1:], filepath.Join(b.dir, language))...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.t.Fatal(err)
		}
		var got map[string]skeleton
		if err := json.Unmarshal(out, &got); err != nil {
			b.t.Fatal(err)
		}
		for number, s := range got {
			b.same(b.about[number], language, s, got["0"])
		}
	}
	for number, files := range b.goes {
		for file, s := range files {
			if want := b.goes["0"][file]; want != nil && filepath.Base(file) != "patterns.go" { // patterns become programs, which differ
				b.same(b.about[number]+", "+file, "go", s, want)
			}
		}
	}
}

func (b *breakouts) same(about, language string, got, want skeleton) {
	b.t.Helper()
	got, want = shape(language, got), shape(language, want)
	isPattern := strings.HasPrefix(about, "a pattern")
	if isPattern {
		for key := range want {
			if strings.Contains(key, "Import") || key == "NamedImports" {
				got[key] = max(got[key], want[key]) // the support code of a pattern depends on the pattern, up to this maximum
			}
		}
	}
	list := differences(got, want)
	if isPattern {
		list = slices.DeleteFunc(list, func(d string) bool {
			return !slices.ContainsFunc([]string{"import", "Import", "directive", "syntax error", "checking"}, func(bad string) bool { return strings.Contains(d, bad) })
		})
	}
	if len(list) > 0 {
		slices.Sort(list)
		b.t.Errorf("%s in %s: %s", about, language, strings.Join(list, "; "))
	}
}

// TestHostileTexts puts each hostile text into each location of a spec. Either the spec is refused, or the programs equal those of the
// harmless spec, apart from comments, literals and names.
func TestHostileTexts(t *testing.T) {
	spec := everything(t)
	b := &breakouts{t, t.TempDir(), map[string]string{}, map[string]map[string]skeleton{}}
	if !b.add("0", "the harmless spec", "planted.yaml", plant(spec, nil)) {
		t.Fatal("the harmless spec is refused: ", compiled(t, "planted.yaml", plant(spec, nil)))
	}
	taken := map[string]bool{}
	for _, text := range hostile {
		var texts, patterns []string
		for _, word := range words(spec) {
			if compiled(t, "planted.yaml", plant(spec, hostileAs(text, word))) == nil {
				continue
			}
			if taken[word] = true; strings.HasPrefix(word, "^") {
				patterns = append(patterns, word)
			} else {
				texts = append(texts, word)
			}
		}
		b.together("", spec, text, texts)
		b.together("a pattern: ", spec, text, patterns)
	}
	if len(taken) < 40 || len(taken) == len(words(spec)) {
		t.Errorf("%d of %d places take hostile text", len(taken), len(words(spec)))
	}
	t.Logf("%d of %d places take some text; %d programs are compared", len(taken), len(words(spec)), len(b.about))
	b.compare()
}

// hostileAs replaces words by a text. The replacements differ, so that no names are equal.
func hostileAs(text string, words ...string) map[string]string {
	texts := map[string]string{}
	for i, word := range words {
		texts[word] = text + strings.Repeat("z", i)
	}
	return texts
}

// together replaces as many words as possible by a text in one spec.
func (b *breakouts) together(kind, spec, text string, words []string) {
	if len(words) == 0 {
		return
	}
	about := fmt.Sprintf("%s%q in the place of %q", kind, text, words)
	planted := plant(spec, hostileAs(text, words...))
	if compiled(b.t, "planted.yaml", planted) != nil {
		b.add(fmt.Sprint(len(b.about)), about, "planted.yaml", planted)
		return
	}
	if len(words) == 1 {
		b.t.Errorf("%s is refused at times", about)
		return
	}
	half := len(words) / 2
	b.together(kind, spec, text, words[:half])
	b.together(kind, spec, text, words[half:])
}

// TestFileNames gives hostile names to spec files: headers of generated files contain them.
func TestFileNames(t *testing.T) {
	b := &breakouts{t, t.TempDir(), map[string]string{}, map[string]map[string]skeleton{}}
	spec := plant(everything(t), nil)
	b.add("0", "the harmless name", "planted.yaml", spec)
	for i, name := range append(hostile, "coding: latin-1 .yaml", "coding=utf-7 .yaml", "\xff.yaml") {
		if !b.add(fmt.Sprint(i+1), fmt.Sprintf("the file name %q", name), name, spec) {
			t.Errorf("%q is refused", name)
		}
	}
	b.compare()
}
