package link

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// Rooms returns the files of support code that contain the needs of generated code.
func (p *Program) Rooms(needs []string) map[string]string {
	p.lock.Lock()
	defer p.lock.Unlock()
	p = p.with(FeaturesOf(needs))
	r := p.newReach()
	r.need(needs)
	shown := r.shown(needs)
	files := map[string]string{}
	for _, room := range p.Language.Rooms {
		f := p.newFile(r, room)
		f.shown = shown
		for _, m := range p.Modules {
			if p.roomOf(m.Path).Path == room.Path {
				f.addModule(m)
			}
		}
		f.hubs(needs)
		if len(f.decls) > 0 || len(f.again) > 0 {
			files[room.Path] = f.print()
		}
	}
	return files
}

// roomOf returns the room that contains a module.
func (p *Program) roomOf(module string) Room {
	name := strings.TrimSuffix(path.Base(module), path.Ext(module))
	for _, room := range p.Language.Rooms {
		if slices.Contains(room.Modules, name) {
			return room
		}
	}
	return Room{Path: module}
}

// file is one file of support code in the making.
type file struct {
	p       *Program
	r       *reach
	path    string
	doc     string
	decls   []string
	texts   map[string]bool            // against repeated declarations, such as type variables
	inside  map[string]map[string]bool // by room, name: whether it is used as a value
	outside []Import
	again   map[string][]string // names that it exports for other rooms
	public  func(*Decl) bool    // the exported declarations; nil for all that are always exported
	shown   map[*Decl]bool      // the declarations that programs see in the folder layout
	names   map[*Decl]string
}

func (p *Program) newFile(r *reach, room Room) *file {
	return &file{p: p, r: r, path: room.Path, doc: room.Doc, texts: map[string]bool{}, inside: map[string]map[string]bool{}, again: map[string][]string{}}
}

// addModule adds the live declarations of a module, in their order.
func (f *file) addModule(m *Module) {
	var live []*Decl
	for _, d := range m.Decls {
		if f.r.live[d] {
			live = append(live, d)
		}
	}
	for _, d := range live {
		f.add(d)
	}
}

func (f *file) add(d *Decl) {
	s := f.r.written(d, f.names)
	if f.p.isPython() {
		s = f.lazily(d.Module, s)
		if name, renamed := f.names[d]; renamed {
			for _, class := range []string{"TypeVar", "TypeVarTuple"} { // a type variable contains its name
				call := cmp.Or(f.r.aliases[class], class) + `("`
				s = strings.Replace(s, call+d.Name+`"`, call+name+`"`, 1)
			}
		}
	}
	if f.public != nil && !f.public(d) {
		s = strings.Replace(s, "\nexport ", "\n", -1)
		s = strings.TrimPrefix(s, "export ")
	}
	if !f.offered(d) && f.r.extra[d.Module.Path] == nil {
		s = compact(s, f.p.isPython())
	}
	bare := strings.TrimSpace(s)
	if f.texts[bare] {
		return
	}
	f.texts[bare] = true
	f.decls = append(f.decls, s)
	f.imports(d, d.uses)
	for _, m := range d.Members {
		if f.r.members[d][m.Name] {
			f.imports(d, m.uses)
		}
	}
}

// offered reports whether programs see a declaration.
func (f *file) offered(d *Decl) bool {
	if d.first != nil {
		d = d.first
	}
	return f.public != nil && f.public(d) || f.shown[d]
}

// imports notes the names that a declaration takes from other files.
func (f *file) imports(d *Decl, uses []use) {
	for _, u := range uses {
		if t := f.r.target(d.Module, u); t != nil {
			room := f.roomOf(t)
			if room == f.path || d.Module.scope[u.name].lazy {
				continue
			}
			if f.inside[room] == nil {
				f.inside[room] = map[string]bool{}
			}
			asType := t.IsType || d.Module.scope[u.name].Type
			f.inside[room][t.Name] = f.inside[room][t.Name] || !asType
		} else if i, ok := d.Module.scope[u.name]; ok && i.outside() && d.Module.byName[u.name] == nil {
			if alias := f.r.aliases[i.Local]; alias != "" && f.r.extra[d.Module.Path] == nil {
				i.Local = alias
			}
			if !slices.ContainsFunc(f.outside, func(o Import) bool { return o.Local == i.Local && o.From == i.From }) {
				f.outside = append(f.outside, i)
			}
		}
	}
}

func (f *file) roomOf(d *Decl) string {
	if f.r.extra[d.Module.Path] != nil {
		return f.path
	}
	if f.names != nil { // everything is in one file
		return f.path
	}
	return f.p.roomOf(d.Module.Path).Path
}

// hubs adds the names that generated code selects from a module here that takes them from another room.
func (f *file) hubs(needs []string) {
	for _, need := range needs {
		module, name, _ := strings.Cut(need, "#")
		if f.p.roomOf(module).Path != f.path || name == "" {
			continue
		}
		if d := f.p.find(module, name); d != nil && f.p.roomOf(d.Module.Path).Path != f.path {
			room := f.p.roomOf(d.Module.Path).Path
			if d.IsType {
				name = "type " + name
			}
			if !slices.Contains(f.again[room], name) {
				f.again[room] = append(f.again[room], name)
			}
		}
	}
}

// joined returns the declarations with the blank lines of the language between them. Constants of one line follow each other.
func joined(decls []string, gap func(s string) int) string {
	var b strings.Builder
	for i, s := range decls {
		if i > 0 {
			n := max(gap(decls[i-1]), gap(s))
			b.WriteString(strings.Repeat("\n", n))
		}
		b.WriteString(s)
	}
	return b.String()
}

func (f *file) print() string {
	if f.p.isPython() {
		return f.printPython()
	}
	return f.printTypeScript()
}
