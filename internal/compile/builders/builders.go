// Package builders compiles the builders of a spec: the caller's input, and the copied, computed, stored and shortened members.
package builders

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// compilation is that of all builders of a spec.
type compilation struct {
	*host.Spec
	taken   map[diag.Pos]bool // entries of `takes` that a message has a place for
	readers []reader          // the expressions of the builder that is being compiled
}

// Compile compiles the builders of a spec: those that it declares, and one for every other message.
func Compile(s *host.Spec) []*ir.Builder {
	if s.Diags.HasErrors() {
		return nil // the types may be incomplete
	}
	return (&compilation{Spec: s, taken: map[diag.Pos]bool{}}).builders()
}

func (c *compilation) builders() []*ir.Builder {
	messages := messagesOf(c.Protocol)
	declared := map[*ir.Type][]*ir.Builder{}
	names := map[string]diag.Pos{}
	for i := range c.File.Builders {
		w := &c.File.Builders[i]
		if part := c.Part(w.Makes.Value); part != nil {
			c.sharedFills(w, part)
			continue
		}
		if b := c.builder(w, messages); b != nil {
			declared[b.Makes] = append(declared[b.Makes], b)
			names[b.Name] = b.Pos
		}
	}
	var list []*ir.Builder
	for _, t := range messages {
		if of := declared[t]; of != nil {
			list = append(list, of...)
			continue
		}
		for _, b := range c.usual(t) {
			if earlier, taken := names[b.Name]; taken {
				c.Diags.Add(diag.Diagnostic{Pos: earlier, Code: "builder", Message: wording.Quote(b.Name) + " is the name of the builder of " + wording.Quote(t.Name), Suggestion: "choose another name",
					Notes: []diag.Note{{Pos: t.Pos, Message: "declared here"}}})
				continue
			}
			b.Stores = c.inheritedStores(t)
			c.drafted(b, c.inheritedFills(t), nil)
			list = append(list, b)
		}
	}
	c.untaken()
	return list
}

// messagesOf are the records that messages of a protocol can be, of the root first and then of conversations.
func messagesOf(p *ir.Protocol) []*ir.Type {
	var list []*ir.Type
	add := func(t *ir.Type) {
		if t.Protocol == p.Name && !slices.Contains(list, t) && !slices.Contains(p.Parts, t) {
			list = append(list, t)
		}
	}
	if p.Root != nil {
		for _, t := range host.RecordsIn(p.Root) {
			add(t)
		}
	}
	for _, conversation := range p.Conversations {
		for _, t := range conversation.Records {
			add(t)
		}
	}
	return list
}

// snake spells the name of a type as names of builders are.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && name[i-1] != '_' && (name[i-1] < 'A' || name[i-1] > 'Z' || i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z') {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (c *compilation) builder(w *syntax.Builder, messages []*ir.Type) *ir.Builder {
	c.readers = nil
	if !host.ParamName.MatchString(w.Name.Value) {
		c.Fail(w.Name.Pos, "builder", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a builder", w.Name.Value)
		return nil
	}
	d := c.Type(w.Makes)
	if d == nil {
		return nil
	}
	b := &ir.Builder{Name: w.Name.Value, Rename: c.Renames(w.Rename), Pos: w.Name.Pos, Makes: d.Type, Doc: ir.Doc{Text: w.Doc.Value, Source: w.Source.Value}}
	if b.Doc.Text == "" {
		b.Doc.Text = d.Type.Doc.Text
	}
	if !slices.Contains(messages, d.Type) {
		c.Diags.Add(diag.Diagnostic{Pos: w.Makes.Pos, Code: "builder", Message: "`" + w.Makes.Value + "` is not a message", Suggestion: "name an object type that the root or a conversation leads to",
			Notes: []diag.Note{{Pos: d.Declared, Message: "declared here"}}})
		return nil
	}
	if w.Answers.Pos.IsValid() && !c.answers(b, w) {
		return nil
	}
	if !w.Answers.Pos.IsValid() && len(w.Copies) > 0 {
		c.Fail(w.Copies[0].To.Pos, "builder", "add `answers` with the type of the request", "`copies` requires `answers`, which this builder does not have")
		return nil
	}
	for _, drop := range w.Drops {
		if way := c.fieldsAt(b.Makes, drop); way != nil {
			if _, isList := way[len(way)-1].Value.Resolve().Kind.(ir.Array); !isList || way[len(way)-1].Required {
				c.Fail(drop.Pos, "builder", "", "%q is not an optional list", drop.Value)
				return nil
			}
			b.Drops = append(b.Drops, way)
		}
	}
	fills := c.inheritedFills(b.Makes)
	for _, f := range w.Fills {
		fill := c.computed(c.Spec, b, f)
		if fill == nil {
			continue
		}
		if isAlwaysFilled(fill) {
			c.Fail(f.At.Pos, "builder", "remove this entry, or the `x-auto` of the member", "`x-auto` gives %q a value before this entry", f.At.Value)
		}
		fills = append(fills, fill)
	}
	var requires [][]*ir.Field
	for _, r := range w.Requires {
		if way := c.fieldsAt(b.Makes, r); way != nil {
			requires = append(requires, way)
		}
	}
	b.Stores = c.inheritedStores(b.Makes)
	for i := range w.Stores {
		if s := c.stored(c.Spec, b, &w.Stores[i], false); s != nil {
			b.Stores = append(b.Stores, s)
		}
	}
	c.shortened(b, w)
	if c.Diags.HasErrors() {
		return nil
	}
	c.drafted(b, fills, requires)
	return b
}

