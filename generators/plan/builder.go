package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Builders contains the tables of a protocol's builders.
type Builders struct {
	Rows      []Record // one for each builder
	Functions []*Group // the functions of the tables, each once
	known     map[string]*Group
}

// BuildersOf lowers the builders of a protocol. Builders with equal programs share functions. All paths use JSON names.
func BuildersOf(p *ir.Protocol) *Builders {
	l := &Builders{known: map[string]*Group{}}
	for _, b := range p.Builders {
		l.Rows = append(l.Rows, l.builder(b))
	}
	return l
}

func (l *Builders) builder(b *ir.Builder) Record {
	var constants, fills, drops List
	for _, f := range b.Fills {
		if c, is := f.With.(ir.FillConstant); is && isConstant(f.At[len(f.At)-1]) {
			constants = append(constants, constant(f.At, c.Literal))
			continue
		}
		fills = append(fills, record("Fill", "at", names(f.At), "by", l.valueSource(b, f)))
	}
	for _, d := range b.Drops {
		drops = append(drops, names(d))
	}
	r := record("Builder", "of", Codec{Type: b.Makes}, "draft", draft(b.Draft, false))
	r.add("copies", records(b.Copies, func(c *ir.Copy) Record {
		r := record("Copy", "at", names(c.At), "origin", Names(c.From))
		r.add("nullable", Bool(c.Null()))
		return r
	}))
	r.add("drops", drops)
	r.add("constants", constants)
	r.add("fills", fills)
	r.add("stores", records(b.Stores, func(s *ir.Store) Record { return l.store(b, s) }))
	r.add("changes", l.changes(b))
	return r
}

// Names returns the names of the members on the path.
func (w Way) Names() Names { return names(w) }

func names(way []*ir.Field) (list Names) {
	for _, f := range way {
		list = append(list, f.Name)
	}
	return list
}

// isConstant reports whether a member has only one value. Languages with classes store it in the class.
func isConstant(f *ir.Field) bool {
	v := f.Value.Resolve()
	_, isNull := v.Kind.(ir.Null)
	_, isConst := v.Kind.(ir.Const)
	return f.Required && len(v.Checks) == 0 && (isNull || isConst && !v.Nullable)
}

func constant(at []*ir.Field, l ir.Literal) Record {
	return pair("Constant", "at", names(at), "value", Literal(l))
}

// draft returns the table of a record to begin. A `wanted` record is begun only if the caller sets it. Members in nulls may be null.
func draft(d *ir.Draft, wanted bool) Record {
	var inner Map
	var nulls Names
	for _, m := range d.Members {
		if m.Draft != nil {
			inner = append(inner, Entry{m.Field.Name, draft(m.Draft, m.Must || m.Optional)})
		}
		if m.Field.Required && !isConstant(m.Field) && m.Field.Value.AcceptsNull() {
			nulls = append(nulls, m.Field.Name)
		}
	}
	r := record("Draft", "of", Model{d.Of})
	r.add("inner", inner)
	r.add("nulls", nulls)
	r.add("wanted", Bool(wanted))
	return r
}

func (l *Builders) valueSource(b *ir.Builder, f *ir.Fill) Value {
	switch with := f.With.(type) {
	case ir.FillConstant:
		return Literal(with.Literal)
	case ir.FillNow:
		if with.Seconds {
			return Source("unix_seconds")
		}
		return Source("date_time")
	case ir.FillID:
		if with.ULID {
			return Source("ulid")
		}
		return Source("uuid")
	case ir.FillElapsed:
		return Source("elapsed")
	case ir.FillParam:
		return Param(with.Index)
	case ir.FillWord:
		var words List
		for _, w := range with.Words {
			words = append(words, pair("", "variable", Text(w.Variable), "word", Text(w.Word)))
		}
		return record("Word", "words", words, "otherwise", Text(with.Else))
	}
	with := f.With.(ir.FillComputed)
	place := pointerTo(f.At)
	inputs := needsInputs(with.Value) || with.When != nil && needsInputs(with.When)
	value := l.function(b, with.Value, with.Type, inputs, "the value that "+place+" is filled in with", "fill", f.At)
	if with.When == nil {
		return computed(value, nil)
	}
	return computed(value, l.function(b, with.When, ir.ExprType{Kind: ir.BoolExpr}, inputs, "whether "+place+" is filled in", "when", f.At))
}

