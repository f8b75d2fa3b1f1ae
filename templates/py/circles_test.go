package py

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// importing matches the imports of one module by another: at the head of a module, in a function, or for type checkers alone.
var importing = regexp.MustCompile(`(?m)^[ \t]*from \.(?:(\w+) import |[ \t]import (?:\(([^)]+)\)|([^(\n]+)))`)

// TestNoImportCircle reads the imports of all modules. An import for type checkers counts: a reader of the code follows it like any other.
func TestNoImportCircle(t *testing.T) {
	sources := map[string]string{}
	names, err := fs.Glob(Files, "*.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.TrimSuffix(name, ".py")] = string(data)
	}
	imports := importsOf(sources)
	arrows := 0
	for _, others := range imports {
		arrows += len(others)
	}
	if arrows < 100 {
		t.Errorf("only %d imports are found", arrows)
	}
	if found := circle(imports); found != nil {
		t.Errorf("modules of the support code import each other in a circle: %s", strings.Join(found, " -> "))
	}
}

func TestCircle(t *testing.T) {
	head := "\"\"\"A module.\"\"\"\n\nfrom __future__ import annotations\n\n"
	for _, test := range []struct {
		name    string
		sources map[string]string
		want    string
	}{
		{"none", map[string]string{"_a": head + "from ._b import b\nfrom ._c import c\n", "_b": head + "from ._c import (\n    c,\n)\n", "_c": head}, ""},
		{"in a function", map[string]string{"_a": head + "from ._b import b\n", "_b": head + "def b() -> None:\n    from ._a import a\n", "_c": head + "from ._a import a\n"}, "_a -> _b -> _a"},
		{"for type checkers", map[string]string{"_a": head + "from ._b import b\n", "_b": head + "from ._c import c\n", "_c": head + "if TYPE_CHECKING:\n    from ._b import b\n"}, "_b -> _c -> _b"},
		{"of whole modules", map[string]string{"_a": head + "from . import _c, _b as other\n", "_b": head + "from . import (\n    _c,\n    _a as other,\n)\n", "_c": head}, "_a -> _b -> _a"},
		{"of itself", map[string]string{"_a": head + "from ._a import a\n"}, "_a -> _a"},
	} {
		if got := strings.Join(circle(importsOf(test.sources)), " -> "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// importsOf returns the modules that each module imports.
func importsOf(sources map[string]string) map[string][]string {
	imports := map[string][]string{}
	for name, source := range sources {
		for _, m := range importing.FindAllStringSubmatch(source, -1) {
			for _, each := range strings.Split(m[1]+m[2]+m[3], ",") {
				other, _, _ := strings.Cut(strings.TrimSpace(each), " ")
				if _, known := sources[other]; known && !slices.Contains(imports[name], other) {
					imports[name] = append(imports[name], other)
				}
			}
		}
	}
	return imports
}

// circle returns the modules of a circle, the first one also at the end, or nil. A search in the order of names finds the same circle each time.
func circle(imports map[string][]string) []string {
	done := map[string]bool{}
	var path []string
	var visit func(name string) []string
	visit = func(name string) []string {
		if i := slices.Index(path, name); i >= 0 {
			return append(slices.Clone(path[i:]), name)
		}
		if done[name] {
			return nil
		}
		done[name] = true
		path = append(path, name)
		for _, other := range slices.Sorted(slices.Values(imports[name])) {
			if found := visit(other); found != nil {
				return found
			}
		}
		path = path[:len(path)-1]
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		if found := visit(name); found != nil {
			return found
		}
	}
	return nil
}