// usual are the builders of a message for which none is declared: one, or one for each request that it answers.
func (c *compilation) usual(t *ir.Type) []*ir.Builder {
	builder := func(name string) *ir.Builder { return &ir.Builder{Name: name, Pos: t.Pos, Makes: t, Doc: t.Doc} }
	var list []*ir.Builder
	for _, conversation := range c.Protocol.Conversations {
		for _, x := range conversation.Exchanges {
			to := host.FieldsOf(t, x.At)
			for _, r := range x.Requests {
				known := slices.ContainsFunc(list, func(b *ir.Builder) bool { return b.Answered == r.Type })
				if to == nil || known || !slices.Contains(r.Replies, t) || !copies(rules.KeyAt(r.Type, x.At), to[len(to)-1]) {
					continue
				}
				b := builder(snake(t.Name) + "_to_" + snake(r.Type.Name))
				b.Answered, b.Answers = r.Type, []*ir.Type{r.Type}
				b.Copies = []*ir.Copy{{At: to, From: x.At, Values: []*ir.Key{rules.KeyAt(r.Type, x.At)}}}
				list = append(list, b)
			}
		}
	}
	switch len(list) {
	case 0:
		return []*ir.Builder{builder(snake(t.Name))}
	case 1:
		list[0].Name = snake(t.Name)
	}
	return list
}

// copies reports whether a key can be copied to a member. A choice of strings and numbers can only to a member of the same type.
func copies(key *ir.Key, to *ir.Field) bool {
	if key == nil {
		return false
	}
	t := (ir.Typing{}).TypeOf(key.Value)
	if t.Kind != ir.JSONExpr {
		into := ir.TypeOfValue(&to.Value).Kind
		return into == t.Kind || into == ir.DoubleExpr && t.Kind == ir.IntExpr
	}
	of, is := t.Value.Kind.(ir.Ref)
	ref, isToo := to.Value.Kind.(ir.Ref)
	return is && isToo && of.Type == ref.Type
}

// answers compiles the members that a builder copies from the answered message.
func (c *compilation) answers(b *ir.Builder, w *syntax.Builder) bool {
	d := c.Type(w.Answers)
	if d == nil {
		return false
	}
	b.Answered, b.Answers = d.Type, host.RecordsIn(d.Type)
	if b.Answers == nil {
		c.Fail(w.Answers.Pos, "builder", "name a message", "`%s` is not an object type, so it cannot be answered", w.Answers.Value)
		return false
	}
	for _, copied := range w.Copies {
		to := c.fieldsAt(b.Makes, copied.To)
		from, ok := c.Pointer(copied.From)
		if to == nil || !ok {
			return false
		}
		b.Copies = append(b.Copies, &ir.Copy{At: to, From: from})
	}
	c.values(b)
	for i, copied := range b.Copies {
		if !slices.ContainsFunc(copied.Values, func(k *ir.Key) bool { return k != nil }) {
			c.Fail(w.Copies[i].From.Pos, "builder", "name a member that the messages have", "`%s` has no string, integer or number at %q", w.Answers.Value, w.Copies[i].From.Value)
			return false
		}
		to := copied.At[len(copied.At)-1]
		for _, key := range copied.Values {
			if key != nil && !host.Takes(to.Value.Resolve(), (ir.Typing{}).TypeOf(key.Value)) {
				c.Fail(w.Copies[i].From.Pos, "builder", "", "%q does not accept the values of %q", to.Name, w.Copies[i].From.Value)
				return false
			}
		}
	}
	return true
}

// values finds the members that are copied in each record.
func (c *compilation) values(b *ir.Builder) {
	for _, copied := range b.Copies {
		copied.Values = nil
		for _, t := range b.Answers {
			copied.Values = append(copied.Values, rules.ScalarAt(t, copied.From))
		}
	}
}

