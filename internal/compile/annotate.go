package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// refusal is the first reason why a schema does not accept a value that the spec gives as its `default` or among its
// `examples`.
type refusal struct {
	node    *syntax.Node // what is refused: the value, or a part of it
	steps   []string     // that lead to the part in the value, the last one first
	message string
}

// in takes a step back from where the value is refused; there may be no refusal.
func (r *refusal) in(step string) *refusal {
	if r != nil {
		r.steps = append(r.steps, step)
	}
	return r
}

// String words the refusal for a diagnostic.
func (r *refusal) String() string {
	if len(r.steps) == 0 {
		return "it " + r.message
	}
	var path strings.Builder
	for _, step := range slices.Backward(r.steps) {
		path.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return fmt.Sprintf("`%s` %s", cut(path.String()), r.message)
}

// maxAsked bounds the work of checking all annotations of a spec: a value that is asked by a schema counts one, and so does
// every byte that is compared.
const maxAsked = 5_000_000

// asker asks schemas whether they accept values of the spec.
type asker struct {
	asked   int
	answers map[question]bool // of schemas that ask others, which may lead to one on many ways
	asking  map[*ir.Schema]bool
}

type question struct {
	schema *ir.Schema
	node   *syntax.Node
}

func newAsker() *asker { return &asker{answers: map[question]bool{}, asking: map[*ir.Schema]bool{}} }

// annotation returns what is wrong with a value that the spec gives for what v describes, or nil. what names it: "the default".
func (a *asker) annotation(what string, v *ir.Value, n *syntax.Node) *diag.Diagnostic {
	if a.tired() {
		return nil // which has been said
	}
	r := a.value(v, n)
	switch {
	case a.tired():
		return &diag.Diagnostic{Pos: n.Pos, Code: "too-large", Message: fmt.Sprintf("checking the spec's defaults and examples takes more than %d steps", maxAsked)}
	case r != nil:
		return &diag.Diagnostic{Pos: r.node.Pos, Code: "annotation", Message: fmt.Sprintf("%s is refused by its own schema: %s", what, r)}
	}
	return nil
}

// tired reports that the allowance is used up. Answers mean nothing then.
func (a *asker) tired() bool { return a.asked > maxAsked }

func (a *asker) value(v *ir.Value, n *syntax.Node) *refusal {
	if a.asked++; a.tired() {
		return nil
	}
	if v.Schema != nil {
		return a.schema(v.Schema, n)
	}
	if v.Nullable && n.Kind == syntax.NullNode {
		return nil
	}
	if r := a.kind(v, n); r != nil {
		return r
	}
	for _, c := range v.Checks {
		if !a.holds(c, n) {
			return &refusal{node: n, message: c.Fails().Message}
		}
	}
	return nil
}

// kind asks the Kind of v: what it says of n and of everything below.
func (a *asker) kind(v *ir.Value, n *syntax.Node) *refusal {
	if ref, ok := v.Kind.(ir.Ref); ok {
		return a.value(&ref.Type.Value, n)
	}
	if !isOfKind(v.Kind, n) {
		return &refusal{node: n, message: v.Mismatch.Message}
	}
	switch k := v.Kind.(type) {
	case ir.Any, ir.Null, ir.Boolean, ir.Number, ir.String, ir.Object:
		return nil
	case ir.Integer:
		if !isInteger(n) {
			return &refusal{node: n, message: k.Range.Message}
		}
	case ir.Const:
		if !isLiteral(k.Literal, n) {
			return &refusal{node: n, message: k.Failure.Message}
		}
	case *ir.Enum:
		if !k.Open && !slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == n.Text }) {
			return &refusal{node: n, message: k.NotOneOf.Message}
		}
	case ir.Array:
		return a.items(k, n)
	case ir.Map:
		return a.members(n, func(string) *ir.Value { return k.Values })
	case *ir.Record:
		return a.record(k, n)
	case *ir.Union:
		return a.union(k, n)
	default:
		panic(fmt.Sprintf("compile: unhandled kind %T", v.Kind))
	}
	return nil
}

// isOfKind reports whether n has the JSON type of a kind. Whole numbers beyond the range of integers have it.
func isOfKind(k ir.Kind, n *syntax.Node) bool {
	switch k := k.(type) {
	case ir.Null:
		return n.Kind == syntax.NullNode
	case ir.Boolean:
		return n.Kind == syntax.BoolNode
	case ir.Integer:
		return isWhole(n)
	case ir.Number:
		return n.Kind == syntax.NumberNode
	case ir.String, *ir.Enum:
		return n.Kind == syntax.TextNode
	case ir.Const:
		return literalKinds[k.Literal.Kind] == n.Kind
	case ir.Array:
		return n.Kind == syntax.ListNode
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		return n.Kind == syntax.MapNode
	}
	return true
}

