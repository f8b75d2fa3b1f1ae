package typescript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// conversations is what a module has of the protocol's conversations.
type conversations struct {
	Names     []string // of the constants
	Constants []string
	Functions []string          // that the constants name
	Lines     bool              // whether one of them is a stream of lines
	Requests  bool              // whether one of them has requests
	From      map[string]string // modules of the support code that users import, by what they are about
}

// conversationModules are the modules of the support code that users import for conversations, by what they are about.
var conversationModules = map[string]string{
	"Conversation": "envelope/conversation.ts",
	"Tracker":      "envelope/tracker.ts",
	"Tracked":      "envelope/tracked.ts",
	"Lines":        "envelope/lines.ts",
	"Sink":         "envelope/sink.ts",
	"Writer":       "envelope/writer.ts",
	"Client":       "envelope/client.ts",
}

// conversationSpeller spells one conversation.
type conversationSpeller struct {
	*speller
	c         *ir.Conversation
	prefix    string
	functions []string
}

func (s *speller) conversations() conversations {
	all := conversations{From: map[string]string{}}
	for about, module := range conversationModules {
		all.From[about] = s.specifier(module)
	}
	for _, c := range s.protocol.Conversations {
		b := &conversationSpeller{speller: s, c: c, prefix: lowered(s.names.Conversation(c))}
		name := b.prefix + "Conversation"
		all.Names = append(all.Names, name)
		all.Constants = append(all.Constants, b.constant(name))
		if requests := b.requests(b.prefix+"Requests", name); requests != "" {
			all.Constants = append(all.Constants, requests)
			all.Requests = true
		}
		all.Functions = append(all.Functions, b.functions...)
		all.Lines = all.Lines || c.Framing == ir.NDJSON
	}
	return all
}

func lowered(word string) string { return strings.ToLower(word[:1]) + word[1:] }

// conversationAsks reports whether a conversation over some type reads the time or parameters; nil stands for any type.
func conversationAsks(p *ir.Protocol, over *ir.Type, asks func(ir.Usage) bool) bool {
	return slices.ContainsFunc(p.Conversations, func(c *ir.Conversation) bool {
		return (over == nil || c.Over == over) && (len(c.Unique) > 0 && asks(ir.Usage{ReadsNow: true}) ||
			slices.ContainsFunc(programsOf(c), func(p ir.Program) bool { return asks(ir.UsageOf(p)) }))
	})
}

// programsOf are all programs of a conversation.
func programsOf(c *ir.Conversation) (programs []ir.Program) {
	letters := func(all [][]ir.LetterOf) {
		for _, k := range slices.Concat(all...) {
			if k.When != nil {
				programs = append(programs, k.When.Program)
			}
		}
	}
	order := func(o *ir.Order) {
		letters(o.Kinds)
		for _, bound := range o.Bound {
			for _, when := range bound.When {
				if when != nil {
					programs = append(programs, when.Program)
				}
			}
		}
		for _, check := range o.Checks {
			for _, one := range check.Cases {
				programs = append(programs, one.Program)
			}
		}
	}
	order(&c.Whole)
	for _, x := range c.Exchanges {
		order(&x.Order)
		for _, way := range x.Others {
			letters(way.Kinds)
		}
	}
	for _, until := range c.Unique {
		for _, p := range until.Until {
			if p != nil {
				programs = append(programs, p.Program)
			}
		}
	}
	return programs
}

