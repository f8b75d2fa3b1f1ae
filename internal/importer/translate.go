package importer

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// emitter translates one schema.
type emitter struct {
	im    *importer
	p     *place
	draft draft
	out   *syntax.Node
	weak  bool // the result accepts more than the source
	// openFor is set if a pattern of patternProperties was dropped: members with such names must stay valid.
	openFor bool
	// unsatisfiable is the reason for which no value satisfies the schema, or "".
	unsatisfiable string
}

// translate translates every type until no further type and no further weak type is found.
func (im *importer) translate() {
	im.weak = map[*typ]bool{}
	for {
		types, weak, targets := len(im.types), len(im.weak), len(im.targets)
		im.changes, im.untyped, im.pending = nil, 0, map[*syntax.Node]*typ{}
		im.origin, im.annotated = map[*syntax.Node]*syntax.Node{}, map[*syntax.Node]bool{}
		im.users, im.referrers, im.stricter = map[*typ][]*typ{}, map[*typ][]*place{}, nil
		for i := 0; i < len(im.types); i++ {
			im.current = im.types[i]
			out, weak := im.body(im.current.place)
			if im.current.out = out; weak {
				im.weaken(im.current)
			}
		}
		if im.diags.HasErrors() || len(im.types) == types && len(im.weak) == weak && len(im.targets) == targets {
			break
		}
	}
	im.spreadStricter()
	im.idleReferences()
}

// weaken notes that a type accepts more than its source, and so do all types that refer to it.
func (im *importer) weaken(t *typ) {
	next := []*typ{t}
	for len(next) > 0 {
		t, next = next[0], next[1:]
		if !im.weak[t] {
			im.weak[t] = true
			next = append(next, im.users[t]...)
		}
	}
}

// reference returns a reference to a type.
func (im *importer) reference(t *typ, pos diag.Pos) *syntax.Node {
	im.users[t] = append(im.users[t], im.current)
	n := &syntax.Node{Kind: syntax.TextNode, Pos: pos}
	im.pending[n] = t
	return n
}

// schema translates a schema inside another one: a reference if it is a type.
func (im *importer) schema(n *syntax.Node) (*syntax.Node, bool) {
	p := im.places[n]
	if t := im.typeAt[n]; t != nil {
		out := &syntax.Node{Kind: syntax.MapNode, Pos: n.Pos}
		add(out, "$ref", im.reference(t, n.Pos))
		im.origin[out] = n
		im.renamed(n, out, renameMend)
		return out, im.weak[t]
	}
	if p == nil {
		im.fail(n.Pos, "schema-type", "", "a schema is an object or a boolean, not %s", n.Kind)
		return &syntax.Node{Kind: syntax.BoolNode, Bool: true, Pos: n.Pos}, false
	}
	return im.body(p)
}

// body translates the keywords of a schema.
func (im *importer) body(p *place) (*syntax.Node, bool) {
	if p.node.Kind == syntax.BoolNode && p.res.draft >= draft6 {
		return p.node, false
	}
	if p.node.Kind == syntax.BoolNode {
		if s := p.step.keyword; s != "additionalProperties" && s != "additionalItems" {
			im.fail(p.node.Pos, "schema-type", "write {} or {\"not\": {}}", "a schema of %s is an object, not a boolean", p.res.draft)
		}
		return p.node, false
	}
	if p.node.Kind != syntax.MapNode {
		im.fail(p.node.Pos, "schema-type", "", "a schema is an object or a boolean, not %s", p.node.Kind)
		return &syntax.Node{Kind: syntax.BoolNode, Bool: true, Pos: p.node.Pos}, false
	}
	e := &emitter{im: im, p: p, draft: p.res.draft, out: &syntax.Node{Kind: syntax.MapNode, Pos: p.node.Pos}}
	im.origin[e.out] = p.node
	if ref := p.node.Member("$ref"); ref != nil && e.draft <= draft7 {
		e.aloneReference(ref)
	} else {
		for _, m := range p.node.Members {
			e.keyword(m)
		}
	}
	e.mended()
	e.typed()
	e.untyped()
	if t := im.typeAt[p.node]; t != nil {
		im.renamed(p.node, e.out, nameMend)
		if t.from != "" && !im.hasMend(p.node, fromMend) {
			e.put("x-from", text(p.node.Pos, t.from))
		}
	} else {
		im.renamed(p.node, e.out, renameMend)
	}
	if reason := e.impossible(); reason != "" {
		e.say("type", Same, "written as `not: {}`: %s", reason)
		return e.never(), false
	}
	return e.out, e.weak
}

