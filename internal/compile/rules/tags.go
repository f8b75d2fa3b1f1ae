package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// A rule reads the tag of a union as a member. The tests of a tag leave some records as possible. A rule reads the members that all of these have.

// taggedUnion is the union by a tag that an operand is a value of, or nil.
func taggedUnion(of operand) *ir.Type {
	if of.typ.Kind != ir.JSONExpr || of.typ.Value == nil {
		return nil
	}
	if t := named(of.typ.Value); t != nil {
		if u, isUnion := t.Value.Kind.(*ir.Union); isUnion && u.Tagged() {
			return t
		}
	}
	return nil
}

// leavesOf are the records of a union with their values of a tag.
func (l *lowering) leavesOf(u *ir.Union, tag string) []ir.Leaf {
	key := unionTag{u, tag}
	if l.leaves[key] == nil {
		l.leaves[key] = u.Leaves(tag)
	}
	return l.leaves[key]
}

type unionTag struct {
	union *ir.Union
	tag   string
}

// possible are the records that a value of a union can be at this place.
func (l *lowering) possible(of operand, u *ir.Union) []*ir.Type {
	var list []*ir.Type
	tests := l.testedTags(of)
	for i, leaf := range l.leavesOf(u, u.Tag) {
		if !slices.ContainsFunc(tests, func(t placedTags) bool { return !allows(t.words, l.leavesOf(u, t.path), i, u.Refused) }) {
			list = append(list, leaf.Type)
		}
	}
	return list
}

// testedTags are the sets of tags of a value, with the name of the tag in place of the path.
func (l *lowering) testedTags(of operand) []placedTags {
	var facts []string
	for fact := range l.facts {
		if strings.HasPrefix(fact, tagged+of.path+".") {
			facts = append(facts, fact)
		}
	}
	var list []placedTags
	for _, t := range tagsOf(facts) {
		if name, err := strconv.Unquote(strings.TrimPrefix(t.path, of.path+".")); err == nil {
			list = append(list, placedTags{name, t.words})
		}
	}
	return list
}

// allows reports whether the record with number i can have one of some tags.
func allows(w tagWords, leaves []ir.Leaf, i int, refused []string) bool {
	leaf := leaves[i]
	switch {
	case !leaf.Any:
		return len(leaf.Tags) == 0 || slices.ContainsFunc(leaf.Tags, w.has)
	case w.out:
		return true
	}
	return slices.ContainsFunc(w.list, func(tag string) bool {
		return !slices.Contains(refused, tag) && !slices.ContainsFunc(leaves, func(l ir.Leaf) bool { return slices.Contains(l.Tags, tag) })
	})
}

// selecting is the union that a tag selects in for all of some records: the union itself, or one that contains all of them.
func selecting(u *ir.Union, tag string, among []*ir.Type) *ir.Union {
	if u.Tagged() && u.Tag == tag {
		return u
	}
	if len(among) == 0 {
		return nil
	}
	for _, t := range unionsAround(u, among) {
		if inner := t.Value.Kind.(*ir.Union); inner.Tagged() && inner.Tag == tag {
			return inner
		}
	}
	return nil
}

// unionsAround are the unions inside of a union that contain all of some records, from the outermost.
func unionsAround(u *ir.Union, among []*ir.Type) []*ir.Type {
	for _, v := range u.Variants {
		inner, isUnion := v.Type.Value.Kind.(*ir.Union)
		if !isUnion {
			continue
		}
		contains := map[*ir.Type]bool{}
		for _, leaf := range inner.Leaves(inner.Tag) {
			contains[leaf.Type] = true
		}
		if !slices.ContainsFunc(among, func(t *ir.Type) bool { return !contains[t] }) {
			return append([]*ir.Type{v.Type}, unionsAround(inner, among)...)
		}
	}
	return nil
}

// unionMember lowers a member of a value of a union by a tag.
func (l *lowering) unionMember(n *node, of operand, done func(operand)) {
	if of = l.need(of); of.bad() {
		return
	}
	t := taggedUnion(of)
	u := t.Value.Kind.(*ir.Union)
	left := l.possible(of, u)
	if by := selecting(u, n.name, left); by != nil {
		l.tag(n, of, t, by, left, done)
		return
	}
	if inner, is := l.byPresence(of, u, left); is && l.tests(inner) {
		l.among(of, t, left, func() { l.member(n, inner, done) })
		return
	}
	if !l.shared(n, of, u, left) {
		return
	}
	l.asVariant(of, t, left, func(of operand) { l.member(n, of, done) })
}

