package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// How trackers tell what a message is: its letter, the exchanges that it belongs to, and what it has in common with earlier ones.

// waysOf are all ways by which messages belong to an exchange.
func waysOf(x *ir.Exchange) []*ir.Way {
	return append([]*ir.Way{{At: x.At, Keys: x.Keys, Kinds: x.Kinds, InUse: x.InUse}}, x.Others...)
}

// ways spells the ways into an exchange: one for each member and each function that reads it.
func (p *conversationPrinter) ways(x *ir.Exchange) expr {
	var ways []expr
	for _, way := range waysOf(x) {
		conditions := p.conditions(&x.Order, way.Kinds)
		if way.Of != nil {
			ways = append(ways, p.through(x, way, conditions))
			continue
		}
		keys := p.keys(x, way)
		var numbers []int
		for i, kinds := range way.Kinds {
			if len(kinds) > 0 && (keys[i] != "None" || slices.ContainsFunc(kinds, func(k ir.LetterOf) bool { return slices.Contains(x.All, k.Letter) })) {
				numbers = append(numbers, i)
			}
		}
		for _, same := range grouped(numbers, func(i int) string { return keys[i] }) {
			var records []*ir.Type
			var kinds [][]ir.LetterOf
			for _, i := range same {
				records, kinds = append(records, p.c.Records[i]), append(kinds, way.Kinds[i])
			}
			ways = append(ways, call(p.uses.support.use("Way"), text(keys[same[0]]), p.letters(records, kinds, conditions), text("in_use="+quote(way.InUse.Message))))
		}
	}
	return tupleOf(ways...)
}

// letters spells, by record, how the letters of messages are told.
func (p *conversationPrinter) letters(records []*ir.Type, kinds [][]ir.LetterOf, conditions map[*ir.Predicate]string) expr {
	var entries []expr
	for i, t := range records {
		var list []expr
		for _, k := range kinds[i] {
			if k.When == nil {
				list = append(list, text(fmt.Sprintf("(None, %d)", k.Letter)))
				break // the first that applies is the letter
			}
			list = append(list, text(fmt.Sprintf("(%s, %d)", conditions[k.When], k.Letter)))
		}
		letter := tupleOf(list...)
		switch {
		case len(list) == 0:
			letter = text("-1")
		case kinds[i][0].When == nil:
			letter = text(fmt.Sprint(kinds[i][0].Letter))
		}
		entries = append(entries, letter.after(p.model(t, p.names.Type(t))+": "))
	}
	return dictOf(entries...)
}

// conditions prints the functions that tell letters of an order, and returns their names.
func (p *conversationPrinter) conditions(o *ir.Order, all [][]ir.LetterOf) map[*ir.Predicate]string {
	type condition struct {
		this   *ir.Type
		letter string
		when   *ir.Predicate
		body   string
	}
	var list []condition
	for i, kinds := range all {
		for _, k := range kinds {
			if t := p.c.Records[i]; k.When != nil {
				list = append(list, condition{t, o.Letters[k.Letter], k.When, p.programOf(t, ruleOf(k.When)).body()})
			}
		}
	}
	names := map[*ir.Predicate]string{}
	for _, same := range grouped(list, func(c condition) string { return c.letter + "\n" + c.body }) {
		first := same[0]
		f := function{stem: "_is_" + snakeOf(first.letter), doc: "Return whether a message is the letter " + first.letter + ".\n\n" + inCEL(first.when.Text), result: "bool", body: first.body}
		this := message{name: "this", read: ir.UsageOf(first.when.Folded).ReadsThis}
		for _, c := range same {
			this.add(c.this)
		}
		f.messages = []message{this}
		name := p.define(f, &first.when.Folded)
		for _, c := range same {
			names[c.when] = name
		}
	}
	return names
}

func ruleOf(when *ir.Predicate) *ir.Rule {
	return &ir.Rule{Text: when.Text, Program: when.Program, Folded: when.Folded}
}

// through spells the way into an exchange by a message bound in another one.
func (p *conversationPrinter) through(x *ir.Exchange, way *ir.Way, conditions map[*ir.Predicate]string) expr {
	var records []*ir.Type
	var kinds [][]ir.LetterOf
	var own, bound []expr
	from := p.c.Exchanges[way.Of.Exchange]
	names := p.keys(from, waysOf(from)[0])
	var having []int
	for i, t := range p.c.Records {
		if len(way.Kinds[i]) > 0 {
			records, kinds = append(records, t), append(kinds, way.Kinds[i])
			own = append(own, text(p.model(t, p.names.Type(t))+": "+names[i]))
		}
		if way.Keys[i] != nil {
			having = append(having, i)
		}
	}
	names = p.keyFunctions(x, way, having)
	for _, i := range having {
		t := p.c.Records[i]
		bound = append(bound, text(p.model(t, p.names.Type(t))+": "+names[i]))
	}
	through := call(p.uses.support.use("Through"), text(fmt.Sprint(way.Of.Exchange)), text(fmt.Sprint(way.Of.Number)), dictOf(own...), dictOf(bound...))
	return call(p.uses.support.use("Way"), text("None"), p.letters(records, kinds, conditions), text("in_use="+quote(way.InUse.Message)), through.after("through="))
}

