package envelope

import (
	"slices"
	"sync"
)

// evaluation is the work of holding one value against a schema. It goes through the value place by place: at each it
// knows all schemas that apply, so that an issue which hides others can be found before them.
type evaluation struct {
	tree
	schemas   Schemas
	at        []segment   // from the value to the place
	applied   []SchemaID  // a stack: those of the place at its end, those of the places around it before
	checks    []Assertion // likewise, what is checked where nothing hides it
	below     []below     // likewise, what is said about items or members
	failed    []Failure   // likewise, what may hide others
	issues    collector
	maxIssues int
	buf       []byte

	answers map[SchemaID][]answer // by node, of the schemas to remember
	hashes  hashes
}

// evaluations keeps the memory of small evaluations for later ones.
var evaluations = sync.Pool{New: func() any { return new(evaluation) }}

// Valid evaluates a schema on the value that comes next, and leaves the value to be read. If that raises an issue, the
// value is skipped instead, and the answer is false. Inside of a value that is valid everything is, and not looked at
// again.
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
	e.read(r.text[start:r.pos])
	e.apply(0, id)
	e.visit(0, 0, 0)
	if e.issues.found == nil {
		r.valid, r.pos = r.pos, start
		return true
	}
	around := r.trail.spot()
	outer := around.steps(nil)
	for _, f := range e.issues.found {
		r.add(r.step, finding{rule: f.rule, message: f.message, level: f.level}, &spot{outer: outer, inner: f.at})
	}
	return false
}

// smallTree is how many nodes are worth keeping.
const smallTree = 1 << 12

// release ends an evaluation. Nothing of the message may stay.
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
	e.issues.add(finding{rule: f.Rule, message: f.Message, level: level}, e.maxIssues, &at, names...)
}

// apply adds a schema to those of the place whose begin at first; 0 adds nothing.
func (e *evaluation) apply(first int, id SchemaID) {
	if id != 0 && !slices.Contains(e.applied[first:], id) {
		e.applied = append(e.applied, id)
	}
}

// below is an assertion about items or members, and the schema that makes it.
type below struct {
	Assertion
	id SchemaID
}

// place is a node, and where in the stacks begins what is about it.
type place struct {
	node, first, checks, below int
	pending, found             int // failures of the node that only its parent could find, and others
	kind                       JSONTypes
	rest                       bool // something is said of what is not evaluated
}

// visit checks node n against the schemas from first on and all that they apply to it. The failures from pending on are
// of the node, too, but only its parent could find them.
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

// sort applies the schemas that an assertion applies to the value that it speaks of itself, finds what hides, and keeps
// the rest for later.
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

// applyInPlace adds the schemas that an assertion applies to the value that it speaks of itself.
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

// selected returns the schema that the tag names, or 0 and what is wrong with the tag.
func (e *evaluation) selected(s *Select, n int) (SchemaID, Failure) {
	value, found := e.member(n, s.Tag)
	switch {
	case !found:
		return 0, s.MissingTag
	case s.Boolean && e.typeOf(value) != BooleanType, !s.Boolean && e.typeOf(value) != StringType:
		return 0, s.UnknownTag
	}
	tag := e.word(value)
	i, found := slices.BinarySearchFunc(s.Cases, tag, Case.compare)
	if !found {
		return 0, s.UnknownTag
	}
	return s.Cases[i].Schema, Failure{}
}

// hidesNothing is how strong most rules are.
const hidesNothing = 4

// hides returns how strong a rule is that hides what else is wrong with a value and what is in it, 0 for the strongest.
func (f Failure) hides() int {
	switch f.Rule {
	case "type", "integer-range":
		return 0
	case "discriminator":
		return 1
	case "const":
		return 2
	case "enum":
		return 3
	}
	return hidesNothing
}

// hidden reports whether a failure hides all others of the place, and raises it and its equals.
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

// check raises the issues of an assertion that hide nothing. It returns false where a choice failed, because then
// nobody knows which members count as evaluated.
func (e *evaluation) check(a Assertion, n int) (decided bool) {
	switch a := a.(type) {
	case AnyOf, ExactlyOne:
		if f, failed := e.failure(a, n); failed {
			e.raise(f)
			return false
		}
	case Requires:
		e.require(a.Members, n)
	case DependentRequired:
		if _, found := e.member(n, a.Trigger); found {
			e.require(a.Members, n)
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

func (e *evaluation) require(members []RequiredMember, n int) {
	if e.typeOf(n) != ObjectType {
		return
	}
	for _, m := range members {
		if _, found := e.member(n, m.Name); !found {
			e.raise(m.Failure, m.Name)
		}
	}
}

// descend goes on with the items or members of a place, each with all schemas that apply to it.
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
				break // whatever comes later in an array has a later path
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

// isClosed reports whether nothing at the place and below can be reported any more.
func (e *evaluation) isClosed() bool {
	if e.issues.last == nil || !e.issues.closed(&spot{outer: e.at}) {
		return false
	}
	e.issues.dropped++
	return true
}

// child adds the schemas that an assertion has for an item or member. It returns the failure that the child's own may
// hide, and raises one that nothing hides.
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
