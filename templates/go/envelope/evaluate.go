package envelope

import "slices"

// evaluation is the work of holding one value against a schema. It goes through the value place by place: at each it
// knows all schemas that apply, so that an issue which hides others can be found before them.
type evaluation struct {
	*tree
	schemas Schemas
	reader  *Reader
	at      []segment  // from the value to the place
	applied []SchemaID // a stack: those of the place at its end, those of the places around it before
	raised  bool
	buf     []byte

	answers map[SchemaID][]answer // by node, of the schemas to remember
	hashes  hashes
}

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
	r.tree.read(r.text[start:r.pos])
	e := evaluation{tree: &r.tree, schemas: schemas, reader: r}
	e.apply(0, id)
	e.place(0, 0, nil)
	if e.raised {
		return false
	}
	r.valid, r.pos = r.pos, start
	return true
}

// raise adds an issue at the place, or further down.
func (e *evaluation) raise(f Failure, further ...segment) {
	level := Must
	if f.Should {
		level = Should
	}
	e.raised = true
	e.reader.raise(level, f.Rule, f.Message, e.reader.trail.path(slices.Concat(e.at, further)...))
}

func (e *evaluation) raiseAtMember(name string, f Failure) { e.raise(f, segment{name, noIndex}) }

// apply adds a schema to those of the place whose begin at first; 0 adds nothing.
func (e *evaluation) apply(first int, id SchemaID) {
	if id != 0 && !slices.Contains(e.applied[first:], id) {
		e.applied = append(e.applied, id)
	}
}

// place checks node n against the schemas from first on and all that they apply to it. The pending failures are of the
// node, too, but only its parent could find them.
func (e *evaluation) place(n, first int, pending []Failure) {
	for i := first; i < len(e.applied); i++ {
		for _, a := range e.schemas[e.applied[i]].Assertions {
			e.applyInPlace(a, n, first)
		}
	}
	active := e.applied[first:]
	if e.hidden(n, active, pending) {
		return
	}
	for _, f := range pending {
		e.raise(f)
	}
	decided := true
	for _, id := range active {
		for _, a := range e.schemas[id].Assertions {
			decided = e.check(a, n) && decided
		}
	}
	if t := e.typeOf(n); t == ObjectType || t == ArrayType {
		e.descend(n, active, decided)
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
	case e.typeOf(value) != StringType:
		return 0, s.UnknownTag
	}
	i, found := slices.BinarySearchFunc(s.Cases, e.str(value), Case.compare)
	if !found {
		return 0, s.UnknownTag
	}
	return s.Cases[i].Schema, Failure{}
}

// hiding are the rules that hide what else is wrong with a value and what is in it, the strongest first.
var hiding = []string{"type", "integer-range", "discriminator", "const", "enum"}

// hides returns how strong a rule is, 0 for the strongest and len(hiding) for one that hides nothing.
func (f Failure) hides() int {
	if i := slices.Index(hiding, f.Rule); i >= 0 {
		return i
	}
	return len(hiding)
}

// hidden reports whether a failure hides all others of the place, and raises it and its equals.
func (e *evaluation) hidden(n int, active []SchemaID, pending []Failure) bool {
	var found []Failure
	for _, id := range active {
		for _, a := range e.schemas[id].Assertions {
			if f, failed := e.mismatch(a, n); failed {
				found = append(found, f)
			}
		}
	}
	for _, f := range pending {
		if f.hides() < len(hiding) {
			found = append(found, f)
		}
	}
	if found == nil {
		return false
	}
	strongest := slices.MinFunc(found, func(f, g Failure) int { return f.hides() - g.hides() }).hides()
	for _, f := range found {
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
		if e.typeOf(n) != ObjectType {
			break
		}
		if _, found := e.member(n, a.Tag); !found {
			e.raiseAtMember(a.Tag, a.MissingTag)
		}
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
			e.raiseAtMember(m.Name, m.Failure)
		}
	}
}

// descend goes on with the items or members of n, each with all schemas that apply to it.
func (e *evaluation) descend(n int, active []SchemaID, decided bool) {
	isObject := e.typeOf(n) == ObjectType
	var views map[SchemaID]*view
	if decided {
		views = e.views(active, n)
	}
	for c := range e.children(n) {
		here := segment{index: c.index}
		if isObject {
			here = segment{c.name, noIndex}
		}
		e.at = append(e.at, here)
		first := len(e.applied)
		var pending []Failure
		for _, id := range active {
			for _, a := range e.schemas[id].Assertions {
				pending = e.child(a, n, c, views[id], first, pending)
			}
		}
		if len(e.applied) > first || pending != nil {
			e.place(c.node, first, pending)
		}
		e.applied = e.applied[:first]
		e.at = e.at[:len(e.at)-1]
	}
}

// child adds the schemas that an assertion about n has for one of its children, and the failures that the child's own
// may hide. Those that nothing hides it raises.
func (e *evaluation) child(a Assertion, n int, c child, seen *view, first int, pending []Failure) []Failure {
	t := e.typeOf(n)
	switch a := a.(type) {
	case Properties:
		if t == ObjectType && !e.applyProperties(&a, c, first) {
			e.raise(a.Closed)
		}
	case Items:
		if t == ArrayType && !e.applyItems(&a, c, first) {
			pending = append(pending, a.Closed)
		}
	case Select:
		if t != ObjectType || c.name != a.Tag {
			break
		}
		if _, f := e.selected(&a, n); f.Rule != "" {
			pending = append(pending, f)
		}
	case PropertyNames:
		if t == ObjectType && !e.accepts(a.Schema, c.node-1) {
			e.raise(a.Failure)
		}
	case Unevaluated:
		switch {
		case t != a.Of || seen == nil || e.applyRest(&a, c, seen, first):
		case t == ObjectType:
			e.raise(a.Closed)
		default:
			pending = append(pending, a.Closed)
		}
	}
	return pending
}
