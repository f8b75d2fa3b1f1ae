package randomspecs

import (
	"slices"
	"strings"
)

// shaken is a copy of a value with some changes, each small.
func (p *sampler) shaken(v any) any {
	v = copied(v)
	for range 1 + p.IntN(2)*p.IntN(3) {
		v = p.shake(v)
	}
	return v
}

func copied(v any) any {
	switch v := v.(type) {
	case []any:
		list := []any{}
		for _, item := range v {
			list = append(list, copied(item))
		}
		return list
	case *object:
		o := obj()
		for _, m := range v.members {
			o.members = append(o.members, member{m.name, copied(m.value)})
		}
		return o
	}
	return v
}

// shake changes v or something inside of it.
func (p *sampler) shake(v any) any {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 && p.IntN(3) > 0 {
			i := p.IntN(len(v))
			v[i] = p.shake(v[i])
			return v
		}
		return p.shakeItems(v)
	case *object:
		if len(v.members) > 0 && p.IntN(3) > 0 {
			i := p.IntN(len(v.members))
			v.members[i].value = p.shake(v.members[i].value)
			return v
		}
		p.shakeMembers(v)
		return v
	case string:
		return p.shakeText(v)
	case number:
		if p.IntN(2) == 0 {
			return neighbour(v, []float64{1, -1, 0.5, 0.1}[p.IntN(4)])
		}
	}
	return p.random(1)
}

func (p *sampler) shakeItems(v []any) any {
	switch {
	case len(v) == 0 || p.IntN(3) == 0:
		return append(v, p.random(1))
	case p.IntN(2) == 0:
		return append(v, copied(v[p.IntN(len(v))]))
	case p.IntN(4) == 0:
		return p.random(1)
	}
	i := p.IntN(len(v))
	return slices.Delete(v, i, i+1)
}

func (p *sampler) shakeMembers(o *object) {
	if len(o.members) == 0 || p.IntN(3) == 0 {
		o.set(p.name(), p.random(1))
		return
	}
	i := p.IntN(len(o.members))
	m := o.members[i]
	switch p.IntN(4) {
	case 0:
		m.value = p.random(1)
		o.members[i] = m
	case 1:
		if name := p.name(); !o.has(name) {
			o.members[i].name = name
		}
	default:
		o.remove(m.name)
	}
}

func (p *sampler) shakeText(s string) any {
	runes := []rune(s)
	switch p.IntN(5) {
	case 0:
		return p.random(0)
	case 1:
		return s + string([]rune("aZ0é😀 \n-")[p.IntN(8)])
	case 2:
		return strings.ToUpper(s)
	case 3:
		return words[p.IntN(len(words))]
	}
	if len(runes) == 0 {
		return "a"
	}
	i := p.IntN(len(runes))
	return string(slices.Delete(runes, i, i+1))
}
