// Package conversations compiles the conversations of a spec: grammars to automata, keys, checks between messages, and the memory of trackers.
package conversations

import (
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// Compile compiles the conversations of a spec.
func Compile(s *host.Spec) []*ir.Conversation {
	if s.Diags.HasErrors() {
		return nil // the types and rules may be incomplete
	}
	var list []*ir.Conversation
	for i := range s.File.Conversations {
		b := &conversation{Spec: s, written: &s.File.Conversations[i]}
		if b.build() {
			list = append(list, b.out)
			replies(b.out)
		} else if !s.Diags.HasErrors() {
			panic("conversations: " + b.written.Name.Value + " is refused without a diagnostic")
		}
	}
	return list
}

// conversation is one that is being compiled.
type conversation struct {
	*host.Spec
	written *syntax.Conversation
	out     *ir.Conversation
	// exchanges are the orders of out.Exchanges.
	exchanges []*order
	tags      [][]string // by record: the values of its tag, or the name of its type if it has no string tag
	tagged    []string   // by record: the member with the tag, or ""
	groups    map[string][]*ir.Type
	named     map[string]bool // in grammars and letters
}

func (b *conversation) build() bool {
	w := b.written
	if !host.ParamName.MatchString(w.Name.Value) {
		b.Fail(w.Name.Pos, "conversation", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a conversation", w.Name.Value)
		return false
	}
	d := b.Type(w.Over)
	if d == nil {
		return false
	}
	b.out = &ir.Conversation{Name: w.Name.Value, Rename: b.Renames(w.Rename), Pos: w.Name.Pos, Over: d.Type,
		Doc: ir.Doc{Text: w.Doc.Value, Source: w.Source.Value}, Framing: map[string]ir.Framing{"ndjson": ir.NDJSON, "websocket": ir.WebSocket, "headers": ir.Headers}[w.Framing.Value]}
	if !b.over(d) || !b.sides() || !b.batch() {
		return false
	}
	whole, ok := b.order(&w.Order, nil, nil)
	if !ok {
		return false
	}
	b.out.Main = whole.out
	for i := range w.Exchanges {
		if x := b.exchange(&w.Exchanges[i], whole); x != nil {
			b.out.Exchanges = append(b.out.Exchanges, x)
		}
	}
	b.keep()
	b.stuck()
	for i := range w.Unique {
		if u := b.unique(&w.Unique[i], whole); u != nil {
			b.out.Unique = append(b.out.Unique, u)
		}
	}
	return !b.Diags.HasErrors()
}

// over computes the possible messages.
func (b *conversation) over(d *host.Type) bool {
	t := d.Type
	for {
		ref, isRef := t.Value.Kind.(ir.Ref)
		if !isRef {
			break
		}
		t = ref.Type
	}
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		b.out.Records, b.tags, b.tagged = []*ir.Type{t}, [][]string{{t.Name}}, []string{""}
		return true
	case *ir.Union:
		if k.Tagged() {
			b.out.Tag = []string{k.Tag}
		}
		b.leaves(k, "", nil)
		return true
	}
	b.Diags.Add(diag.Diagnostic{Pos: b.written.Over.Pos, Code: "conversation", Message: "`" + b.written.Over.Value + "` is not an object type, but messages of a conversation are objects",
		Suggestion: "name a union of messages", Notes: []diag.Note{{Pos: d.Declared, Message: "declared here"}}})
	return false
}

// leaves collects the records of a union. Those of a branch that is a union have the tags that select the branch. If no tag does, and the conversation
// names tags of the inner union, they have these.
func (b *conversation) leaves(union *ir.Union, tag string, around []string) {
	for _, v := range union.Variants {
		tag, tags := tag, around
		inner, isUnion := v.Type.Value.Kind.(*ir.Union)
		switch {
		case tags != nil:
		case union.By == ir.ByString && len(v.Tags) > 0:
			tag, tags = union.Tag, v.Tags
		case !isUnion || !b.namesTagOf(inner):
			tags = []string{v.Type.Name}
		}
		if isUnion {
			b.leaves(inner, tag, tags)
		} else if !slices.Contains(b.out.Records, v.Type) {
			b.out.Records, b.tags, b.tagged = append(b.out.Records, v.Type), append(b.tags, tags), append(b.tagged, tag)
		}
	}
}

// wordOfGrammar is a letter in a grammar.
var wordOfGrammar = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[A-Za-z0-9_-]+`)

// namesTagOf reports whether a grammar or a letter of the conversation names a tag of a union, or of unions that are its branches.
func (b *conversation) namesTagOf(union *ir.Union) bool {
	if b.named == nil {
		b.named = map[string]bool{}
		orders := []*syntax.Order{&b.written.Order}
		for i := range b.written.Exchanges {
			x := &b.written.Exchanges[i]
			orders = append(orders, &x.Order)
			if x.Replies != nil {
				for _, e := range x.Replies.Types {
					b.named[e.To.Value] = true
				}
			}
		}
		for _, o := range orders {
			for _, word := range wordOfGrammar.FindAllString(o.Grammar.Value, -1) {
				b.named[strings.Trim(word, `"`)] = true
			}
			for _, l := range o.Letters {
				delete(b.named, l.Name.Value)
				for _, of := range l.Of {
					b.named[of.Value] = true
				}
			}
		}
	}
	return slices.ContainsFunc(union.Variants, func(v ir.Variant) bool {
		inner, isUnion := v.Type.Value.Kind.(*ir.Union)
		return union.By == ir.ByString && slices.ContainsFunc(v.Tags, func(tag string) bool { return b.named[tag] }) || isUnion && b.namesTagOf(inner)
	})
}

