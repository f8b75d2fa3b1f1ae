package plan

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// way returns the keys and letters by which messages belong to an exchange, by record.
func (l *conversation) way(x *ir.Exchange, way *ir.KeyPath) Record {
	r := Record{Type: "Way"}
	r.set("at", Names(way.At))
	if way.Reply != nil {
		through := Record{Type: "ReplyKey"}
		through.set("exchange", Int(way.Reply.Exchange))
		through.set("types", ints(way.Reply.Types))
		r.set("reply", through)
	} else if ir.HasItems(way.At) {
		r.set("items", l.items(x, way))
	} else {
		r.add("keys", l.keys(x, way))
	}
	r.set("letters", l.letters(&x.Order, way.Kinds, withoutItems(way.At), x.Name))
	if way.Of != nil {
		through := Record{Type: "Through"}
		through.set("exchange", Int(way.Of.Exchange))
		through.set("number", Int(way.Of.Number))
		r.set("through", through)
	}
	r.set("in_use", Text(way.InUse.Message))
	if way.None != "" {
		r.set("none", Text(way.None))
	}
	return r
}

// keys returns the function for the keys of messages whose letter needs a key. If the path uses a bound message, it covers all messages
// that can be bound.
func (l *conversation) keys(x *ir.Exchange, way *ir.KeyPath) *Function {
	f := l.function(Key, x.Name, "by", strings.Join(slices.Concat(way.Members()...), " "), "key")
	if f.About = pointers(way, ""); way.With != nil {
		f.About = "the text that joins " + pointers(way, " and ")
	}
	if way.At == nil {
		f.About = "an empty text"
	}
	l.each(f, func(i int) *Case {
		if way.Keys[i] == nil || way.Of == nil && !needsKey(x, way, i) {
			return nil
		}
		return &Case{Keys: []*ir.Key{way.Keys[i]}}
	})
	return f
}

// pointers are the members of a key.
func pointers(way *ir.KeyPath, word string) string {
	var list []string
	for _, at := range way.Members() {
		list = append(list, "/"+strings.Join(at, "/"))
	}
	return strings.Join(list, word)
}

// needsKey reports whether a message of a record has a letter that does not end all exchanges.
func needsKey(x *ir.Exchange, way *ir.KeyPath, record int) bool {
	return slices.ContainsFunc(way.Kinds[record], func(k ir.LetterOf) bool { return !slices.Contains(x.All, k.Letter) })
}

// items returns the function for the keys in the items of an array.
func (l *conversation) items(x *ir.Exchange, way *ir.KeyPath) *Function {
	f := l.function(Items, x.Name, "by", strings.Join(withoutItems(way.At), " "), "keys")
	f.About = "/" + strings.Join(way.At, "/")
	l.each(f, func(i int) *Case {
		if way.Keys[i] == nil || !needsKey(x, way, i) {
			return nil
		}
		return collected(way.Keys[i])
	})
	return f
}

// withoutItems are the names of members on a way, without the step over the items of an array.
func withoutItems(at []string) []string {
	return slices.DeleteFunc(slices.Clone(at), func(name string) bool { return name == ir.EachItem })
}

// keysList is the temporary with the list of keys in the program of Items. The first step of the program begins the list.
const keysList = 1

// KeysList returns the steps of a program of Items that add to the list of keys, and the temporary with the list.
func (c *Case) KeysList() (steps []ir.Statement, list int) { return c.Program.Steps[1:], keysList }

// collected lowers the keys in the items of an array to a program that makes a list of them, in the order of the items.
func collected(key *ir.Key) *Case {
	keys := key.Value.(ir.Collect)
	elem := key.Typing().TypeOf(keys.Made)
	list, none := ir.ExprType{Kind: ir.ListExpr, Elem: &elem}, ir.ListOf{Elem: elem}
	var add ir.Statement = ir.Set{Temp: keysList, Value: ir.Call{Function: ir.Concat, Type: list, Args: []ir.Expr{ir.Temp{Number: keysList}, ir.ListOf{Elem: elem, Items: []ir.Expr{keys.Made}}}}}
	if keys.Cond != nil {
		add = ir.Branch{Cond: keys.Cond, Then: []ir.Statement{add}}
	}
	loop := keys.Loop
	loop.Body = []ir.Statement{add}
	var all ir.Statement = loop
	var folded ir.Expr = keys
	if _, always := ir.Decided(key.There); !always {
		all, folded = ir.Branch{Cond: key.There, Then: []ir.Statement{loop}}, ir.Choose{If: key.There, Then: keys, Else: none}
	}
	return &Case{Program: ir.Program{Temps: []ir.ExprType{*key.Item, list}, Steps: []ir.Statement{ir.Let{Temp: keysList, Value: none}, all}, Holds: ir.Temp{Number: keysList}},
		Folded: ir.Program{Temps: []ir.ExprType{*key.Item}, Holds: folded}}
}
