package reference

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// schemas is the memory of the walk through general schemas.
type schemas struct {
	// applied are the schemas that have been applied, once for each place of the message: a second application would repeat the issues.
	applied map[visit]float64
	// answers are shared by all walks through one message, so that no question is answered twice.
	answers map[visit]answer
	// undecided are the places where a choice between schemas failed.
	undecided map[string]bool
	// waiting are the unevaluated* assertions, by depth. They are checked after everything above them.
	waiting [][]unevaluated
	// steps counts the schemas that somebody who remembers nothing would apply. They can be very many.
	steps float64
}

// visit is a schema at a place of the message.
type visit struct {
	schema *ir.Schema
	at     string
}

type answer struct {
	accepts bool
	steps   float64
}

// schema collects every failure of value under s, with all schemas that s applies in place or below.
func (w *walker) schema(s *ir.Schema, value any, at path) {
	key := visit{s, at.String()}
	if steps, known := w.applied[key]; known {
		w.steps += steps
		return
	}
	before := w.steps
	w.steps++
	for _, a := range s.Assertions {
		w.assertion(a, value, position{at, Place{Schema: s}})
	}
	w.applied[key] = w.steps - before
}

// accepts reports whether s finds no fault in value, and reports none.
func (w *walker) accepts(s *ir.Schema, value any, at path) bool {
	key := visit{s, at.String()}
	a, known := w.answers[key]
	if !known {
		test := newWalker(w.patterns, w.answers)
		test.schema(s, value, at)
		test.settle()
		a = answer{len(test.failures) == 0, test.steps}
		w.answers[key] = a
	}
	w.steps += a.steps
	return a.accepts
}

// assertion checks one assertion, if it speaks of values of this JSON type.
func (w *walker) assertion(a ir.Assertion, value any, p position) {
	switch a := a.(type) {
	case ir.IsType:
		w.isType(a, value, p)
	case ir.Equals:
		w.judge(a.Failure, slices.Contains(a.Texts, canonical(value)), value, p)
	case ir.Never:
		w.judge(a.Failure, false, value, p)
	case ir.AllOf, ir.Nullable, ir.AnyOf, ir.ExactlyOne, ir.Not, ir.If, ir.Select:
		w.applicator(a, value, p)
	default:
		switch value := value.(type) {
		case float64, whole:
			w.ofNumber(a, value, p)
		case string:
			w.ofString(a, value, p)
		case []any:
			w.ofArray(a, value, p)
		case object:
			w.ofObject(a, value, p)
		}
	}
}

// isType checks the JSON type. The bound of integer is void beside number.
func (w *walker) isType(a ir.IsType, value any, p position) {
	const numeric = ir.NumberType | ir.IntegerType
	if !isNumber(value) || a.Types&numeric != ir.IntegerType {
		types := a.Types
		if types&ir.NumberType != 0 {
			types |= numeric
		}
		w.judge(a.Failure, types&typeOf(value) != 0, value, p)
		return
	}
	isWhole, inRange := fits(a.Width, value)
	w.judge(a.Failure, isWhole, value, p)
	if isWhole {
		w.judge(a.Range, inRange, value, p)
	}
}

func typeOf(value any) ir.JSONTypes {
	switch value.(type) {
	case nil:
		return ir.NullType
	case bool:
		return ir.BooleanType
	case float64, whole:
		return ir.NumberType
	case string:
		return ir.StringType
	case []any:
		return ir.ArrayType
	case object:
		return ir.ObjectType
	}
	panic(fmt.Sprintf("reference: unhandled value %T", value))
}

// applicator checks the keywords that apply other schemas to the value itself.
func (w *walker) applicator(a ir.Assertion, value any, p position) {
	switch a := a.(type) {
	case ir.AllOf:
		for _, s := range a.Schemas {
			w.schema(s, value, p.at)
		}
	case ir.Nullable:
		if value != nil {
			w.schema(a.Schema, value, p.at)
		}
	case ir.AnyOf:
		w.choose(a.Failure, w.accepting(a.Schemas, value, p.at) > 0, value, p)
	case ir.ExactlyOne:
		w.choose(a.Failure, w.accepting(a.Schemas, value, p.at) == 1, value, p)
	case ir.Not:
		w.judge(a.Failure, !w.accepts(a.Schema, value, p.at), value, p)
	case ir.If:
		branch := a.Else
		if w.accepts(a.If, value, p.at) {
			branch = a.Then
		}
		if branch != nil {
			w.schema(branch, value, p.at)
		}
	case ir.Select:
		w.selects(a, value, p)
	}
}

// accepting counts the schemas that accept value.
func (w *walker) accepting(all []*ir.Schema, value any, at path) int {
	count := 0
	for _, s := range all {
		if w.accepts(s, value, at) {
			count++
		}
	}
	return count
}

// choose checks a choice. If it fails, the intended members are unknown.
func (w *walker) choose(f ir.Failure, holds bool, value any, p position) {
	w.judge(f, holds, value, p)
	if !holds {
		w.undecided[p.at.String()] = true
	}
}

func (w *walker) selects(a ir.Select, value any, p position) {
	members, isObject := value.(object)
	w.choose(a.Mismatch, isObject, value, p)
	if !isObject {
		return
	}
	tag, present := members.get(a.Tag)
	w.judge(a.MissingTag, present, tag, p.member(a.Tag))
	if !present {
		w.undecided[p.at.String()] = true
		return
	}
	selected := selectCase(a, tag)
	w.judge(a.UnknownTag, selected != nil, tag, p.member(a.Tag))
	if selected == nil {
		w.undecided[p.at.String()] = true
		return
	}
	w.schema(selected, value, p.at)
}

// selectCase returns the schema that the tag names, or nil.
func selectCase(a ir.Select, tag any) *ir.Schema {
	for _, c := range a.Cases {
		if isTag(c.Tags, a.By, tag) {
			return c.Schema
		}
	}
	if text, is := tagText(a.By, tag); is && !slices.Contains(a.Refused, text) {
		return a.Fallback()
	}
	return nil
}

func (w *walker) ofNumber(a ir.Assertion, value any, p position) {
	n, isWhole := value.(whole)
	switch a := a.(type) {
	case ir.Bound:
		w.judge(a.Failure, w.holds(a, value), value, p)
	case ir.MultipleOf:
		if isWhole {
			w.judge(a.Failure, n.isMultiple(a), value, p)
		} else {
			w.judge(a.Failure, isMultiple(value.(float64), a.Divisor), value, p)
		}
	default:
		onlyKnown(a)
	}
}

func (w *walker) ofString(a ir.Assertion, s string, p position) {
	switch a := a.(type) {
	case ir.Length:
		w.judge(a.Failure, w.holds(a, s), s, p)
	case ir.Pattern:
		w.judge(a.Failure, w.holds(a, s), s, p)
	case ir.Format:
		w.judge(a.Failure, w.holds(a, s), s, p)
	default:
		onlyKnown(a)
	}
}

// onlyKnown panics for an assertion that nothing here evaluates.
func onlyKnown(a ir.Assertion) {
	switch a.(type) {
	case ir.Bound, ir.MultipleOf, ir.Length, ir.Pattern, ir.Format, ir.Items, ir.UniqueItems, ir.ItemSchemas, ir.Contains, ir.UnevaluatedItems,
		ir.MemberCount, ir.Requires, ir.DependentRequired, ir.DependentSchema, ir.Properties, ir.PropertyNames, ir.UnevaluatedProperties:
	default:
		panic(fmt.Sprintf("reference: unhandled assertion %T", a))
	}
}
