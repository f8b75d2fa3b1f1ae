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

// pyProgram collects functions that use declarations.
type pyProgram struct {
	strings.Builder
	models, builders string // the old files
	functions        int
}

// usesOf is a program for a module with the declarations of the old files.
func usesOf(module string, old source.Files) string {
	p := &pyProgram{models: string(old["pair/_models.py"]), builders: string(old["pair/builders.py"])}
	api := string(old["pair/__init__.py"])
	fmt.Fprintf(p, "from __future__ import annotations\nfrom collections.abc import Mapping\nfrom typing import Literal\nimport %s as m\nfrom bindings._values import JsonValue\n", module)
	if p.builders != "" {
		fmt.Fprintf(p, "import %s.builders as build\nfrom bindings._fills import Sources\nExtra = Mapping[str, JsonValue]\n", module)
	}
	for _, c := range pyClass.FindAllStringSubmatch(p.models, -1) {
		p.class(c[1], c[2])
	}
	for _, a := range pyAlias.FindAllStringSubmatch(p.models, -1) {
		p.define("(v: m.%s) -> %s: return v", a[1], p.qualified(a[2]))
		p.define("(v: %s) -> m.%s: return v", p.qualified(a[2]), a[1])
	}
	for _, f := range pyFunction.FindAllStringSubmatch(p.builders, -1) {
		if f[1] != "emit" && f[1] != "lay_out" {
			p.builder(f[1], f[2], f[3])
		}
	}
	for _, c := range pyConstant.FindAllStringSubmatch(api, -1) {
		fmt.Fprintf(p, "m.%s\n", c[1])
	}
	if root := regexp.MustCompile(`ROOT_TYPE: Final = ("\w+")`).FindStringSubmatch(api); root != nil {
		fmt.Fprintf(p, "root: Literal[%s] = m.ROOT_TYPE\n", root[1])
	}
	return p.String()
}

func (p *pyProgram) define(format string, args ...any) {
	p.functions++
	fmt.Fprintf(p, "def use%d"+format+"\n", append([]any{p.functions}, args...)...)
}

// qualified is a type of the old files, as the program names it.
func (p *pyProgram) qualified(text string) string {
	return pyName.ReplaceAllStringFunc(text, func(name string) string {
		switch {
		case strings.Contains(p.builders, "class "+name+"("):
			return "build." + name
		case regexp.MustCompile(`(?m)^(class `+name+`\b|`+name+`: TypeAlias)`).MatchString(p.models) || name == "UnsetType" || name == "UNSET":
			return "m." + name
		}
		return name
	})
}

// class reads each member, and makes a value with all members and with the required ones. Programs only read the entries of a catalog.
func (p *pyProgram) class(class, body string) {
	var params, all, least []string
	for _, f := range pyField.FindAllStringSubmatch(body, -1) {
		name, typ := f[1], p.qualified(f[2])
		if inner, is := strings.CutPrefix(typ, "ClassVar["); is {
			p.define("(v: m.%s) -> %s: return v.%s", class, strings.TrimSuffix(inner, "]"), name)
			continue
		}
		p.define("(v: m.%s) -> %s: return v.%s", class, typ, name)
		params, all = append(params, name+": "+typ), append(all, name+"="+name)
		if f[3] == "" {
			least = append(least, name+"="+name)
		}
	}
	if strings.Contains(p.models, "class "+class+"(NamedTuple)") {
		return
	}
	for _, given := range [][]string{all, least} {
		p.define("(%s) -> m.%s: return m.%s(%s)", strings.Join(params, ", "), class, class, strings.Join(given, ", "))
	}
}

// builder calls a builder with all arguments and with the required ones.
func (p *pyProgram) builder(name, list, result string) {
	var params, all, least []string
	for _, part := range strings.Split(strings.ReplaceAll(strings.Join(strings.Fields(list), " "), "Mapping[str, JsonValue]", "Extra"), ", ") {
		name, typ, typed := strings.Cut(strings.TrimSpace(part), ": ")
		typ, _, optional := strings.Cut(typ, " = ")
		if name == "/" { // those before are given by place
			for i := range all {
				all[i], _, _ = strings.Cut(all[i], "=")
			}
			least = slices.Clone(all)
		}
		if !typed {
			continue
		}
		params, all = append(params, name+": "+p.qualified(typ)), append(all, name+"="+name)
		if !optional {
			least = append(least, name+"="+name)
		}
	}
	for _, given := range [][]string{all, least} {
		p.define("(%s) -> m.%s: return build.%s(%s)", strings.Join(params, ", "), result, name, strings.Join(given, ", "))
	}
}
