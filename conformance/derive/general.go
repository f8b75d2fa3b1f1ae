package derive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// search looks for values that violate one assertion of a general schema, or satisfy it at its limit. It proposes candidate changes without reading
// their effect. A proposal remains if it covers a check that no other case covers.
type search struct {
	*walker
	root  value
	seen  map[*ir.Schema]int // how often a schema is on the way, which ends recursive ones
	steps int
	grown int     // members that have been added to the root
	met   []value // valid values that meet conditions

	place        []string // of the last proposal; nil if the root has changed since
	before, tail string   // the text of the root around it
}

const (
	maxSteps     = 3000 // for one value: many times the steps of a schema that people write
	maxRecursion = 2
	maxGrown     = 3
	maxBases     = 30
)

// general searches below each value that is known to be valid, and then below those that meet conditions which none of
// these meets.
func (w *walker) general(s *ir.Schema, p place, bases ...value) {
	known := map[string]bool{}
	for i := 0; i < len(bases) && i < maxBases; i++ {
		text := write(bases[i])
		if _, ok := at(bases[i], p.path); ok && !known[text] {
			known[text] = true
			g := &search{walker: w, root: bases[i], seen: map[*ir.Schema]int{}}
			g.schema(s, p)
			bases = append(bases, g.met...)
		}
	}
}

// meet looks for a value that the condition accepts: with one of its constants, and mended where that broke something.
func (g *search) meet(condition *ir.Schema, p place, now object) {
	for _, a := range flatten(condition) {
		properties, ok := a.(ir.Properties)
		if !ok {
			continue
		}
		for _, n := range properties.Named {
			if v, ok := constant(flatten(n.Schema)); ok {
				changed := g.repaired(g.typ, replace(g.root, p.path, now.with(n.Name, v)))
				if kept, _ := at(changed, append(slices.Clone(p.path), n.Name)); write(kept) == write(v) && g.valid(g.typ, changed) {
					g.met = append(g.met, changed)
				}
			}
		}
	}
}

// propose puts another value at p.
func (g *search) propose(p place, v value) {
	if g.steps++; g.steps > maxSteps {
		return
	}
	if text := g.with(p.path, v); !g.texts[text] && !g.proposed[text] {
		g.proposed[text] = true
		g.proposals = append(g.proposals, proposal{g.walker, p, text})
	}
}

// with is the text of the root with another value at a path. The proposals for one place share the text around it, which may be long.
func (g *search) with(path []string, v value) string {
	if g.place == nil || !slices.Equal(path, g.place) {
		g.place = append([]string{}, path...)
		g.before, g.tail, _ = strings.Cut(write(replace(g.root, path, number("\x00"))), "\x00") // no text contains this byte
	}
	return g.before + write(v) + g.tail
}

// schema proposes changes of the value at p, to which s applies or might.
func (g *search) schema(s *ir.Schema, p place) {
	if g.steps++; s == nil || g.seen[s] == maxRecursion || g.steps > maxSteps {
		return
	}
	g.seen[s]++
	defer func() { g.seen[s]-- }()
	for _, a := range s.Assertions {
		g.assertion(a, p)
	}
}

func (g *search) assertion(a ir.Assertion, p place) {
	now, _ := at(g.root, p.path)
	switch now := now.(type) {
	case object:
		g.object(a, p, now)
	case array:
		g.array(a, p, now)
	default:
		g.scalar(a, p, now)
	}
	switch a := a.(type) {
	case ir.IsType:
		for _, v := range append(lookalikes(now), nil, number("0.5"), number("9007199254740991"), number("9007199254740992"), "", true, object{}, array{}) {
			g.propose(p, v)
		}
	case ir.Equals:
		g.equals(a, p)
	case ir.AllOf:
		g.all(a.Schemas, p)
	case ir.AnyOf:
		g.all(a.Schemas, p)
	case ir.ExactlyOne:
		g.all(a.Schemas, p)
	case ir.Nullable:
		g.schema(a.Schema, p)
	case ir.Not:
		g.schema(a.Schema, p)
	case ir.If:
		g.all([]*ir.Schema{a.If, a.Then, a.Else}, p)
	}
}

func (g *search) all(schemas []*ir.Schema, p place) {
	for _, s := range schemas {
		g.schema(s, p)
	}
}

// equals proposes the value that the assertion accepts, which `not` or a condition may reject, and another value.
func (g *search) equals(a ir.Equals, p place) {
	for _, text := range a.Texts {
		if v, err := read(text); err == nil {
			g.propose(p, v)
		}
	}
	for _, v := range []value{"other", number("12345"), nil, true, false, object{}, array{}} {
		if text, ok := v.(string); !ok || !slices.Contains(a.Texts, strconv.Quote(text)) {
			g.propose(p, v)
		}
	}
}

func (g *search) scalar(a ir.Assertion, p place, now value) {
	switch a := a.(type) {
	case ir.Check:
		_, isNumber := now.(number)
		put := func(_, _ string, v value) { g.propose(p, v) }
		around(a, textOf([]ir.Check{a}), isNumber, now, put)
		around(a, textOf([]ir.Check{a}), false, now, put)
	case ir.MultipleOf:
		g.propose(p, numberOf(a.Divisor*1.5))
		g.propose(p, numberOf(a.Divisor/2))
	}
}