// keys prints the functions that tell the exchange of a message, and returns their names by record; None where there is nothing to tell.
func (p *conversationPrinter) keys(x *ir.Exchange, way *ir.Way) []string {
	var having []int
	for i, key := range way.Keys {
		asked := slices.ContainsFunc(way.Kinds[i], func(k ir.LetterOf) bool { return !slices.Contains(x.All, k.Letter) })
		if key != nil && asked {
			having = append(having, i)
		}
	}
	return p.keyFunctions(x, way, having)
}

// keyFunctions are those of some records.
func (p *conversationPrinter) keyFunctions(x *ir.Exchange, way *ir.Way, having []int) []string {
	bodies := make([]string, len(p.c.Records))
	for _, i := range having {
		bodies[i] = p.keyBody(p.c.Records[i], way.Keys[i])
	}
	names := make([]string, len(p.c.Records))
	for i := range names {
		names[i] = "None"
	}
	for _, same := range grouped(having, func(i int) string { return bodies[i] }) {
		f := function{stem: "_key_of_" + snakeOf(x.Name), more: "_by_" + snakeOf(strings.Join(way.At, "_")), result: p.uses.support.use("Key") + " | None", body: bodies[same[0]]}
		f.doc = "Return /" + strings.Join(way.At, "/") + " of a message, which tells its exchange, or None."
		f.messages = []message{p.reading(same)}
		name := p.define(f, nil)
		for _, i := range same {
			names[i] = name
		}
	}
	return names
}

// reading is a message that is read, of any of some records.
func (p *conversationPrinter) reading(records []int) message {
	this := message{name: "this", read: true}
	for _, i := range records {
		this.add(p.c.Records[i])
	}
	return this
}

func (p *conversationPrinter) keyBody(t *ir.Type, key *ir.Key) string {
	body := p.programOf(t, &ir.Rule{})
	body.temps, body.named = map[int]string{}, map[string]int{}
	body.Statement("return ", body.key(key).Code, "")
	return body.String()
}

// key spells the member that a key is, or None where it is not there.
func (p *program) key(key *ir.Key) term {
	value := p.Expr(key.Value)
	if _, always := ir.Decided(key.There); always {
		return value
	}
	there := p.Expr(key.There)
	if there.Code.Flat == value.Code.Flat+" is not None" {
		return value
	}
	return p.Choose(there, value, atom("None"))
}

// unique spells what messages must not have in common, and prints the functions that tell it.
func (p *conversationPrinter) unique(u *ir.Unique) expr {
	type memory struct{ parts, until string }
	bodies := make([]memory, len(p.c.Records))
	var having []int
	for i, keys := range u.Keys {
		if keys != nil {
			bodies[i] = memory{p.partsBody(p.c.Records[i], keys), p.programOf(p.c.Records[i], ruleOf(u.Until[i])).body()}
			having = append(having, i)
		}
	}
	var members, pointers []string
	for _, by := range u.By {
		members, pointers = append(members, snakeOf(strings.Join(by, "_"))), append(pointers, "/"+strings.Join(by, "/"))
	}
	args := []expr{text(quote(u.Failure.Message)), numbers(u.Letters)}
	stem := strings.Join(members, "_")
	for _, same := range grouped(having, func(i int) string { return bodies[i].parts + bodies[i].until }) {
		first := same[0]
		parts := function{stem: "_parts_" + stem, messages: []message{p.reading(same)}, result: p.uses.support.use("Parts"), body: bodies[first].parts}
		parts.doc = "Return " + strings.Join(pointers, ", ") + ", which tell a message apart."
		until := function{stem: "_until_" + stem, result: "int", doc: "Return up to when a message is remembered.\n\n" + inCEL(u.Until[first].Text), body: bodies[first].until}
		this := p.reading(same)
		this.read = ir.UsageOf(u.Until[first].Folded).ReadsThis
		until.messages = []message{this}
		var records []*ir.Type
		for _, i := range same {
			records = append(records, p.c.Records[i])
		}
		args = append(args, call(p.uses.support.use("Memory"), text(p.define(parts, nil)), text(p.define(until, &u.Until[first].Folded)), p.kinds(records)))
	}
	if len(u.At) > 0 {
		args = append(args, quoted(u.At).after("at="))
	}
	return call(p.uses.support.use("Unique"), append(args, text(fmt.Sprintf("most=%d", u.Most)))...)
}

func (p *conversationPrinter) partsBody(t *ir.Type, keys []*ir.Key) string {
	body := p.programOf(t, &ir.Rule{})
	body.temps, body.named = map[int]string{}, map[string]int{}
	var parts []string
	for _, key := range keys {
		parts = append(parts, body.key(key).Code.Flat)
	}
	end := ")"
	if len(parts) == 1 {
		end = ",)"
	}
	body.Statement("return ", print.Enclosed("(", print.Arguments(parts), end), "")
	return body.String()
}
