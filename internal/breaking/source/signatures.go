package source

import (
	"fmt"
	"slices"
)

// signatures compares functions. Each old way to call one has to work.
func (c *comparer) signatures(old, new *symbol) (about, rule string) {
	for _, a := range old.signatures {
		var first, firstRule string
		works := slices.ContainsFunc(new.signatures, func(b signature) bool {
			about, rule := callable{old, new}.compare(a, b, old.kind == "method" && c.uses(old)&given != 0)
			if firstRule == "" {
				first, firstRule = about, rule
			}
			return rule == ""
		})
		if !works {
			if len(new.signatures) > 1 {
				return fmt.Sprintf("%s has other parameters or another result", old.name), "changed"
			}
			return first, firstRule
		}
	}
	return "", ""
}

// callable is a function in both versions.
type callable struct{ old, new *symbol }

// compare compares two ways to call a function. A program implements one that is fixed, so nothing of it may change.
func (f callable) compare(a, b signature, fixed bool) (about, rule string) {
	name := f.old.name
	if !sameGeneric(a.generic, b.generic) {
		return fmt.Sprintf("%s has other type parameters", name), "parameters"
	}
	if about, rule := f.parameters(a.params, b.params, fixed); rule != "" {
		return about, rule
	}
	lost, gained := differenceOf(f.old, f.new, a.result, b.result)
	switch {
	case len(gained) > 0 && len(lost) == 0:
		return fmt.Sprintf("%s may also return %s", name, list(gained)), "widened"
	case len(gained) > 0 || fixed && len(lost) > 0:
		return fmt.Sprintf("%s returns another type", name), "changed"
	}
	return "", ""
}

// sameGeneric compares type parameters. New ones need a default.
func sameGeneric(a, b string) bool {
	old, new := split(a, ','), split(b, ',')
	if len(old) > len(new) || !slices.Equal(old, new[:len(old)]) {
		return false
	}
	return !slices.ContainsFunc(new[len(old):], func(one string) bool { return !hasWord(one, "=") })
}

func (f callable) parameters(a, b []param, fixed bool) (about, rule string) {
	name := f.old.name
	used := map[int]bool{}
	for i, p := range a {
		j := counterpart(p, i, b)
		if j < 0 {
			return fmt.Sprintf("%s no longer has the parameter %s", name, p.called(i)), "parameters"
		}
		used[j] = true
		q := b[j]
		if p.optional && !q.optional {
			return fmt.Sprintf("the parameter %s of %s is required", p.called(i), name), "parameters"
		}
		lost, gained := differenceOf(f.old, f.new, p.typ, q.typ)
		if len(lost) > 0 || fixed && len(gained) > 0 {
			if len(gained) == 0 {
				return fmt.Sprintf("the parameter %s of %s no longer takes %s", p.called(i), name, list(lost)), "narrowed"
			}
			return fmt.Sprintf("the parameter %s of %s has another type", p.called(i), name), "changed"
		}
	}
	for j, q := range b {
		if !used[j] && !q.optional {
			return fmt.Sprintf("%s has the new parameter %s", name, q.called(j)), "parameters"
		}
	}
	return "", ""
}

// counterpart is the place of a parameter in another list, or -1: by name for keywords, else by place.
func counterpart(p param, i int, list []param) int {
	if p.kind == "keyword" {
		return slices.IndexFunc(list, func(q param) bool { return q.name == p.name && q.kind != "rest" })
	}
	if i < len(list) && list[i].kind == p.kind && list[i].name == p.name {
		return i
	}
	return -1
}

func (p param) called(i int) string {
	if p.label != "" {
		return p.label
	}
	return fmt.Sprint(i + 1)
}