var literalKinds = [...]syntax.NodeKind{ir.NullLiteral: syntax.NullNode, ir.BoolLiteral: syntax.BoolNode, ir.NumberLiteral: syntax.NumberNode, ir.StringLiteral: syntax.TextNode}

func isLiteral(l ir.Literal, n *syntax.Node) bool {
	if literalKinds[l.Kind] != n.Kind {
		return false
	}
	switch l.Kind {
	case ir.BoolLiteral:
		return l.Bool == n.Bool
	case ir.NumberLiteral:
		return l.Number == n.Number
	case ir.StringLiteral:
		return l.String == n.Text
	}
	return true
}

func (a *asker) record(k *ir.Record, n *syntax.Node) *refusal {
	a.asked += len(k.Fields)
	fields, present := make(map[string]*ir.Field, len(k.Fields)), presence(n)
	for _, f := range k.Fields {
		fields[f.Name] = f
		if f.Required && !present[f.Name] {
			return (&refusal{node: n, message: f.Missing.Message}).in(f.Name)
		}
	}
	for _, m := range n.Members {
		if k.Closed && fields[m.Key.Value] == nil {
			return (&refusal{node: m.Value, message: k.Surplus.Message}).in(m.Key.Value)
		}
	}
	return a.members(n, func(name string) *ir.Value {
		if f := fields[name]; f != nil {
			return &f.Value
		}
		return nil
	})
}

// presence is the names of an object's members.
func presence(n *syntax.Node) map[string]bool {
	names := make(map[string]bool, len(n.Members))
	for _, m := range n.Members {
		names[m.Key.Value] = true
	}
	return names
}

func (a *asker) union(k *ir.Union, n *syntax.Node) *refusal {
	tag := n.Member(k.Tag)
	if tag == nil {
		return (&refusal{node: n, message: k.MissingTag.Message}).in(k.Tag)
	}
	for _, v := range k.Variants {
		if tag.Kind == syntax.TextNode && slices.Contains(v.Tags, tag.Text) {
			return a.value(&v.Type.Value, n)
		}
	}
	return (&refusal{node: tag, message: k.UnknownTag.Message}).in(k.Tag)
}

// members asks, for each member, the value that of returns for its name, if any.
func (a *asker) members(n *syntax.Node, of func(name string) *ir.Value) *refusal {
	for _, m := range n.Members {
		if v := of(m.Key.Value); v != nil {
			if r := a.value(v, m.Value).in(m.Key.Value); r != nil {
				return r
			}
		}
	}
	return nil
}

func (a *asker) items(k ir.Array, n *syntax.Node) *refusal {
	for i, item := range n.Items {
		if r := a.value(k.Items, item).in(strconv.Itoa(i)); r != nil {
			return r
		}
	}
	return nil
}

// holds reports whether a check accepts n; it speaks of one JSON type and accepts values of every other.
func (a *asker) holds(c ir.Check, n *syntax.Node) bool {
	switch c := c.(type) {
	case ir.OneOf:
		return slices.ContainsFunc(c.Literals, func(l ir.Literal) bool { return isLiteral(l, n) })
	case ir.Bound:
		return n.Kind != syntax.NumberNode || compares(c.Op, n.Number, c.Limit)
	case ir.Items:
		return n.Kind != syntax.ListNode || compares(c.Op, float64(len(n.Items)), float64(c.Limit))
	case ir.Length:
		return n.Kind != syntax.TextNode || compares(c.Op, float64(utf8.RuneCountInString(n.Text)), float64(c.Limit))
	case ir.Pattern:
		a.asked += len(n.Text)
		return n.Kind != syntax.TextNode || c.Regexp.Match(n.Text)
	case ir.Format:
		a.asked += len(n.Text)
		return n.Kind != syntax.TextNode || formats.Matches(c.Name, n.Text)
	}
	panic(fmt.Sprintf("compile: unhandled check %T", c))
}

func compares(op ir.Op, value, limit float64) bool {
	switch op {
	case ir.AtLeast:
		return value >= limit
	case ir.AtMost:
		return value <= limit
	case ir.Above:
		return value > limit
	}
	return value < limit
}