// typed adds the type of a choice to its branches that are types. Nothing else refers to such a branch, so the verdicts are the same.
func (e *emitter) typed() {
	parent := e.p.parent
	if e.im.typeAt[e.p.node] == nil || e.im.targets[e.p.node] || parent == nil || e.p.step.keyword != "oneOf" && e.p.step.keyword != "anyOf" {
		return
	}
	if t := parent.node.Member("type"); t != nil && t.Kind == syntax.TextNode && !(e.draft == openAPI30 && isNullable(parent.node)) && e.out.Member("type") == nil && e.out.Member("$ref") == nil {
		e.say("type", Same, "the type of the choice is written at its branch, too")
		e.out.Members = slices.Insert(e.out.Members, 0, syntax.Member{Key: syntax.Text{Pos: t.Pos, Value: "type"}, Value: t})
	}
}

// never is the schema that no value satisfies.
func (e *emitter) never() *syntax.Node {
	out := &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos}
	e.im.origin[out] = e.p.node
	add(out, "not", &syntax.Node{Kind: syntax.MapNode, Pos: e.p.node.Pos})
	return out
}

func add(to *syntax.Node, key string, value *syntax.Node) {
	to.Members = append(to.Members, syntax.Member{Key: syntax.Text{Pos: value.Pos, Value: key}, Value: value})
}

func (e *emitter) put(key string, value *syntax.Node) { add(e.out, key, value) }

// say records a change of this schema.
func (e *emitter) say(keyword string, effect Effect, format string, args ...any) {
	e.im.change(e.p, e.p.node, keyword, effect, format, args...)
	if effect == Weaker {
		e.weak = true
	}
}

func (e *emitter) drop(m syntax.Member, effect Effect, reason string) {
	e.say(m.Key.Value, effect, "dropped: %s", reason)
}

// wrong reports a keyword with a value that JSON Schema does not allow.
func (e *emitter) wrong(n *syntax.Node, keyword, want string) {
	e.im.fail(n.Pos, "value-type", "", "`%s` must be %s, not %s", keyword, want, n.Kind)
}

func (e *emitter) is(m syntax.Member, kind syntax.NodeKind) bool {
	if m.Value.Kind == kind {
		return true
	}
	e.wrong(m.Value, m.Key.Value, kind.String())
	return false
}

// aloneReference translates a `$ref` of a draft in which it hides the keywords beside it.
func (e *emitter) aloneReference(ref *syntax.Node) {
	for _, m := range e.p.node.Members {
		switch key := m.Key.Value; {
		case key == "$ref":
			e.ref(syntax.Member{Key: m.Key, Value: ref})
		case key == "description" || key == "title" || key == "$comment":
			e.annotation(m)
		case key == "$schema" || key == "id" || key == "$id" || key == "definitions" || key == "$defs":
			e.structure(m)
		default:
			e.drop(m, Same, "keywords beside $ref have no effect in "+e.draft.String())
		}
	}
}

// ref translates a reference.
func (e *emitter) ref(m syntax.Member) {
	if !e.is(m, syntax.TextNode) {
		return
	}
	target := e.im.follow(e.p, m.Value)
	if target == nil {
		return
	}
	e.to(m, target)
}

func (e *emitter) to(m syntax.Member, target *place) {
	t := e.im.typeFor(target)
	e.im.targets[target.node] = true
	e.im.referrers[t] = append(e.im.referrers[t], e.p)
	e.weak = e.weak || e.im.weak[t]
	if e.im.hasMend(m.Value, dropMend) {
		e.drop(m, Same, "the type refers to itself with nothing between")
		return
	}
	n := e.im.reference(t, m.Value.Pos)
	e.im.origin[n] = m.Value
	if e.out.Member("$ref") != nil { // of $dynamicRef beside $ref
		part := &syntax.Node{Kind: syntax.MapNode, Pos: n.Pos}
		add(part, "$ref", n)
		e.also(part)
		return
	}
	e.put("$ref", n)
}

// also adds a part to allOf.
func (e *emitter) also(part *syntax.Node) {
	if all := e.out.Member("allOf"); all != nil {
		all.Items = append(all.Items, part)
		return
	}
	e.put("allOf", &syntax.Node{Kind: syntax.ListNode, Pos: part.Pos, Items: []*syntax.Node{part}})
}

// one translates a keyword whose value is a schema.
func (e *emitter) one(key string, n *syntax.Node) {
	out, weak := e.im.schema(n)
	e.weak = e.weak || weak
	e.put(key, out)
}

// named translates a keyword whose value is a map of schemas.
func (e *emitter) named(m syntax.Member) {
	if !e.is(m, syntax.MapNode) {
		return
	}
	out := &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
	e.im.origin[out] = m.Value
	for _, p := range m.Value.Members {
		s, weak := e.im.schema(p.Value)
		e.weak = e.weak || weak
		out.Members = append(out.Members, syntax.Member{Key: p.Key, Value: s})
	}
	e.put(m.Key.Value, out)
}

