package testbed_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// chance is where random rules and documents come from.
type chance struct{ *rand.Rand }

func newChance(seed, stream uint64) chance { return chance{rand.New(rand.NewPCG(seed, stream))} }

func (c chance) one(n int) bool { return c.IntN(n) == 0 }

func pick[T any](c chance, list []T) T { return list[c.IntN(len(list))] }

// place is a readable part of the message.
type place struct {
	text, kind string
	guard      string   // the condition that must be true before, or ""
	words      []string // of a `word`
}

// scope contains the places that are readable at an expression and not everywhere, and those that are readable once their guard
// has been checked.
type scope struct{ open, recent, guarded []place }

func (s scope) with(list []place) scope {
	s.open, s.recent, s.guarded = slices.Clip(s.open), slices.Clip(s.recent), slices.Clip(s.guarded)
	for _, p := range list {
		if p.guard == "" {
			s.open, s.recent = append(s.open, p), append(s.recent, p)
		} else {
			s.guarded = append(s.guarded, p)
		}
	}
	return s
}

// knowing opens the places whose guard, or a part of it, has been checked.
func (s scope) knowing(guard string) scope {
	known := scope{open: s.open, recent: s.recent}
	for _, p := range s.guarded {
		if strings.HasPrefix(guard+" && ", p.guard+" && ") {
			p.guard = ""
		}
		known = known.with([]place{p})
	}
	return known
}

func of(kind string, places []place) []place {
	var list []place
	for _, p := range places {
		if p.kind == kind {
			list = append(list, p)
		}
	}
	return list
}

// special are kinds of strings by the names of their members in testdata/rules.yaml.
var special = map[string]string{"t": "when", "e": "when", "p": "length", "g": "digits", "tl": "when", "t2": "when", "pl": "length"}

// deepest is how many members a place may be away from `this`.
const deepest = 3

// places lists the readable places below an object with a name in the rule.
func places(text string, t *ir.Type, guard string, depth int) []place {
	var list []place
	if depth == 0 {
		return nil
	}
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		at := text + "." + f.Name
		if strings.Contains(f.Name, "-") {
			at = text + ".`" + f.Name + "`"
		}
		here := guard
		if !f.Required {
			list = append(list, place{text: at, kind: "optional", guard: guard})
			here = both(guard, "has("+at+")")
		}
		if nullable(&f.Value) {
			list = append(list, place{text: at, kind: "null", guard: here})
			here = both(here, at+" != null")
		}
		list = append(list, place{text: at, kind: "value", guard: here})
		list = append(list, valuePlaces(at, f.Name, &f.Value, here, depth)...)
	}
	return list
}

func both(a, b string) string {
	if a == "" {
		return b
	}
	return a + " && " + b
}

func valuePlaces(at, name string, v *ir.Value, guard string, depth int) []place {
	kind := kindName(v)
	list := []place{{text: at, kind: kind, guard: guard}}
	if more := special[name]; more != "" {
		list = append(list, place{text: at, kind: strings.Replace(kind, "string", more, 1), guard: guard})
	}
	if kind == "string" {
		list = append(list, converted(at, special[name], guard)...)
	}
	switch t := typeNamed(v); k := shape(v).(type) {
	case *ir.Record:
		list = append(list, places(at, t, guard, depth-1)...)
	case *ir.Union:
		list = append(list, unionPlaces(at, k, guard, depth)...)
	case *ir.Enum:
		list = append(list, place{text: at, kind: "word", guard: guard, words: wordsOf(k)})
		if k.Catalog != nil {
			list = append(list, cells(at, t, k, guard)...)
		}
	}
	return list
}

// converted is the value that a string represents.
func converted(at, kind, guard string) []place {
	switch kind {
	case "when":
		return []place{{text: "timestamp(" + at + ")", kind: "time", guard: guard}}
	case "length":
		return []place{{text: "duration(" + at + ")", kind: "span", guard: guard}}
	}
	return nil
}

