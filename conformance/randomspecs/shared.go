package randomspecs

import (
	"io/fs"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"
)

// part is a spec of its own: all types of a random spec, or some of them.
type part struct {
	protocol, imported string // imported is the protocol of the other part, or ""
	root               string
	accepts            *object
	talks              bool
	has                func(name string) bool // whether a type or catalog is in this part
	library            *library               // nil in a spec of one part
}

// library is the part of a spec that the other part imports.
type library struct {
	protocol string
	names    map[string]string // its types and catalogs by their names in the random spec; the values are their names in the library
	yaml     []byte
}

// mention marks the name of a catalog in the text of a rule, because the name changes where the catalog is imported.
func mention(name string) string { return "\u00a6" + name + "\u00a6" }

var mentioned = regexp.MustCompile("\u00a6([^\u00a6]+)\u00a6")

// ruled is the type of a rule.
func ruled(rule any) string { return rule.(*object).get("for").([]any)[0].(reference).name }

// nameOf is the name of a type or catalog where it is declared.
func (p part) nameOf(name string) string {
	if p.library != nil && p.library.names[name] != "" {
		return p.library.names[name]
	}
	return name
}

// referTo is the name of a type or catalog in references.
func (p part) referTo(name string) string {
	if p.has(name) {
		return p.nameOf(name)
	}
	return p.imported + "." + p.nameOf(name)
}

// named returns a copy of a tree with the names that types and catalogs have in this part.
func (p part) named(v any) any {
	switch v := v.(type) {
	case reference:
		return reference{p.referTo(v.name), v.long && p.has(v.name)}
	case string:
		return mentioned.ReplaceAllStringFunc(v, func(marked string) string { return p.referTo(strings.Trim(marked, "\u00a6")) })
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = p.named(item)
		}
		return list
	case *object:
		out := &object{members: make([]member, len(v.members))}
		for i, m := range v.members {
			out.members[i] = member{m.name, p.named(m.value)}
		}
		return out
	}
	return v
}

// Library is the name and the text of the spec that this one imports, or "" and nil.
func (s *Spec) Library() (protocol string, yaml []byte) {
	if s.library == nil {
		return "", nil
	}
	return s.library.protocol, s.library.yaml
}

// WithBuilders writes the spec of a seed and a number. One in four has builders.
func WithBuilders(seed uint64, n int) *Spec {
	s := Write(seed, n)
	if n%4 == 2 {
		s.Build()
	}
	return s
}

// Complete writes the spec of a seed and a number, with builders. One in three imports a part of itself.
func Complete(seed uint64, n int) *Spec {
	s := Write(seed, n)
	s.Build()
	if n%3 == 1 {
		s.Share()
	}
	return s
}

// Share moves some types into a spec that this one imports, and reports whether there are any. It does not change the meaning of a type. Some of them
// get the name of a type that stays.
func (s *Spec) Share() bool {
	a := s.author
	draw := rand.New(rand.NewPCG(s.Seed+2<<32, uint64(s.Number)+1))
	moved := s.movable(draw)
	if moved == nil {
		return false
	}
	l := &library{protocol: s.Name + "lib", names: map[string]string{}}
	var whole, staying []string
	for _, t := range a.types {
		switch {
		case !moved[t.name]:
			staying = append(staying, t.name)
		case !t.part:
			whole = append(whole, t.name)
		}
	}
	for _, name := range s.declared() {
		if moved[name] {
			l.names[name] = name
		}
	}
	talking := s.talk.names()
	for _, name := range whole {
		if i := draw.IntN(len(staying)); draw.IntN(3) == 0 && !slices.Contains(talking, name) && !slices.Contains(talking, staying[i]) {
			l.names[name] = staying[i]
			staying = slices.Delete(staying, i, i+1)
		}
		if len(staying) == 0 {
			break
		}
	}
	s.library = l
	s.print = func() []byte {
		inside := func(name string) bool { return l.names[name] != "" }
		l.yaml = []byte(a.file(s, part{protocol: l.protocol, root: whole[len(whole)-1], has: inside, library: l}))
		p := s.whole
		p.imported, p.library, p.has = l.protocol, l, func(name string) bool { return !inside(name) }
		return []byte(a.file(s, p))
	}
	s.YAML = s.print()
	return true
}

// movable chooses types, with all types and catalogs that they refer to; nil if the root is among these, or no type can be a root.
func (s *Spec) movable(draw *rand.Rand) map[string]bool {
	a := s.author
	for range 20 {
		moved := map[string]bool{}
		for range 1 + draw.IntN(3) {
			s.follow(a.types[draw.IntN(len(a.types))].name, moved)
		}
		if !moved[s.whole.root] && slices.ContainsFunc(a.types, func(t *named) bool { return moved[t.name] && !t.part }) {
			return moved
		}
	}
	return nil
}

// follow adds a type, and the types that it refers to.
func (s *Spec) follow(name string, seen map[string]bool) {
	if seen[name] {
		return
	}
	seen[name] = true
	i := slices.IndexFunc(s.author.types, func(t *named) bool { return t.name == name })
	if i >= 0 {
		s.referred(s.author.types[i].schema, seen)
	}
}

func (s *Spec) referred(v any, seen map[string]bool) {
	switch v := v.(type) {
	case reference:
		s.follow(v.name, seen)
	case []any:
		for _, item := range v {
			s.referred(item, seen)
		}
	case *object:
		for _, m := range v.members {
			s.referred(m.value, seen)
		}
	}
}

// declared are the names of all types and catalogs.
func (s *Spec) declared() (list []string) {
	for _, c := range s.author.catalogs {
		list = append(list, c.name)
	}
	for _, t := range s.author.types {
		list = append(list, t.name)
	}
	return list
}

// names are the types that the letters of a conversation are called by.
func (t *talk) names() (list []string) {
	if t == nil {
		return nil
	}
	for _, of := range slices.Concat(t.requests, t.answers, []*named{t.tell, t.union, t.asks, t.message}) {
		if of != nil {
			list = append(list, of.name)
		}
	}
	return list
}

// protocolOf is the protocol of a type, and its name there.
func (s *Spec) protocolOf(name string) (protocol, typ string) {
	if s.library != nil && s.library.names[name] != "" {
		return s.library.protocol, s.library.names[name]
	}
	return s.Name, name
}

// nameIn is the name in the random spec of a type of one of the two protocols.
func (s *Spec) nameIn(protocol, typ string) string {
	if s.library == nil || protocol != s.library.protocol {
		return typ
	}
	for name, there := range s.library.names {
		if there == typ {
			return name
		}
	}
	return typ
}

// files are the texts of the spec and its library by the names of their files.
func (s *Spec) files() fstest.MapFS {
	files := fstest.MapFS{s.Name + ".yaml": {Data: s.YAML}}
	if protocol, yaml := s.Library(); protocol != "" {
		files[protocol+".yaml"] = &fstest.MapFile{Data: yaml}
	}
	return files
}

func (s *Spec) read(file string) ([]byte, error) { return fs.ReadFile(s.files(), file) }
