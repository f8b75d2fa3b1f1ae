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
func (b *conversationSpeller) tree() treePrinter {
	return treePrinter{b.speller, func(v plan.Value) node {
		switch v := v.(type) {
		case plan.ByRecord:
			var items []node
			for _, v := range v.Values {
				if v == nil {
					items = append(items, atom("undefined"))
				} else {
					items = append(items, b.tree().value(v))
				}
			}
			return table(items)
		case plan.Letters:
			return b.letters(v)
		case plan.Keeps:
			return keeps(v)
		case *plan.Function:
			return b.functionsOf(v)
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
func table(items []node) node {
	var few []part
	for i, item := range items {
		if item.flat != "undefined" {
			few = append(few, part{strconv.Itoa(i), item})
		}
	}
	if 3*len(few) < len(items) {
		return object(few...)
	}
	return list(items...)
}

// letters are, by record, the letter, or conditions with letters.
func (b *conversationSpeller) letters(l plan.Letters) node {
	conditions := map[*plan.Function][]string{}
	var records []node
	for i, kinds := range l.Kinds {
		if len(kinds) == 0 {
			records = append(records, atom("undefined"))
			continue
		}
		if kinds[0].When == nil {
			records = append(records, atom(strconv.Itoa(kinds[0].Number)))
			continue
		}
		var letters []node
		for _, k := range kinds {
			letter := strconv.Itoa(k.Number)
			if k.When == nil {
				letters = append(letters, atom(letter))
				continue
			}
			if conditions[k.When] == nil {
				conditions[k.When] = b.byRecord(k.When)
			}
			letters = append(letters, object(code("letter", letter), code("when", conditions[k.When][i])))
		}
		records = append(records, list(letters...))
	}
	return table(records)
}

// keeps are, by record, the ways to members that are remembered.
func keeps(k plan.Keeps) node {
	var records []part
	for i, snapshot := range k.Kept {
		var ways []node
		for _, kept := range snapshot {
			var names []string
			for _, f := range kept.At {
				names = append(names, f.Name)
			}
			ways = append(ways, quotes(names))
		}
		if ways != nil {
			records = append(records, part{strconv.Itoa(i), list(ways...)})
		}
	}
	return object(records...)
}

// functionsOf refers to the functions of messages: by record, or of a check by the records of all its messages.
func (b *conversationSpeller) functionsOf(f *plan.Function) node {
	if f.Kind != plan.Check {
		return table(atoms(b.byRecord(f)))
	}
	var items []node
	for _, g := range f.Groups() {
		members := []part{code("holds", b.define(g))}
		if !g.IsWhole() {
			var of []node
			for _, types := range g.Of {
				var numbers []node
				for _, t := range types {
					numbers = append(numbers, atom(strconv.Itoa(slices.Index(f.Of, t))))
				}
				of = append(of, list(numbers...))
			}
			members = append([]part{{"of", list(of...)}}, members...)
		}
		items = append(items, object(members...))
	}
	return list(items...)
}

// byRecord are the names of the functions by record, "undefined" where there is none.
func (b *conversationSpeller) byRecord(f *plan.Function) []string {
	names := map[*plan.Group]string{nil: "undefined"}
	var list []string
	for _, g := range f.ByRecord() {
		if names[g] == "" {
			names[g] = b.define(g)
		}
		list = append(list, names[g])
	}
	return list
}

// define spells a function and returns its name.
func (b *conversationSpeller) define(g *plan.Group) string {
	var words []string
	for _, word := range g.Words {
		if word != "" {
			words = append(words, b.names.Words(word))
		}
	}
	name := b.free(strings.Join(words, ""))
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
	reads := func(n int) bool { return g.Kind == plan.Key || g.Kind == plan.Parts || plan.Reads(&g.Program, n) }
	for n := range g.Of {
		types = append(types, parameter(names[n], reads(n)))
	}
	if g.Counts {
		types = append(types, parameter(openName, w.ReadsOpen))
	}
	if w.Asks() {
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
func (b *conversationSpeller) body(w *ruleWriter, g *plan.Group) (result, about string) {
	switch g.Kind {
	case plan.Key:
		if plan.IsPlain(g.Keys[0]) { // an absent member is undefined
			w.Line("return %s;", w.flat(g.Keys[0].Value))
		} else {
			w.key(g.Keys, func() string { return w.flat(g.Keys[0].Value) })
		}
		return "unknown", "Returns " + g.About + ", the key of an exchange."
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
		return "boolean", "The check " + g.Words[1] + ":\n" + g.Text
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

// openName is what checks call the number of open exchanges.
const openName = "open"

// follow makes the program one of a message that follows others, which have names.
func (w *ruleWriter) follow(earlier []*ir.Type, names []string) {
	w.Earlier, w.earlier = earlier, names
	for i, name := range names {
		w.locals[-2-i] = name // of a parameter, which is no temporary
	}
}
