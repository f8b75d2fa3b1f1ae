package syntax

import "slices"

func (r *reader) imports(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, e := range m.Value.Members {
		i := Import{Name: e.Key}
		switch e.Value.Kind {
		case TextNode:
			i.File = r.text(e)
		case MapNode:
			r.importKeys(&i, e.Value)
		default:
			r.fail(e.Value.Pos, "value-type", "write the file's name", "an import must be the name of a file or a mapping, not %s", e.Value.Kind)
			continue
		}
		f.Imports = append(f.Imports, i)
	}
}

func (r *reader) importKeys(i *Import, n *Node) {
	for _, m := range n.Members {
		switch {
		case m.Key.Value == "file":
			i.File = r.text(m)
		case slices.Contains(languages, m.Key.Value):
			i.Packages = append(i.Packages, Package{m.Key.Value, r.text(m)})
		default:
			r.unknown(m.Key, append([]string{"file"}, languages...), nil, nil)
		}
	}
}

var catalogKeys = []string{"description", "source", "type", "open", "columns", "entries", "x-name"}

func (r *reader) catalogs(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, e := range m.Value.Members {
		c := Catalog{Name: e.Key}
		if !r.is(e, MapNode) {
			continue
		}
		for _, k := range e.Value.Members {
			r.catalogKey(&c, k)
		}
		if e.Value.Member("entries") == nil && !r.meant["entries"] {
			r.fail(e.Key.Pos, "missing-key", "add `entries: {word: {}}`", "the catalog %s has no `entries`", quote(e.Key.Value))
		}
		f.Catalogs = append(f.Catalogs, c)
	}
}

func (r *reader) catalogKey(c *Catalog, m Member) {
	switch m.Key.Value {
	case "description":
		c.Description = r.text(m)
	case "source":
		c.Source = r.text(m)
	case "type":
		c.Type = r.text(m)
		if c.Type.Value != "integer" && c.Type.Value != "string" {
			r.fail(c.Type.Pos, "catalog", "write `integer` or `string`", "%s is not a type of entries", quote(c.Type.Value))
		}
	case "open":
		c.Open = r.flag(m).Value
	case "x-name":
		c.Rename = r.rename(m)
	case "columns":
		c.Columns = r.named(m)
	case "entries":
		r.entries(c, m)
	default:
		r.unknown(m.Key, catalogKeys, nil, ourExtensions)
	}
}

func (r *reader) entries(c *Catalog, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	if len(m.Value.Members) == 0 {
		r.fail(m.Value.Pos, "empty-list", "", "`entries` is empty")
	}
	for _, e := range m.Value.Members {
		if !r.is(e, MapNode) {
			continue
		}
		entry := Entry{Word: e.Key}
		for _, cell := range e.Value.Members {
			if cell.Key.Value == "x-name" {
				entry.Rename = r.rename(cell)
				continue
			}
			entry.Cells = append(entry.Cells, cell)
		}
		c.Entries = append(c.Entries, entry)
	}
}
