package randomspecs

// catalog is a vocabulary with data.
type catalog struct {
	name    string
	words   []string
	open    bool
	columns []column
	entries *object
}

type column struct {
	name     string
	json     string // string, integer, number or boolean
	nullable bool
}

func (a *author) planCatalogs() {
	for range a.IntN(3) - 1 {
		c := &catalog{name: a.distinct(typeNames, 1, a.taken)[0], words: a.distinct(words, 1+a.IntN(4), map[string]bool{}), open: a.one(3), entries: obj()}
		for _, name := range a.distinct([]string{"meaning", "retry", "exit", "class", "def", "from", "type", "x1", "count", "index", "A"}, 1+a.IntN(3), map[string]bool{}) {
			c.columns = append(c.columns, column{name, pick(a, "string", "integer", "number", "boolean"), a.one(4)})
		}
		for _, word := range c.words {
			c.entries.set(word, a.entry(c))
		}
		a.catalogs = append(a.catalogs, c)
		k := &kind{json: "string", fixed: reference{name: c.name}}
		a.kinds = append(a.kinds, k, k)
		for range 2 { // members that rules can read
			a.members[pick(a, a.pool...)] = k
		}
	}
}

func (a *author) entry(c *catalog) *object {
	cells := obj()
	for _, col := range c.columns {
		switch {
		case col.nullable && a.one(2):
			continue
		case col.json == "string":
			cells.set(col.name, pick(a, words...))
		case col.json == "integer":
			cells.set(col.name, pick(a, integers...))
		case col.json == "number":
			cells.set(col.name, pick(a, numbers...))
		default:
			cells.set(col.name, a.one(2))
		}
	}
	return cells
}

func (c *catalog) spec() *object {
	columns := obj()
	for _, col := range c.columns {
		if col.nullable {
			columns.set(col.name, obj("type", texts([]string{col.json, "null"})))
		} else {
			columns.set(col.name, obj("type", col.json))
		}
	}
	s := obj("columns", columns, "entries", c.entries)
	if c.open {
		s.set("open", true)
	}
	return s
}

// schema is the schema of the catalog's values.
func (c *catalog) schema() *object {
	if c.open {
		return obj("type", "string")
	}
	return obj("type", "string", "enum", texts(c.words))
}
