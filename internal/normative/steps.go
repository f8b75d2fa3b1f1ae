package normative

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Step is one thing that a builder does, as statements name it: "result_set: cut /data/output/stdout mark".
type Step struct {
	Builder string
	// Kind is one of the steps of the contract, section 6: copy, drop, fill, store, cut, keep, omit or secrets. With "give" the builder takes a member from
	// the caller, with "order" it writes declared members in the order of the spec. "output" has indent, end and exit, "refusal" fill and limit, "digest" compare.
	Kind string
	At   string // the member, as a JSON Pointer; "" for a kind that has none
	Part string // "" for the whole step: see parts
}

// The names of steps that no builder of a message has.
const (
	outputName  = "output"
	refusalName = "refusal"
	digestName  = "digest"
)

// parts are those of the kinds that can lose a part alone. A store can also lose a member of the object that it makes, by its pointer.
var parts = map[string][]string{"store": {"over", "most"}, "cut": {"head", "tail", "mark"}, "keep": {"by"}}

// withoutMember are the kinds that speak of no member, by builder; "" is for the builders of messages.
var withoutMember = map[string][]string{
	outputName: {"indent", "end", "exit"}, refusalName: {"limit"}, digestName: {"compare"}, "": {"order", "secrets"},
}

var stepForm = regexp.MustCompile(`^([a-z][a-z0-9_]*): ([a-z]+)(?: (/\S*))?(?: (\S+))?$`)

// ParseStep reads a step as statements name it.
func ParseStep(text string) (Step, error) {
	m := stepForm.FindStringSubmatch(text)
	if m == nil {
		return Step{}, fmt.Errorf("%q names no step of a builder", text)
	}
	return Step{m[1], m[2], m[3], m[4]}, nil
}

// Pointer spells the way to a member as a JSON Pointer.
func Pointer(way []*ir.Field) string {
	var b strings.Builder
	for _, f := range way {
		b.WriteString("/" + pointer(f.Name))
	}
	return b.String()
}

// stepExists reports whether a protocol has such a step.
func stepExists(p *ir.Protocol, s Step) bool {
	kinds, special := withoutMember[s.Builder]
	switch {
	case s.Builder == outputName && p.Layout == ir.Layout{}, s.Builder == refusalName && p.Refusal == nil:
		return false
	case s.Builder == refusalName && s.Kind == "fill":
		return p.Refusal.Message != nil && s.At == "/"+pointer(p.Refusal.Message.Name) ||
			slices.ContainsFunc(p.Refusal.Members, func(m ir.RefusalMember) bool { return s.At == "/"+pointer(m.Field.Name) })
	case special:
		return slices.Contains(kinds, s.Kind) && s.At == "" && s.Part == ""
	}
	i := slices.IndexFunc(p.Builders, func(b *ir.Builder) bool { return b.Name == s.Builder })
	switch {
	case i < 0:
		return false
	case slices.Contains(withoutMember[""], s.Kind):
		return s.At == "" && s.Part == ""
	case s.Kind == "give":
		return s.Part == "" && takes(p.Builders[i].Makes, s.At)
	}
	return s.At != "" && slices.Contains(membersOf(p.Builders[i], s.Kind), s.At) &&
		(s.Part == "" || slices.Contains(parts[s.Kind], s.Part) || s.Kind == "store" && strings.HasPrefix(s.Part, "/"))
}

// membersOf are the pointers to the members of which a builder has a step of a kind.
func membersOf(b *ir.Builder, kind string) (list []string) {
	add := func(way []*ir.Field) { list = append(list, Pointer(way)) }
	switch kind {
	case "copy":
		each(b.Copies, func(c *ir.Copy) { add(c.At) })
	case "drop":
		each(b.Drops, add)
	case "fill":
		each(b.Fills, func(f *ir.Fill) { add(f.At) })
	case "store":
		each(b.Stores, func(s *ir.Store) { add(s.At) })
	case "cut":
		each(b.Cuts, func(c *ir.Cut) { add(c.At) })
	case "keep":
		each(b.Keeps, func(k *ir.Keep) { add(k.At) })
	case "omit":
		each(b.Omits, func(o *ir.Omit) { add(o.At) })
	}
	return list
}

// takes reports whether a builder can take a member of the message from its caller, by the member's pointer.
func takes(t *ir.Type, at string) bool {
	name, rest, deeper := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	switch k := t.Value.Resolve().Kind.(type) {
	case *ir.Record:
		return slices.ContainsFunc(k.Fields, func(f *ir.Field) bool {
			return pointer(f.Name) == name && (!deeper || takes(&ir.Type{Value: f.Value}, rest))
		})
	case *ir.Union:
		return slices.ContainsFunc(k.Variants, func(v ir.Variant) bool { return takes(v.Type, at) })
	}
	return false
}

func each[T any](list []T, do func(T)) {
	for _, one := range list {
		do(one)
	}
}