// list translates the schemas of a list, and reports whether one of them became weaker.
func (e *emitter) list(m syntax.Member) (*syntax.Node, bool) {
	if !e.is(m, syntax.ListNode) {
		return nil, false
	}
	if len(m.Value.Items) == 0 {
		e.drop(m, Same, "the list is empty")
		return nil, false
	}
	out := &syntax.Node{Kind: syntax.ListNode, Pos: m.Value.Pos}
	weak := false
	for _, item := range m.Value.Items {
		s, w := e.im.schema(item)
		out.Items = append(out.Items, s)
		weak = weak || w
	}
	e.weak = e.weak || weak
	return out, weak
}

// branches translates anyOf and oneOf. A branch that accepts more than its source may make oneOf refuse more: then it becomes anyOf.
func (e *emitter) branches(m syntax.Member) {
	e.liftBranches(m)
	out, weak := e.list(m)
	if out == nil {
		return
	}
	if m.Key.Value == "oneOf" && weak && len(out.Items) > 1 {
		e.say("oneOf", Weaker, "written as anyOf: a branch accepts more than in the source")
		e.im.mend(e.p.node, mend{kind: plainMend})
		part := &syntax.Node{Kind: syntax.MapNode, Pos: out.Pos}
		add(part, "anyOf", out)
		e.also(part)
		return
	}
	if other := e.fallback(m); other != nil {
		e.putFallback(m, out, *other)
		return
	}
	tag := e.declaredTag(m)
	if tag == "" {
		tag = e.im.tagOf(e.p, m)
	}
	if e.im.hasMend(e.p.node, plainMend) {
		tag = ""
	}
	if tag != "" && m.Key.Value == "anyOf" && !e.im.made[e.p.node] {
		e.say("anyOf", Same, "written as oneOf: a value of %s allows one branch", quote(tag))
	}
	if tag == "" {
		e.arrays(m)
		e.put(m.Key.Value, out)
	} else {
		e.put("oneOf", out)
		d := &syntax.Node{Kind: syntax.MapNode, Pos: out.Pos}
		add(d, "propertyName", &syntax.Node{Kind: syntax.TextNode, Text: tag, Pos: out.Pos})
		e.put("discriminator", d)
	}
}

// negation translates `not`. A weaker schema inside would refuse more: then `not` is dropped.
func (e *emitter) negation(m syntax.Member) {
	before := e.weak
	out, weak := e.im.schema(m.Value)
	if e.weak = before; weak {
		e.drop(m, Weaker, "the schema inside accepts more than in the source")
		return
	}
	e.put("not", out)
}

// condition translates `if`, `then` and `else`. A weaker condition would select the wrong part: then all three are dropped.
func (e *emitter) condition(m syntax.Member) {
	then, otherwise := e.p.node.Member("then"), e.p.node.Member("else")
	before := e.weak
	out, weak := e.im.schema(m.Value)
	if e.weak = before; weak {
		e.drop(m, Weaker, "the condition accepts more than in the source; then and else are dropped, too")
		return
	}
	e.put("if", out)
	if then != nil {
		e.one("then", then)
	}
	if otherwise != nil {
		e.one("else", otherwise)
	}
}

// text returns a text node.
func text(pos diag.Pos, s string) *syntax.Node {
	return &syntax.Node{Kind: syntax.TextNode, Pos: pos, Text: s}
}

func number(pos diag.Pos, i int) *syntax.Node {
	return &syntax.Node{Kind: syntax.NumberNode, Pos: pos, Literal: strconv.Itoa(i), Number: float64(i)}
}

// idleReferences removes references through which a type refers to itself with nothing between: such a reference asserts nothing.
func (im *importer) idleReferences() {
	state := map[*typ]int{} // 1 while its references are followed, 2 after
	var visit func(t *typ)
	var follow func(n *syntax.Node)
	follow = func(n *syntax.Node) {
		if n == nil || n.Kind != syntax.MapNode {
			return
		}
		if ref := n.Member("$ref"); ref != nil {
			switch to := im.pending[ref]; {
			case to == nil:
			case state[to] == 1:
				n.Members = slices.DeleteFunc(n.Members, func(m syntax.Member) bool { return m.Value == ref })
				p := to.place
				im.changes = append(im.changes, Change{At: p.String(), Keyword: "$ref", Action: "dropped: the type refers to itself with nothing between", Effect: Same, Pos: ref.Pos})
			default:
				visit(to)
			}
		}
		if all := n.Member("allOf"); all != nil {
			for _, part := range all.Items {
				follow(part)
			}
		}
	}
	visit = func(t *typ) {
		if state[t] != 0 {
			return
		}
		state[t] = 1
		follow(t.out)
		state[t] = 2
	}
	for _, t := range im.types {
		visit(t)
	}
}
