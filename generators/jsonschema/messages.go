package jsonschema

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// channel is a conversation, or the messages that belong to none.
type channel struct {
	name     string
	doc      ir.Doc
	messages []message
}

// message is a record that travels on a channel.
type message struct {
	typ  *ir.Type
	side string // the sender, or "" if each side may send it
	// key is the place of the member that joins a request and its replies, if the message has one such member.
	key     []string
	replies []*ir.Type // of the same channel; none if the message is no request
}

// channels returns a channel for each conversation, then one for the messages of the root that no conversation contains.
func channels(p *ir.Protocol) []channel {
	var all []channel
	defined := map[*ir.Type]bool{}
	for _, t := range newExporter(p, bundled).types {
		defined[t] = true
	}
	covered, names := map[*ir.Type]bool{}, map[string]bool{}
	for _, c := range p.Conversations {
		one := channel{name: c.Name, doc: c.Doc}
		names[c.Name] = true
		for i, record := range c.Records {
			covered[record] = true
			replies := slices.DeleteFunc(repliesTo(c, record), func(t *ir.Type) bool { return !defined[t] })
			one.add(message{typ: record, side: c.From[i], key: keyOf(c, i), replies: replies}, c.Over, defined)
		}
		all = append(all, one)
	}
	rest := channel{name: "messages"}
	for names[rest.name] {
		rest.name += "_"
	}
	for _, m := range ofRoot(p.Root) {
		if !covered[m.typ] {
			rest.add(m, p.Root, defined)
		}
	}
	if len(rest.messages) > 0 {
		all = append(all, rest)
	}
	return all
}

// add adds a message. The union replaces records without a definition: those that only a schema describes.
func (c *channel) add(m message, union *ir.Type, defined map[*ir.Type]bool) {
	if !defined[m.typ] {
		m = message{typ: union, side: m.side}
	}
	for i, other := range c.messages {
		if other.typ == m.typ {
			if other.side != m.side {
				c.messages[i].side = ""
			}
			return
		}
	}
	c.messages = append(c.messages, m)
}

// ofRoot returns the records of a root, or the root itself if it is no record and no union.
func ofRoot(root *ir.Type) []message {
	switch k := root.Value.Kind.(type) {
	case ir.Ref:
		return ofRoot(k.Type)
	case *ir.Union:
		var all []message
		for _, s := range k.Senders {
			all = append(all, message{typ: s.Type, side: s.Side})
		}
		return all
	}
	return []message{{typ: root, side: root.Side}}
}

// keyOf returns the place of the only key of a record, or nil.
func keyOf(c *ir.Conversation, record int) []string {
	var key []string
	for _, x := range c.Exchanges {
		switch {
		case x.Keys[record] == nil || x.At == nil || ir.HasItems(x.At) || x.With != nil || slices.Equal(key, x.At):
		case key == nil:
			key = x.At
		default:
			return nil
		}
	}
	return key
}

// repliesTo returns the records that answer a request, or nil for a message that is none.
func repliesTo(c *ir.Conversation, record *ir.Type) (list []*ir.Type) {
	known := map[string]bool{} // the sides with an earlier exchange, for which programs wait
	for _, x := range c.Exchanges {
		for _, r := range x.Requests {
			if r.Type != record || known[r.From] {
				continue
			}
			known[r.From] = true
			list = append(list, slices.DeleteFunc(slices.Clone(r.Replies), func(t *ir.Type) bool { return slices.Contains(list, t) })...)
		}
	}
	return list
}

// sides returns the senders of messages, in the order of their first message.
func sides(all []channel) []string {
	var list []string
	for _, c := range all {
		for _, m := range c.messages {
			if m.side != "" && !slices.Contains(list, m.side) {
				list = append(list, m.side)
			}
		}
	}
	return list
}

// mostSides limits the number of files: each side has all schemas.
const mostSides = 20

// perSide calls write for each side, or once with "" if the protocol has no sides or more than mostSides. The part of a file name is empty or ends
// with a dot.
func perSide(all []channel, write func(side, part string) error) error {
	list := sides(all)
	if len(list) == 0 || len(list) > mostSides {
		return write("", "")
	}
	for _, side := range list {
		if err := write(side, side+"."); err != nil {
			return err
		}
	}
	return nil
}