// byPresence is a value as one of the union inside that presence selects in, if it can only be of that.
func (l *lowering) byPresence(of operand, u *ir.Union, left []*ir.Type) (inner operand, is bool) {
	if len(left) < 2 {
		return operand{}, false
	}
	for _, t := range unionsAround(u, left) {
		of.typ.Value = &ir.Value{Kind: ir.Ref{Type: t}}
		if selected(of) != nil {
			return of, true
		}
	}
	return operand{}, false
}

// tests reports whether the presence that selects in a union has been tested.
func (l *lowering) tests(of operand) bool {
	tag := of.path + step(selected(of).Tag)
	return l.facts[has+tag] || l.facts[lacks+tag]
}

// hasUnionMember tests for a member of a value of a union by a tag.
func (l *lowering) hasUnionMember(n *node, of operand, done func(operand)) {
	m, t := n.args[0], taggedUnion(of)
	u := t.Value.Kind.(*ir.Union)
	left := l.possible(of, u)
	if by := selecting(u, m.name, left); by != nil {
		done(operand{node: n, typ: boolType, expr: boolean(true)})
		return
	}
	if inner, is := l.byPresence(of, u, left); is && (m.name == selected(inner).Tag || l.tests(inner)) {
		l.among(of, t, left, func() { l.hasIn(n, inner, done) })
		return
	}
	if !l.shared(m, of, u, left) {
		return
	}
	l.asVariant(of, t, left, func(of operand) { l.hasIn(n, of, done) })
}

// tag lowers the tag of a value.
func (l *lowering) tag(n *node, of operand, t *ir.Type, by *ir.Union, left []*ir.Type, done func(operand)) {
	read := &tagRead{t, by, of.expr, l.leavesOf(by, by.Tag)}
	v := operand{node: n, path: of.path + step(n.name)}
	if by.By == ir.ByBoolean {
		v.typ, v.expr = boolType, read.is([]string{"true"})
		done(v)
		return
	}
	v.typ, v.tag, v.expr = stringType, read, read.value()
	if by.By == ir.ByInteger {
		v.typ = intType
	}
	if by == t.Value.Kind.(*ir.Union) {
		done(v)
		return
	}
	l.among(of, t, left, func() { done(v) })
}

// asVariant runs f with a value as one of the records that it can be.
func (l *lowering) asVariant(of operand, t *ir.Type, left []*ir.Type, f func(operand)) {
	record := of
	record.expr = ir.AsVariant{Of: of.expr, Union: t, Variants: left}
	record.typ = ir.ExprType{Kind: ir.RecordExpr, Record: left[0], Value: &ir.Value{Kind: ir.Ref{Type: left[0]}}}
	l.among(of, t, left, func() { f(record) })
}

// narrowed lowers an expression like value. A value of a union that can only be one record here is that record: a list of such values has a type for it.
func (l *lowering) narrowed(n *node, done func(operand)) {
	l.value(n, func(v operand) {
		t := taggedUnion(v)
		if t == nil || v.null != nil || v.path == "" {
			done(v)
			return
		}
		left := l.possible(v, t.Value.Kind.(*ir.Union))
		if len(left) != 1 {
			done(v)
			return
		}
		l.asVariant(v, t, left, done)
	})
}

// among runs f where a value is printed to be one of some records.
func (l *lowering) among(of operand, t *ir.Type, left []*ir.Type, f func()) {
	u := t.Value.Kind.(*ir.Union)
	var missing ir.Expr = boolean(true)
	for _, around := range append([]*ir.Type{t}, unionsAround(u, left)...) {
		by := around.Value.Kind.(*ir.Union)
		if !by.Tagged() {
			continue
		}
		if x := l.unprinted(of, by, left); x != nil {
			missing = join(false, missing, x)
		}
	}
	if _, always := missing.(ir.Constant); always {
		f()
		return
	}
	steps := l.within(f)
	l.emit(ir.Branch{Cond: missing, Then: steps})
}