// isAlwaysFilled reports whether the member of a fill has an `x-auto` that always gives it a value.
func isAlwaysFilled(fill *ir.Fill) bool {
	f := last(fill.At)
	return f.Auto != nil && always(f.Auto)
}

// computed compiles one entry of `fills`.
func (c *compilation) computed(from *host.Spec, b *ir.Builder, w syntax.Filling) *ir.Fill {
	way, branches := c.filledBelow(b.Makes, w.At)
	if way == nil {
		return nil
	}
	scope := from.Scope()
	scope.Used, scope.Unchecked = c.Used, true
	var fill ir.FillComputed
	var when *rules.Expression
	if w.When.Pos.IsValid() {
		if when = c.parsed(from, w.When); when == nil {
			return nil
		}
		compiled, problems := when.Compile(scope, b.Makes, len(scope.Stages)-1, true)
		if fill.When = c.predicateOf(from, scope, b.Makes, w.When, when, compiled, problems); fill.When == nil {
			return nil
		}
		if isAbsence(w.When.Value, way) {
			fill.When = nil
		}
	}
	e := c.parsed(from, w.CEL)
	if e == nil {
		return nil
	}
	compiled, typ, problems := e.CompileValue(scope, b.Makes, when)
	if fill.Value = c.predicateOf(from, scope, b.Makes, w.CEL, e, compiled, problems); fill.Value == nil {
		return nil
	}
	fill.Type = typ
	if when != nil {
		c.noteReads(from, w.When, when, fill)
	}
	c.noteReads(from, w.CEL, e, fill)
	if last := way[len(way)-1]; !host.Takes(last.Value.Resolve(), fill.Type) {
		c.Fail(w.CEL.Pos, "builder", "", "%q does not accept the result of this expression", last.Name)
		return nil
	}
	return &ir.Fill{At: way, Branches: branches, With: fill}
}

// isAbsence reports whether a condition is that the member itself is absent, as it is wherever a builder fills it in.
func isAbsence(when string, way []*ir.Field) bool {
	path := "this"
	for _, f := range way {
		path += "." + f.Name
	}
	bare := strings.NewReplacer(" ", "", "`", "")
	return bare.Replace(when) == bare.Replace("!has("+path+")")
}

func (c *compilation) parsed(from *host.Spec, text syntax.Text) *rules.Expression {
	e, problems := rules.Parse(text.Value)
	from.Report(text, problems)
	return e
}

// predicateOf has CEL's own checker look at an expression that is compiled for a record; nil where something is wrong, which is reported.
func (c *compilation) predicateOf(from *host.Spec, scope *rules.Scope, t *ir.Type, text syntax.Text, e *rules.Expression, compiled *rules.Compiled, problems []rules.Problem) *ir.Predicate {
	if compiled != nil {
		c.Spend(compiled.Work, text.Pos)
		problems = e.Check(scope, t, compiled.Text)
	}
	if problems != nil {
		from.Report(text, problems)
		return nil
	}
	return &ir.Predicate{Text: compiled.Text, Program: compiled.Program, Folded: compiled.Folded}
}

// sharedFills checks the fills of a part. The messages that contain it have builders of their own, with the same fills.
func (c *compilation) sharedFills(w *syntax.Builder, part *ir.Type) {
	for _, key := range []diag.Pos{w.Answers.Pos, w.Doc.Pos, w.Source.Pos} {
		if key.IsValid() {
			c.Fail(key, "builder", "write it at the builders of messages", "`%s` is a part; under `builders`, a part can have only `fills` and `stores`", w.Makes.Value)
		}
	}
	if len(w.Requires)+len(w.Copies)+len(w.Drops)+len(w.Cuts)+len(w.Keeps)+len(w.Omits)+len(w.Rename) > 0 {
		c.Fail(w.Name.Pos, "builder", "write them at the builders of messages", "`%s` is a part; under `builders`, a part can have only `fills` and `stores`", w.Makes.Value)
	}
	aside := *c.Spec
	aside.Used = map[*ir.Param]bool{} // only the builders of messages count as uses
	for i := range w.Stores {
		(&compilation{Spec: &aside, taken: c.taken}).stored(&aside, &ir.Builder{Makes: part}, &w.Stores[i], false)
	}
}

// inheritedFills returns the fills of the types that a record is composed of.
func (c *compilation) inheritedFills(t *ir.Type) []*ir.Fill {
	var list []*ir.Fill
	for from, w := range c.Inherited(t) {
		for _, f := range w.Fills {
			if fill := c.computed(from, &ir.Builder{Makes: t}, f); fill != nil && !isAlwaysFilled(fill) { // a narrower member may have an x-auto
				list = append(list, fill)
			}
		}
	}
	return list
}
