package link

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/naming"
)

// Single joins the files of a package, package envelope and package wire into one file. Names of package envelope that the protocol exports
// keep their names. Its other names begin with Envelope, and those of package wire with wire.
func (p *GoProgram) Single(file string, files, entries []Generated) (string, error) {
	own := &goPackage{dir: ".", byName: map[string]*goDecl{}, methods: map[string][]*goDecl{}}
	var needs []string
	for _, f := range files {
		own.add(f.Path, f.Text)
		needs = append(needs, p.Needs(f.Path, f.Text)...)
	}
	for _, e := range entries {
		needs = append(needs, e.Path)
	}
	own.finish()
	r := p.reach(needs)
	s := &goSingle{p: p, r: r, own: own, names: map[*goDecl]map[string]string{}, moved: map[*goDecl]bool{}}
	s.embeds = map[string]bool{}
	for d := range r.live {
		s.embed(d)
	}
	for _, d := range own.decls {
		s.embed(d)
	}
	if err := s.assign(); err != nil {
		return "", err
	}
	var decls []*goDecl
	for _, d := range own.decls {
		if !s.moved[d] {
			decls = append(decls, d)
		}
	}
	for _, dir := range []string{"envelope", "envelope/wire"} {
		for _, d := range p.packages[dir].decls {
			if r.live[d] && !s.moved[d] {
				decls = append(decls, d)
			}
		}
	}
	head, _, _ := strings.Cut(files[0].Text, "package "+path.Base(path.Dir(files[0].Path))+"\n")
	return goText(head, path.Base(path.Dir(file)), decls, s.text, func(spec string) bool {
		return strings.HasSuffix(spec, `/envelope"`) || strings.HasSuffix(spec, `/envelope/wire"`)
	}), nil
}

// goSingle gives the declarations of three packages names in one.
type goSingle struct {
	p      *GoProgram
	r      *goReach
	own    *goPackage
	names  map[*goDecl]map[string]string // the new names by declaration
	embeds map[string]bool               // the types that structs embed
	moved  map[*goDecl]bool              // declarations that only forward to package wire: their targets take their places
}

// forwarded returns the declaration of package wire that a declaration is another name of, or nil, and its name: an alias, a constant, or a function
// that only calls another one. A name that the spec uses has a prefix.
func (s *goSingle) forwarded(d *goDecl) (*goDecl, string) {
	if d.receiver != "" || len(d.names) != 1 {
		return nil, ""
	}
	text := strings.TrimSpace(d.file.text[d.body:d.end])
	for _, ref := range d.refs {
		if ref.name != d.names[0] && naming.OwnPrefix+ref.name != strings.TrimRight(d.names[0], "_") || ref.dir == d.pkg.dir {
			continue
		}
		name := strings.TrimPrefix(ref.dir, "envelope/")
		selected := " = " + name + "." + ref.name
		call := "return " + name + "." + ref.name
		if strings.Contains(text, selected) || strings.Contains(text, call+"(") || strings.Contains(text, call+"[") {
			target := s.r.packages[ref.dir].byName[ref.name]
			if target.pkg.dir == "envelope" {
				if deeper, name := s.forwarded(target); deeper != nil {
					return deeper, name
				}
			}
			return target, ref.name
		}
	}
	return nil, ""
}

func (s *goSingle) assign() error {
	taken := map[string]bool{}
	for _, d := range s.own.decls {
		if t, name := s.forwarded(d); t != nil {
			s.moved[d] = true
			s.rename(t, name, d.names[0])
			taken[d.names[0]] = true
		}
	}
	for _, d := range s.own.decls {
		if d.receiver == "" && !s.moved[d] {
			for _, name := range d.names {
				taken[name] = true
			}
		}
	}
	claim := func(d *goDecl, name, want string) error {
		if taken[want] {
			return &ClashError{want, "the spec", "package envelope"}
		}
		taken[want] = true
		s.rename(d, name, want)
		return nil
	}
	for _, d := range s.p.packages["envelope"].decls {
		if !s.r.live[d] || d.receiver != "" {
			continue
		}
		if t, name := s.forwarded(d); t != nil {
			s.moved[d] = true
			if s.names[t] == nil {
				if err := claim(t, name, "Envelope"+d.names[0]); err != nil {
					return err
				}
			}
			continue
		}
		for _, name := range d.names {
			if err := claim(d, name, "Envelope"+name); err != nil {
				return err
			}
		}
	}
	for _, d := range s.p.packages["envelope/wire"].decls {
		if !s.r.live[d] || d.receiver != "" || s.names[d] != nil && len(d.names) == 1 {
			continue
		}
		for _, name := range d.names {
			if name == "_" || s.names[d][name] != "" {
				continue
			}
			want := "wire" + name
			if !unicode.IsUpper(first(name)) {
				if want = name; taken[name] {
					want = "support" + upperFirst(name)
				}
			}
			for taken[want] { // by a name of the spec
				want += "Support"
			}
			taken[want] = true
			s.rename(d, name, want)
		}
	}
	return nil
}

func (s *goSingle) embed(d *goDecl) {
	for _, name := range d.embeds {
		if s.p.packages["envelope/wire"].byName[name] != nil {
			s.embeds[name] = true
		}
	}
}

// isEmbedded reports whether a struct embeds a type, perhaps within another one, in generated code. Other structs of a protocol can have a member with
// its name.
func (s *goSingle) isEmbedded(name, embedded string) bool {
	if strings.Contains(name, ".") {
		return true
	}
	var within func(d *goDecl) bool
	within = func(d *goDecl) bool {
		return d != nil && slices.ContainsFunc(d.embeds, func(of string) bool {
			return of == embedded || within(s.p.packages["envelope/wire"].byName[of])
		})
	}
	return within(s.own.byName[name])
}

func upperFirst(s string) string {
	c, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(c)) + s[size:]
}

func (s *goSingle) rename(d *goDecl, name, to string) {
	if s.names[d] == nil {
		s.names[d] = map[string]string{}
	}
	s.names[d][name] = to
}

func (s *goSingle) text(d *goDecl) string {
	commented := d.pkg == s.own || s.names[d] != nil && slices.ContainsFunc(d.names, func(name string) bool { return unicode.IsUpper(first(s.names[d][name])) })
	if d.receiver != "" && d.pkg != s.own {
		commented = s.r.isPublic(d)
	}
	return d.text(commented, func(ref goRef) string {
		if ref.dir == "" {
			if !s.embeds[ref.name] || d.pkg == s.own && !s.isEmbedded(ref.within, ref.name) {
				return ""
			}
			ref.dir = "envelope/wire"
		}
		pkg := s.own
		if ref.dir != "." {
			pkg = s.r.packages[ref.dir]
		}
		t := pkg.byName[ref.name]
		if t == nil {
			return ""
		}
		name := ref.name
		if s.moved[t] {
			if to, own := s.forwarded(t); to != nil {
				t, name = to, own
			}
		}
		return cmp.Or(s.names[t][name], name)
	})
}
