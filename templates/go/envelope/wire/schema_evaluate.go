package wire

import (
	"slices"
	"sync"
)

// evaluation evaluates a schema on one value, place by place: all schemas that apply at a place are known before any of its issues is
// raised, because some issues hide others.
type evaluation struct {
	tree
	schemas   Schemas
	at        []segment   // from the value to the place
	applied   []SchemaID  // a stack of the schemas at the current place, on top of those of the places around it
	checks    []Assertion // likewise, assertions to check if nothing hides their failures
	below     []below     // likewise, assertions about items or members
	failed    []Failure   // likewise, failures that may hide others
	issues    collector
	maxIssues int
	buf       []byte

	answers map[SchemaID][]answer // by node, for schemas with Remember
	hashes  hashes
}

// evaluations pools small evaluations.
var evaluations = sync.Pool{New: func() any { return new(evaluation) }}

// Valid evaluates a schema on the next value and does not consume it. If that raises an issue, it skips the value and returns false.
// Inside a value that is known to be valid, it returns true without an evaluation.
func (r *Reader) Valid(schemas Schemas, id SchemaID) bool {
	if r.pos < r.valid {
		return true
	}
	start := r.pos
	r.Skip()
	if r.cause != "" {
		return false
	}
	if r.isClosed() {
		return false
	}
	e := evaluations.Get().(*evaluation)
	defer e.release()
	e.schemas, e.maxIssues = schemas, r.options.maxIssues
	e.wide, e.offset = r.wideNumbers(), start
	e.read(r.text[start:r.pos])
	e.apply(0, id)
	e.visit(0, 0, 0)
	if e.issues.found == nil {
		r.valid, r.pos = r.pos, start
		return true
	}
	around := r.spot()
	outer := around.steps(nil)
	for _, f := range e.issues.found {
		r.add(r.step, violation{rule: f.rule, message: f.message, level: f.level}, &spot{outer: outer, inner: f.at})
	}
	return false
}

// Branch returns the index of the first of some schemas that accepts the next value, and does not consume the value. One of them
// accepts it, so the last one is not evaluated.
func (r *Reader) Branch(schemas Schemas, ids ...SchemaID) int {
	start := r.pos
	r.Skip()
	e := evaluations.Get().(*evaluation)
	defer e.release()
	e.schemas = schemas
	e.wide, e.offset = r.wideNumbers(), start
	e.read(r.text[start:r.pos])
	r.pos = start
	last := len(ids) - 1
	for i, id := range ids[:last] {
		if e.accepts(id, 0) {
			return i
		}
	}
	return last
}

// smallTree is the number of nodes up to which an evaluation is pooled.
const smallTree = 1 << 12

// release returns an evaluation to the pool. It keeps no data of the message.
func (e *evaluation) release() {
	kept := evaluation{at: e.at[:0], applied: e.applied[:0], checks: e.checks[:0], below: e.below[:0], failed: e.failed[:0]}
	if cap(e.nodes) <= smallTree {
		clear(e.names)
		clear(e.at[:cap(e.at)])
		kept.tree = tree{nodes: e.nodes[:0], names: e.names[:0]}
	} else {
		kept.at = nil
	}
	*e = kept
	evaluations.Put(e)
}

// raise adds an issue at the place, or at a member.
func (e *evaluation) raise(f Failure, names ...string) {
	level := Must
	if f.Should {
		level = Should
	}
	at := spot{outer: e.at}
	e.issues.add(violation{rule: f.Rule, message: f.Message, level: level}, e.maxIssues, &at, names...)
}

// apply adds a schema to those of the place, which start at first; 0 adds nothing.
func (e *evaluation) apply(first int, id SchemaID) {
	if id != 0 && !slices.Contains(e.applied[first:], id) {
		e.applied = append(e.applied, id)
	}
}

// below is an assertion about items or members, with its schema.
type below struct {
	Assertion
	id SchemaID
}