func (g *search) array(a ir.Assertion, p place, now array) {
	resized := func(n int) {
		if n < 0 || n > maxCount {
			return
		}
		list := slices.Clone(now[:min(n, len(now))])
		for len(list) < n {
			list = append(list, another(now, len(list)))
		}
		g.propose(p, list)
	}
	switch a := a.(type) {
	case ir.Items:
		resized(a.Limit + 1)
		resized(a.Limit - 1)
	case ir.UniqueItems:
		if len(now) > 0 {
			g.propose(p, append(slices.Clone(now), now[0]))
		}
		g.propose(p, array{number("1"), number("1")})
	case ir.Contains:
		resized(0)
		resized(a.Least - 1)
		resized(a.Most + 1)
		g.items([]*ir.Schema{a.Schema}, p, now)
	case ir.ItemSchemas:
		resized(len(now) + 1)
		resized(len(a.Prefix) + 1)
		for i, s := range a.Prefix[:min(len(a.Prefix), len(now))] {
			g.schema(s, p.of(strconv.Itoa(i), "item-"+strconv.Itoa(i), ""))
		}
		g.items([]*ir.Schema{a.Rest}, p, now[min(len(a.Prefix), len(now)):])
	case ir.UnevaluatedItems:
		resized(len(now) + 1)
		g.items([]*ir.Schema{a.Schema}, p, now)
	}
}

// another is an item for a list: one like the last, or something new.
func another(list array, i int) value {
	if len(list) > 0 {
		return list[len(list)-1]
	}
	return "item " + strconv.Itoa(i+1)
}

// items goes on into the last item, which any schema for the rest applies to.
func (g *search) items(schemas []*ir.Schema, p place, now array) {
	if len(now) > 0 {
		whole, _ := at(g.root, p.path)
		g.all(schemas, p.of(strconv.Itoa(len(whole.(array))-1), "item", ""))
	}
}

func (g *search) object(a ir.Assertion, p place, now object) {
	switch a := a.(type) {
	case ir.Requires:
		g.without(a.Members, p, now)
	case ir.DependentRequired:
		g.propose(p, now.with(a.Trigger, true))
		g.without(a.Members, p, now)
	case ir.DependentSchema:
		for _, v := range []value{true, nil, "trigger", number("1"), object{}, array{}} {
			g.propose(p, now.with(a.Trigger, v))
		}
		g.schema(a.Schema, p)
	case ir.MemberCount:
		g.memberCount(a, p, now)
	case ir.PropertyNames:
		for _, name := range []string{"extra", "", "!", "Extra Name"} {
			g.propose(p, now.with(name, true))
		}
	case ir.Properties:
		g.properties(a, p, now)
	case ir.UnevaluatedProperties:
		g.propose(p, now.with("extra", "extra"))
		for _, m := range now {
			g.schema(a.Schema, p.of(m.name, m.name, ""))
		}
	case ir.Select:
		g.cases(a, p, now)
	case ir.If:
		g.meet(a.If, p, now)
	}
}

// without takes members away and puts missing ones, with values that may do.
func (g *search) without(members []string, p place, now object) {
	for _, name := range members {
		g.propose(p, now.without(name))
		if now.index(name) < 0 {
			for _, v := range []value{"text", number("1"), true, nil, object{}, array{}} {
				g.propose(p, now.with(name, v))
			}
		}
	}
}

func (g *search) memberCount(a ir.MemberCount, p place, now object) {
	if a.Limit > maxCount {
		return
	}
	if a.Op == ir.AtLeast {
		g.propose(p, now[:max(0, min(a.Limit-1, len(now)))])
		return
	}
	for i := 1; len(now) <= a.Limit; i++ {
		now = now.with("extra-"+strconv.Itoa(i), another(nil, i))
	}
	g.propose(p, now)
}

func (g *search) properties(a ir.Properties, p place, now object) {
	if a.Closed != nil || a.Additional != nil {
		for _, v := range []value{"extra", number("0.5"), nil} {
			g.propose(p, now.with("extra", v))
		}
	}
	for _, n := range a.Named {
		if now.index(n.Name) < 0 {
			g.grow(n, p, now)
		}
	}
	for _, m := range now {
		here := p.of(m.name, m.name, "")
		named := false
		for _, n := range a.Named {
			if n.Name == m.name {
				named = true
				g.schema(n.Schema, here)
			}
		}
		for _, n := range a.Patterns {
			if n.Regexp.Match(m.name) {
				named = true
				g.schema(n.Schema, here)
			}
		}
		if !named {
			g.schema(a.Additional, here)
		}
	}
}

// grow goes on with a member that the value has not yet.
func (g *search) grow(n ir.NamedSchema, p place, now object) {
	for _, v := range append([]value{schemaSample(n.Schema)}, g.named[n.Name]...) {
		more := now.with(n.Name, v)
		g.propose(p, more)
		if g.steps > maxSteps || g.grown == maxGrown {
			continue
		}
		if g.accepts(g.typ, g.with(p.path, more)) {
			before, changed := g.root, replace(g.root, p.path, more)
			g.root, g.grown, g.place = changed, g.grown+1, nil
			g.schema(n.Schema, p.of(n.Name, n.Name, ""))
			g.root, g.grown, g.place = before, g.grown-1, nil
			return
		}
	}
}

func (g *search) cases(a ir.Select, p place, now object) {
	g.propose(p, now.without(a.Tag))
	g.propose(p, now.with(a.Tag, "other"))
	tag, _ := at(now, []string{a.Tag})
	for _, c := range a.Cases {
		if isTag(c.Tags, a.By, tag) {
			g.schema(c.Schema, p)
			return
		}
	}
	if _, is := tagText(a.By, tag); is && a.Fallback() != nil {
		g.schema(a.Fallback(), p)
	}
}
