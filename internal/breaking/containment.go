package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// every is the step of a path to each item or member.
const every = "\x00"

// gap is a place where the proof of containment fails: the sender's values may not all be the receiver's. Only a witness shows that they are not.
type gap struct {
	rule       string // the requirement of the receiver there
	about      string // one clause
	path       []string
	sends      diag.Pos // in the sender's spec
	takes      diag.Pos // in the receiver's
	fails      string   // the rule of the receiver's issue, or "" for any
	candidates []string // JSON texts that may be stray at the path
	text       string   // of a rule: its constants may be stray
	without    bool     // the absence of the member at the path may be
	from       string   // the side that sends the variant there, or ""
}

// place is where a comparison is.
type place struct {
	path         []string
	sends, takes diag.Pos
	from         string // the side that sends the variant around, or ""
}

func (p place) member(name string, sends, takes diag.Pos) place {
	p.path = append(slices.Clip(p.path), name)
	if sends.IsValid() {
		p.sends = sends
	}
	if takes.IsValid() {
		p.takes = takes
	}
	return p
}

// containment proves that a receiver accepts all that a sender may send, or collects the gaps of the proof.
type containment struct {
	gaps    []gap
	assumed map[[2]any]bool
	params  map[string]bool // names of the parameters that differ
	schemas *schemaProof
}

func (c *containment) gap(p place, rule, about string, candidates ...string) {
	c.gaps = append(c.gaps, gap{rule: rule, about: about, path: p.path, sends: p.sends, takes: p.takes, candidates: candidates, from: p.from})
}

// failing notes the issue that the last gap is about: two gaps can have one place.
func (c *containment) failing(f ir.Failure) { c.gaps[len(c.gaps)-1].fails = f.Rule }

// declared compares two types, without the assumption that they are paired.
func (c *containment) declared(a, b *ir.Type) {
	p := place{sends: a.Pos, takes: b.Pos}
	c.rules([]*ir.Type{a}, []*ir.Type{b}, p)
	c.value(a.Value, b.Value, p)
}

// types compares the types of variants.
func (c *containment) types(a, b *ir.Type, p place) {
	p.from = cmp.Or(a.Side, p.from)
	c.value(ir.Value{Kind: ir.Ref{Type: a}, Nullable: a.Value.Nullable}, ir.Value{Kind: ir.Ref{Type: b}, Nullable: b.Value.Nullable}, p)
}

func (c *containment) value(a, b ir.Value, p place) {
	refA, isA := a.Kind.(ir.Ref)
	refB, isB := b.Kind.(ir.Ref)
	plain := a.Evaluated() == nil && b.Evaluated() == nil && len(b.Checks) == 0
	if isA && isB && plain && paired(refA.Type, refB.Type) && (b.Nullable || !a.Nullable) {
		return
	}
	ra, rb := a.Resolve(), b.Resolve()
	if isA && isB {
		pair := [2]any{refA.Type, refB.Type}
		if plain && c.assumed[pair] {
			return
		}
		c.assumed[pair] = true
	}
	c.rules(ra.Types, rb.Types, p)
	if rb.Schema != nil {
		if a := c.schemas.of(ra); !c.schemas.contained(a, rb.Schema) {
			c.gap(p, "schema", "a schema that is evaluated as a whole differs", instances(a, rb.Schema)...)
		}
		return
	}
	null := a.AcceptsNull()
	if ra.Schema != nil {
		ra, null = shaped(ra)
		if ra.Kind == nil {
			return // it has no other values
		}
	}
	if null && !b.AcceptsNull() {
		c.gap(p, "null", "null is no longer a value", "null")
		c.failing(rb.Mismatch)
	}
	c.kinds(ra, rb, p)
}

// rules requires that the sender's values already satisfy the receiver's rules.
func (c *containment) rules(a, b []*ir.Type, p place) {
	for _, t := range b {
		for _, want := range t.Rules {
			if want.Failure.Level == ir.Must && !slices.ContainsFunc(a, func(t *ir.Type) bool { return c.hasRule(t, want) }) {
				at := p
				at.takes = want.Pos
				c.gap(at, "rule", fmt.Sprintf("the rule `%s` is required", want.ID))
				c.failing(want.Failure)
				c.gaps[len(c.gaps)-1].text = want.Text
			}
		}
	}
}

