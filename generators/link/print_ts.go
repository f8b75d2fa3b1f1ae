package link

import (
	"fmt"
	"github.com/envgen/envgen/internal/version"
	"path"
	"slices"
	"strings"
)

var tsHeader = "// " + version.Header("") + "\n/* eslint-disable */\n"

func tsGap(s string) int { return btoi(strings.Count(strings.TrimSpace(s), "\n") > 0) }

func (f *file) printTypeScript() string {
	var b strings.Builder
	b.WriteString(tsHeader + "\n/** " + f.doc + " */\n\n")
	for _, room := range f.sortedRooms() {
		b.WriteString(tsImportOf(f.inside[room], f.specifier(room)))
	}
	for _, room := range sortedKeys(f.again) {
		names := f.again[room]
		slices.Sort(names)
		b.WriteString(wrapped("export { ", names, " } from \""+f.specifier(room)+"\";\n", "  "))
	}
	if len(f.inside)+len(f.again) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(joined(f.decls, tsGap))
	return b.String()
}

func (f *file) sortedRooms() []string { return sortedKeys(f.inside) }

func sortedKeys[V any](m map[string]V) []string {
	var list []string
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

// specifier returns the relative path of a module for an import.
func (f *file) specifier(to string) string { return tsSpecifier(f.path, to) }

func tsSpecifier(from, to string) string {
	to = strings.TrimSuffix(to, ".ts") + ".js"
	if path.Dir(from) == path.Dir(to) {
		return "./" + path.Base(to)
	}
	return "./" + to
}

// tsImportOf prints an import of names, each with whether it is used as a value.
func tsImportOf(names map[string]bool, from string) string {
	values := false
	for _, value := range names {
		values = values || value
	}
	var list []string
	for name, value := range names {
		if values && !value {
			name = "type " + name
		}
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int {
		return strings.Compare(strings.TrimPrefix(a, "type "), strings.TrimPrefix(b, "type "))
	})
	open := "import type { "
	if values {
		open = "import { "
	}
	return wrapped(open, list, fmt.Sprintf(" } from %q;\n", from), "  ")
}

// wrapped prints a list on as few lines as fit.
func wrapped(open string, list []string, end, indent string) string {
	if line := open + strings.Join(list, ", ") + end; len(line) <= 121 {
		return line
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(open, " ") + "\n")
	line := indent
	for i, name := range list {
		if len(line)+len(name)+1 > 120 {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += name + ","
		if i < len(list)-1 {
			line += " "
		}
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n" + strings.TrimLeft(end, " "))
	return b.String()
}

// rewriteTypeScript returns a generated module with imports of rooms.
func (p *Program) rewriteTypeScript(at, s string) string {
	m := p.Language.Parse(at, s)
	m.index()
	byRoom, spaces := map[string]map[string]bool{}, map[string]string{}
	for _, i := range m.Imports {
		if i.Again || i.Local == "" {
			continue
		}
		if i.Name == "*" {
			if p.byPath[i.From] != nil {
				spaces[i.Local] = p.roomOf(i.From).Path
			}
			continue
		}
		d := p.find(i.From, i.Name)
		if d == nil {
			continue
		}
		room := p.roomOf(d.Module.Path).Path
		if byRoom[room] == nil {
			byRoom[room] = map[string]bool{}
		}
		name := i.Name
		if i.Local != name {
			name += " as " + i.Local
		}
		byRoom[room][name] = !i.Type
	}
	var lines []string
	for room, names := range byRoom {
		lines = append(lines, tsImportOf(names, tsSpecifier(at, room)))
	}
	for local, room := range spaces {
		lines = append(lines, fmt.Sprintf("import * as %s from %q;\n", local, tsSpecifier(at, room)))
	}
	slices.SortFunc(lines, func(a, b string) int {
		return strings.Compare(a[strings.Index(a, " from "):], b[strings.Index(b, " from "):])
	})
	first := true
	for _, part := range statements(s, tokensOf(s, false), func(string) bool { return false }) {
		part = stripComments(part)
		i := tsImport.FindStringSubmatch(strings.TrimSpace(part))
		if i == nil || !strings.HasPrefix(i[4], ".") {
			continue
		}
		from := strings.TrimSuffix(strings.TrimSuffix(path.Join(path.Dir(at), i[4]), ".js"), ".ts") + ".ts"
		switch {
		case p.byPath[from] == nil:
		case i[1] == "export":
			s = strings.Replace(s, part, strings.Replace(part, i[4], tsSpecifier(at, p.exportRoom(from, i[3])), 1), 1)
		default:
			text := ""
			if first {
				text, first = strings.Join(lines, ""), false
			}
			s = strings.Replace(s, strings.TrimLeft(part, "\n"), text+strings.Repeat("\n", strings.Count(part, "\n")-strings.Count(strings.TrimSpace(part), "\n")-1), 1)
		}
	}
	return s
}

// exportRoom returns the room of the first name of an export.
func (p *Program) exportRoom(from, names string) string {
	first, _, _ := strings.Cut(strings.Trim(names, "{} \n"), ",")
	name, _, _ := tsName(first)
	if d := p.find(from, name); d != nil {
		return p.roomOf(d.Module.Path).Path
	}
	return p.roomOf(from).Path
}