// group returns the records of a union that has a name, or nil. A letter may name it, for all of its messages.
func (b *conversation) group(name string) []*ir.Type {
	if b.groups == nil {
		b.groups = map[string][]*ir.Type{}
		for _, t := range b.Protocol.Types {
			if _, isUnion := resolvedType(t).Value.Kind.(*ir.Union); isUnion {
				b.groups[t.Name] = slices.DeleteFunc(host.RecordsIn(t), func(t *ir.Type) bool { return !slices.Contains(b.out.Records, t) })
			}
		}
	}
	return b.groups[name]
}

// isMessage reports whether a name is that of messages: a tag, a record, or a union.
func (b *conversation) isMessage(name string) bool {
	isTag := func(tags []string) bool { return slices.Contains(tags, name) }
	isRecord := func(t *ir.Type) bool { return t.Name == name }
	return slices.ContainsFunc(b.tags, isTag) || slices.ContainsFunc(b.out.Records, isRecord) || len(b.group(name)) > 0
}

// messages are the names of messages.
func (b *conversation) messages() []string {
	names := slices.Concat(b.tags...)
	for _, t := range b.Protocol.Types {
		if b.isMessage(t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}

// sides computes the messages of each side.
func (b *conversation) sides() bool {
	c := b.out
	union, isUnion := resolvedType(c.Over).Value.Kind.(*ir.Union)
	for _, t := range c.Records {
		side := t.Side
		if isUnion {
			side = union.Side(t)
		}
		c.From = append(c.From, side)
		if side != "" && !slices.Contains(c.Sides, side) {
			c.Sides = append(c.Sides, side)
		}
		c.WrongSide = append(c.WrongSide, ir.Failure{Rule: "wrong-direction", Message: "must come from the " + side})
	}
	var named []string
	for _, s := range b.written.Sides {
		if named = append(named, s.Value); !host.ParamName.MatchString(s.Value) {
			b.Fail(s.Pos, "side", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a side", s.Value)
			return false
		}
	}
	if named == nil {
		return true
	}
	for _, s := range c.Sides {
		if !slices.Contains(named, s) {
			b.Fail(b.written.Sides[0].Pos, "side", "name it here, or correct `x-from` of the messages", "messages from the side %q exist, but it is not listed", s)
			return false
		}
	}
	c.Sides = named
	return true
}

func resolvedType(t *ir.Type) *ir.Type {
	for {
		ref, isRef := t.Value.Kind.(ir.Ref)
		if !isRef {
			return t
		}
		t = ref.Type
	}
}

// exchange compiles an exchange.
func (b *conversation) exchange(w *syntax.Exchange, whole *order) *ir.Exchange {
	if !host.ParamName.MatchString(w.Name.Value) {
		b.Fail(w.Name.Pos, "conversation", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of an exchange", w.Name.Value)
		return nil
	}
	keys, way, ok := b.keys(w.Key)
	if !ok {
		return nil
	}
	o, ok := b.order(&w.Order, w, whole)
	if !ok {
		return nil
	}
	most, ok := b.most(w.Most, usualMost)
	if !ok {
		return nil
	}
	b.exchanges = append(b.exchanges, o)
	x := &ir.Exchange{Name: w.Name.Value, Most: most, At: way, Keys: keys, Order: o.out, Others: o.others, InUse: inUse(way), One: o.one, All: o.all}
	var all []*ir.Key
	for _, other := range x.Others {
		all = append(all, other.Keys...)
	}
	rules.Unify(append(all, keys...))
	x.Replies = o.typed
	return x
}

// replies compiles the types that a member of replies has by request.
func (o *order) replies(w *syntax.Replies) *ir.Replies {
	b := o.b
	var way []string
	if w.At.Value != "" { // else the reply as a whole
		var ok bool
		if way, ok = b.Pointer(w.At); !ok {
			return nil
		}
	}
	r := &ir.Replies{At: way, Members: make([]*ir.Kept, len(b.out.Records)), Types: make([]*ir.Type, len(b.out.Records))}
	for _, name := range w.Of {
		letter := o.known(name)
		if letter < 0 {
			return nil
		}
		r.Letters = append(r.Letters, letter)
	}
	found := false
	for _, t := range o.recordsOf(r.Letters) {
		fields := host.FieldsOf(t, way)
		if fields == nil && len(way) > 0 {
			continue
		}
		if !b.isUntyped(t, fields, w.At) {
			return nil
		}
		there, value := rules.MemberAt(t, fields)
		r.Members[slices.Index(b.out.Records, t)], found = &ir.Kept{At: fields, There: there, Value: value}, true
	}
	if !found {
		b.Fail(w.At.Pos, "replies", "name a member that the replies have", "no reply has a member %q", w.At.Value)
		return nil
	}
	for _, e := range w.Types {
		if !o.replyType(r, e) {
			return nil
		}
	}
	return r
}

// isUntyped reports whether a request may determine the type of a member of replies, or of a reply as a whole.
func (b *conversation) isUntyped(t *ir.Type, way []*ir.Field, at syntax.Text) bool {
	if len(way) == 0 {
		return true
	}
	last := way[len(way)-1]
	switch last.Value.Resolve().Kind.(type) {
	case ir.Any, ir.Object, *ir.Record:
		if !isNullable(&last.Value) {
			return true
		}
	}
	b.Fail(at.Pos, "replies", "declare it as any value, or as an open object", "the member %q of %s has another type, which no request determines", at.Value, t.Name)
	return false
}

// replyType notes the type for the replies to some requests.
func (o *order) replyType(r *ir.Replies, e syntax.ReplyType) bool {
	b := o.b
	d := b.Type(e.Type)
	if d == nil {
		return false
	}
	if !b.isMessage(e.To.Value) {
		b.Fail(e.To.Pos, "replies", diag.DidYouMean(e.To.Value, b.messages()), "%q is neither a tag nor a type of the messages of %s", e.To.Value, b.written.Over.Value)
		return false
	}
	for i, t := range b.out.Records {
		if of, _ := o.tagsIn(syntax.Letter{Of: []syntax.Text{e.To}}, t, b.tags[i]); of == nil {
			continue
		}
		if r.Types[i] != nil {
			b.Fail(e.To.Pos, "replies", "remove one of them", "the replies to %s have a type already, %s", t.Name, r.Types[i].Name)
			return false
		}
		r.Types[i] = d.Type
	}
	return true
}

// keys finds the member of messages, by record, that identifies exchanges or messages.
func (b *conversation) keys(pointer syntax.Text) (keys []*ir.Key, way []string, ok bool) {
	if way, ok = b.Pointer(pointer); !ok {
		return nil, nil, false
	}
	for _, t := range b.out.Records {
		keys = append(keys, rules.KeyAt(t, way))
	}
	if !rules.Unify(keys) {
		b.Fail(pointer.Pos, "conversation", "name a member that messages have", "no message has a string or a number at %q", pointer.Value)
		return nil, nil, false
	}
	return keys, way, true
}

// step compiles a check of a sequence.
func (o *order) step(w *syntax.Step) *ir.SequenceCheck {
	c := o.b
	check := &ir.SequenceCheck{ID: w.ID.Value, Source: w.Source.Value, Pos: w.ID.Pos,
		Kind:    map[string]ir.SequenceKind{"first": ir.CheckFirst, "next": ir.CheckNext, "each": ir.CheckEach}[w.Kind.Value],
		Failure: ir.Failure{Rule: w.ID.Value, Message: w.Message.Value}}
	if w.Level.Value == ir.Should.String() {
		check.Failure.Level = ir.Should
	}
	if !o.named(w) {
		return nil
	}
	if w.At.Pos.IsValid() {
		check.At, _ = c.Pointer(w.At)
	}
	for _, name := range w.Of {
		n := o.known(name)
		if n < 0 {
			return nil
		}
		check.Letters = append(check.Letters, n)
	}
	if !o.answered(w, check) {
		return nil
	}
	check.Line = o.line(check)
	return o.compileStep(w, check)
}

// compileStep compiles the expression of a check.
func (o *order) compileStep(w *syntax.Step, check *ir.SequenceCheck) *ir.SequenceCheck {
	c := o.b
	expression, problems := rules.Parse(w.Check.Value)
	c.Report(w.Check, problems)
	if expression == nil {
		return nil
	}
	earlier, ok := o.earlier(w, check, expression)
	if !ok {
		return nil
	}
	o.cases(w, check, expression, earlier)
	return check
}

// answered finds the type that replies have in a check.
func (o *order) answered(w *syntax.Step, check *ir.SequenceCheck) bool {
	reads := false
	if e, _ := rules.Parse(w.Check.Value); e != nil {
		reads = slices.Contains(e.Speaks(), "reply")
	}
	pos := w.Check.Pos
	if len(w.To) > 0 {
		pos = w.To[0].Pos
	}
	if !reads && len(w.To) == 0 {
		return true
	}
	if o.typed == nil || slices.ContainsFunc(check.Letters, func(l int) bool { return !slices.Contains(o.typed.Letters, l) }) {
		o.b.Fail(pos, "sequence", "declare `replies` for the letters of the check", "not all letters of the check are of replies whose type follows from the request")
		return false
	}
	types := o.typed.All()
	if len(w.To) > 0 {
		types = nil
		for i, t := range o.b.out.Records {
			if of, _ := o.tagsIn(syntax.Letter{Of: w.To}, t, o.b.tags[i]); of != nil && o.typed.Types[i] != nil && !slices.Contains(types, o.typed.Types[i]) {
				types = append(types, o.typed.Types[i])
			}
		}
	}
	if len(types) != 1 {
		o.b.Fail(pos, "sequence", "name requests whose replies have one type with `to`", "the replies of the check have %d types", len(types))
		return false
	}
	if _, isRecord := resolvedType(types[0]).Value.Kind.(*ir.Record); reads && !isRecord {
		o.b.Fail(pos, "sequence", "read `this`", "`reply` is of %s, which is not an object with declared members", types[0].Name)
		return false
	}
	check.Reply, check.Reads = types[0], reads
	return true
}

// guard compiles the condition under which a letter may come.
func (o *order) guard(l *syntax.Letter) *ir.SequenceCheck {
	w := &syntax.Step{Pos: l.Name.Pos, ID: syntax.Text{Value: "opens-" + l.Name.Value, Pos: l.Name.Pos}, Of: []syntax.Text{l.Name}, Kind: syntax.Text{Value: "each"}, Check: l.When}
	message := "must not come here"
	if doc := phrase(l.Doc.Value); doc != "" {
		message += ": " + doc
	}
	check := &ir.SequenceCheck{ID: w.ID.Value, Pos: l.Name.Pos, Kind: ir.CheckEach, Line: -1, Refuses: true, At: o.b.out.Tag,
		Letters: []int{o.numbers[l.Name.Value]}, Failure: ir.Failure{Rule: "unexpected-message", Message: message}}
	return o.compileStep(w, check)
}

// named reports an id of a check that another check or rule already has.
func (o *order) named(w *syntax.Step) bool {
	c := o.b
	switch first, again := o.b.Rules[w.ID.Value]; {
	case !host.RuleID.MatchString(w.ID.Value):
		c.Fail(w.ID.Pos, "rule-id", "use lower-case letters, digits and hyphens; start with a letter", "%q is not a valid id of a check", w.ID.Value)
	case slices.Contains(host.RuleNames, w.ID.Value):
		c.Fail(w.ID.Pos, "rule-id", "choose another name", "%q is reserved: other issues have this rule", w.ID.Value)
	case again:
		c.Diags.Add(diag.Diagnostic{Pos: w.ID.Pos, Code: "duplicate-item", Message: wording.Quote(w.ID.Value) + " is the id of another rule",
			Notes: []diag.Note{{Pos: first, Message: "of this one"}}})
	default:
		o.b.Rules[w.ID.Value] = w.ID.Pos
		return true
	}
	return false
}

// message is an earlier message that a check reads, with its possible types.
type message struct {
	name    string
	records []*ir.Type
}

// earlier finds the messages that a check speaks of beside its own.
func (o *order) earlier(w *syntax.Step, check *ir.SequenceCheck, e *rules.Expression) ([]message, bool) {
	var list []message
	spoken := e.Speaks()
	if check.Kind == ir.CheckNext {
		list = append(list, message{"prev", o.recordsOf(o.before(check.Letters))})
	} else if slices.Contains(spoken, "prev") {
		o.b.Fail(w.Kind.Pos, "sequence", "write `next:`", "only checks with `next` can read `prev`")
		return nil, false
	}
	for _, name := range spoken {
		if name == "prev" || name == "reply" {
			continue
		}
		use, letters, found := o.bound(name)
		if !found {
			o.b.Fail(w.Check.Pos, "rule-name", diag.DidYouMean(name, o.boundNames()), "this conversation does not bind %q", name)
			return nil, false
		}
		check.Uses = append(check.Uses, use)
		list = append(list, message{name, letters})
	}
	if check.Reads {
		list = append(list, message{"reply", []*ir.Type{resolvedType(check.Reply)}})
	}
	return list, true
}

// cases compiles a check for all that the messages it speaks of can be.
func (o *order) cases(w *syntax.Step, check *ir.SequenceCheck, e *rules.Expression, earlier []message) {
	c := o.b
	scope := c.Scope()
	scope.Used = o.b.Used
	scope.Earlier = make([]rules.Earlier, len(earlier))
	scope.Open = o.whole != nil
	stage := len(scope.Stages) - 1 // all of a message has been checked
	this := o.recordsOf(check.Letters)
	var compile func(t *ir.Type, n int) bool
	compile = func(t *ir.Type, n int) bool {
		if n < len(earlier) {
			for _, r := range earlier[n].records {
				scope.Earlier[n] = rules.Earlier{Name: earlier[n].name, Type: r}
				if !compile(t, n+1) {
					return false
				}
			}
			return true
		}
		compiled, problems := e.Compile(scope, t, stage, true)
		if compiled == nil {
			for i := range problems {
				if len(this) > 1 {
					problems[i].Message += ", in " + t.Name
				}
			}
			c.Report(w.Check, problems)
			return false
		}
		c.Spend(compiled.Work, w.ID.Pos)
		if problems := e.Check(scope, t, compiled.Text); problems != nil {
			c.Report(w.Check, problems)
			return false
		}
		one := &ir.SequenceCase{This: t, Text: compiled.Text, Program: compiled.Program, Folded: compiled.Folded}
		for _, m := range scope.Earlier {
			one.Earlier = append(one.Earlier, m.Type)
		}
		check.Counts = check.Counts || ir.UsageOf(one.Program).ReadsOpen
		check.Cases = append(check.Cases, one)
		return !c.Exhausted()
	}
	for _, t := range this {
		if !c.PointsAt(t.Value, check.At, w.At) || !compile(t, 0) {
			return
		}
	}
}
