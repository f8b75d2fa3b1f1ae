// Package link writes support code declaration by declaration: only those that generated code reaches.
//
// It reads the support files of templates/ and generated files alike, splits them into top-level declarations, and joins the reachable ones
// into a few files (rooms), or together with the generated declarations into one file. It relies on the form of this code: formatted, with
// top-level names that are unique among the support files of a language.
package link

import (
	"slices"
	"strings"
	"sync"
)

// Module is one file of support code or of generated code.
type Module struct {
	Path    string
	Doc     string // the comment at its beginning
	Header  string // the text before it: the line for generated files
	Imports []Import
	Decls   []*Decl

	scope  map[string]Import // by the local name
	stars  []string          // the modules whose exports it exports too
	byName map[string]*Decl
}

// Import is a name of another module.
type Import struct {
	Local string // the name in the module; "" for an export of another module's name
	From  string // the path of a module, or a name outside such as "typing"
	Name  string // "*" for the whole module
	Type  bool   // used in types only
	Again bool   // exported by the importing module
	As    string // the name of such an export
	lazy  bool   // within a function
}

// outside reports whether a name is not that of a module here.
func (i Import) outside() bool {
	return !strings.Contains(i.From, ".") || strings.HasPrefix(i.From, "!")
}

// Decl is a top-level declaration, with its comment and all its overloads.
type Decl struct {
	Module   *Module
	Name     string // "" for a statement that declares nothing
	Text     string
	Exported bool
	IsType   bool // erased when it is compiled
	Members  []Member
	twins    []*Decl // of the same name: a constant beside its type
	first    *Decl   // whose twin it is
	uses     []use
	selects  []string
}

// Member is a method of a class, which is left out where no code selects it.
type Member struct {
	Name       string
	start, end int // in the text of the declaration
	uses       []use
	selects    []string
}

// use is an identifier at a place of a text. Space is the local name of the module that it is selected from, or "".
type use struct {
	start, end  int // of name, with the space
	name, space string
	shorthand   bool // {name}, short for {name: name}
}

// Program is all support code of a language, in the order in which it may be evaluated.
type Program struct {
	Language Language
	Modules  []*Module
	byPath   map[string]*Module
	files    map[string]string
	variants map[string]*Program // by their features
	lock     *sync.Mutex         // of all variants: declarations are analysed at their first use
}

// Language contains the differences between languages.
type Language struct {
	Name string
	// Parse splits a file.
	Parse func(path, text string) *Module
	// Trimmed contains the classes of which only the selected methods are written.
	Trimmed []string
	// Rooms contains the files of the folder layout, in the order of their dependencies.
	Rooms []Room
}

// Room is a file of support code in the folder layout.
type Room struct {
	Path    string
	Doc     string
	Modules []string // without their folder and ending
}

// NewProgram reads support files.
func NewProgram(l Language, files map[string]string) *Program {
	return (&Program{Language: l, files: files, variants: map[string]*Program{}, lock: new(sync.Mutex)}).with(Features{All})
}

func (p *Program) with(f Features) *Program {
	f = append(Features{}, slices.Sorted(slices.Values(f))...) // never nil, which contains all
	name := strings.Join(f, " ")
	if v := p.variants[name]; v != nil {
		return v
	}
	v := &Program{Language: p.Language, files: p.files, variants: p.variants, lock: p.lock}
	v.read(f)
	p.variants[name] = v
	return v
}

func (p *Program) read(f Features) {
	p.byPath = map[string]*Module{}
	for path, text := range p.files {
		m := p.Language.Parse(path, f.Select(text))
		m.index()
		p.byPath[path] = m
	}
	p.order()
}

func (m *Module) index() {
	m.scope, m.byName = map[string]Import{}, map[string]*Decl{}
	for _, i := range m.Imports {
		if i.Local != "" {
			m.scope[i.Local] = i
		}
	}
	for _, d := range m.Decls {
		d.Module = m
		if d.Name != "" {
			if first := m.byName[d.Name]; first != nil {
				first.twins, d.first = append(first.twins, d), first
				continue
			}
			m.byName[d.Name] = d
		}
	}
}

// order sorts the modules: each after those that it needs for its evaluation.
func (p *Program) order() {
	done := map[string]bool{}
	var add func(path string)
	add = func(path string) {
		m := p.byPath[path]
		if m == nil || done[path] {
			return
		}
		done[path] = true
		for _, i := range m.Imports {
			if !i.Type && !i.lazy {
				add(i.From)
			}
		}
		for _, star := range m.stars {
			add(star)
		}
		p.Modules = append(p.Modules, m)
	}
	var paths []string
	for path := range p.byPath {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		add(path)
	}
}

// find returns the declaration of a name that a module offers, its own or another module's.
func (p *Program) find(path, name string) *Decl {
	m := p.byPath[path]
	if m == nil {
		return nil
	}
	if d := m.byName[name]; d != nil {
		return d
	}
	for _, i := range m.Imports {
		if i.As == name || i.Name == name && i.Local == name {
			return p.find(i.From, i.Name)
		}
	}
	for _, star := range m.stars {
		if d := p.find(star, name); d != nil {
			return d
		}
	}
	return nil
}