// unprinted is the test that a value is one of some records, or nil if type checkers derive it.
func (l *lowering) unprinted(of operand, by *ir.Union, left []*ir.Type) ir.Expr {
	leaves := l.leavesOf(by, by.Tag)
	in := ir.IsVariant{Of: of.expr, Union: taggedUnion(of), Tag: by.Tag, By: by.By, Known: ir.TagsKnown(leaves)}
	out := in
	other := false
	for _, leaf := range leaves {
		test := ir.VariantTest{Variant: leaf.Type, Tags: leaf.Tags, All: leaf.Tags}
		switch {
		case !slices.Contains(left, leaf.Type):
			out.Tests = append(out.Tests, test)
		case leaf.Any:
			other = true
		default:
			in.Tests = append(in.Tests, test)
		}
	}
	if out.Tests == nil {
		return nil
	}
	where := newTagWords(false, in.TagValues(), in.Known)
	if other {
		where = newTagWords(true, out.TagValues(), in.Known)
	}
	if have, said := l.printed.members[tagKey(of.expr, by.Tag)]; said && have.and(where.not()).none() {
		return nil
	}
	if other || len(out.Tests) < len(in.Tests) {
		return negate(out)
	}
	return in
}

// shared reports whether all of some records have a member, with one type. Otherwise the rule is wrong.
func (l *lowering) shared(n *node, of operand, u *ir.Union, left []*ir.Type) bool {
	if len(left) == 0 {
		l.fail(n, "rule-guard", "remove this part", "no value of the union remains behind these tests of %q", u.Tag)
		return false
	}
	if len(left) == 1 {
		return true
	}
	var first *ir.Field
	var have, lack []*ir.Type
	for _, record := range left {
		f := record.Field(n.name)
		switch {
		case f == nil:
			lack = append(lack, record)
			continue
		case first == nil:
			first = f
		}
		have = append(have, record)
		if !sameMember(first, f) {
			l.fail(n, "rule-guard", l.testOf(of, u, have[:1]), "%q has another type in %s than in %s", n.name, record.Name, have[0].Name)
			return false
		}
		if l.waits(n, f) {
			return false
		}
	}
	switch {
	case first == nil:
		l.fail(n, "rule-name", diag.DidYouMean(n.name, namesIn(left)), "no object that %q selects here has a member %q", u.Tag, n.name)
	case len(lack) > 0:
		l.fail(n, "rule-guard", l.testOf(of, u, have), "%s has no member %q: test %q first", lack[0].Name, n.name, u.Tag)
	}
	return len(lack) == 0
}

func namesIn(records []*ir.Type) []string {
	var names []string
	for _, record := range records {
		for _, f := range record.Value.Kind.(*ir.Record).Fields {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// testOf suggests a test that leaves some records.
func (l *lowering) testOf(of operand, u *ir.Union, records []*ir.Type) string {
	var tags []string
	for _, leaf := range l.leavesOf(u, u.Tag) {
		if slices.Contains(records, leaf.Type) {
			tags = append(tags, leaf.Tags...)
		}
	}
	place := l.spelled(of.node) + "." + u.Tag
	switch {
	case len(tags) == 0:
		return fmt.Sprintf("test %s first", place)
	case u.By == ir.ByBoolean:
		return fmt.Sprintf("write `%s%s ? ... : true`", map[bool]string{false: "!"}[tags[0] == "true"], place)
	}
	for i, tag := range tags[:min(len(tags), 2)] {
		tags[i] = wording.Spell(u.By.Literal(tag))
	}
	if len(tags) == 1 {
		return fmt.Sprintf("write `%s != %s || ...`", place, tags[0])
	}
	return fmt.Sprintf("write `!(%s in [%s, %s%s]) || ...`", place, tags[0], tags[1], map[bool]string{true: ", ..."}[len(tags) > 2])
}

// sameMember reports whether two members have one representation in every language.
func sameMember(a, b *ir.Field) bool {
	return a == b || a.Required == b.Required && slices.Equal(a.Rename, b.Rename) && sameValue(&a.Value, &b.Value, ir.MaxNesting)
}

func sameValue(a, b *ir.Value, depth int) bool {
	if nullable(a) != nullable(b) || depth == 0 {
		return false
	}
	switch x := a.Kind.(type) {
	case ir.Ref:
		y, is := b.Kind.(ir.Ref)
		return is && x.Type == y.Type
	case ir.Array:
		y, is := b.Kind.(ir.Array)
		return is && sameValue(x.Items, y.Items, depth-1)
	case ir.Map:
		y, is := b.Kind.(ir.Map)
		return is && sameValue(x.Values, y.Values, depth-1)
	case ir.Integer:
		y, is := b.Kind.(ir.Integer)
		return is && x.Width == y.Width
	case ir.Const:
		y, is := b.Kind.(ir.Const)
		return is && x.Of == y.Of && x.Literal == y.Literal
	case ir.Boolean, ir.Number, ir.String, ir.Any, ir.Null:
		return a.Kind == b.Kind
	case ir.Object:
		_, is := b.Kind.(ir.Object)
		return is
	}
	return false
}
