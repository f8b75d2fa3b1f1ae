package source_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking/source"
	"github.com/envgen/envgen/internal/needs"
)

var (
	pyClass    = regexp.MustCompile(`(?m)^class (\w+)\((?:(?:Open)?Record|NamedTuple)[^:]*\):\n((?:    .*\n|\n)*)`)
	pyField    = regexp.MustCompile(`(?m)^    (\w+): ([^=\n"]+|.*Literal\[[^=\n]*)( = .*)?$`)
	pyAlias    = regexp.MustCompile(`(?m)^(\w+): TypeAlias = (.*)$`)
	pyFunction = regexp.MustCompile(`(?m)^def (\w+)\(([^)]*)\) -> (\w+):`)
	pyConstant = regexp.MustCompile(`(?m)^([A-Z_]+): Final`)
	pyName     = regexp.MustCompile(`\b[A-Z]\w*\b`)
)

// TestPythonWitness writes for each pair a program that uses every class, alias and builder of the old package. mypy accepts it with the old
// package, and refuses it with the new one exactly if there is a change.
func TestPythonWitness(t *testing.T) {
	checker := needs.File(t, ".venv/bin/mypy")
	dir := t.TempDir()
	list := pairs(t)
	changed := make([]bool, len(list))
	var programs []string
	for i, p := range list {
		old, new := generated(t, "py", spec(p.old)), generated(t, "py", spec(p.new))
		changed[i] = len(source.Compare("py", old, new)) > 0
		for version, files := range map[string]source.Files{"old": old, "new": new} { // the support code is the same
			for name, data := range files {
				own, is := strings.CutPrefix(name, "pair/")
				if is {
					name = fmt.Sprintf("%s%d/%s", version, i, own)
				}
				put(t, dir, "bindings/"+name, data)
			}
			program := fmt.Sprintf("user_%s%d.py", version, i)
			put(t, dir, program, []byte(usesOf(fmt.Sprintf("bindings.%s%d", version, i), old)))
			programs = append(programs, program)
		}
	}
	out := output(t, dir, checker, append([]string{"--strict", "--no-error-summary", "--hide-error-context"}, programs...)...)
	for i, p := range list {
		if errors := linesOf(out, fmt.Sprintf("user_old%d.py:", i)); errors != "" {
			t.Errorf("%s: the program is wrong with the old package:\n%s", p.title, errors)
		}
		errors := linesOf(out, fmt.Sprintf("user_new%d.py:", i))
		if (errors != "") != changed[i] {
			t.Errorf("%s: changes %v, and mypy says:\n%s", p.title, changed[i], errors)
		}
	}
	if other := linesOf(out, "bindings/"); other != "" {
		t.Errorf("the bindings have errors: %s", other)
	}
}

// usesOf is a program for a module with the declarations of the old files.
func usesOf(module string, old source.Files) string {
	models, builders, api := string(old["pair/_models.py"]), string(old["pair/builders.py"]), string(old["pair/__init__.py"])
	var b strings.Builder
	fmt.Fprintf(&b, "from __future__ import annotations\nfrom collections.abc import Mapping\nfrom typing import Literal\nimport %s as m\nfrom bindings._values import JsonValue\n", module)
	if builders != "" {
		fmt.Fprintf(&b, "import %s.builders as build\nfrom bindings._fills import Sources\nExtra = Mapping[str, JsonValue]\n", module)
	}
	qualified := func(text string) string {
		return pyName.ReplaceAllStringFunc(text, func(name string) string {
			if strings.Contains(builders, "class "+name+"(") {
				return "build." + name
			}
			if regexp.MustCompile(`(?m)^(class `+name+`\b|`+name+`: TypeAlias)`).MatchString(models) || name == "UnsetType" || name == "UNSET" {
				return "m." + name
			}
			return name
		})
	}
	n := 0
	define := func(format string, args ...any) {
		n++
		fmt.Fprintf(&b, "def use%d"+format+"\n", append([]any{n}, args...)...)
	}
	for _, c := range pyClass.FindAllStringSubmatch(models, -1) {
		var params, all, least []string
		for _, f := range pyField.FindAllStringSubmatch(c[2], -1) {
			name, typ := f[1], qualified(f[2])
			if inner, is := strings.CutPrefix(typ, "ClassVar["); is {
				define("(v: m.%s) -> %s: return v.%s", c[1], strings.TrimSuffix(inner, "]"), name)
				continue
			}
			define("(v: m.%s) -> %s: return v.%s", c[1], typ, name)
			params, all = append(params, name+": "+typ), append(all, name+"="+name)
			if f[3] == "" {
				least = append(least, name+"="+name)
			}
		}
		if strings.Contains(models, "class "+c[1]+"(NamedTuple)") {
			continue // an entry of a catalog, which programs read
		}
		define("(%s) -> m.%s: return m.%s(%s)", strings.Join(params, ", "), c[1], c[1], strings.Join(all, ", "))
		define("(%s) -> m.%s: return m.%s(%s)", strings.Join(params, ", "), c[1], c[1], strings.Join(least, ", "))
	}
	for _, a := range pyAlias.FindAllStringSubmatch(models, -1) {
		define("(v: m.%s) -> %s: return v", a[1], qualified(a[2]))
		define("(v: %s) -> m.%s: return v", qualified(a[2]), a[1])
	}
	for _, f := range pyFunction.FindAllStringSubmatch(builders, -1) {
		var params, all, least []string
		for _, part := range strings.Split(strings.ReplaceAll(strings.Join(strings.Fields(f[2]), " "), "Mapping[str, JsonValue]", "Extra"), ", ") {
			name, typ, typed := strings.Cut(strings.TrimSpace(part), ": ")
			typ, _, optional := strings.Cut(typ, " = ")
			if name == "/" { // those before are given by place
				for i := range all {
					all[i], _, _ = strings.Cut(all[i], "=")
				}
				least = slices.Clone(all)
			}
			if !typed || name == "file" || strings.Contains(typ, "[") && !strings.Contains(typ, "]") {
				continue
			}
			params, all = append(params, name+": "+qualified(typ)), append(all, name+"="+name)
			if !optional {
				least = append(least, name+"="+name)
			}
		}
		if f[1] == "emit" || f[1] == "lay_out" {
			continue
		}
		define("(%s) -> m.%s: return build.%s(%s)", strings.Join(params, ", "), f[3], f[1], strings.Join(all, ", "))
		define("(%s) -> m.%s: return build.%s(%s)", strings.Join(params, ", "), f[3], f[1], strings.Join(least, ", "))
	}
	for _, c := range pyConstant.FindAllStringSubmatch(api, -1) {
		fmt.Fprintf(&b, "m.%s\n", c[1])
	}
	if strings.Contains(api, "ROOT_TYPE") {
		root := regexp.MustCompile(`ROOT_TYPE: Final = ("\w+")`).FindStringSubmatch(api)[1]
		fmt.Fprintf(&b, "root: Literal[%s] = m.ROOT_TYPE\n", root)
	}
	return b.String()
}