func (c *containment) hasRule(t *ir.Type, want *ir.Rule) bool {
	for name := range c.params {
		if strings.Contains(want.Text, name) {
			return false
		}
	}
	return slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool {
		return sameRule(r, want) && slices.Equal(r.At, want.At) && r.Failure.Level == ir.Must
	})
}

func (c *containment) kinds(a, b ir.Resolved, p place) {
	if _, is := b.Kind.(ir.Any); is && len(b.Checks) == 0 {
		return
	}
	if _, is := a.Kind.(ir.Null); is {
		return // null has been compared
	}
	if list := literals(a); list != nil {
		for _, l := range list {
			if l.Kind != ir.NullLiteral && !takes(b, l) {
				c.gap(p, "value", fmt.Sprintf("%s is no longer a value", text(l)), text(l))
			}
		}
		return
	}
	if k, is := a.Kind.(*ir.Choice); is {
		for _, option := range k.Options {
			c.option(option, b, p)
		}
		return
	}
	switch k := b.Kind.(type) {
	case *ir.Choice:
		c.choice(a, k, p)
	case *ir.Union:
		c.union(a, k, p)
	case *ir.Record:
		c.intoRecord(a, k, p)
	case ir.Map:
		c.intoMap(a, *k.Values, p)
	case ir.Object:
		if _, ok := membersOf(a.Kind); !ok {
			c.mismatch(a, b, p)
		}
	case ir.Array:
		from, is := a.Kind.(ir.Array)
		if !is {
			c.mismatch(a, b, p)
			return
		}
		c.items(a, b, p)
		c.value(*from.Items, *k.Items, p.member(every, diag.Pos{}, diag.Pos{}))
	default:
		c.scalar(a, b, p)
	}
}

// membersOf reports whether a kind has objects only.
func membersOf(k ir.Kind) (ir.Kind, bool) {
	switch k.(type) {
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		return k, true
	}
	return nil, false
}

func (c *containment) mismatch(a, b ir.Resolved, p place) {
	c.gap(p, "type", fmt.Sprintf("the value is %s, and %s is required", word(a.Kind), word(b.Kind)), `""`, `"a"`, "0", "1.5", "true", "[]", "{}", "null")
	c.failing(b.Mismatch)
}

func word(k ir.Kind) string {
	switch k.(type) {
	case ir.Any:
		return "any value"
	case ir.Null:
		return "null"
	case ir.Boolean:
		return "a boolean"
	case ir.Integer:
		return "an integer"
	case ir.Number:
		return "a number"
	case ir.String, *ir.Enum:
		return "a string"
	case ir.Array:
		return "an array"
	case ir.Const:
		return "a constant"
	case *ir.Choice:
		return "one of several types"
	}
	return "an object"
}

// option is one type of a sender's choice.
func (c *containment) option(a ir.Value, b ir.Resolved, p place) {
	if k, is := b.Kind.(*ir.Choice); is {
		c.choice(a.Resolve(), k, p)
		return
	}
	c.kinds(a.Resolve(), b, p)
}

// choice looks for an option that contains the value: no two options have values of one JSON type.
func (c *containment) choice(a ir.Resolved, k *ir.Choice, p place) {
	var best *containment
	for _, option := range k.Options {
		try := &containment{assumed: map[[2]any]bool{}, params: c.params, schemas: c.schemas}
		ro := option.Resolve()
		try.rules(a.Types, ro.Types, p)
		if ro.Schema != nil {
			try.gap(p, "schema", "a schema that is evaluated as a whole differs")
		}
		try.kinds(a, ro, p)
		if sameShape(a.Kind, ro.Kind) {
			best = try // the only option with values of that JSON type
			break
		}
		if best == nil || len(try.gaps) < len(best.gaps) || len(best.gaps) > 0 && best.gaps[0].rule == "type" && len(try.gaps) > 0 && try.gaps[0].rule != "type" {
			best = try
		}
	}
	c.gaps = append(c.gaps, best.gaps...)
}

