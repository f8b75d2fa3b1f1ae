package oracle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// CEL evaluates expressions; the oracle supplies their variables.
type CEL interface {
	// Program prepares the text of a rule. `Holds` reports whether it is true for the variables; an expression that cannot be evaluated is not true.
	Program(text string) (Program, error)
	// Duration reads a duration such as 1h30m as CEL's value.
	Duration(text string) (any, error)
}

// Program is an expression that is ready.
type Program interface {
	Holds(variables map[string]any) bool
}

// rule is an entry of `rules` as it is written.
type rule struct {
	unit    *unit
	id      string
	targets []*syntax.Node // the types that it is written for
	stage   int
	at      []string
	each    bool
	should  bool
	program Program
}

func (o *Oracle) readRules(u *unit) error {
	for _, n := range items(u.root.Member("rules")) {
		r := rule{unit: u, id: text(n.Member("id")), should: text(n.Member("level")) == "should", each: n.Member("each") != nil}
		for _, name := range items(n.Member("for")) {
			to := u.types[name.Text]
			if to == nil {
				return fmt.Errorf("oracle: rule %s is written for %s, which is no type", r.id, name.Text)
			}
			r.targets = append(r.targets, to)
		}
		r.stage = o.stageNamed(u, text(n.Member("stage")))
		at := text(n.Member("at"))
		if r.each {
			at = text(n.Member("each"))
		}
		if at != "" {
			for _, token := range strings.Split(at[1:], "/") {
				r.at = append(r.at, pointerUnescaper.Replace(token))
			}
		}
		var err error
		if r.program, err = o.cel.Program(text(n.Member("check"))); err != nil {
			return fmt.Errorf("oracle: rule %s: %w", r.id, err)
		}
		o.rules = append(o.rules, r)
	}
	return nil
}

// Issue is a violated rule.
type Issue struct {
	Rule   string
	Path   string
	Should bool
	// Sure means that every binding finds it: see applied.
	Sure bool
}

// rulesOf evaluates the rules of a stage on a message that is valid as far as they see it.
func (o *Oracle) rulesOf(stage int, n *syntax.Node, value any, now any, params map[string]any) []Issue {
	var list []Issue
	o.walk(stage, o.at(n, value, true), value, nil, func(v view, value any, at pointer) {
		if _, isObject := value.(map[string]any); !isObject {
			return
		}
		var this any // the same for all rules here
		for _, r := range o.rules {
			if r.stage != stage {
				continue
			}
			sure, speaks := r.speaksOf(v)
			if !speaks {
				continue
			}
			if this == nil {
				this = o.native(v, value)
			}
			variables := o.catalogsFor(r.unit)
			variables["this"], variables["now"], variables["params"] = this, now, params
			list = append(list, r.ask(variables, value, at, sure)...)
		}
	})
	return list
}

// speaksOf reports whether the rule is written for a schema of the view.
func (r rule) speaksOf(v view) (sure, speaks bool) {
	for _, a := range v {
		if slices.Contains(r.targets, a.node) {
			speaks, sure = true, sure || a.sure
		}
	}
	return sure, speaks
}

func (r rule) ask(variables map[string]any, value any, at pointer, sure bool) []Issue {
	place := value
	for _, name := range r.at {
		at = at.with(name)
		object, _ := place.(map[string]any)
		place = object[name]
	}
	if !r.each {
		if r.program.Holds(variables) {
			return nil
		}
		return []Issue{{r.id, at.String(), r.should, sure}}
	}
	var list []Issue
	object, _ := place.(map[string]any)
	for name := range object {
		variables["name"] = name
		if !r.program.Holds(variables) {
			list = append(list, Issue{r.id, at.with(name).String(), r.should, sure})
		}
	}
	return list
}

// catalogsFor are the catalogs that a unit's rules can name.
func (o *Oracle) catalogsFor(u *unit) map[string]any {
	variables := map[string]any{}
	for name, catalog := range u.catalogs {
		variables[name] = o.table(catalog)
	}
	for alias, other := range u.imports {
		for name, catalog := range other.catalogs {
			variables[alias+"."+name] = o.table(catalog)
		}
	}
	return variables
}

// table is a catalog as CEL reads it: its entries by word, every column of them; null where a cell is left out.
func (o *Oracle) table(catalog *syntax.Node) map[string]any {
	if known := o.tables[catalog]; known != nil {
		return known
	}
	entries := map[string]any{}
	for _, e := range members(catalog.Member("entries")) {
		entry := map[string]any{}
		for _, column := range members(catalog.Member("columns")) {
			entry[column.Key.Value] = nil
			if cell := e.Value.Member(column.Key.Value); cell != nil {
				value := literal(cell, false)
				entry[column.Key.Value] = o.native(o.columnView(column.Value), value)
			}
		}
		entries[e.Key.Value] = entry
	}
	o.tables[catalog] = entries
	return entries
}

// columnView returns the sure view of a column's schema; the document contains no columns to select branches by.
func (o *Oracle) columnView(n *syntax.Node) view {
	v := view{{node: n, sure: true}}
	if ref := reference(n); ref != "" {
		if to, _, err := o.target(n, ref); err == nil {
			v = append(v, o.columnView(to)...)
		}
	}
	return v
}

// param is an entry of `params`.
type param struct {
	name, kind string
	value      any // of the default
}

func (o *Oracle) readParams(u *unit) error {
	for _, m := range members(u.root.Member("params")) {
		if slices.ContainsFunc(o.params, func(p param) bool { return p.name == m.Key.Value }) {
			continue // the declarations of the spec itself count, also for its imports
		}
		p := param{name: m.Key.Value, kind: text(m.Value.Member("type"))}
		var err error
		if p.value, err = o.paramValue(p.kind, literal(m.Value.Member("default"), false)); err != nil {
			return fmt.Errorf("oracle: parameter %s: %w", p.name, err)
		}
		o.params = append(o.params, p)
	}
	return nil
}

// paramValue is the value of a parameter as CEL reads it.
func (o *Oracle) paramValue(kind string, given any) (any, error) {
	if s, isText := given.(string); isText {
		switch kind {
		case "duration":
			return o.cel.Duration(s)
		case "size":
			return sizeOf(s)
		}
	}
	if f, isNumber := given.(float64); isNumber && (kind == "integer" || kind == "size") {
		return int64(f), nil
	}
	if given == 0.0 {
		return 0.0, nil // a number is never the negative zero
	}
	return given, nil
}

var units = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"B", 1}, {"", 1}}

func sizeOf(s string) (any, error) {
	for _, unit := range units {
		if digits, ok := strings.CutSuffix(s, unit.suffix); ok {
			n, err := strconv.ParseInt(digits, 10, 64)
			return n * unit.bytes, err
		}
	}
	return nil, fmt.Errorf("%q is no size", s)
}

// paramsFor are all parameters, those that the caller sets changed.
func (o *Oracle) paramsFor(given map[string]any) (map[string]any, error) {
	all := map[string]any{}
	for _, p := range o.params {
		all[p.name] = p.value
		if value, set := given[p.name]; set {
			var err error
			if all[p.name], err = o.paramValue(p.kind, value); err != nil {
				return nil, fmt.Errorf("oracle: parameter %s: %w", p.name, err)
			}
		}
	}
	return all, nil
}
