package conversations

import (
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

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
// names tags or branches of the inner union, they have these.
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
var wordOfGrammar = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[\p{L}\p{Nd}_./:$-]+`)

// namesTagOf reports whether a grammar or a letter of the conversation names a tag of a union, or of unions that are its branches. The name of a branch
// that no string selects is its tag.
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
		tags := v.Tags
		if union.By != ir.ByString {
			tags = []string{v.Type.Name}
		}
		return slices.ContainsFunc(tags, func(tag string) bool { return b.named[tag] }) || isUnion && b.namesTagOf(inner)
	})
}

// group returns the records of a union that has a name, or nil. A letter may name it, for all of its messages.
func (b *conversation) group(name string) []*ir.Type {
	if b.groups == nil {
		b.groups = map[string][]*ir.Type{}
		for _, t := range b.types() {
			if _, isUnion := resolvedType(t).Value.Kind.(*ir.Union); isUnion && len(b.groups[t.Name]) == 0 {
				b.groups[t.Name] = slices.DeleteFunc(host.RecordsIn(t), func(t *ir.Type) bool { return !slices.Contains(b.out.Records, t) })
			}
		}
	}
	return b.groups[name]
}

// types are the types of the protocol and of its imports. Of those with the same name, the protocol's own comes first.
func (b *conversation) types() []*ir.Type {
	list := b.Protocol.Types
	for _, other := range b.Protocol.Imports {
		list = slices.Concat(list, other.Types)
	}
	return list
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
	for _, t := range b.types() {
		if b.isMessage(t.Name) && !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}
