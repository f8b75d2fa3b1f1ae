package compile

import (
	"iter"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// builders compiles the builders of a unit: those that it declares, and one of its own for every other message.
func (c *compiler) builders(u *unit, used map[*ir.Param]bool) []*ir.Builder {
	if c.fillings(u, used); c.diags.HasErrors() {
		return nil // what they speak of may be incomplete
	}
	messages := messagesOf(u.protocol)
	declared := map[*ir.Type][]*ir.Builder{}
	names := map[string]diag.Pos{}
	for i := range u.file.Builders {
		w := &u.file.Builders[i]
		if d := u.byName[w.Makes.Value]; d != nil && d.schema.Part.Value {
			c.sharedFills(u, w, d.typ)
			continue
		}
		if b := c.builder(u, w, messages, used); b != nil {
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
		for _, b := range c.usual(u, t) {
			if earlier, taken := names[b.Name]; taken {
				c.diags.Add(diag.Diagnostic{Pos: earlier, Code: "builder", Message: quoteText(b.Name) + " is the name of the builder of " + quoteText(t.Name), Suggestion: "choose another name",
					Notes: []diag.Note{{Pos: t.Pos, Message: "declared here"}}})
				continue
			}
			b.Stores = c.inheritedStores(u, t, used)
			c.drafted(b, c.inheritedFills(u, t, used), nil)
			list = append(list, b)
		}
	}
	c.untaken(u)
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
		for _, t := range recordsIn(p.Root) {
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

// recordsIn are the records that a value of a type can be.
func recordsIn(t *ir.Type) []*ir.Type {
	switch k := t.Value.Kind.(type) {
	case ir.Ref:
		return recordsIn(k.Type)
	case *ir.Record:
		return []*ir.Type{t}
	case *ir.Union:
		var list []*ir.Type
		for _, s := range k.Senders {
			if !slices.Contains(list, s.Type) {
				list = append(list, s.Type)
			}
		}
		return list
	}
	return nil
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

func (c *compiler) builder(u *unit, w *syntax.Builder, messages []*ir.Type, used map[*ir.Param]bool) *ir.Builder {
	if !paramName.MatchString(w.Name.Value) {
		c.fail(w.Name.Pos, "builder", "use lower-case letters, digits and underscores, a letter first", "%q cannot be the name of a builder", w.Name.Value)
		return nil
	}
	d := c.lookup(u, w.Makes)
	if d == nil {
		return nil
	}
	b := &ir.Builder{Name: w.Name.Value, Rename: c.renames(w.Rename), Pos: w.Name.Pos, Makes: d.typ, Doc: ir.Doc{Text: w.Doc.Value, Source: w.Source.Value}}
	if b.Doc.Text == "" {
		b.Doc.Text = d.typ.Doc.Text
	}
	if !slices.Contains(messages, d.typ) {
		c.diags.Add(diag.Diagnostic{Pos: w.Makes.Pos, Code: "builder", Message: "`" + w.Makes.Value + "` is no message", Suggestion: "name an object type that the root or a conversation leads to",
			Notes: []diag.Note{{Pos: d.name.Pos, Message: "declared here"}}})
		return nil
	}
	if w.Answers.Pos.IsValid() && !c.answers(u, b, w) {
		return nil
	}
	if !w.Answers.Pos.IsValid() && len(w.Copies) > 0 {
		c.fail(w.Copies[0].To.Pos, "builder", "add `answers`, the type of the message that is answered", "`copies` speaks of a message that is answered, and the builder answers none")
		return nil
	}
	for _, drop := range w.Drops {
		if way := c.fieldsAt(b.Makes, drop); way != nil {
			if _, isList := way[len(way)-1].Value.Resolve().Kind.(ir.Array); !isList || way[len(way)-1].Required {
				c.fail(drop.Pos, "builder", "", "%q is no list that may be left out", drop.Value)
				return nil
			}
			b.Drops = append(b.Drops, way)
		}
	}
	fills := c.inheritedFills(u, b.Makes, used)
	for _, f := range w.Fills {
		if fill := c.computed(u, u, b, f, used); fill != nil {
			fills = append(fills, fill)
		}
	}
	var requires [][]*ir.Field
	for _, r := range w.Requires {
		if way := c.fieldsAt(b.Makes, r); way != nil {
			requires = append(requires, way)
		}
	}
	b.Stores = c.inheritedStores(u, b.Makes, used)
	for i := range w.Stores {
		if s := c.stored(u, u, b, &w.Stores[i], false, used); s != nil {
			b.Stores = append(b.Stores, s)
		}
	}
	c.shortened(u, b, w, used)
	if c.diags.HasErrors() {
		return nil
	}
	c.drafted(b, fills, requires)
	return b
}

// usual are the builders of a message for which none is declared: one, or one for each request that it answers.
func (c *compiler) usual(u *unit, t *ir.Type) []*ir.Builder {
	builder := func(name string) *ir.Builder { return &ir.Builder{Name: name, Pos: t.Pos, Makes: t, Doc: t.Doc} }
	var list []*ir.Builder
	for _, conversation := range u.protocol.Conversations {
		for _, x := range conversation.Exchanges {
			to := fieldsOf(t, x.At)
			for _, r := range x.Requests {
				known := slices.ContainsFunc(list, func(b *ir.Builder) bool { return b.Answered == r.Type })
				if to == nil || known || !slices.Contains(r.Type.Replies, t) {
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

// answers compiles what a builder takes from the message that it answers.
func (c *compiler) answers(u *unit, b *ir.Builder, w *syntax.Builder) bool {
	d := c.lookup(u, w.Answers)
	if d == nil {
		return false
	}
	b.Answered, b.Answers = d.typ, recordsIn(d.typ)
	if b.Answers == nil {
		c.fail(w.Answers.Pos, "builder", "name a message", "`%s` is no object, which a message that is answered is", w.Answers.Value)
		return false
	}
	for _, copied := range w.Copies {
		to := c.fieldsAt(b.Makes, copied.To)
		from, ok := c.pointer(copied.From)
		if to == nil || !ok {
			return false
		}
		b.Copies = append(b.Copies, &ir.Copy{At: to, From: from})
	}
	c.values(b)
	for i, copied := range b.Copies {
		if !slices.ContainsFunc(copied.Values, func(k *ir.Key) bool { return k != nil }) {
			c.fail(w.Copies[i].From.Pos, "builder", "name a member that the messages have", "`%s` has no string, integer or number at %q", w.Answers.Value, w.Copies[i].From.Value)
			return false
		}
		to := copied.At[len(copied.At)-1]
		for _, key := range copied.Values {
			if key != nil && !takes(to.Value.Resolve(), (ir.Typing{}).TypeOf(key.Value)) {
				c.fail(w.Copies[i].From.Pos, "builder", "", "%q does not take what stands at %q", to.Name, w.Copies[i].From.Value)
				return false
			}
		}
	}
	return true
}

// values finds the members that are copied in each record.
func (c *compiler) values(b *ir.Builder) {
	for _, copied := range b.Copies {
		copied.Values = nil
		for _, t := range b.Answers {
			copied.Values = append(copied.Values, rules.KeyAt(t, copied.From))
		}
	}
}

// computed compiles one entry of `fills`.
func (c *compiler) computed(u, from *unit, b *ir.Builder, w syntax.Filling, used map[*ir.Param]bool) *ir.Fill {
	way, branches := c.filledBelow(b.Makes, w.At)
	if way == nil {
		return nil
	}
	scope := c.scopeOf(u, from, false)
	scope.Used, scope.Unchecked = used, true
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
	if last := way[len(way)-1]; !takes(last.Value.Resolve(), fill.Type) {
		c.fail(w.CEL.Pos, "builder", "", "%q does not take what this computes", last.Name)
		return nil
	}
	return &ir.Fill{At: way, Branches: branches, With: fill}
}

func (c *compiler) parsed(u *unit, text syntax.Text) *rules.Expression {
	e, problems := rules.Parse(text.Value)
	c.expressionProblems(u, text, problems)
	return e
}

// predicateOf has CEL's own checker look at an expression that is compiled for a record; nil where something is wrong, which is reported.
func (c *compiler) predicateOf(u *unit, scope *rules.Scope, t *ir.Type, text syntax.Text, e *rules.Expression, compiled *rules.Compiled, problems []rules.Problem) *ir.Predicate {
	if compiled != nil {
		c.spend(&c.budget.rules, compiled.Work, text.Pos)
		problems = e.Check(scope, t, compiled.Text)
	}
	if problems != nil {
		c.expressionProblems(u, text, problems)
		return nil
	}
	return &ir.Predicate{Text: compiled.Text, Program: compiled.Program, Folded: compiled.Folded}
}

// takes reports whether values of a type of expressions can stand at a place.
func takes(r ir.Resolved, t ir.ExprType) bool {
	switch k := r.Kind.(type) {
	case ir.Any:
		return true
	case ir.Boolean:
		return t.Kind == ir.BoolExpr
	case ir.Integer:
		return t.Kind == ir.IntExpr
	case ir.Number:
		return t.Kind == ir.IntExpr || t.Kind == ir.DoubleExpr
	case ir.String, *ir.Enum:
		return t.Kind == ir.StringExpr
	case ir.Array:
		return t.Kind == ir.ListExpr && takes(k.Items.Resolve(), *t.Elem)
	}
	return false
}

// sharedFills looks at what is declared for a part: its messages have builders of their own, which fill in the same.
func (c *compiler) sharedFills(u *unit, w *syntax.Builder, part *ir.Type) {
	for _, key := range []diag.Pos{w.Answers.Pos, w.Doc.Pos, w.Source.Pos} {
		if key.IsValid() {
			c.fail(key, "builder", "write it at the builders of messages", "`%s` is a part, for which `builders` says no more than what is filled in and stored", w.Makes.Value)
		}
	}
	if len(w.Requires)+len(w.Copies)+len(w.Drops)+len(w.Cuts)+len(w.Keeps)+len(w.Omits)+len(w.Rename) > 0 {
		c.fail(w.Name.Pos, "builder", "write them at the builders of messages", "`%s` is a part, for which `builders` says no more than what is filled in and stored", w.Makes.Value)
	}
	for i := range w.Stores {
		c.stored(u, u, &ir.Builder{Makes: part}, &w.Stores[i], false, map[*ir.Param]bool{})
	}
}

// inheritedFills are those of what a record is composed of.
func (c *compiler) inheritedFills(u *unit, t *ir.Type, used map[*ir.Param]bool) []*ir.Fill {
	var list []*ir.Fill
	for from, w := range c.inheritedBuilders(u, t) {
		for _, f := range w.Fills {
			if fill := c.computed(u, from, &ir.Builder{Makes: t}, f, used); fill != nil {
				list = append(list, fill)
			}
		}
	}
	return list
}

// inheritedBuilders are those whose fills and stores hold for a record as well, with the units that declare them: of parts that it is composed of, and of messages of other specs.
func (c *compiler) inheritedBuilders(u *unit, t *ir.Type) iter.Seq2[*unit, *syntax.Builder] {
	return func(yield func(*unit, *syntax.Builder) bool) {
		for _, d := range c.contains[t] {
			if d.unit == u && !d.schema.Part.Value || d.typ == t {
				continue
			}
			for i := range d.unit.file.Builders {
				w := &d.unit.file.Builders[i]
				if w.Makes.Value == d.name.Value && !w.Answers.Pos.IsValid() && !yield(d.unit, w) {
					return
				}
			}
		}
	}
}