func (b *conversationSpeller) constant(name string) string {
	c := b.c
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
	var unique []node
	for _, u := range c.Unique {
		unique = append(unique, object(b.unique(u)...))
	}
	if unique != nil {
		members = append(members, part{"unique", list(unique...)})
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", c.Doc.Text, source(c.Doc.Source)))
	p.literal(b.declared(p, "export const "+name+": "), object(members...), ";")
	return p.String()
}

func (b *conversationSpeller) exchange(x *ir.Exchange) []part {
	words := b.names.Words(x.Name)
	members := []part{quoted("name", x.Name), {"keys", b.keys(x.Keys, x.Kinds)}, quoted("inUse", x.InUse.Message)}
	var others []node
	for _, way := range x.Others {
		others = append(others, object(b.way(way, words)...))
	}
	if others != nil {
		members = append(members, part{"others", list(others...)})
	}
	if x.Most != usualMost {
		members = append(members, code("most", strconv.Itoa(x.Most)))
	}
	if x.One != nil {
		members = append(members, part{"one", numbers(x.One)})
	}
	if x.All != nil {
		members = append(members, part{"all", numbers(x.All)})
	}
	return append(members, b.order(&x.Order, words)...)
}

// way is how messages belong to an exchange by another member.
func (b *conversationSpeller) way(way *ir.Way, words string) []part {
	if way.Of == nil {
		return []part{{"keys", b.keys(way.Keys, way.Kinds)}, {"letters", b.letters(way.Kinds, words)}, quoted("inUse", way.InUse.Message)}
	}
	through := object(code("exchange", strconv.Itoa(way.Of.Exchange)), code("number", strconv.Itoa(way.Of.Number)))
	return []part{{"keys", b.keys(way.Keys, nil)}, {"letters", b.letters(way.Kinds, words)}, {"through", through}, quoted("inUse", way.InUse.Message)}
}

// usualMost is how many exchanges of a kind may be open where the table says nothing.
const usualMost = 65_536

// keys are, by record, functions that return what a message of some letters belongs to; of all letters, if kinds is nil.
func (b *conversationSpeller) keys(keys []*ir.Key, kinds [][]ir.LetterOf) node {
	var items []node
	for i, key := range keys {
		if key == nil || kinds != nil && len(kinds[i]) == 0 {
			items = append(items, atom("undefined"))
			continue
		}
		items = append(items, atom(b.key([]*ir.Type{b.c.Records[i]}, []*ir.Key{key})))
	}
	return list(items...)
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

// letters are, by record, those of its messages.
func (b *conversationSpeller) letters(all [][]ir.LetterOf, words string) node {
	var letters []node
	for i, kinds := range all {
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
	return list(letters...)
}

func (b *conversationSpeller) order(o *ir.Order, words string) []part {
	letters := b.letters(o.Kinds, words)
	var states, checks []node
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
	for _, check := range o.Checks {
		checks = append(checks, b.check(o, check, words))
	}
	members := []part{{"names", quotes(o.Letters)}, {"letters", letters}, {"states", list(states...)}}
	members = append(members, b.slots(o, words)...)
	if checks != nil {
		members = append(members, part{"checks", list(checks...)})
	}
	var counted []node
	for _, n := range o.Numbers {
		counted = append(counted, object(part{"letters", numbers(n.Letters)}, part{"at", quotes(n.At)}))
	}
	if counted != nil {
		members = append(members, part{"numbers", list(counted...)})
	}
	return members
}

// predicate is the function that tells a letter.
func (b *conversationSpeller) predicate(words string, record, number int, k ir.LetterOf) string {
	t := b.c.Records[record]
	name := b.free(words + "Is" + b.names.Type(t) + strconv.Itoa(number+1))
	w := b.ruleWriter("self", t, &k.When.Program)
	w.body(k.When.Program)
	b.alone(name, comment("", "", "The condition of a letter:\n"+k.When.Text), "boolean", w, []*ir.Type{t})
	return name
}

// alone spells a function of a message alone.
func (b *conversationSpeller) alone(name, about, result string, w *ruleWriter, of []*ir.Type) {
	parameters := []string{"self: " + b.selfType(of)}
	if !w.Usage.ReadsThis {
		parameters[0] = "_" + parameters[0]
	}
	if w.Usage.Asks() {
		parameters = append(parameters, "run: "+b.runType())
	}
	b.functions = append(b.functions, function(name, about, parameters, result, w.String()))
}

// key is a function that returns what tells messages of some records apart: the same members in all of them. Several parts are one text.
func (b *conversationSpeller) key(of []*ir.Type, parts []*ir.Key) string {
	there := ir.AllThere(parts)
	w := b.ruleWriter("self", of[0], &ir.Program{Holds: parts[0].There})
	value := func() string {
		var values []ir.Expr
		for _, key := range parts {
			values = append(values, key.Value)
		}
		if len(values) == 1 {
			return w.flat(values[0])
		}
		return "JSON.stringify([" + w.list(values) + "])"
	}
	spelled := ""
	if there == nil {
		spelled = value()
	} else {
		w.Under(there, true, func() { spelled = w.flat(there) + " ? " + value() + " : undefined" })
	}
	return "(self: " + b.selfType(of) + ") => " + spelled
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
		p.Block(func() {
			b.selectRecord(p, over, "message", "", func(t *ir.Type) { p.Line("return %d;", slices.Index(b.c.Records, t)) })
		})
		p.Line("}")
	}
	b.functions = append(b.functions, p.String())
	return name
}

// selectRecord does something for each record that a message of a union can be, which a variable holds. If it is
// known to be of the type to us but not to the compiler, narrowed is the name for a variable of the type.
func (s *speller) selectRecord(p *printer, t *ir.Type, message, narrowed string, found func(*ir.Type)) {
	kind := t.Value.Kind
	for ref, is := kind.(ir.Ref); is; ref, is = kind.(ir.Ref) {
		t, kind = ref.Type, ref.Type.Value.Kind
	}
	union, isUnion := kind.(*ir.Union)
	if !isUnion {
		found(t)
		return
	}
	if narrowed != "" {
		p.Line("const %s = %s as %s;", narrowed, message, s.typeName(t))
		message = narrowed
	}
	if union.By == ir.ByPresence {
		p.Line("if (%s(%s, %s)) {", s.use("has"), message, quote(union.Tag))
		p.Block(func() { s.selectRecord(p, union.Variants[0].Type, message, message+"With", found) })
		p.Line("}")
		s.selectRecord(p, union.Variants[1].Type, message, message+"Without", found)
		return
	}
	p.Line("switch (%s) {", access(message, union.Tag))
	p.Block(func() {
		for _, v := range union.Variants {
			for _, tag := range v.Tags {
				if union.By == ir.ByString {
					tag = quote(tag)
				}
				p.Line("case %s:", tag)
			}
			p.Block(func() { s.selectRecord(p, v.Type, message, "", found) })
		}
	})
	p.Line("}")
}
