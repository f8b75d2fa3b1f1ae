package conversations

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

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
		b.Fail(w.At.Pos, "replies", o.missingHelp(r, way, w.At.Value), "no reply has a member %q", w.At.Value)
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

// missingHelp returns the correction where no reply has a member: another name, or a change of the member that leads to it.
func (o *order) missingHelp(r *ir.Replies, way []string, at string) string {
	for n := len(way) - 1; n > 0; n-- {
		for _, t := range o.recordsOf(r.Letters) {
			if host.FieldsOf(t, way[:n]) != nil {
				to := strings.Join(strings.Split(at, "/")[:n+1], "/")
				return "require " + wording.Quote(to) + " and give it one object type; where it is a union, declare a message for each branch"
			}
		}
	}
	return "name a member that the replies have"
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