// cells are the columns of the entry for the word at a place.
func cells(at string, t *ir.Type, e *ir.Enum, guard string) []place {
	if e.Open {
		guard = both(guard, at+" in "+t.Name)
	}
	var list []place
	for i := range e.Catalog.Columns {
		column := &e.Catalog.Columns[i]
		cell, here := t.Name+"["+at+"]."+column.Name, guard
		if nullable(&column.Value) {
			list = append(list, place{text: cell, kind: "null", guard: here})
			here = both(here, cell+" != null")
		}
		list = append(list, valuePlaces(cell, "", &column.Value, here, 0)...)
	}
	return list
}

// kindName returns the name of a value's type in forms.
func kindName(v *ir.Value) string {
	switch k := shape(v).(type) {
	case ir.Boolean:
		return "bool"
	case ir.Integer, ir.Const:
		return "int"
	case ir.Number:
		return "double"
	case ir.String, *ir.Enum:
		return "string"
	case ir.Array:
		return "list(" + kindName(k.Items) + ")"
	case ir.Map:
		return "map(" + kindName(k.Values) + ")"
	case *ir.Record, *ir.Union:
		return typeNamed(v).Name
	}
	return "json"
}

func shape(v *ir.Value) ir.Kind {
	if t := typeNamed(v); t != nil {
		return t.Value.Kind
	}
	return v.Kind
}

// named is the type that a value refers to, in the end, or nil.
func typeNamed(v *ir.Value) *ir.Type {
	ref, isRef := v.Kind.(ir.Ref)
	if !isRef {
		return nil
	}
	if t := typeNamed(&ref.Type.Value); t != nil {
		return t
	}
	return ref.Type
}

func nullable(v *ir.Value) bool {
	ref, isRef := v.Kind.(ir.Ref)
	_, isAny := v.Kind.(ir.Any)
	return v.Nullable || isAny || isRef && nullable(&ref.Type.Value)
}

func wordsOf(e *ir.Enum) []string {
	var list []string
	for _, v := range e.Values {
		list = append(list, v.Value)
	}
	return list
}

// author writes random rules.
type author struct {
	chance
	all   []*form
	forms map[string][]*form // by kind
	this  scope
	types map[string]*ir.Type
	count map[string]int // how many rules have been taken that have a form, or call a function of ir

	// of the rule that is being written
	used   []string
	goal   *form // the feature to include next
	names  int
	listed []string // the words of the latest vocabulary
}

func newAuthor(seed uint64, p *ir.Protocol) *author {
	a := &author{chance: newChance(seed, 1), all: allForms(), forms: map[string][]*form{}, types: map[string]*ir.Type{}, count: map[string]int{}}
	for _, f := range a.all {
		a.forms[f.kind] = append(a.forms[f.kind], f)
	}
	for _, t := range p.Types {
		a.types[t.Name] = t
	}
	a.this = a.this.with(places("this", p.Root, "", deepest))
	for _, q := range p.Params {
		kind := map[ir.ExprKind]string{ir.BoolExpr: "bool", ir.IntExpr: "int", ir.DoubleExpr: "double", ir.StringExpr: "string", ir.DurationExpr: "span"}[q.Type.Kind]
		a.this = a.this.with([]place{{text: "params." + q.Name, kind: kind}})
	}
	a.this.recent = nil
	return a
}

// rule writes a rule and returns its forms.
func (a *author) rule() (text string, forms []string) {
	a.used, a.goal, a.names = nil, nil, 0
	text = a.expression("bool", 3+a.IntN(3), a.this)
	slices.Sort(a.used)
	return text, slices.Compact(a.used)
}

