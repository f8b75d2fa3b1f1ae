package python

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// tree prints the data of the conversation.
func (p *conversationPrinter) tree() treePrinter {
	return treePrinter{uses: p.uses, own: func(v plan.Value) expr {
		switch v := v.(type) {
		case plan.ByRecord:
			return p.byRecord(v)
		case plan.Records:
			var names []expr
			for _, t := range v.Chosen {
				names = append(names, text(p.model(t, p.names.Type(t))))
			}
			return tupleOf(names...)
		case plan.Way:
			var names []string
			for _, f := range v {
				names = append(names, p.names.Field(f))
			}
			return quoted(names)
		case plan.Letters:
			return p.byRecord(v.Table())
		case plan.Keeps:
			return p.byRecord(v.Table())
		case plan.Present:
			return p.byRecord(v.Table())
		case plan.Codec:
			return text(p.codec(v.Type))
		case *plan.Function:
			return p.tree().value(v.Table())
		case *plan.Group:
			return text(p.define(v))
		}
		panic(fmt.Sprintf("python: unhandled value %T", v))
	}}
}

// byRecord returns a dict by the classes of the records that have a value.
func (p *conversationPrinter) byRecord(t plan.ByRecord) expr {
	var entries []expr
	for i, v := range t.Values {
		if v != nil {
			entries = append(entries, p.tree().value(v).after(p.model(t.Of[i], p.names.Type(t.Of[i]))+": "))
		}
	}
	return dictOf(entries...)
}

// define prints a function, unless an equal one is already present, and returns its name. The last parameter of a function is the caller's
// inputs, if functions have that parameter.
func (p *conversationPrinter) define(g *plan.Group) string {
	if name := p.known[g]; name != "" {
		return name
	}
	names := slices.Clone(g.Messages)
	for i, name := range names {
		if i > 0 && name != "prev" {
			names[i] = "bound_" + snakeOf(name) // the name in the expression, which is never a name of Python
		}
	}
	body := p.programOf(g.Records[0], &ir.Rule{ID: g.Words[len(g.Words)-1], Text: g.Text, Program: g.Program, Folded: g.Folded})
	body.Earlier, body.earlier = g.Earlier(), names[1:]
	usage := ir.UsageOf(g.Folded)
	result, doc, spelled := p.body(body, g)
	var params []string
	reads := func(n int) bool {
		return g.ReadsKey() || g.Kind == plan.Number || plan.Reads(&g.Folded, n)
	}
	for n, of := range g.Of {
		params = append(params, param(names[n], reads(n))+p.subject(of))
	}
	switch g.Kind {
	case plan.Number:
		params = append(params, "number: int")
	case plan.Holds, plan.Check, plan.Until:
		if p.needsInputs {
			params = append(params, param("given", usage.NeedsInputs())+p.inputs())
		}
	}
	if g.Counts {
		params = append(params, param("open", usage.ReadsOpen)+"int")
	}
	stem, more := p.stem(g)
	key := documented(stem, params, result, doc, spelled)
	name := p.defined[key]
	if p.known[g] = name; name != "" {
		return name
	}
	name = p.free(stem, more)
	p.defined[key], p.known[g] = name, name
	*p.functions = append(*p.functions, documented(name, params, result, doc, spelled))
	return name
}

// stem returns the name of a function, and a suffix in case the name is used.
func (p *conversationPrinter) stem(g *plan.Group) (stem, more string) {
	about := snakeOf(g.Words[len(g.Words)-1])
	switch g.Kind {
	case plan.Key:
		return "_key_of_" + snakeOf(g.Words[0]), "_by_" + snakeOf(g.Words[2])
	case plan.Items:
		return "_keys_of_" + snakeOf(g.Words[0]), "_by_" + snakeOf(g.Words[2])
	case plan.Check:
		return "_" + about, "__" + p.snake(g.Records[0])
	case plan.Number:
		return "_numbered_" + about, "__" + p.snake(g.Records[0])
	case plan.Holds:
		return "_" + g.Words[1] + "_" + about, ""
	}
	return "_" + about, ""
}

// body prints the body of a function, and returns the type of its result and its docstring.
func (p *conversationPrinter) body(body *program, g *plan.Group) (result, doc, spelled string) {
	switch g.Kind {
	case plan.Check:
		return "bool", ruleDoc(&ir.Rule{Text: g.Text, Source: g.Source, Failure: ir.Failure{Message: g.About}}), body.body()
	case plan.Holds:
		return "bool", "Return whether " + g.About + ".\n\n" + inCEL(g.Text), body.body()
	case plan.Until:
		return "int", "Return " + g.About + ".\n\n" + inCEL(g.Text), body.body()
	case plan.Items:
		return p.uses.abstract.use("Sequence") + "[" + p.uses.support.use("Key") + "]", "Return " + g.About + " of a message, the keys of its exchanges.", body.body()
	case plan.Number:
		return p.subject(g.Of[0]), "Return a message with the number at " + g.About + ".", p.numberBody(g.Records[0], g.At)
	}
	body.temps, body.named = map[int]string{}, map[string]int{}
	var parts []string
	for _, key := range g.Keys {
		parts = append(parts, body.key(key).Code.Flat)
	}
	if g.Kind == plan.Key {
		body.Statement("return ", body.key(g.Keys[0]).Code, "")
		return p.uses.support.use("Key") + " | None", "Return " + g.About + " of a message, the key of its exchange, or None.", body.String()
	}
	end := ")"
	if len(parts) == 1 {
		end = ",)"
	}
	body.Statement("return ", print.Enclosed("(", print.Arguments(parts), end), "")
	return p.uses.support.use("UniqueParts"), "Return " + g.About + ", which distinguish messages.", body.String()
}

// key prints the member that is a key, or None if it is absent.
func (p *program) key(key *ir.Key) term {
	value := p.Expr(key.Value)
	if _, always := ir.Decided(key.There); always {
		return value
	}
	if plan.IsPlain(key) || isNullable(key) {
		return value
	}
	return p.Choose(p.Expr(key.There), value, atom("None"))
}

// isNullable reports whether the key is a required member that may be null. Null is None.
func isNullable(key *ir.Key) bool {
	member, isMember := key.Value.(ir.MemberOf)
	there, isNegation := key.There.(ir.Negation)
	if !isMember || !isNegation {
		return false
	}
	null, is := there.X.(ir.IsNull)
	return is && null.Field == member.Field
}

var noIdentifier = regexp.MustCompile(`[^A-Za-z0-9]+`)

// snakeOf returns an identifier for a name in the spec.
func snakeOf(name string) string {
	return naming.Snake(noIdentifier.ReplaceAllString(name, "_"))
}

// numberBody prints the copy of a message with another number. A message without the object around the number is unchanged.
func (p *conversationPrinter) numberBody(t *ir.Type, at []string) string {
	out := newPrinter(1)
	place, value, end := "this", "", ""
	for i, name := range at {
		f := t.Field(name)
		value += place + ".__replace__(" + p.names.Field(f) + "="
		end += ")"
		if i == len(at)-1 {
			break
		}
		place += "." + p.names.Field(f)
		if t = ir.TypeOfValue(&f.Value).Record; !f.Required || resolve(&f.Value).nullable {
			out.Line("if not isinstance(%s, %s):", place, p.model(t, p.names.Type(t)))
			out.Block(func() { out.Line("return this") })
		}
	}
	out.Line("return %snumber%s", value, end)
	return out.String()
}
