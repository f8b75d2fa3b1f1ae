package naming_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

func protocol(name string, imports []*ir.Protocol, types ...*ir.Type) *ir.Protocol {
	for _, t := range types {
		t.Protocol = name
		t.Pos = diag.Pos{File: name + ".yaml", Line: 4, Column: 1}
	}
	return &ir.Protocol{Name: name, Imports: imports, Types: types}
}

func TestImportedTypes(t *testing.T) {
	id := field("user_id", 2)
	deep, meta, own := record("Deep"), record("Meta", id), record("Meta")
	base := protocol("base", nil, deep)
	fox := protocol("import", []*ir.Protocol{base}, meta)
	names, diags := naming.Assign(protocol("p", []*ir.Protocol{fox, base}, own), naming.Go)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	got := []string{names.Type(meta), names.PackageOf(meta), names.Field(id), names.Type(deep), names.PackageOf(deep), names.Type(own), "<" + names.PackageOf(own) + ">"}
	if want := "Meta import_ UserID Deep base Meta <>"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

// TestImportNames has packages whose names mean something else in the package that imports them.
func TestImportNames(t *testing.T) {
	for _, test := range []struct {
		language *naming.Language
		imported string
		own      *ir.Type
		want     string
	}{
		{naming.Go, "foxctl", record("T", field("foxctl", 1)), "foxctl"},
		{naming.Go, "r", record("T"), "r_"},
		{naming.Go, "wire", record("T"), "wire_"},
		{naming.TypeScript, "foxctl", record("T", field("foxctl", 1)), "foxctl"},
		{naming.TypeScript, "function", record("T"), "function_"},
		{naming.Python, "foxctl", record("T"), "foxctl"},
		{naming.Python, "foxctl", record("T", field("foxctl", 1)), "foxctl_"},
		{naming.Python, "foxctl", record("T", field("foxctl", 1), field("T", 2)), "foxctl_"},
		{naming.Python, "read_t", record("T"), "read_t_"},
	} {
		meta := record("Meta")
		fox := protocol(test.imported, nil, meta)
		names, diags := naming.Assign(protocol("p", []*ir.Protocol{fox}, test.own), test.language)
		if got := names.PackageOf(meta); got != test.want || len(diags) > 0 {
			t.Errorf("%s in %s is imported as %s, want %s; %v", test.imported, test.language.Name, got, test.want, diags)
		}
	}
}

func TestImportNamesAreDistinct(t *testing.T) {
	a, b := record("A"), record("B")
	names, _ := naming.Assign(protocol("p", []*ir.Protocol{protocol("r", nil, a), protocol("r_", nil, b)}), naming.Go)
	if got := names.PackageOf(a) + " " + names.PackageOf(b); got != "r_ r__" {
		t.Errorf("got %s", got)
	}
}

// TestVariantsOfTwoProtocols has a union of two types that are called alike, so that its handler would have one method twice.
func TestVariantsOfTwoProtocols(t *testing.T) {
	foreign, own := record("Meta"), record("Meta")
	fox := protocol("foxctl", nil, foreign)
	p := protocol("p", []*ir.Protocol{fox}, own, union("Message", foreign, own))
	_, diags := naming.Assign(p, naming.Go)
	if want := "the variant Meta of Message and the variant foxctl.Meta of Message both have the name HandleMeta in Go"; len(diags) != 1 || diags[0].Message != want || diags[0].Pos.File != "p.yaml" {
		t.Error(diags)
	}
	for _, l := range []*naming.Language{naming.TypeScript, naming.Python} {
		if _, diags := naming.Assign(p, l); len(diags) > 0 {
			t.Error(l.Name, diags)
		}
	}
}

// TestPaths has paths in the notation of each language's imports, and paths that could break out of an import statement or are empty.
func TestPaths(t *testing.T) {
	for _, test := range []struct {
		language *naming.Language
		right    []string
		wrong    []string
	}{
		{naming.Go, []string{"example.org/a/b", "hello", "hello/out-dir", "a.b/v2/x_y~z", "internal/x"},
			[]string{"", "/a/b", "a//b", "a/", "./a", "../a", "a/../b", "a b", "a\nb", `a"b`, "a`b", `a\b`, "a/con", "a/nul.x", "é/a", "a/vendor/b", "a\x00", "a:b", "a;b"}},
		{naming.TypeScript, []string{"envgen-protocols/foxctl", "@scope/pkg/foxctl", "@scope/foxctl", "#protocols/foxctl", "./a.ts", "../a b/c.ts", "../../é/c.ts", "pkg/dist/a.js"},
			[]string{"", ".", "..", "./", "../", "../..", "/a/b", "a//b", "a/", `a"/b`, "a'/b", "a`/b", `a\b`, "a b/c", "a\n/b", "./a\u2028b", "./a\nb", "./a\"b", "./a'b", `./a\b`, "./a`b",
				"./a?b", "./a#b", "https://x/y", "node:fs", "data:text/javascript,evil()", "a/../b", "@/a", "${x}/b"}},
		{naming.Python, []string{"a.b", "envgen_protocols.foxctl", "_a.B1.type", "a"},
			[]string{"", ".", "a.", ".a", "..a", "a..b", "a.class", "a.None", "import.a", "a b", "a\nimport os", "a;b", "a-b", "a.1", "é.a", "a,b", "a as b", "a#b", "a.b\\"}},
	} {
		for _, path := range test.right {
			if err := test.language.CheckPath(path); err != nil {
				t.Errorf("%s: %q is refused: %v", test.language.Name, path, err)
			}
		}
		for _, path := range test.wrong {
			if test.language.CheckPath(path) == nil {
				t.Errorf("%s: %q is accepted", test.language.Name, path)
			}
		}
	}
}
