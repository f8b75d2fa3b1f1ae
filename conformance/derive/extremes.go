package derive

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// extremes are the smallest and the fullest valid value of a type.
type extremes struct {
	smallest, fullest value
	found             bool // and while they are looked for, not yet
}

// extremesOf finds the extremes of a type once.
func (d *deriver) extremesOf(t *ir.Type) *extremes {
	e, known := d.extremes[t]
	if !known {
		e = &extremes{}
		d.extremes[t] = e
		var smallest value
		if smallest, known = d.smallest(t); known {
			*e = extremes{smallest, d.fullest(t, smallest), true}
		}
	}
	return e
}

// smallest is a valid value of t from which nothing can be taken away.
func (d *deriver) smallest(t *ir.Type) (value, bool) {
	first := d.sampler.smallest(&t.Value)
	if d.valid(t, first) {
		return first, true
	}
	for _, v := range d.others(t, first) {
		if d.valid(t, v) {
			return d.shrunk(t, v), true
		}
	}
	return nil, false
}

// others are further start values: those that its schema requires, the examples of the spec, the fullest value, fixtures from the shortest up, and
// the smallest value with one member more.
func (d *deriver) others(t *ir.Type, smallest value) []value {
	list := []value{d.repaired(t, smallest)}
	if t.Value.Schema != nil {
		list = append(list, d.repaired(t, schemaSample(t.Value.Schema)))
	}
	for _, text := range append(slices.Clone(t.Doc.Examples), t.Doc.Default) {
		if v, err := read(text); err == nil {
			list = append(list, v)
		}
	}
	list = append(list, d.repaired(t, d.sampler.fullest(&t.Value, t)))
	list = append(list, d.models(t)...)
	if r, ok := t.Value.Kind.(*ir.Record); ok {
		for _, f := range r.Fields[:min(len(r.Fields), maxTried)] {
			if o, ok := smallest.(object); ok && o.index(f.Name) < 0 {
				list = append(list, o.with(f.Name, d.sampler.fullest(&f.Value, t)))
			}
		}
	}
	return list
}

const (
	maxModels = 12
	maxTried  = 150 // parts of a value that are added or taken away one by one
)

// models are the parts of fixtures that are values of t, from the shortest up.
func (d *deriver) models(t *ir.Type) []value {
	seeds := slices.Clone(d.seeds[&t.Value])
	slices.SortStableFunc(seeds, func(a, b value) int { return cmp.Compare(len(write(a)), len(write(b))) })
	seeds = slices.CompactFunc(seeds, func(a, b value) bool { return write(a) == write(b) })
	return seeds[:min(len(seeds), maxModels)]
}

// shrunk takes away members and items, the last ones first, as long as the rest is valid.
func (d *deriver) shrunk(t *ir.Type, v value) value {
	for changed := true; changed; {
		changed = false
		all := parts(v, nil)
		if len(all) > maxTried {
			return v
		}
		for _, path := range slices.Backward(all) {
			if less := remove(v, path); d.valid(t, less) {
				v, changed = less, true
				break
			}
		}
	}
	return v
}

// parts are the paths of all members and items of v, outer ones first.
func parts(v value, path []string) [][]string {
	var list [][]string
	each := func(step string, part value) {
		here := append(slices.Clone(path), step)
		list = append(append(list, here), parts(part, here)...)
	}
	switch v := v.(type) {
	case object:
		for _, m := range v {
			each(m.name, m.value)
		}
	case array:
		for i, item := range v {
			each(strconv.Itoa(i), item)
		}
	}
	return list
}

func remove(v value, path []string) value {
	outer, last := path[:len(path)-1], path[len(path)-1]
	holder, _ := at(v, outer)
	switch h := holder.(type) {
	case object:
		return replace(v, outer, h.without(last))
	case array:
		i, _ := strconv.Atoi(last)
		return replace(v, outer, slices.Delete(slices.Clone(h), i, i+1))
	default:
		panic("derive: a path leads into a scalar")
	}
}

// fullest is a valid value of t to which no member can be added.
func (d *deriver) fullest(t *ir.Type, smallest value) value {
	first := d.sampler.fullest(&t.Value, t)
	if d.valid(t, first) {
		return first
	}
	r, ok := t.Value.Kind.(*ir.Record)
	if !ok || len(r.Fields) > maxTried {
		return smallest
	}
	v := d.repaired(t, first)
	if !d.valid(t, v) {
		v = smallest
	}
	if _, isObject := v.(object); !isObject {
		return smallest // null, of a record that no rule accepts
	}
	for changed := true; changed; {
		changed = false
		for _, f := range r.Fields {
			if v.(object).index(f.Name) >= 0 {
				continue
			}
			if more, ok := d.grown(t, v.(object), f); ok {
				v, changed = more, true
			}
		}
	}
	return v
}

// grown is o with a member more, if there is a value of it that o can take.
func (d *deriver) grown(t *ir.Type, o object, f *ir.Field) (object, bool) {
	if d.sampler.closes(&f.Value, []*ir.Type{t}) {
		return nil, false
	}
	for _, v := range append([]value{d.sampler.fullest(&f.Value, t), d.sampler.smallest(&f.Value)}, d.seeds[&f.Value]...) {
		if more := o.with(f.Name, v); d.valid(t, more) {
			return more, true
		}
	}
	return nil, false
}