func needsInputs(p *ir.Predicate) bool { return ir.UsageOf(p.Folded).NeedsInputs() }

func pointerTo(at []*ir.Field) string { return "/" + strings.Join(names(at), "/") }

// computed returns a value that functions compute. Zero replaces a value that they cannot compute.
func computed(value, when *Group) Record {
	zeros := map[ir.ExprKind]Value{ir.BoolExpr: Bool(false), ir.IntExpr: Int(0), ir.DoubleExpr: Float(0), ir.StringExpr: Text(""), ir.ListExpr: List{}}
	r := record("Computed", "value", value, "zero", zeros[value.Result.Kind])
	if when != nil {
		r.set("when", when)
	}
	if value.NeedsInputs {
		r.set("given", Inputs{})
	}
	return r
}

// function returns the function of a program. Builders of several records share it if their programs are equal.
func (l *Builders) function(b *ir.Builder, p *ir.Predicate, result ir.ExprType, inputs bool, about, verb string, at []*ir.Field) *Group {
	c := Case{Records: []*ir.Type{b.Makes}, Text: p.Text, Program: p.Program, Folded: p.Folded}
	key := strings.Join(append([]string{verb, c.dump(Computes)}, names(at)...), "\x00")
	if inputs {
		key = "inputs\x00" + key
	}
	g := l.known[key]
	if g == nil {
		f := &Function{Kind: Computes, Words: append([]string{verb}, names(at)...), About: about, Messages: []string{"this"}, Result: result, NeedsInputs: inputs}
		g = f.group(&c)
		l.known[key], l.Functions = g, append(l.Functions, g)
	}
	g.add(&c)
	return g
}

// number returns an amount: a number, or a computed value.
func (l *Builders) number(b *ir.Builder, p *ir.Predicate, about, verb string, at []*ir.Field) Value {
	if n, is := p.Folded.Holds.(ir.Constant); is && len(p.Folded.Steps) == 0 && n.Type.Kind == ir.IntExpr {
		return Int(max(n.Int, 0))
	}
	return computed(l.function(b, p, ir.ExprType{Kind: ir.IntExpr}, needsInputs(p), "how many "+about, verb, at), nil)
}

func (l *Builders) store(b *ir.Builder, s *ir.Store) Record {
	r := record("Store", "at", names(s.At), "of", Codec{Type: unionAt(s.At)}, "over", l.number(b, s.Over, "bytes of "+pointerTo(s.At)+" stay in the message", "over", s.At), "makes", Codec{Type: s.Makes}, "digest", names(s.Digest))
	r.add("size", names(s.Size))
	r.add("count", names(s.Count))
	r.add("values", records(s.Values, func(v ir.StoreValue) Record { return constant(v.At, v.Literal) }))
	if p := s.Preview; p != nil {
		r.set("preview", record("Preview", "at", names(p.At), "names", Text(p.Names), "record", Text(p.Record), "most", Int(p.Most)))
	}
	var takes List
	for _, t := range s.Takes {
		takes = append(takes, names(t))
	}
	r.add("takes", takes)
	return r
}

// unionAt returns the type of the objects at the end of a path.
func unionAt(at []*ir.Field) *ir.Type {
	for _, t := range slices.Backward(at[len(at)-1].Value.Resolve().Types) {
		if _, is := t.Value.Kind.(*ir.Union); is {
			return t
		}
	}
	panic("plan: a member that is stored is no union")
}

