package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// containers are the keywords that constrain no value. A schema of these alone only contains others.
var containers = []string{"$schema", "$id", "id", "$comment", "title", "description", "definitions", "$defs", "$vocabulary", "examples", "default"}

// roots declares the types of the sources, and the type of a message: the one that --root names, or that of the first source that has one.
func (im *importer) roots() error {
	for _, d := range im.docs {
		if !d.given {
			continue
		}
		t := d.front.Declare(im, d)
		if im.diags.HasErrors() {
			return nil
		}
		if im.o.Root != "" && d.index == 0 {
			if err := im.namedRoot(d); err != nil {
				return err
			}
		}
		if im.root == nil {
			im.root = t
		}
	}
	if im.root == nil && im.o.Root == "" && !im.diags.HasErrors() {
		im.evidentRoot()
	}
	if im.root == nil && !im.diags.HasErrors() {
		im.fail(im.docs[0].root.Pos, "no-root", im.candidates(), "the root of %s constrains nothing, so it is no type for messages", im.docs[0].file)
	}
	return nil
}

// evidentRoot takes the only definition that nothing refers to, or the one among them that has the name of the file.
func (im *importer) evidentRoot() {
	free := im.unused()
	if len(free) > 1 {
		free = slices.DeleteFunc(free, func(s sub) bool { return !strings.EqualFold(ident(s.key), rootName(im.docs[0])) })
	}
	if len(free) == 1 {
		im.root = im.typeFor(im.places[free[0].node])
		im.note(im.docs[0].spot(), "root", "the type of a message is "+quote(free[0].key)+", to which no definition refers; --root names another one")
	}
}

func isContainer(n *syntax.Node) bool {
	return n.Kind == syntax.MapNode && !slices.ContainsFunc(n.Members, func(m syntax.Member) bool { return !slices.Contains(containers, m.Key.Value) })
}

// namedRoot declares the type that --root names.
func (im *importer) namedRoot(d *document) error {
	name := im.o.Root
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "#") {
		p := im.within(im.places[d.root].res, strings.TrimPrefix(name, "#"), &syntax.Node{Pos: d.root.Pos, Text: name})
		if p != nil {
			im.root = im.typeFor(p)
		}
		return nil
	}
	var known []string
	for _, p := range d.named {
		if slices.Contains(p.names, name) {
			im.root = im.typeFor(p)
			return nil
		}
		known = append(known, p.names[0])
	}
	for _, s := range subschemas(d.draft, d.root) {
		if d.named != nil || s.keyword != "definitions" && s.keyword != "$defs" {
			continue
		}
		if s.key == name {
			im.root = im.typeFor(im.places[s.node])
			return nil
		}
		known = append(known, s.key)
	}
	hint := ""
	if near := diag.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Errorf("%s has no definition %q for --root%s", d.file, name, hint)
}

// candidates suggests definitions that no other one refers to.
func (im *importer) candidates() string {
	var names []string
	for _, s := range im.unused() {
		names = append(names, s.key)
	}
	if len(names) == 0 {
		return "name a source whose root has a type, or definitions"
	}
	return "name the type of a message with --root, such as " + strings.Join(names[:min(5, len(names))], ", ")
}

// unused returns the definitions of the first source that nothing in it refers to.
func (im *importer) unused() []sub {
	d := im.docs[0]
	used := map[string]bool{}
	var visit func(n *syntax.Node)
	visit = func(n *syntax.Node) {
		if ref := n.Member("$ref"); ref != nil {
			used[ref.Text[strings.LastIndex(ref.Text, "/")+1:]] = true
		}
		for _, m := range n.Members {
			visit(m.Value)
		}
		for _, i := range n.Items {
			visit(i)
		}
	}
	visit(d.root)
	return slices.DeleteFunc(subschemas(d.draft, d.root), func(s sub) bool {
		return used[s.key] || s.keyword != "definitions" && s.keyword != "$defs"
	})
}