// expression writes one that has at most so many levels, and a few more where its kind has no shorter ones.
func (a *author) expression(kind string, depth int, s scope) string {
	there, recent, written, forms := of(kind, s.open), of(kind, s.recent), literals[kind], a.forms[kind]
	leaf := (depth <= 0 || len(a.used) > 0 && a.one(5)) && len(there)+len(written) > 0
	switch {
	case len(forms) > 0 && !leaf && depth <= 0:
		return a.fill(forms[0], depth, s)
	case len(forms) > 0 && !leaf:
		return a.fill(a.next(forms), depth, s)
	case len(recent) > 0 && !a.one(3):
		return pick(a.chance, recent).text
	case len(there) > 0 && (len(written) == 0 || !a.one(5)):
		return pick(a.chance, there).text
	default:
		return pick(a.chance, written)
	}
}

// next is a form of a kind: the one that is aimed at, one that leads to its kind, or any.
func (a *author) next(forms []*form) *form {
	if a.goal == nil {
		a.goal = a.rarest()
	}
	if slices.Contains(forms, a.goal) {
		f := a.goal
		a.goal = nil
		return f
	}
	if leads := slices.DeleteFunc(slices.Clone(forms), func(f *form) bool { return !f.asks(a.goal.kind) }); len(leads) > 0 {
		return pick(a.chance, leads)
	}
	return pick(a.chance, forms)
}

// rarest is one of the forms that fewest rules have.
func (a *author) rarest() *form {
	best := pick(a.chance, a.all)
	for _, i := range a.Perm(len(a.all)) {
		if f := a.all[i]; a.count[f.text] < a.count[best.text] && !slices.Contains(a.used, f.text) {
			best = f
		}
	}
	return best
}

// fill writes a form.
func (a *author) fill(f *form, depth int, s scope) string {
	a.used = append(a.used, f.text)
	var b strings.Builder
	outer, guard := s, ""
	for _, p := range f.parts {
		b.WriteString(p.before)
		switch name, kind, isVariable := strings.Cut(p.hole, " "); {
		case p.hole == "":
		case isVariable:
			a.names++
			name += strconv.Itoa(a.names)
			b.WriteString(name)
			s = s.with(a.variable(name, kind))
		case p.hole == "guard":
			guard = pick(a.chance, s.guarded).guard
			b.WriteString(enclosed(guard))
		case p.hole == "known":
			s = s.knowing(guard)
		case p.hole == "unknown":
			s = outer
		default:
			b.WriteString(a.part(p.hole, depth-1, s))
		}
	}
	return b.String()
}

// part fills a hole for an expression or a part of one.
func (a *author) part(hole string, depth int, s scope) string {
	switch hole {
	case "optional", "null", "value":
		return pick(a.chance, of(hole, s.open)).text
	case "word":
		p := pick(a.chance, of(hole, s.open))
		a.listed = p.words
		return p.text
	case "listed":
		return strconv.Quote(pick(a.chance, a.listed))
	default:
		return enclosed(a.expression(hole, depth, s))
	}
}

// variable lists the readable places of a new variable.
func (a *author) variable(name, kind string) []place {
	list := []place{{text: name, kind: kind}}
	switch t := a.types[kind]; {
	case t != nil:
		list = append(list, valuePlaces(name, "", &ir.Value{Kind: ir.Ref{Type: t}}, "", deepest)[1:]...)
	case kind == "when" || kind == "length":
		list = append(append(list, place{text: name, kind: "string"}), converted(name, kind, "")...)
	}
	return list
}

func enclosed(text string) string {
	if loose(text) {
		return "(" + text + ")"
	}
	return text
}

// drawn is a random rule.
type drawn struct {
	id, text string
	features []string // the forms that it has, and the functions of ir that it calls
}

// fuzzSpec is the spec of the test with rules.
func fuzzSpec(types []byte, rules []drawn) []byte {
	var b strings.Builder
	b.Write(types)
	if len(rules) > 0 {
		b.WriteString("rules:\n")
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "  - {id: %s, for: [Doc], level: should, message: %s should hold, check: %s}\n", r.id, r.id, strconv.QuoteToGraphic(r.text))
	}
	return []byte(b.String())
}