// place is a node, with the start of its entries on the stacks.
type place struct {
	node, first, checks, below int
	pending, found             int // failures that the parent found for the node, and its own
	kind                       JSONTypes
	rest                       bool // there are assertions about unevaluated parts
}

// visit checks node n against the schemas from first on and those that they apply to it. The failures from pending on are those that
// its parent found for it.
func (e *evaluation) visit(n, first, pending int) {
	p := place{node: n, first: first, checks: len(e.checks), below: len(e.below), pending: pending, found: len(e.failed), kind: e.typeOf(n)}
	for i := first; i < len(e.applied); i++ {
		id := e.applied[i]
		for _, a := range e.schemas[id].Assertions {
			e.sort(a, id, &p)
		}
	}
	if !e.hidden(&p) {
		for _, f := range e.failed[p.pending:p.found] {
			e.raise(f)
		}
		decided := true
		for _, a := range e.checks[p.checks:] {
			decided = e.check(a, n) && decided
		}
		if len(e.below) > p.below {
			e.descend(&p, decided)
		}
	}
	e.checks, e.below, e.failed = e.checks[:p.checks], e.below[:p.below], e.failed[:p.pending]
}

// sort applies the schemas that an assertion applies to the value itself, collects failures that hide others, and defers everything
// else.
func (e *evaluation) sort(a Assertion, id SchemaID, p *place) {
	keep := false
	switch u := a.(type) {
	case OfType, Equals:
		if f, failed := e.mismatch(a, p.node); failed {
			e.failed = append(e.failed, f)
		}
		return
	case AllOf, OrNull, If, DependentSchema:
		e.applyInPlace(a, p.node, p.first)
		return
	case Select:
		if f, failed := e.mismatch(a, p.node); failed {
			e.failed = append(e.failed, f)
			return
		}
		e.applyInPlace(a, p.node, p.first)
		e.checks = append(e.checks, a)
		keep = true
	case Properties, PropertyNames:
		keep = p.kind == ObjectType
	case Items:
		keep = p.kind == ArrayType
	case Unevaluated:
		keep = p.kind == u.Of
		p.rest = p.rest || keep
	default:
		e.checks = append(e.checks, a)
	}
	if keep {
		e.below = append(e.below, below{a, id})
	}
}

// applyInPlace adds the schemas that an assertion applies to the value itself.
func (e *evaluation) applyInPlace(a Assertion, n, first int) {
	switch a := a.(type) {
	case AllOf:
		for _, id := range a.Schemas {
			e.apply(first, id)
		}
	case OrNull:
		if e.typeOf(n) != NullType {
			e.apply(first, a.Schema)
		}
	case If:
		if e.accepts(a.Condition, n) {
			e.apply(first, a.Then)
		} else {
			e.apply(first, a.Else)
		}
	case DependentSchema:
		if _, found := e.member(n, a.Trigger); found {
			e.apply(first, a.Schema)
		}
	case Select:
		if id, _ := e.selected(&a, n); id != 0 {
			e.apply(first, id)
		}
	}
}

// selected returns the schema that the tag selects, or 0 and the failure of the tag.
func (e *evaluation) selected(s *Select, n int) (SchemaID, Failure) {
	value, found := e.member(n, s.Tag)
	switch {
	case !found:
		return 0, s.MissingTag
	case e.typeOf(value) != s.tagType():
		return 0, s.UnknownTag
	}
	word := e.word(value)
	if id := s.Cases[word]; id != 0 {
		return id, Failure{}
	}
	if s.Integer && word == "" { // a number with a fraction
		return 0, s.UnknownTag
	}
	if s.Other != 0 && !slices.Contains(s.Refused, word) {
		return s.Other, Failure{}
	}
	return 0, s.UnknownTag
}

func (s *Select) tagType() JSONTypes {
	switch {
	case s.Boolean:
		return BooleanType
	case s.Integer:
		return NumberType
	}
	return StringType
}

