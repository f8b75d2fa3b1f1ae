package importer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// Repeat fills the options with those of the section `imported` of a spec, where they are not set. It returns an error if no import wrote the spec.
func Repeat(name string, spec []byte, o *Options) error {
	f, _ := syntax.ParseWith(name, spec, o.ReadOverlay) // entries of the overlay may dangle
	if f == nil || f.Imported == nil {
		return errors.New(name + " has no section `imported`, so envgen import did not write it")
	}
	i := f.Imported
	var sources []Source
	for _, s := range i.From {
		for _, uri := range s.URIs {
			if !slices.ContainsFunc(o.Refs, func(r Ref) bool { return r.URI == uri.Value }) {
				o.Refs = append(o.Refs, Ref{uri.Value, Source{Header: s.File.Value}})
			}
		}
		if !s.Referred {
			sources = append(sources, Source{Header: s.File.Value})
		}
	}
	if len(o.Sources) == 0 {
		o.Sources = sources
	}
	or := func(to *string, value string) {
		if *to == "" {
			*to = value
		}
	}
	or(&o.Root, i.Option("root"))
	or(&o.Formats, i.Option("formats"))
	or(&o.Descriptions, i.Option("descriptions"))
	or(&o.Untyped, i.Option("untyped"))
	or(&o.Overlay, i.Overlay.Value)
	or(&o.Protocol, f.Protocol.Value)
	or(&o.Version, f.Version.Value)
	if o.Kind == "" || o.Kind == "auto" {
		o.Kind = i.Option("kind")
	}
	return nil
}

// Differences lists the types that are added, removed or changed from one text of a spec to another, and the files that changed.
func Differences(before, after []byte) []string {
	old, _ := syntax.Tree("before", before)
	now, _ := syntax.Tree("after", after)
	if old == nil || now == nil {
		return []string{"changed: the whole text"}
	}
	var list []string
	list = append(list, differing("source", sourcesOf(old), sourcesOf(now))...)
	list = append(list, differing("type", entries(old, "types"), entries(now, "types"))...)
	for _, key := range []string{"protocol", "version", "title", "root"} {
		if canonicalOf(old.Member(key)) != canonicalOf(now.Member(key)) {
			list = append(list, "changed: "+key)
		}
	}
	if len(list) == 0 && string(before) != string(after) {
		list = append(list, "changed: the layout of the text")
	}
	return list
}

func entries(n *syntax.Node, section string) []syntax.Member {
	if s := n.Member(section); s != nil {
		return s.Members
	}
	return nil
}

func sourcesOf(n *syntax.Node) []syntax.Member {
	var list []syntax.Member
	imported := n.Member("imported")
	if imported == nil || imported.Member("from") == nil {
		return nil
	}
	for _, s := range imported.Member("from").Items {
		if file := s.Member("file"); file != nil {
			list = append(list, syntax.Member{Key: syntax.Text{Value: file.Text}, Value: s})
		}
	}
	return list
}

// differing compares entries by name.
func differing(what string, old, now []syntax.Member) []string {
	before := map[string]string{}
	for _, m := range old {
		before[m.Key.Value] = canonical(m.Value)
	}
	var list []string
	seen := map[string]bool{}
	for _, m := range now {
		seen[m.Key.Value] = true
		was, had := before[m.Key.Value]
		switch {
		case !had:
			list = append(list, fmt.Sprintf("added: %s %s", what, m.Key.Value))
		case was != canonical(m.Value):
			list = append(list, fmt.Sprintf("changed: %s %s", what, m.Key.Value))
		}
	}
	for _, m := range old {
		if !seen[m.Key.Value] {
			list = append(list, fmt.Sprintf("removed: %s %s", what, m.Key.Value))
		}
	}
	return list
}

func canonicalOf(n *syntax.Node) string {
	if n == nil {
		return ""
	}
	return canonical(n)
}
