package typescript

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// ruleReach lists which types have checks after structure: they, or the values in them, have rules or staged members.
type ruleReach struct {
	all   []*ir.Type                // of the protocol, and of those that it imports
	rules map[*ir.Type]map[int]bool // the stages in which there are rules
	waits map[*ir.Type]bool         // a staged member is somewhere in its values
}

// holder is a type whose values contain values of another one, from a stage on.
type holder struct {
	t    *ir.Type
	from int
}

func ruleReachOf(p *ir.Protocol) ruleReach {
	r := ruleReach{rules: map[*ir.Type]map[int]bool{}, waits: map[*ir.Type]bool{}}
	all := slices.Clone(p.Types)
	for _, other := range p.Imports {
		all = append(all, other.Types...)
	}
	r.all = all
	holders := map[*ir.Type][]holder{}
	for _, t := range all {
		eachHeld(t.Value, 0, func(held *ir.Type, from int) { holders[held] = append(holders[held], holder{t, from}) })
	}
	for _, t := range all {
		for _, rule := range t.Rules {
			r.addRule(t, rule.Stage, holders)
		}
		if record, ok := t.Value.Kind.(*ir.Record); ok && slices.ContainsFunc(record.Fields, func(f *ir.Field) bool { return f.Staged }) {
			r.addWait(t, holders)
		}
	}
	return r
}

// addRule notes that values of a type have rules in a stage, and so have their holders, unless they are not checked yet.
func (r *ruleReach) addRule(t *ir.Type, stage int, holders map[*ir.Type][]holder) {
	if r.rules[t][stage] {
		return
	}
	if r.rules[t] == nil {
		r.rules[t] = map[int]bool{}
	}
	r.rules[t][stage] = true
	for _, h := range holders[t] {
		if h.from <= stage {
			r.addRule(h.t, stage, holders)
		}
	}
}

func (r *ruleReach) addWait(t *ir.Type, holders map[*ir.Type][]holder) {
	if r.waits[t] {
		return
	}
	r.waits[t] = true
	for _, h := range holders[t] {
		r.addWait(h.t, holders)
	}
}

// holds reports whether a value, or anything in it, has rules.
func (r *ruleReach) holds(v ir.Value) bool {
	found := false
	eachHeld(v, 0, func(held *ir.Type, _ int) { found = found || len(r.rules[held]) > 0 })
	return found
}

// eachHeld visits the types of the values that a value contains without another type between, each with the stage from which on
// it is checked.
func eachHeld(v ir.Value, from int, visit func(held *ir.Type, from int)) {
	switch k := v.Kind.(type) {
	case ir.Ref:
		visit(k.Type, from)
	case *ir.Record:
		for _, f := range k.Fields {
			eachHeld(f.Value, max(from, stageOf(f)), visit)
		}
	case *ir.Union:
		for _, v := range k.Variants {
			visit(v.Type, from)
		}
	default:
		for _, inner := range v.Inside() {
			eachHeld(inner, from, visit)
		}
	}
}

// stageOf is the first stage that may look at a member's value.
func stageOf(f *ir.Field) int {
	if f.Staged {
		return f.Stage
	}
	return 0
}
