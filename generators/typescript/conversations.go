package typescript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// conversations is what a module has of the protocol's conversations.
type conversations struct {
	Names               []string // of the constants
	Constants           []string
	Functions           []string // that the constants name
	Lines               bool     // whether one of them is a stream of lines
	Module, LinesModule string   // of the support code
}

// The modules of the support code that users import for conversations.
const (
	conversationModule = "envelope/conversation.ts"
	linesModule        = "envelope/lines.ts"
)

// conversationSpeller spells one conversation.
type conversationSpeller struct {
	*speller
	c         *ir.Conversation
	prefix    string
	functions []string
}

func (s *speller) conversations() conversations {
	all := conversations{Module: s.specifier(conversationModule), LinesModule: s.specifier(linesModule)}
	for _, c := range s.protocol.Conversations {
		b := &conversationSpeller{speller: s, c: c, prefix: lowered(s.names.Conversation(c))}
		name := b.prefix + "Conversation"
		all.Names = append(all.Names, name)
		all.Constants = append(all.Constants, b.constant(name))
		all.Functions = append(all.Functions, b.functions...)
		all.Lines = all.Lines || c.Framing == ir.NDJSON
	}
	return all
}

func lowered(word string) string { return strings.ToLower(word[:1]) + word[1:] }

// conversationAsks reports whether a check of a conversation over some type reads the time or parameters; nil stands for any type.
func conversationAsks(p *ir.Protocol, over *ir.Type, asks func(ir.Usage) bool) bool {
	inOrder := func(o *ir.Order) bool {
		return slices.ContainsFunc(o.Checks, func(check *ir.SequenceCheck) bool {
			return slices.ContainsFunc(check.Cases, func(one *ir.SequenceCase) bool { return asks(ir.UsageOf(one.Program)) })
		}) || slices.ContainsFunc(o.Kinds, func(kinds []ir.LetterOf) bool {
			return slices.ContainsFunc(kinds, func(k ir.LetterOf) bool { return k.When != nil && asks(ir.UsageOf(k.When.Program)) })
		})
	}
	return slices.ContainsFunc(p.Conversations, func(c *ir.Conversation) bool {
		return (over == nil || c.Over == over) && (inOrder(&c.Whole) ||
			slices.ContainsFunc(c.Exchanges, func(x *ir.Exchange) bool { return inOrder(&x.Order) }))
	})
}

