package plan

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Around returns the texts around the key and the result in the reply that carries a result, or nil if a reply has other required members than
// constants. The key comes first. A reply that is the result has no key of its own, and one of an exchange without a key has none: they have two texts.
func Around(c *ir.Conversation, x *ir.Exchange) []string {
	if x.Replies == nil || len(c.Sides) != 2 {
		return nil
	}
	if len(x.Replies.At) == 0 {
		return []string{"", ""}
	}
	var texts []string
	for i, t := range c.Records {
		if x.Replies.Members[i] == nil {
			continue
		}
		made := wholeOf(x, i, t)
		if made == nil || texts != nil {
			return nil // a handler would have to choose
		}
		texts = made
	}
	return texts
}

// MakesReplies reports whether replies in an exchange are made of the results that handlers return.
func MakesReplies(c *ir.Conversation, x *ir.Exchange) bool {
	return slices.ContainsFunc(x.Requests, func(r *ir.Request) bool { return r.Result != nil }) && Around(c, x) != nil
}

// wholeOf returns the texts in a reply of one record.
func wholeOf(x *ir.Exchange, i int, t *ir.Type) []string {
	record, isRecord := t.Value.Resolve().Kind.(*ir.Record)
	if !isRecord {
		return nil
	}
	for _, way := range x.ReplyWays {
		if key := keyPath(x, i, way); key != nil || x.At == nil {
			w := &whole{}
			if !w.object(record, key, x.Replies.At) {
				return nil
			}
			return append(w.texts, w.String())
		}
	}
	return nil
}

// keyPath returns the path of the key in a reply of the record with number i, or nil if the reply does not belong to the exchange by that way.
func keyPath(x *ir.Exchange, i, way int) []string {
	if way == 0 {
		if x.Keys[i] == nil || len(x.Kinds[i]) == 0 {
			return nil
		}
		return x.At
	}
	other := x.Others[way-1]
	if other.Of != nil || other.Reply != nil || other.Keys[i] == nil || len(other.Kinds[i]) == 0 {
		return nil
	}
	return other.At
}

// whole writes a reply, and cuts it where its key and its result are.
type whole struct {
	strings.Builder
	texts []string
}

// object writes an object that contains the key and the result, or one of them; the path of the other is nil. It reports whether a value is known
// for all required members.
func (w *whole) object(r *ir.Record, key, result []string) bool {
	between := "{"
	begin := func(f *ir.Field) {
		w.WriteString(between)
		w.literal(ir.Literal{Kind: ir.StringLiteral, String: f.Name})
		w.WriteString(":")
		between = ","
	}
	for _, f := range r.Fields {
		if !f.Required || leads(key, f) || leads(result, f) {
			continue
		}
		if !isConstant(f) {
			return false
		}
		begin(f)
		c, _ := f.Value.Resolve().Kind.(ir.Const) // else null
		w.literal(c.Literal)
	}
	for _, path := range [][]string{key, result} {
		i := slices.IndexFunc(r.Fields, func(f *ir.Field) bool { return leads(path, f) })
		switch {
		case path == nil:
			continue
		case i < 0:
			return false
		}
		f := r.Fields[i]
		if leads(key, f) && leads(result, f) {
			begin(f)
			return w.value(f, below(key, f), below(result, f)) && w.end()
		}
		begin(f)
		if !w.value(f, below(key, f), below(result, f)) {
			return false
		}
	}
	return w.end()
}

func (w *whole) end() bool {
	w.WriteString("}")
	return true
}

// value writes the value of a member that is the key or the result, or contains one of them.
func (w *whole) value(f *ir.Field, key, result []string) bool {
	if len(key) == 0 && key != nil || len(result) == 0 && result != nil {
		w.texts = append(w.texts, w.String())
		w.Reset()
		return true
	}
	record, isRecord := f.Value.Resolve().Kind.(*ir.Record)
	return isRecord && w.object(record, key, result)
}

func (w *whole) literal(l ir.Literal) {
	var text []byte
	var err error
	switch l.Kind {
	case ir.NullLiteral:
		text = []byte("null")
	case ir.BoolLiteral:
		text, err = json.Marshal(l.Bool)
	case ir.NumberLiteral:
		if text = []byte(l.Digits); len(text) == 0 {
			text, err = json.Marshal(l.Number)
		}
	case ir.StringLiteral:
		text, err = json.Marshal(l.String)
	}
	if err != nil {
		panic(err) // a literal is a scalar of JSON
	}
	w.Write(text)
}

// leads reports whether a path begins with a member.
func leads(path []string, f *ir.Field) bool { return len(path) > 0 && path[0] == f.Name }

// below returns the rest of a path behind a member, or nil if the path does not begin with it.
func below(path []string, f *ir.Field) []string {
	if !leads(path, f) {
		return nil
	}
	return append([]string{}, path[1:]...)
}