// changes returns the changes by which a builder shortens its message, in order.
func (l *Builders) changes(b *ir.Builder) (list List) {
	for _, c := range b.Cuts {
		r := record("Cut", "at", names(c.At))
		head, tail := "head", "tail"
		if c.Head != nil && c.Tail != nil && c.Head.Text == c.Tail.Text {
			head, tail = "kept", "kept" // one function serves both
		}
		if c.Head != nil {
			r.set("head", l.number(b, c.Head, "bytes at an end of "+pointerTo(c.At)+" are kept", head, c.At))
		}
		if c.Tail != nil {
			r.set("tail", l.number(b, c.Tail, "bytes at an end of "+pointerTo(c.At)+" are kept", tail, c.At))
		}
		if c.Mark != "" {
			r.set("mark", Text(c.Mark))
		}
		list = append(list, r)
	}
	for _, k := range b.Keeps {
		r := record("Keep", "at", names(k.At), "most", l.number(b, k.Most, "items of "+pointerTo(k.At)+" are kept", "most", k.At))
		if k.By != nil {
			r.set("member", Text(k.By.Name))
			r.add("times", Bool(k.By.Value.IsDateTime()))
		}
		list = append(list, r)
	}
	for _, o := range b.Omits {
		when := l.function(b, o.When, ir.ExprType{Kind: ir.BoolExpr}, needsInputs(o.When), "whether "+pointerTo(o.At)+" is left out", "omits", o.At)
		list = append(list, record("Omit", "at", names(o.At), "when", computed(when, nil)))
	}
	return list
}

// Field returns the value of a field of a record, or nil.
func (r Record) Field(name string) Value {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Dump returns a text that is equal for equal values only. Functions are equal if they are the same function.
func Dump(v Value) string {
	switch v := v.(type) {
	case List:
		text := ""
		for _, item := range v {
			text += Dump(item) + ","
		}
		return "[" + text + "]"
	case Record:
		text := v.Type
		for _, f := range v.Fields {
			text += " " + f.Name + "=" + Dump(f.Value)
		}
		return "{" + text + "}"
	case Codec:
		return v.Protocol + "." + v.Name
	case *Group:
		return fmt.Sprintf("%p", v)
	}
	return fmt.Sprintf("%T %#v", v, v)
}

// BuilderPrograms returns all programs of a builder.
func BuilderPrograms(b *ir.Builder) (list []*ir.Predicate) {
	for _, f := range b.Fills {
		if c, is := f.With.(ir.FillComputed); is {
			list = append(list, c.When, c.Value)
		}
	}
	for _, s := range b.Stores {
		list = append(list, s.Over)
	}
	for _, c := range b.Cuts {
		list = append(list, c.Head, c.Tail)
	}
	for _, k := range b.Keeps {
		list = append(list, k.Most)
	}
	for _, o := range b.Omits {
		list = append(list, o.When)
	}
	return slices.DeleteFunc(list, func(p *ir.Predicate) bool { return p == nil })
}

// FilledIn returns the paths to members that a builder copies or fills in and that the caller may set, each once.
func FilledIn(b *ir.Builder) (ways [][]*ir.Field) {
	for _, c := range b.Copies {
		ways = append(ways, c.At)
	}
	for _, f := range b.Fills {
		copied := slices.ContainsFunc(ways, func(way []*ir.Field) bool { return slices.Equal(way, f.At) })
		if !copied && !isFixed(b.Draft, f.At) {
			ways = append(ways, f.At)
		}
	}
	return ways
}

func isFixed(d *ir.Draft, at []*ir.Field) bool {
	for _, m := range d.Members {
		if m.Field == at[0] {
			return m.Fixed || m.Draft != nil && len(at) > 1 && isFixed(m.Draft, at[1:])
		}
	}
	return false
}

// Draft is a draft of a record inside of a message. Equal drafts of one record are one Draft.
type Draft struct {
	*ir.Draft
	Builder *ir.Builder // the first builder with this draft
}

// Drafts returns all drafts of records inside of messages, inner ones first, and the number of each in the list.
func Drafts(p *ir.Protocol) (list []Draft, number map[*ir.Draft]int) {
	known := map[string]int{}
	number = map[*ir.Draft]int{}
	var add func(b *ir.Builder, d *ir.Draft)
	add = func(b *ir.Builder, d *ir.Draft) {
		key := d.Of.Protocol + "." + d.Of.Name
		for _, m := range d.Members {
			key += fmt.Sprint(",", m.Must, m.Fixed)
			if m.Draft != nil {
				add(b, m.Draft)
				key += fmt.Sprint(number[m.Draft])
			}
		}
		n, is := known[key]
		if !is {
			n, list = len(list), append(list, Draft{d, b})
			known[key] = n
		}
		number[d] = n
	}
	for _, b := range p.Builders {
		for _, m := range b.Draft.Members {
			if m.Draft != nil {
				add(b, m.Draft)
			}
		}
	}
	return list, number
}
