package link

import (
	"slices"
	"strings"
)

// reach collects the declarations that code uses, directly or through others.
type reach struct {
	p       *Program
	live    map[*Decl]bool
	members map[*Decl]map[string]bool // the live methods of trimmed classes
	selects map[string]bool
	waiting map[string][]*Decl // trimmed classes by a method that nothing has selected
	extra   map[string]*Module // generated modules
	aliases map[string]string  // of imports whose names a spec takes
	as      map[*Decl]string   // the names under which generated modules export support code
}

func (p *Program) newReach() *reach {
	return &reach{p: p, live: map[*Decl]bool{}, members: map[*Decl]map[string]bool{}, selects: map[string]bool{}, waiting: map[string][]*Decl{}, extra: map[string]*Module{}, as: map[*Decl]string{}}
}

// need adds the declarations that a list of needs names: path#name, path for a whole module, .name for a selected method.
func (r *reach) need(needs []string) {
	for _, need := range needs {
		if strings.HasPrefix(need, "!") || strings.HasPrefix(need, "+") {
			continue
		}
		path, name, found := strings.Cut(need, "#")
		switch {
		case strings.HasPrefix(need, "."):
			r.selected(need[1:])
		case found && name != "":
			r.declared(r.find(path, name))
		default:
			if m := r.module(path); m != nil {
				for _, d := range m.Decls {
					r.declared(d)
				}
			}
		}
	}
}

func (r *reach) module(path string) *Module {
	if m := r.extra[path]; m != nil {
		return m
	}
	return r.p.byPath[path]
}

func (r *reach) find(path, name string) *Decl {
	if m := r.extra[path]; m != nil {
		if d := m.byName[name]; d != nil {
			return d
		}
		if i, ok := m.scope[name]; ok {
			return r.find(i.From, i.Name)
		}
		for _, i := range m.Imports {
			if i.Again && i.As == name {
				return r.find(i.From, i.Name)
			}
		}
		return nil
	}
	return r.p.find(path, name)
}

// target returns the declaration that an identifier of a module means, or nil.
func (r *reach) target(m *Module, u use) *Decl {
	name := u.name
	if u.space != "" {
		return r.find(m.scope[u.space].From, name)
	}
	if d := m.byName[name]; d != nil {
		return d
	}
	if i, ok := m.scope[name]; ok && !i.outside() {
		return r.find(i.From, i.Name)
	}
	return nil
}

func (r *reach) declared(d *Decl) {
	if d == nil || r.live[d] {
		return
	}
	r.live[d] = true
	r.p.finish(d)
	r.follow(d, d.uses, d.selects)
	for _, f := range d.Members {
		if r.selects[f.Name] {
			r.method(d, f.Name)
		} else {
			r.waiting[f.Name] = append(r.waiting[f.Name], d)
		}
	}
	for _, twin := range d.twins {
		r.declared(twin)
	}
	// Statements without a name belong to their module.
	for _, other := range d.Module.Decls {
		if other.Name == "" {
			r.declared(other)
		}
	}
}

func (r *reach) method(d *Decl, name string) {
	if r.members[d] == nil {
		r.members[d] = map[string]bool{}
	}
	if r.members[d][name] {
		return
	}
	r.members[d][name] = true
	for _, f := range d.Members {
		if f.Name == name {
			r.follow(d, f.uses, f.selects)
		}
	}
}

func (r *reach) follow(d *Decl, uses []use, selects []string) {
	for _, u := range uses {
		r.declared(r.target(d.Module, u))
	}
	for _, name := range selects {
		r.selected(name)
	}
}

func (r *reach) selected(name string) {
	if r.selects[name] {
		return
	}
	r.selects[name] = true
	for _, d := range r.waiting[name] {
		r.method(d, name)
	}
	delete(r.waiting, name)
}

// finish analyses a declaration at its first use.
func (p *Program) finish(d *Decl) {
	if d.uses == nil && d.selects == nil {
		d.finish(slices.Contains(p.Language.Trimmed, d.Name), p.isPython())
	}
}

func (p *Program) isPython() bool { return p.Language.Name == "py" }

// Needs returns the needs of a generated module from the support code: declarations, and methods of trimmed classes.
func (p *Program) Needs(path, s string) []string {
	p.lock.Lock()
	defer p.lock.Unlock()
	m := p.Language.Parse(path, s)
	m.index()
	r := p.newReach()
	r.extra[path] = m
	found := map[string]bool{}
	add := func(d *Decl) {
		if d != nil && p.byPath[d.Module.Path] == d.Module {
			found[d.Module.Path+"#"+d.Name] = true
		}
	}
	for _, i := range m.Imports {
		if i.Name == "*" {
			continue
		}
		d := r.find(i.From, i.Name)
		add(d)
		if d != nil && (i.Again || !i.lazy && slices.Contains(m.offered(), i.Local)) {
			found["!"+d.Module.Path+"#"+d.Name] = true
		}
	}
	methods := p.methods()
	for _, d := range m.Decls {
		d.finish(false, p.isPython())
		for _, u := range d.uses {
			if from := m.scope[u.space].From; u.space != "" && r.target(m, u) != nil && p.byPath[from] != nil {
				found[from+"#"+u.name] = true
			}
		}
		for _, name := range d.selects {
			if methods[name] {
				found["."+name] = true
			}
		}
	}
	var list []string
	for need := range found {
		list = append(list, need)
	}
	slices.Sort(list)
	return list
}

// methods returns the names of the methods of all trimmed classes.
func (p *Program) methods() map[string]bool {
	names := map[string]bool{}
	for _, m := range p.Modules {
		for _, d := range m.Decls {
			if slices.Contains(p.Language.Trimmed, d.Name) {
				p.finish(d)
				for _, f := range d.Members {
					names[f.Name] = true
				}
			}
		}
	}
	return names
}

// written returns the text of a live declaration without its unused methods, with other names for some declarations.
func (r *reach) written(d *Decl, names map[*Decl]string) string {
	var edits []edit
	replace := func(uses []use) {
		for _, u := range uses {
			t := r.target(d.Module, u)
			if alias := r.aliases[u.name]; t == nil && alias != "" && d.Module.scope[u.name].outside() && r.extra[d.Module.Path] == nil {
				edits = append(edits, edit{u.start, u.end, alias})
			}
			if t == nil {
				continue
			}
			name, renamed := names[t]
			if !renamed {
				name = t.Name
			}
			switch old := d.Text[u.start:u.end]; {
			case names == nil && u.space == "" || old == name:
			case u.shorthand:
				edits = append(edits, edit{u.start, u.end, u.name + ": " + name})
			default:
				edits = append(edits, edit{u.start, u.end, name})
			}
		}
	}
	replace(d.uses)
	for _, f := range d.Members {
		if r.members[d][f.Name] {
			replace(f.uses)
		} else {
			edits = append(edits, edit{f.start, f.end, ""})
		}
	}
	return tidy(applied(d.Text, 0, edits))
}

// tidy removes blank lines that removed methods leave before the end of a class.
func tidy(s string) string {
	return strings.ReplaceAll(strings.TrimRight(s, "\n")+"\n", "\n\n}", "\n}")
}

// shown returns the declarations that programs see: those that needs mark with an exclamation mark.
func (r *reach) shown(needs []string) map[*Decl]bool {
	shown := map[*Decl]bool{}
	for _, need := range needs {
		if rest, ok := strings.CutPrefix(need, "!"); ok {
			path, name, _ := strings.Cut(rest, "#")
			shown[r.find(path, name)] = true
		}
	}
	return shown
}
