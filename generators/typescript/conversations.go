package typescript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// conversations is the part of a module for the protocol's conversations.
type conversations struct {
	Names     []string // of the constants
	Constants []string
	Functions []string // that the constants name
	Lines     bool     // whether one of them is a stream of lines
	Frames    bool     // whether one of them is a stream of frames
	Headers   bool     // whether messages of one of them are behind headers
	Batches   bool     // whether one of them has batches
	Requests  bool     // whether one of them has requests
	Results   bool     // whether a request has a result
}

// conversationPrinter spells one conversation.
type conversationPrinter struct {
	*generator
	c         *ir.Conversation
	prefix    string
	functions []string
	defined   map[*plan.Group]string // names of functions
}

func (s *generator) conversations() conversations {
	all := conversations{Results: plan.HasResults(s.protocol)}
	for _, c := range s.protocol.Conversations {
		b := &conversationPrinter{generator: s, c: c, prefix: lowered(s.names.Conversation(c)), defined: map[*plan.Group]string{}}
		name := b.prefix + "Conversation"
		all.Names = append(all.Names, name)
		all.Constants = append(all.Constants, b.constant(name))
		if requests := b.requests(b.prefix+"Requests", name); requests != "" {
			all.Constants = append(all.Constants, requests)
			all.Requests = true
		}
		all.Functions = append(all.Functions, b.functions...)
		all.Lines = all.Lines || c.HasLines()
		all.Batches = all.Batches || c.Batch > 0
		all.Frames = all.Frames || c.HasFrames()
		all.Headers = all.Headers || c.Framing == ir.Headers
	}
	return all
}

func lowered(word string) string { return strings.ToLower(word[:1]) + word[1:] }

// conversationNeeds reports whether a conversation over some type reads the time or parameters; nil means any type.
func conversationNeeds(p *ir.Protocol, over *ir.Type, needs func(ir.Usage) bool) bool {
	return slices.ContainsFunc(p.Conversations, func(c *ir.Conversation) bool {
		return (over == nil || c.Over == over) && (len(c.Unique) > 0 && needs(ir.Usage{ReadsNow: true}) ||
			slices.ContainsFunc(plan.Programs(c), func(one plan.Case) bool { return needs(ir.UsageOf(one.Program)) }))
	})
}

func (b *conversationPrinter) constant(name string) string {
	c := b.c
	members := append([]item{code("of", b.info(c.Over)), code("record", b.record())}, b.tree().members(plan.Conversation(c))...)
	if len(c.Unique) > 0 {
		members = append(members, code("memory", b.support("remembering")))
	}
	if c.HasFrames() {
		members = append(members, code("frame", b.use("headed")))
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", c.Doc.Text, source(c.Doc.Source)))
	p.literal(b.declared(p, "export const "+name+": "), object(members...), ";")
	return p.String()
}

// free is a name for a function, which begins with the conversation's.
func (b *conversationPrinter) free(words string) string {
	name := b.prefix + words
	for n := 2; b.taken[name]; n++ {
		name = b.prefix + words + strconv.Itoa(n)
	}
	b.taken[name] = true
	return name
}

// record is the function that distinguishes records.
func (b *conversationPrinter) record() string {
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

// selectRecord calls found for each record that a message of a union can be; a variable contains the message. If the generator
// can infer the type and the compiler cannot, narrowed is the name for a variable of the type.
func (s *generator) selectRecord(p *printer, t *ir.Type, message, narrowed string, found func(*ir.Type)) {
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
	if union.By == ir.ByBranch {
		p.Line("switch (%s(%s)) {", s.selects(t), message)
		p.Block(func() {
			last := len(union.Branches) - 1
			for i, b := range union.Branches {
				label := fmt.Sprintf("case %d:", i)
				if i == last { // the compiler does not narrow a number, and a valid message has a branch
					label = "default:"
				}
				p.Line("%s", label)
				variant := union.Variants[b.Variant].Type
				p.Block(func() { s.selectRecord(p, variant, message, fmt.Sprintf("%s%d", message, i), found) })
			}
		})
		p.Line("}")
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
			if len(v.Tags) == 0 {
				p.Line("default:")
			}
			p.Block(func() { s.selectRecord(p, v.Type, message, "", found) })
		}
	})
	p.Line("}")
}
