package link

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/version"
)

var goHeader = "// " + version.Header("") + "\n\n"

// Linker is the support code of a language. Its methods may be called from several goroutines.
type Linker interface {
	// For returns the support code for features.
	For(Features) Linker
	// Needs returns the needs of a generated file from the support code.
	Needs(path, text string) []string
	// Rewrite returns a generated file with imports of rooms.
	Rewrite(path, text string) string
	// Rooms returns the files of support code that contain the needs of generated code.
	Rooms(needs []string) map[string]string
	// Single joins the files of a protocol and the support code that they need.
	Single(path string, files, entries []Generated) (string, error)
}

// For returns the program for features.
func (p *Program) For(f Features) Linker {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.with(f)
}

// For returns the program for features.
func (p *GoProgram) For(f Features) Linker { return p.with(f) }

// Rewrite returns the file: Go's packages have the same paths in any files.
func (p *GoProgram) Rewrite(_, text string) string { return text }

// Needs returns the names of packages envelope and wire that a file selects, and the methods.
func (p *GoProgram) Needs(file, s string) []string {
	g := &goPackage{dir: path.Dir(file), byName: map[string]*goDecl{}, methods: map[string][]*goDecl{}}
	g.add(file, s)
	found := map[string]bool{}
	for _, d := range g.decls {
		for _, ref := range d.refs {
			switch ref.dir {
			case "wire":
				found["envelope/wire#"+ref.name] = true
			case "envelope":
				found["envelope#"+ref.name] = true
			}
		}
		for _, name := range d.selects {
			if p.isMethod(name) {
				found["."+name] = true
			}
		}
		if d.receiver != "" && p.isMethod(d.names[0]) {
			found["."+d.names[0]] = true
		}
	}
	return sortedKeys(found)
}

func (p *GoProgram) isMethod(name string) bool {
	for _, pkg := range p.packages {
		for _, methods := range pkg.methods {
			if slices.ContainsFunc(methods, func(m *goDecl) bool { return m.names[0] == name }) {
				return true
			}
		}
	}
	return false
}

// Rooms returns the files of both packages.
func (p *GoProgram) Rooms(needs []string) map[string]string {
	p = p.with(FeaturesOf(needs))
	r := p.reach(needs)
	files := map[string]string{}
	for _, room := range p.rooms {
		pkg := p.packages[path.Dir(room.Path)]
		var decls []*goDecl
		for _, d := range pkg.decls {
			if r.live[d] && p.roomOf(d.file.path) == room.Path {
				decls = append(decls, d)
			}
		}
		if len(decls) == 0 {
			continue
		}
		head := goHeader
		if room.Doc != "" {
			head += room.Doc + "\n"
		}
		files[room.Path] = goText(head, path.Base(pkg.dir), decls, func(d *goDecl) string { return d.text(r.isPublic(d), nil) }, func(string) bool { return false })
	}
	return files
}

// isPublic reports whether programs see a declaration: they see package envelope, and the declarations of package wire that it exports.
func (r *goReach) isPublic(d *goDecl) bool {
	if d.pkg.dir != "envelope/wire" {
		return true
	}
	if d.receiver != "" {
		return r.public[d.receiver] && unicode.IsUpper(first(d.names[0]))
	}
	return slices.ContainsFunc(d.names, func(name string) bool { return r.public[name] })
}

func first(s string) rune {
	c, _ := utf8.DecodeRuneInString(s)
	return c
}

// roomOf returns the room of a file: that of the longest prefix of its name.
func (p *GoProgram) roomOf(file string) string {
	name := strings.TrimSuffix(path.Base(file), ".go")
	for _, room := range p.rooms {
		if path.Dir(room.Path) == path.Dir(file) && slices.ContainsFunc(room.Modules, func(prefix string) bool {
			return prefix == "*" || name == prefix || strings.HasPrefix(name, prefix+"_")
		}) {
			return room.Path
		}
	}
	return file
}

// MergeGo joins generated files of one package.
func MergeGo(files []Generated) string {
	g := &goPackage{dir: path.Dir(files[0].Path), byName: map[string]*goDecl{}, methods: map[string][]*goDecl{}}
	for _, f := range files {
		g.add(f.Path, f.Text)
	}
	head, _, _ := strings.Cut(files[0].Text, "\n")
	return goText(head+"\n\n", g.decls[0].file.syntax.Name.Name, g.decls, func(d *goDecl) string { return d.text(true, nil) }, func(string) bool { return false })
}
