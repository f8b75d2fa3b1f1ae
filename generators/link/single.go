package link

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Generated is a file that a back end printed.
type Generated struct{ Path, Text string }

// Single joins the files of a protocol and the support code that they need into one file. Entries are the support modules that programs
// import in the folder layout: their names stay public.
func (p *Program) Single(name string, files, entries []Generated) (string, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	r := p.newReach()
	var order []*Module
	for _, g := range append(slices.Clone(entries), files...) {
		m := p.Language.Parse(g.Path, g.Text)
		m.index()
		r.extra[g.Path] = m
	}
	for _, g := range files {
		order = append(order, r.extra[g.Path])
	}
	order = r.ordered(order)
	public := map[*Decl]bool{}
	for _, m := range order {
		r.generated(m, public)
	}
	f := p.newFile(r, Room{Path: name})
	f.public = func(d *Decl) bool { return public[d] || public[d.first] && d.Exported }
	var err error
	if f.names, err = r.names(order, public); err != nil {
		return "", err
	}
	for _, m := range append(slices.Clone(p.Modules), order...) {
		f.addModule(m)
	}
	head := order[slices.IndexFunc(order, func(m *Module) bool { return m.Header != "" })]
	for _, m := range order {
		if strings.HasSuffix(m.Path, "__init__.py") {
			head = m
		}
	}
	if p.isPython() {
		return f.singlePython(head, public), nil
	}
	return f.singleTypeScript(head), nil
}

// ClashError reports a name that two files of a protocol declare for programs.
type ClashError struct{ Name, First, Second string }

func (e *ClashError) Error() string {
	return fmt.Sprintf("the layout `single` has no two names %s: %s and %s both declare it", e.Name, e.First, e.Second)
}

// ordered sorts generated modules: each after those that it needs for its evaluation.
func (r *reach) ordered(modules []*Module) []*Module {
	var list []*Module
	done := map[*Module]bool{}
	var add func(m *Module)
	add = func(m *Module) {
		if m == nil || done[m] || !slices.Contains(modules, m) {
			return
		}
		done[m] = true
		for _, i := range m.Imports {
			if !i.lazy {
				add(r.extra[i.From])
			}
		}
		list = append(list, m)
	}
	for _, m := range modules {
		add(m)
	}
	return list
}

// generated makes all declarations of a generated module live, and notes which names are public.
func (r *reach) generated(m *Module, public map[*Decl]bool) {
	offered := m.offered()
	for _, d := range m.Decls {
		if d.Name == "__all__" {
			continue
		}
		r.declared(d)
		if offered == nil && d.Exported && !r.p.isPython() || slices.Contains(offered, d.Name) {
			if d.first == nil {
				public[d] = true
			}
		}
	}
	for _, i := range m.Imports {
		if i.Again || !i.lazy && slices.Contains(offered, i.Local) {
			if d := r.find(i.From, i.Name); d != nil {
				r.declared(d)
				public[d], r.as[d] = true, cmp.Or(i.As, i.Local)
			}
		}
	}
}

// offered returns the names in __all__ of a Python module.
func (m *Module) offered() []string {
	d := m.byName["__all__"]
	if d == nil {
		return nil
	}
	var names []string
	for _, t := range tokensOf(d.Text, true) {
		if t.kind == text {
			names = append(names, strings.Trim(d.Text[t.start:t.end], `"`))
		}
	}
	return names
}

// names returns the new names of declarations: support code is private, and gives way to the names of a spec.
func (r *reach) names(generated []*Module, public map[*Decl]bool) (map[*Decl]string, error) {
	names, taken := map[*Decl]string{}, map[string]*Decl{}
	claim := func(d *Decl, name string) error {
		if other := taken[name]; other != nil && other != d {
			return &ClashError{name, other.Module.Path, d.Module.Path}
		}
		taken[name] = d
		if name != d.Name {
			names[d] = name
		}
		return nil
	}
	free := func(d *Decl, name string) {
		for taken[name] != nil && strings.TrimSpace(taken[name].Text) != strings.TrimSpace(d.Text) {
			name = r.p.other(name)
		}
		taken[name] = d
		if name != d.Name {
			names[d] = name
		}
	}
	var sorted []*Decl
	for d := range public { // sorted below
		sorted = append(sorted, d)
	}
	slices.SortFunc(sorted, func(a, b *Decl) int {
		return cmp.Or(strings.Compare(a.Module.Path, b.Module.Path), strings.Compare(a.Name, b.Name))
	})
	for _, d := range sorted {
		if err := claim(d, r.publicName(d)); err != nil {
			return nil, err
		}
	}
	for _, m := range append(slices.Clone(generated), r.p.Modules...) {
		for _, d := range m.Decls {
			if d.Name != "" && d.first == nil && d.Name != "__all__" && !public[d] && r.live[d] {
				free(d, r.p.privateName(d.Name))
			}
		}
	}
	r.aliases = map[string]string{}
	for _, m := range r.p.Modules {
		for _, i := range m.Imports {
			if i.outside() && taken[i.Local] != nil {
				r.aliases[i.Local] = "_" + strings.TrimLeft(i.Local, "_") + "_"
			}
		}
	}
	return names, nil
}

// publicName returns the name of a public declaration. Two modules of Python's folder layout have names of their own: builders are functions, and a side
// that requests and is requested has a class in clients.py and one in servers.py.
func (r *reach) publicName(d *Decl) string {
	dir, file := path.Split(d.Module.Path)
	if name := r.as[d]; name != "" && r.extra[d.Module.Path] == nil {
		return name
	}
	if !r.p.isPython() || r.extra[d.Module.Path] == nil {
		return d.Name
	}
	switch clients := r.extra[dir+"clients.py"]; {
	case file == "builders.py" && strings.Contains(d.Text, "def "+d.Name+"(") && d.Name != "emit" && d.Name != "lay_out":
		return "build_" + d.Name
	case file == "servers.py" && clients != nil && slices.Contains(clients.offered(), d.Name):
		return d.Name + "Peer"
	}
	return d.Name
}

// privateName returns the name of a private declaration: Python's begin with an underscore.
func (p *Program) privateName(name string) string {
	if p.isPython() && name[0] != '_' {
		return "_" + name
	}
	return name
}

// other returns another name for a private declaration whose name is taken.
func (p *Program) other(name string) string {
	if p.isPython() {
		return name + "_"
	}
	first := []rune(name)
	if unicode.IsUpper(first[0]) {
		return "Support" + name
	}
	first[0] = unicode.ToUpper(first[0])
	return "support" + string(first)
}

func (f *file) singleTypeScript(head *Module) string {
	s := head.Header + "/* eslint-disable */\n\n"
	if head.Doc != "" {
		s += head.Doc + "\n"
	}
	return s + joined(f.decls, tsGap)
}

func (f *file) singlePython(head *Module, public map[*Decl]bool) string {
	lines := pyLines{}
	for _, i := range f.outside {
		lines.addImport(i)
	}
	var all []string
	for d := range public {
		name := d.Name
		if other, ok := f.names[d]; ok {
			name = other
		}
		all = append(all, name)
	}
	all = SortedForAll(all)
	s := head.Header + "\n" + head.Doc + "\n\nfrom __future__ import annotations\n\n" + lines.print("") + "\n__all__ = [\n"
	for _, name := range all {
		s += fmt.Sprintf("    %q,\n", name)
	}
	return s + "]\n\n" + strings.Repeat("\n", btoi(pyGap(f.decls[0]) == 2)) + joined(f.decls, pyGap)
}
