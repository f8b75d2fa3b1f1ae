package typescript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// tree spells the data of the conversation.
func (b *conversationPrinter) tree() treePrinter {
	return treePrinter{b.generator, func(v plan.Value) node {
		switch v := v.(type) {
		case plan.ByRecord:
			return b.table(v)
		case plan.Records:
			var numbers []node
			for _, t := range v.Chosen {
				numbers = append(numbers, atom(strconv.Itoa(slices.Index(v.Of, t))))
			}
			return list(numbers...)
		case plan.Way:
			return quotes(v.Names())
		case plan.Letters:
			return b.table(v.Table())
		case plan.Keeps:
			return b.table(v.Table())
		case plan.Present:
			return b.table(v.Table())
		case *plan.Function:
			return b.tree().value(v.Table())
		case *plan.Group:
			return atom(b.define(v))
		}
		panic(fmt.Sprintf("typescript: unhandled value %T", v))
	}}
}

// camel is a name in snake case as members have it.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i := range words[1:] {
		words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
	}
	return strings.Join(words, "")
}

// table is a list by record, or an object with the numbers of the few records that have an item.
func (b *conversationPrinter) table(t plan.ByRecord) node {
	var few []item
	var all []node
	for i, v := range t.Values {
		one := atom("undefined")
		if v != nil {
			one = b.tree().value(v)
			few = append(few, item{strconv.Itoa(i), one})
		}
		all = append(all, one)
	}
	if 3*len(few) < len(all) {
		return object(few...)
	}
	return list(all...)
}

// define spells a function, the first time, and returns its name.
func (b *conversationPrinter) define(g *plan.Group) string {
	if name := b.defined[g]; name != "" {
		return name
	}
	var words []string
	for _, word := range g.Words {
		if word != "" {
			words = append(words, b.names.Words(word))
		}
	}
	name := b.free(strings.Join(words, ""))
	b.defined[g] = name
	names, types := []string{"self"}, []string{}
	for i, message := range g.Messages[1:] {
		if names = append(names, message); i > 0 || message != "prev" {
			names[i+1] = "bound" + b.names.Words(message)
		}
	}
	w := b.ruleWriter("self", g.Records[0], &g.Program)
	w.follow(g.Earlier(), names[1:])
	if g.Counts {
		w.locals[-1] = openName // of the parameter, which is no temporary
	}
	result, about := b.body(w, g)
	reads := func(n int) bool { return g.ReadsKey() || plan.Reads(&g.Program, n) }
	for n := range g.Of {
		types = append(types, parameter(names[n], reads(n)))
	}
	if g.Counts {
		types = append(types, parameter(openName, w.ReadsOpen))
	}
	if w.NeedsInputs() {
		types = append(types, "run: any")
	}
	b.functions = append(b.functions, function(name, comment("", "", about, source(g.Source)), types, result, w.String()))
	return name
}

func parameter(name string, read bool) string {
	if !read {
		name = "_" + name
	}
	return name + ": any"
}

// body spells the body of a function, and returns the type of its result and its comment.
func (b *conversationPrinter) body(w *ruleWriter, g *plan.Group) (result, about string) {
	switch g.Kind {
	case plan.Key:
		if plan.IsPlain(g.Keys[0]) { // an absent member is undefined
			w.Line("return %s;", w.flat(g.Keys[0].Value))
		} else {
			w.key(g.Keys, func() string { return w.flat(g.Keys[0].Value) })
		}
		return "unknown", "Returns " + g.About + ", the key of an exchange."
	case plan.Items:
		w.body(g.Program)
		return "readonly unknown[]", "Returns " + g.About + ", the keys of exchanges."
	case plan.Parts:
		w.key(g.Keys, func() string {
			var values []ir.Expr
			for _, key := range g.Keys {
				values = append(values, key.Value)
			}
			return "[" + w.list(values) + "]"
		})
		return "readonly unknown[] | undefined", "Returns " + g.About + ", which distinguish messages."
	case plan.Check:
		w.body(g.Program)
		return "boolean", "The check " + g.Words[1] + g.Where + ":\n" + g.Text
	case plan.Until:
		w.body(g.Program)
		return b.support("Time"), "Returns " + g.About + ":\n" + g.Text
	}
	w.body(g.Program)
	return "boolean", "Reports whether " + g.About + ":\n" + g.Text
}

// key returns a value where all keys are present.
func (w *ruleWriter) key(keys []*ir.Key, value func() string) {
	there := ir.AllThere(keys)
	if there == nil {
		w.Line("return %s;", value())
		return
	}
	w.Line("return %s ? %s : undefined;", w.flat(there), value())
}

// openName is the name of the number of open exchanges in checks.
const openName = "open"

// follow makes the program one of a message that follows others, which have names.
func (w *ruleWriter) follow(earlier []*ir.Type, names []string) {
	w.Earlier, w.earlier = earlier, names
	for i, name := range names {
		w.locals[-2-i] = name // of a parameter, which is no temporary
	}
}
