package link

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/version"
)

var pyHeader = "# " + version.Header("") + "\n"

func pyGap(s string) int {
	s = strings.TrimSpace(s)
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, "class ") || strings.HasPrefix(line, "def ") || strings.HasPrefix(line, "async ") || strings.HasPrefix(line, "@") {
			return 2
		}
	}
	return btoi(strings.Count(s, "\n") > 0)
}

func (f *file) printPython() string {
	body := joined(f.decls, pyGap)
	gap := "\n"
	if len(f.decls) > 0 && pyGap(f.decls[0]) == 2 {
		gap = "\n\n"
	}
	return pyHeader + "\n\"\"\"" + f.doc + "\"\"\"\n\nfrom __future__ import annotations\n\n" + f.pyImportsOf() + gap + body
}

// pyImportsOf prints the imports of a room: those of later rooms are for type checkers only.
func (f *file) pyImportsOf() string {
	eager, typing := pyLines{}, pyLines{}
	place := func(room string) int {
		return slices.IndexFunc(f.p.Language.Rooms, func(r Room) bool { return r.Path == room })
	}
	for room, names := range f.inside {
		list := eager
		if place(room) > place(f.path) {
			list = typing
		}
		for name := range names {
			list.add("."+pyModule(room), name)
		}
	}
	for _, i := range f.outside {
		eager.addImport(i)
	}
	if len(typing) > 0 {
		eager.add("typing", "TYPE_CHECKING")
	}
	s := eager.print("")
	if len(typing) > 0 {
		s += "\nif TYPE_CHECKING:\n" + typing.print("    ")
	}
	return s
}

func pyModule(file string) string { return strings.TrimSuffix(path.Base(file), ".py") }

// pyLines contains imported names by module; modules that are imported whole have the module "import".
type pyLines map[string][]string

func (l pyLines) add(module, name string) {
	if !slices.Contains(l[module], name) {
		l[module] = append(l[module], name)
	}
}

func (l pyLines) addImport(i Import) {
	module, name := strings.TrimPrefix(i.From, "!"), i.Name
	if i.Local != i.Name && module != "import" {
		name += " as " + i.Local
	}
	l.add(module, name)
}

func pySection(module string) int {
	return btoi(strings.HasPrefix(module, ".")) + 2*btoi(strings.HasPrefix(module, ".") && !strings.HasPrefix(module, ".."))
}

// print returns the statements in the order of import sorters.
func (l pyLines) print(indent string) string {
	var b strings.Builder
	whole := slices.Clone(l["import"])
	slices.Sort(whole)
	for _, name := range whole {
		b.WriteString(indent + "import " + name + "\n")
	}
	var modules []string
	for module := range l {
		if module != "import" {
			modules = append(modules, module)
		}
	}
	slices.SortFunc(modules, func(a, b string) int { return cmp.Or(pySection(a)-pySection(b), strings.Compare(a, b)) })
	for i, module := range modules {
		if strings.HasPrefix(module, ".") && (i == 0 && len(whole) > 0 || i > 0 && !strings.HasPrefix(modules[i-1], ".")) {
			b.WriteString("\n")
		}
		b.WriteString(pyFrom(module, l[module], indent))
	}
	return b.String()
}

// pyFrom imports names of a module. A name with an alias has a statement of its own, and statements are sorted by their first names.
func pyFrom(module string, names []string, indent string) string {
	var plain []string
	var statements [][2]string // first names and texts
	for _, name := range names {
		if bare, _, aliased := strings.Cut(name, " as "); aliased {
			statements = append(statements, [2]string{bare, indent + "from " + module + " import " + name + "\n"})
		} else {
			plain = append(plain, name)
		}
	}
	plain = Sorted(plain)
	if len(plain) > 0 {
		line := indent + "from " + module + " import " + strings.Join(plain, ", ") + "\n"
		if len(line) > 121 {
			line = indent + "from " + module + " import (\n" + indent + "    " + strings.Join(plain, ",\n    "+indent) + ",\n" + indent + ")\n"
		}
		statements = append(statements, [2]string{plain[0], line})
	}
	slices.SortFunc(statements, func(a, b [2]string) int { return cmp.Or(CompareNames(a[0], b[0]), strings.Compare(a[1], b[1])) })
	s := ""
	for _, statement := range statements {
		s += statement[1]
	}
	return s
}

// lazily adapts the imports within functions: they are superfluous in the room of the imported module.
func (f *file) lazily(m *Module, s string) string {
	for _, i := range pyImport.FindAllStringSubmatch(s, -1) {
		if i[1] == "" || !strings.HasPrefix(i[2], ".") {
			continue
		}
		scratch := &Module{Path: m.Path}
		scratch.pyNames(i, false, true)
		lines := pyLines{}
		for _, name := range scratch.Imports {
			room := name.From
			if f.names != nil && f.r.module(name.From) != nil {
				room = f.path
			} else if d := f.r.find(name.From, name.Name); d != nil {
				room = f.roomOf(d)
			} else if f.p.byPath[name.From] != nil {
				room = f.p.roomOf(name.From).Path
			}
			if room != f.path {
				lines.add("."+pyModule(room), name.Name)
			}
		}
		with := lines.print(i[1])
		old := i[0]
		if with == "" && strings.Contains(s, old+"\n") {
			old += "\n"
		}
		s = strings.Replace(s, old, with, 1)
	}
	return s
}

// rewritePython returns a generated module with imports of rooms.
func (p *Program) rewritePython(at, s string) string {
	lines, first, last := pyLines{}, -1, 0
	for _, i := range pyImport.FindAllStringSubmatchIndex(s, -1) {
		match := []string{s[i[0]:i[1]], s[i[2]:i[3]], s[i[4]:i[5]], s[i[6]:i[7]]}
		if !strings.HasPrefix(match[2], ".") || match[1] != "" {
			continue
		}
		scratch := &Module{Path: at}
		scratch.pyNames(match, false, false)
		for _, name := range scratch.Imports {
			p.moved(lines, match[2], name)
		}
		if first < 0 {
			first = i[0]
		}
		last = i[1]
	}
	if first >= 0 {
		s = s[:first] + lines.print("") + s[last:]
	}
	for _, i := range pyImport.FindAllStringSubmatch(s, -1) {
		if i[1] == "" || !strings.HasPrefix(i[2], ".") {
			continue
		}
		scratch, lines := &Module{Path: at}, pyLines{}
		scratch.pyNames(i, false, false)
		for _, name := range scratch.Imports {
			p.moved(lines, i[2], name)
		}
		s = strings.Replace(s, i[0], lines.print(i[1]), 1)
	}
	return s
}

// moved adds an import of a name from the room that contains it.
func (p *Program) moved(lines pyLines, from string, name Import) {
	dots := from[:len(from)-len(strings.TrimLeft(from, "."))]
	if name.Name == "*" {
		file := name.From
		if p.byPath[file] != nil {
			file = p.roomOf(file).Path
		}
		lines.add(from, pyModule(file)+" as "+name.Local)
		return
	}
	if d := p.find(name.From, name.Name); d != nil {
		from = dots + pyModule(p.roomOf(d.Module.Path).Path)
	}
	if name.Local != name.Name {
		lines.add(from, name.Name+" as "+name.Local)
		return
	}
	lines.add(from, name.Name)
}

// Rewrite returns a generated file with imports of rooms.
func (p *Program) Rewrite(at, s string) string {
	if p.isPython() {
		return p.rewritePython(at, s)
	}
	return p.rewriteTypeScript(at, s)
}