func (b *conversationSpeller) constant(name string) string {
	c, params := b.c, ""
	if len(b.protocol.Params) > 0 {
		params = ", Params"
	}
	members := []part{quoted("name", c.Name), {"sides", quotes(c.Sides)}}
	if c.Framing == ir.NDJSON {
		members = append(members, code("lines", "true"))
	}
	members = append(members, code("of", b.info(c.Over)), code("tag", quote(pointer(c.Tag))), code("record", b.record()))
	if len(c.Sides) > 0 {
		members = append(members, part{"from", quotes(c.From)})
	}
	members = append(members, part{"whole", object(b.order(&c.Whole, "")...)})
	var exchanges []node
	for _, x := range c.Exchanges {
		exchanges = append(exchanges, object(b.exchange(x)...))
	}
	if exchanges != nil {
		members = append(members, part{"exchanges", list(exchanges...)})
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", c.Doc.Text, source(c.Doc.Source)))
	p.literal("export const "+name+": "+b.use("Conversation")+"<"+b.typeName(c.Over)+params+"> = ", object(members...), ";")
	return p.String()
}

func (b *conversationSpeller) exchange(x *ir.Exchange) []part {
	words := b.names.Words(x.Name)
	var keys []node
	for i, key := range x.Keys {
		if key == nil || len(x.Kinds[i]) == 0 {
			keys = append(keys, atom("undefined"))
			continue
		}
		keys = append(keys, atom(b.key(words, x, i)))
	}
	members := []part{{"keys", list(keys...)}}
	if x.One != nil {
		members = append(members, part{"one", numbers(x.One)})
	}
	if x.All != nil {
		members = append(members, part{"all", numbers(x.All)})
	}
	return append(members, b.order(&x.Order, words)...)
}

// free is a name for a function, which begins with the conversation's.
func (b *conversationSpeller) free(words string) string {
	name := b.prefix + words
	for n := 2; b.taken[name]; n++ {
		name = b.prefix + words + strconv.Itoa(n)
	}
	b.taken[name] = true
	return name
}

func numbers(of []int) node {
	var items []node
	for _, n := range of {
		items = append(items, atom(strconv.Itoa(n)))
	}
	return list(items...)
}

func (b *conversationSpeller) order(o *ir.Order, words string) []part {
	var letters, states, bound, checks []node
	for i, kinds := range o.Kinds {
		var items []node
		for j, k := range kinds {
			if k.When == nil {
				items = append(items, atom(strconv.Itoa(k.Letter)))
				continue
			}
			items = append(items, object(code("letter", strconv.Itoa(k.Letter)), code("when", b.predicate(words, i, j, k))))
		}
		letters = append(letters, list(items...))
	}
	for _, s := range o.States {
		var members []part
		if !s.Ends {
			var next []part
			for letter, to := range s.Next {
				if to >= 0 {
					next = append(next, code(strconv.Itoa(letter), strconv.Itoa(to)))
				}
			}
			members = append(members, part{"next", object(next...)})
		}
		if s.Accepts {
			members = append(members, code("accepts", "true"))
		}
		if !s.Ends {
			members = append(members, quoted("expected", s.Refused.Message))
		}
		if !s.Accepts {
			members = append(members, quoted("cut", s.Cut.Message))
		}
		states = append(states, object(members...))
	}
	for _, kept := range o.Bound {
		bound = append(bound, numbers(kept.Letters))
	}
	for _, check := range o.Checks {
		checks = append(checks, b.check(o, check, words))
	}
	members := []part{{"letters", list(letters...)}, {"states", list(states...)}}
	if bound != nil {
		members = append(members, part{"bound", list(bound...)})
	}
	if checks != nil {
		members = append(members, part{"checks", list(checks...)})
	}
	return members
}

var sequenceKinds = map[ir.SequenceKind]string{ir.CheckFirst: "first", ir.CheckNext: "next", ir.CheckEach: "each"}

// check is a check between messages. Cases that are spelled alike are one.
func (b *conversationSpeller) check(o *ir.Order, check *ir.SequenceCheck, words string) node {
	var uses []node
	var names []string
	if check.Kind == ir.CheckNext {
		names = append(names, "prev")
	}
	for _, u := range check.Uses {
		members, bound := []part{code("number", strconv.Itoa(u.Number))}, o.Bound
		if u.Whole {
			members, bound = append([]part{code("whole", "true")}, members...), b.c.Whole.Bound
		}
		uses = append(uses, object(members...))
		names = append(names, "bound"+b.names.Words(bound[u.Number].Name))
	}
	var groups []*caseGroup
	for _, one := range check.Cases {
		w := b.ruleWriter("self", one.This, &one.Program)
		w.follow(one.Earlier, names)
		w.body(one.Program)
		groups = grouped(groups, one, w)
	}
	var cases []node
	for _, g := range groups {
		name := b.free(words + b.names.Words(check.ID))
		b.functions = append(b.functions, b.function(name, "The check "+check.ID+":\n"+g.cases[0].Text, check.Source, g, names))
		cases = append(cases, object(part{"of", b.recordsOf(g.cases)}, code("holds", name)))
	}
	members := []part{{"letters", numbers(check.Letters)}, quoted("kind", sequenceKinds[check.Kind])}
	if uses != nil {
		members = append(members, part{"uses", list(uses...)})
	}
	return object(append(members, quoted("rule", check.Failure.Rule),
		quoted("level", check.Failure.Level.String()), quoted("at", pointer(check.At)), quoted("message", check.Failure.Message), part{"cases", list(cases...)})...)
}

// caseGroup is cases with one spelling, of all combinations of their records.
type caseGroup struct {
	cases  []*ir.SequenceCase
	writer *ruleWriter
	body   string
}

// grouped adds a case to a group that is spelled alike, if all combinations of records stay cases of it.
func grouped(groups []*caseGroup, one *ir.SequenceCase, w *ruleWriter) []*caseGroup {
	body := w.String()
	for _, g := range groups {
		differs := 0
		for n := range len(one.Earlier) + 1 {
			if slices.ContainsFunc(g.cases, func(other *ir.SequenceCase) bool { return typeAt(other, n) != typeAt(one, n) }) {
				differs++
			}
		}
		if g.body == body && differs <= 1 {
			g.cases = append(g.cases, one)
			return groups
		}
	}
	return append(groups, &caseGroup{[]*ir.SequenceCase{one}, w, body})
}

// typeAt is the type of the n-th message of a check.
func typeAt(one *ir.SequenceCase, n int) *ir.Type {
	if n == 0 {
		return one.This
	}
	return one.Earlier[n-1]
}

// typesAt are those of all cases, each once.
func typesAt(cases []*ir.SequenceCase, n int) []*ir.Type {
	var list []*ir.Type
	for _, one := range cases {
		if t := typeAt(one, n); !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// recordsOf are the numbers of the records of each message of some cases.
func (b *conversationSpeller) recordsOf(cases []*ir.SequenceCase) node {
	var items []node
	for n := range len(cases[0].Earlier) + 1 {
		var records []int
		for _, t := range typesAt(cases, n) {
			records = append(records, slices.Index(b.c.Records, t))
		}
		items = append(items, numbers(records))
	}
	return list(items...)
}

// function spells a check.
func (b *conversationSpeller) function(name, about, from string, g *caseGroup, names []string) string {
	var parameters []string
	usage := g.writer.Usage
	for n, parameter := range append([]string{"self"}, names...) {
		if n == 0 && !usage.ReadsThis || n > 0 && !slices.Contains(usage.ReadsEarlier, n-1) {
			parameter = "_" + parameter
		}
		parameters = append(parameters, parameter+": "+b.selfType(typesAt(g.cases, n)))
	}
	if usage.Asks() {
		parameters = append(parameters, "run: "+b.runType())
	}
	return condition(name, comment("", "", about, source(from)), parameters, g.body)
}

// predicate is the function that tells a letter.
func (b *conversationSpeller) predicate(words string, record, number int, k ir.LetterOf) string {
	t := b.c.Records[record]
	name := b.free(words + "Is" + b.names.Type(t) + strconv.Itoa(number+1))
	w := b.ruleWriter("self", t, &k.When.Program)
	w.body(k.When.Program)
	parameters := []string{"self: " + b.selfType([]*ir.Type{t})}
	if !w.Usage.ReadsThis {
		parameters[0] = "_" + parameters[0]
	}
	if w.Usage.Asks() {
		parameters = append(parameters, "run: "+b.runType())
	}
	b.functions = append(b.functions, condition(name, comment("", "", "The condition of a letter:\n"+k.When.Text), parameters, w.String()))
	return name
}

// key is the function that returns what tells the exchange of a record.
func (b *conversationSpeller) key(words string, x *ir.Exchange, record int) string {
	t, key := b.c.Records[record], x.Keys[record]
	w := b.ruleWriter("self", t, &ir.Program{Holds: key.There})
	value := w.flat(key.Value)
	if c, always := key.There.(ir.Constant); !always || !c.Bool {
		there := w.flat(key.There)
		w.Under(key.There, true, func() { value = there + " ? " + w.flat(key.Value) + " : undefined" })
	}
	return "(self: " + b.selfType([]*ir.Type{t}) + ") => " + value
}

// record is the function that tells records apart.
func (b *conversationSpeller) record() string {
	name := b.free("Record")
	p := newPrinter(0)
	p.Line("/** Returns which record of the conversation %s a message is. */", b.c.Name)
	over := b.c.Over
	if len(b.c.Records) == 1 {
		p.Line("function %s(): number {", name)
		p.Line("  return 0;")
		p.Line("}")
	} else {
		p.Line("function %s(message: %s): number {", name, b.typeName(over))
		p.Block(func() { b.selectRecord(p, over) })
		p.Line("}")
	}
	b.functions = append(b.functions, p.String())
	return name
}

// selectRecord returns the number of the record that a message of a union is.
func (b *conversationSpeller) selectRecord(p *printer, t *ir.Type) {
	kind := t.Value.Kind
	for ref, is := kind.(ir.Ref); is; ref, is = kind.(ir.Ref) {
		t, kind = ref.Type, ref.Type.Value.Kind
	}
	union, isUnion := kind.(*ir.Union)
	if !isUnion {
		p.Line("return %d;", slices.Index(b.c.Records, t))
		return
	}
	if union.By == ir.ByPresence {
		p.Line("if (%s(message, %s)) {", b.use("has"), quote(union.Tag))
		p.Block(func() { b.selectRecord(p, union.Variants[0].Type) })
		p.Line("}")
		b.selectRecord(p, union.Variants[1].Type)
		return
	}
	p.Line("switch (%s) {", access("message", union.Tag))
	p.Block(func() {
		for _, v := range union.Variants {
			for _, tag := range v.Tags {
				if union.By == ir.ByString {
					tag = quote(tag)
				}
				p.Line("case %s:", tag)
			}
			p.Block(func() { b.selectRecord(p, v.Type) })
		}
	})
	p.Line("}")
}

// follow makes the program one of a message that follows others, which have names.
func (w *ruleWriter) follow(earlier []*ir.Type, names []string) {
	w.Earlier, w.earlier = earlier, names
	for i, name := range names {
		w.locals[-2-i] = name // of a parameter, which is no temporary
	}
}
