package plan

import (
	"fmt"
	"reflect"

	"github.com/envgen/envgen/internal/ir"
)

// Rule is a rule with equal code for the values of several types. Rules of composed parts apply to many types.
type Rule struct {
	*ir.Rule
	Types []*ir.Type
}

// Rules contains the rules of a protocol.
type Rules struct {
	List []*Rule
	of   map[*ir.Rule]*Rule
}

// RulesOf groups the rules of all types. In a language without types, rules of different records may have equal code.
func RulesOf(p *ir.Protocol, typed bool) *Rules {
	all := &Rules{of: map[*ir.Rule]*Rule{}}
	known := map[string]*Rule{}
	for _, t := range p.Types {
		for _, r := range t.Rules {
			key := ruleKey(r, typed)
			if known[key] == nil {
				known[key] = &Rule{Rule: r}
				all.List = append(all.List, known[key])
			}
			known[key].Types = append(known[key].Types, t)
			all.of[r] = known[key]
		}
	}
	return all
}

// Of returns the group of a rule.
func (all *Rules) Of(r *ir.Rule) *Rule { return all.of[r] }

// IsVoid reports whether a rule always passes.
func (r *Rule) IsVoid() bool { return (&Case{Folded: r.Folded}).always() }

// ruleKey returns a text that is equal for rules with equal code and equal issues.
func ruleKey(r *ir.Rule, typed bool) string {
	d := dumper{untyped: !typed}
	if r.Each != nil {
		d.value(reflect.ValueOf(*r.Each))
	}
	d.value(reflect.ValueOf(r.Program))
	d.value(reflect.ValueOf(r.Folded))
	return fmt.Sprintf("%s %d %q %v %q %q %s", r.ID, r.Stage, r.At, r.Failure, r.Text, r.Source, d.String())
}