// hidden reports whether a failure hides all others of the place. It raises that failure and those of equal precedence.
func (e *evaluation) hidden(p *place) bool {
	strongest := hidesNothing
	for _, f := range e.failed[p.pending:] {
		strongest = min(strongest, f.hides())
	}
	if strongest == hidesNothing {
		return false
	}
	for _, f := range e.failed[p.pending:] {
		if f.hides() == strongest {
			e.raise(f)
		}
	}
	return true
}

// check raises the failures of an assertion that hide nothing. It returns false if a choice of schemas failed, since the evaluated
// members are unknown then.
func (e *evaluation) check(a Assertion, n int) (decided bool) {
	switch a := a.(type) {
	case AnyOf, ExactlyOne:
		if f, failed := e.failure(a, n); failed {
			e.raise(f)
			return false
		}
	case Requires:
		e.require(a.Members, a.Failure, n)
	case DependentRequired:
		if _, found := e.member(n, a.Trigger); found {
			e.require(a.Members, a.Failure, n)
		}
	case Select:
		if _, found := e.member(n, a.Tag); !found {
			e.raise(a.MissingTag, a.Tag)
			return false
		}
		_, unknown := e.selected(&a, n)
		return unknown.Rule == ""
	case Contains:
		few, many := e.contains(&a, n)
		if few {
			e.raise(a.TooFew)
		}
		if many {
			e.raise(a.TooMany)
		}
	default:
		if f, failed := e.failure(a, n); failed {
			e.raise(f)
		}
	}
	return true
}

func (e *evaluation) require(members []string, f Failure, n int) {
	if e.typeOf(n) != ObjectType {
		return
	}
	for _, name := range members {
		if _, found := e.member(n, name); !found {
			e.raise(f, name)
		}
	}
}

// descend visits the items or members of a place with all schemas that apply to them.
func (e *evaluation) descend(p *place, decided bool) {
	assertions := e.below[p.below:]
	var views map[SchemaID]*view
	if p.rest && decided {
		views = e.views(assertions, p.node)
	}
	dropped := e.issues.dropped
	for c := range e.children(p.node) {
		here := segment{c.name, noIndex}
		if p.kind == ArrayType {
			if e.issues.dropped != dropped {
				break // later items have later paths
			}
			here = segment{index: c.index}
		}
		e.at = append(e.at, here)
		first, pending := len(e.applied), len(e.failed)
		for _, b := range assertions {
			if f := e.child(b.Assertion, p, c, views[b.id], first); f.Rule != "" {
				e.failed = append(e.failed, f)
			}
		}
		if (len(e.applied) > first || len(e.failed) > pending) && !e.isClosed() {
			e.visit(c.node, first, pending)
		}
		e.applied, e.failed = e.applied[:first], e.failed[:pending]
		e.at = e.at[:len(e.at)-1]
	}
}

// isClosed reports whether no more issues can be reported at the place and below.
func (e *evaluation) isClosed() bool {
	if e.issues.last == nil || !e.issues.closed(&spot{outer: e.at}) {
		return false
	}
	e.issues.dropped++
	return true
}

// child adds the schemas that an assertion applies to an item or member. It returns a failure that failures of the child may hide, and
// raises those that nothing hides.
func (e *evaluation) child(a Assertion, p *place, c child, seen *view, first int) (pending Failure) {
	switch a := a.(type) {
	case Properties:
		if !e.applyProperties(&a, c, first) {
			e.raise(a.Closed)
		}
	case PropertyNames:
		if !e.accepts(a.Schema, c.node-1) {
			e.raise(a.Failure)
		}
	case Items:
		if !e.applyItems(&a, c, first) {
			return a.Closed
		}
	case Select:
		if c.name == a.Tag {
			_, pending = e.selected(&a, p.node)
		}
	case Unevaluated:
		switch {
		case seen == nil || e.applyRest(&a, c, seen, first):
		case a.Of == ArrayType:
			return a.Closed
		default:
			e.raise(a.Closed)
		}
	}
	return pending
}
