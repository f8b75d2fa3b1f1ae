package source

import (
	"slices"
	"strings"
)

// pyModule has the declarations of a file.
type pyModule struct {
	name    string // dotted: "", "greeter", "greeter._models"
	pkg     string // the package for relative imports
	decls   map[string]*pyDecl
	names   []string
	imports map[string]pyName // by local name
	all     []string          // the names of __all__
	listed  bool
}

// pyName is a name of a module. Without a name it is the module.
type pyName struct{ module, name string }

// pyDecl is a class, a function with its overloads, or an assignment.
type pyDecl struct {
	kind   string // class, function or value
	name   string
	marks  []string // decorators
	all    []pyStatement
	module *pyModule
}

func readPyModule(file, text string) *pyModule {
	name := strings.ReplaceAll(strings.TrimSuffix(file, ".py"), "/", ".")
	pkg := name
	if name == "__init__" {
		name, pkg = "", ""
	} else if folder, ok := strings.CutSuffix(name, ".__init__"); ok {
		name, pkg = folder, folder
	} else if i := strings.LastIndexByte(name, '.'); i >= 0 {
		pkg = name[:i]
	} else {
		pkg = ""
	}
	m := &pyModule{name: name, pkg: pkg, decls: map[string]*pyDecl{}, imports: map[string]pyName{}}
	m.block(statements(scanPython(text)))
	return m
}

// block reads statements. Those for type checkers are the declarations, and their alternatives are not.
func (m *pyModule) block(list []pyStatement) {
	var marks []string
	skip := false
	for _, s := range list {
		first := s.tokens[0].text
		switch {
		case first == "@":
			marks = append(marks, joined(s.tokens[1:]))
			continue
		case first == "if":
			skip = strings.Contains(joined(s.tokens), "TYPE_CHECKING")
			m.block(s.body)
		case first == "else" || first == "elif":
			if !skip {
				m.block(s.body)
			}
		case first == "try":
			m.block(s.body)
		case first == "from":
			m.imported(s.tokens)
		default:
			m.declare(s, marks)
		}
		marks = nil
	}
}

func (m *pyModule) declare(s pyStatement, marks []string) {
	t := s.tokens
	d := &pyDecl{marks: marks, all: []pyStatement{s}, module: m}
	if t[0].text == "async" {
		t = t[1:]
	}
	switch {
	case len(t) > 1 && t[0].text == "class":
		d.kind, d.name = "class", t[1].text
	case len(t) > 1 && t[0].text == "def":
		d.kind, d.name = "function", t[1].text
	case len(t) > 2 && t[0].kind == tsWord && (t[1].text == "=" || t[1].text == ":"):
		d.kind, d.name = "value", t[0].text
	default:
		return
	}
	if d.name == "__all__" {
		m.listed = true
		for _, one := range t {
			if one.kind == tsLiteral {
				m.all = append(m.all, strings.Trim(one.text, `"'`))
			}
		}
		return
	}
	if known := m.decls[d.name]; known != nil && known.kind == "function" && d.kind == "function" && slices.Contains(known.marks, "overload") {
		if slices.Contains(marks, "overload") {
			known.all = append(known.all, s)
		}
		return // the implementation of overloads
	}
	if m.decls[d.name] == nil {
		m.names = append(m.names, d.name)
	}
	m.decls[d.name] = d
}

// imported reads a line such as `from ._models import Bye, Hello as Greeting`.
func (m *pyModule) imported(t []tsToken) {
	at := slices.IndexFunc(t, func(one tsToken) bool { return one.text == "import" })
	if at < 0 {
		return
	}
	module, relative := strings.CutPrefix(strings.ReplaceAll(joined(t[1:at]), " ", ""), ".")
	if relative {
		base := m.pkg
		for strings.HasPrefix(module, ".") {
			module = module[1:]
			base = base[:max(strings.LastIndexByte(base, '.'), 0)]
		}
		module = strings.Trim(base+"."+module, ".")
	}
	for _, part := range tsSplit(slices.DeleteFunc(slices.Clone(t[at+1:]), func(one tsToken) bool { return one.text == "(" || one.text == ")" }), ",") {
		local := part[len(part)-1].text
		target := pyName{module, part[0].text}
		if !relative {
			target.module = "/" + module // of another package
		}
		m.imports[local] = target
	}
}

// isPublic reports whether programs import a module.
func (m *pyModule) isPublic() bool {
	return !slices.ContainsFunc(strings.Split(m.name, "."), isPrivate)
}

func isPrivate(name string) bool { return strings.HasPrefix(name, "_") }

// exported are the names that programs may use.
func (m *pyModule) exported() []string {
	if m.listed {
		return m.all
	}
	return slices.DeleteFunc(slices.Clone(m.names), isPrivate)
}
