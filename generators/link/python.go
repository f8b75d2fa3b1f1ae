package link

import (
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/envgen/envgen/internal/naming"
)

var (
	pyImport  = regexp.MustCompile(`(?m)^( *)from (\.*[\w.]*) import (\([^)]*\)|[^\n]*)\n`)
	pyWhole   = regexp.MustCompile(`(?m)^import ([\w.]+)\n`)
	pyDeclare = regexp.MustCompile(`(?m)^(?:(?:class|(?:async )?def) (\w+)|(\w+)(?:: .*?)? = |(\w+): )`)
	pyMember  = regexp.MustCompile(`^    (?:async )?def (\w+)\(`)
	pyTyping  = regexp.MustCompile(`(?m)^if TYPE_CHECKING:\n((?:    .*\n|\n)+)`)
)

// ParsePython splits a module.
func ParsePython(file, s string) *Module {
	m := &Module{Path: file}
	if strings.HasPrefix(s, "# Code generated") {
		var rest string
		m.Header, rest, _ = strings.Cut(s, "\n\n")
		m.Header, s = m.Header+"\n", rest
	}
	if strings.HasPrefix(s, `"""`) {
		end := strings.Index(s[3:], `"""`) + 6
		m.Doc, s = s[:end], strings.TrimLeft(s[end:], "\n")
	}
	s = strings.Replace(s, "from __future__ import annotations\n", "", 1)
	s = pyTyping.ReplaceAllStringFunc(s, func(block string) string {
		m.pyImports(strings.ReplaceAll(block, "\n    ", "\n"), true)
		return ""
	})
	tokens := tokensOf(s, true)
	for _, part := range statements(s, tokens, func(line string) bool { return strings.HasPrefix(line, `"""`) }) {
		code := strings.TrimSpace(part)
		switch {
		case code == "":
		case strings.HasPrefix(code, "from ") || strings.HasPrefix(code, "import "):
			m.pyImports(part, false)
		default:
			for _, i := range pyImport.FindAllStringSubmatch(part, -1) {
				if strings.HasPrefix(i[2], ".") {
					m.pyNames(i, false, true)
				}
			}
			m.add(strings.TrimLeft(part, "\n"), true)
		}
	}
	return m
}

func pyName(s string) string {
	for line := range strings.Lines(s) {
		if line[0] == '#' || line[0] == '@' {
			continue
		}
		if n := pyDeclare.FindStringSubmatch(line); n != nil {
			return n[1] + n[2] + n[3]
		}
		if !strings.ContainsAny(line[:1], " )") {
			return ""
		}
	}
	return ""
}

func (m *Module) pyImports(s string, isType bool) {
	for _, i := range pyImport.FindAllStringSubmatch(s, -1) {
		m.pyNames(i, isType, false)
	}
	for _, i := range pyWhole.FindAllStringSubmatch(s, -1) {
		m.Imports = append(m.Imports, Import{Local: i[1], From: "!import", Name: i[1], Type: isType})
	}
}

// pyNames adds the names of an import. A module beside is found by its dots.
func (m *Module) pyNames(i []string, isType, lazy bool) {
	dir := path.Dir(m.Path)
	dots := len(i[2]) - len(strings.TrimLeft(i[2], "."))
	for range dots - 1 {
		dir = path.Dir(dir)
	}
	rest := strings.ReplaceAll(strings.TrimLeft(i[2], "."), ".", "/")
	for _, name := range strings.Split(strings.Trim(i[3], "()\n "), ",") {
		name, _, _ = strings.Cut(name, "#")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		local := name
		if before, alias, found := strings.Cut(name, " as "); found {
			name, local = before, alias
		}
		in := Import{Local: local, From: "!" + i[2], Name: name, Type: isType, lazy: lazy}
		switch {
		case dots > 0 && rest == "" && strings.HasPrefix(name, "_"): // a module
			in.From, in.Name = path.Join(dir, name+".py"), "*"
		case dots > 0 && rest == "":
			in.From = path.Join(dir, "__init__.py")
		case dots > 0:
			in.From = path.Join(dir, rest+".py")
		}
		if lazy {
			if known, ok := m.imported(local); ok && known.From == in.From {
				continue
			}
		}
		m.Imports = append(m.Imports, in)
	}
}

func (m *Module) imported(local string) (Import, bool) {
	for _, i := range m.Imports {
		if i.Local == local {
			return i, true
		}
	}
	return Import{}, false
}

// withTypes replaces strings that contain types by the tokens within them.
func withTypes(s string, tokens []lexeme) []lexeme {
	var list []lexeme
	name := func(i int) string { // of an identifier, without the prefix that it has if a spec uses the name
		if i < 0 || tokens[i].kind != identifier {
			return ""
		}
		return strings.TrimRight(strings.TrimPrefix(s[tokens[i].start:tokens[i].end], naming.OwnPrefix), "_")
	}
	kind := func(i int) byte {
		if i < 0 {
			return 0
		}
		return tokens[i].kind
	}
	isArgument := func(i int) bool { // of a generic type
		for i--; kind(i) == identifier || kind(i) == ','; i-- {
		}
		return kind(i) == '[' && name(i-1) != "Literal" && name(i-1) != "vars"
	}
	for i, t := range tokens {
		isType := t.kind == text && s[t.start] == '"' && !strings.HasPrefix(s[t.start:], `"""`) &&
			(kind(i-1) == '(' && name(i-2) == "cast" || kind(i-1) == '=' && (name(i-2) == "bound" || name(i-2) == "TypeAlias") ||
				kind(i-1) == '(' && kind(i-2) == '=' && name(i-3) == "TypeAlias" || unicode.IsUpper(rune(s[t.start+1])) && isArgument(i))
		if isType {
			list = append(list, inner(t, s)...)
		}
		list = append(list, t)
	}
	return list
}