// sameShape reports whether two kinds have values of one JSON type.
func sameShape(a, b ir.Kind) bool {
	_, members := membersOf(a)
	_, others := membersOf(b)
	return members && others || fmt.Sprintf("%T", a) == fmt.Sprintf("%T", b)
}

func (c *containment) items(a, b ir.Resolved, p place) {
	for _, check := range b.Checks {
		k, is := check.(ir.Items)
		if !is {
			continue
		}
		if n, beyond := lengthBeyond(a.Checks, k.Op, k.Limit); beyond {
			c.gap(p, "items", fmt.Sprintf("a count of %d is no longer accepted", n), listsOf(a, n)...)
			c.failing(k.Failure)
		}
	}
}

// listsOf are lists of so many small items.
func listsOf(a ir.Resolved, n int) []string {
	k, is := a.Kind.(ir.Array)
	if !is || n < 0 || n > 1_000 {
		return []string{"[]"}
	}
	texts := []string{}
	for _, item := range sampled(*k.Items, nil) {
		texts = append(texts, jsontext.Of(slices.Repeat([]any{item}, n)))
	}
	return texts
}

func (c *containment) scalar(a, b ir.Resolved, p place) {
	switch b.Kind.(type) {
	case ir.Const, ir.Null, ir.Boolean:
		c.mismatch(a, b, p)
		return
	case ir.Integer, ir.Number:
		_, integer := a.Kind.(ir.Integer)
		_, wantsInteger := b.Kind.(ir.Integer)
		if _, other := a.Kind.(ir.Number); !integer && (!other || wantsInteger) {
			c.mismatch(a, b, p)
			return
		}
		c.bounds(a, b, p)
	default:
		c.strings(a, b, p)
	}
	for _, check := range b.Checks {
		if one, is := check.(ir.OneOf); is {
			c.gap(p, "value", fmt.Sprintf("only %d values are accepted", len(one.Literals)), `"a"`, "0", "1", "-1")
		}
	}
}

func (c *containment) strings(a, b ir.Resolved, p place) {
	switch k := a.Kind.(type) {
	case ir.String:
	case *ir.Enum:
		if !k.Open {
			return
		}
	default:
		c.mismatch(a, b, p)
		return
	}
	if k, is := b.Kind.(*ir.Enum); is && !k.Open {
		c.gap(p, "value", "only the words of a vocabulary are accepted", `"a"`, `"x"`, `""`)
	}
	for _, check := range b.Checks {
		switch k := check.(type) {
		case ir.Length:
			if n, beyond := lengthBeyond(a.Checks, k.Op, k.Limit); beyond {
				c.gap(p, "length", fmt.Sprintf("a length of %d is no longer accepted", n), repeated(min(n, 100_000))...)
				c.failing(k.Failure)
			}
		case ir.Pattern:
			if stray, proven := strayWord(regexps(a.Checks), k.Regexp); !proven {
				c.gap(p, "pattern", fmt.Sprintf("the pattern %s is required", k.Regexp.Source), jsontext.Of(stray), `"a"`)
				c.failing(k.Failure)
			}
		case ir.Format:
			if !formatImplied(a.Checks, k.Name) {
				c.gap(p, "format", fmt.Sprintf("the format %s is required", k.Name), `""`, `"a"`, `":"`)
				c.failing(k.Failure)
			}
		}
	}
}

// bounds requires each of the receiver's bounds of the sender's numbers.
func (c *containment) bounds(a, b ir.Resolved, p place) {
	in := intervalOf(a)
	if k, is := b.Kind.(ir.Integer); is && !in.within(intervalOf(ir.Resolved{Kind: k})) {
		c.gap(p, "bound", "fewer integers are accepted", in.outside(intervalOf(ir.Resolved{Kind: k}))...)
	}
	for _, check := range b.Checks {
		bound, is := check.(ir.Bound)
		if !is {
			continue
		}
		_, whole := a.Kind.(ir.Integer)
		var out interval
		out.cut(bound, whole)
		if !in.within(out) {
			c.gap(p, "bound", "fewer numbers are accepted", in.outside(out)...)
			c.failing(bound.Failure)
		}
	}
}
