package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Languages whose functions accept any message use tables by record. These nodes are the tables; Go prints functions instead.

// Table returns the table of a function: for a check the cases with their records, for others the group of each record.
func (f *Function) Table() Value {
	if f.Kind != Check {
		table := ByRecord{Of: f.Of, Values: make([]Value, len(f.Of))}
		for i, g := range f.ByRecord() {
			if g != nil {
				table.Values[i] = g
			}
		}
		return table
	}
	return records(f.Groups(), func(g *Group) Record {
		r := Record{Type: "Case"}
		if !g.IsWhole() {
			var of List
			for _, chosen := range g.Of {
				of = append(of, Records{f.Of, chosen})
			}
			r.set("of", of)
		}
		r.set("holds", g)
		return r
	})
}

// none is the letter of messages that a whole conversation does not name.
const none = Int(-1)

// Table returns the letter, or conditional letters, by record. The table of a whole conversation names all records.
func (l Letters) Table() ByRecord {
	table := ByRecord{Of: l.Of, Values: make([]Value, len(l.Of))}
	for i, kinds := range l.Kinds {
		if slices.ContainsFunc(kinds, func(k Letter) bool { return k.From != "" }) {
			table.Values[i] = l.bySide(kinds, i)
			continue
		}
		table.Values[i] = l.letter(kinds, i)
	}
	return table
}

// bySide returns the letter, or conditional letters, of the messages of a record by their sender.
func (l Letters) bySide(kinds []Letter, record int) (m Map) {
	for _, side := range l.Sides {
		of := slices.DeleteFunc(slices.Clone(kinds), func(k Letter) bool { return k.From != "" && k.From != side })
		if v := l.letter(of, record); v != nil {
			m = append(m, Entry{side, v})
		}
	}
	return m
}

func (l Letters) letter(kinds []Letter, record int) Value {
	switch {
	case len(kinds) == 0 && l.Part == "":
		return none
	case len(kinds) == 0:
		return nil
	case kinds[0].When == nil:
		return Int(kinds[0].Number)
	}
	return conditional(kinds, record)
}

func conditional(kinds []Letter, record int) (list List) {
	for _, k := range kinds {
		if k.When == nil {
			return append(list, Int(k.Number))
		}
		list = append(list, pair("Letter", "letter", Int(k.Number), "when", k.When.ByRecord()[record]))
	}
	return list
}

// Table returns the paths to the members, by record.
func (k Keeps) Table() ByRecord {
	table := ByRecord{Of: k.Of, Values: make([]Value, len(k.Of))}
	for i, snapshot := range k.Kept {
		if len(snapshot) > 0 {
			table.Values[i] = List(ways(snapshot))
		}
	}
	return table
}

// Table returns the paths to the members, by record.
func (m Present) Table() ByRecord {
	table := ByRecord{Of: m.Of, Values: make([]Value, len(m.Of))}
	for i, kept := range m.Kept {
		if kept != nil {
			table.Values[i] = Way(kept.At)
		}
	}
	return table
}

func ways(snapshot ir.Snapshot) (list []Value) {
	for _, kept := range snapshot {
		list = append(list, Way(kept.At))
	}
	return slices.Clip(list)
}
