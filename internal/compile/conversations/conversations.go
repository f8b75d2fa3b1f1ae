// Package conversations compiles the conversations of a spec: grammars to automata, keys, checks between messages, and the memory of trackers.
package conversations

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// Compile compiles the conversations of a spec.
func Compile(s *host.Spec) []*ir.Conversation {
	if s.Diags.HasErrors() {
		return nil // the types and rules may be incomplete
	}
	var list []*ir.Conversation
	for i := range s.File.Conversations {
		b := &conversation{Spec: s, written: &s.File.Conversations[i]}
		if b.build() {
			list = append(list, b.out)
			replies(b.out, b.Protocol.Name)
		} else if !s.Diags.HasErrors() {
			panic("conversations: " + b.written.Name.Value + " is refused without a diagnostic")
		}
	}
	return list
}

// conversation is one that is being compiled.
type conversation struct {
	*host.Spec
	written *syntax.Conversation
	out     *ir.Conversation
	// exchanges are the orders of out.Exchanges.
	exchanges []*order
	tags      [][]string // by record: the values of its tag, or the name of its type if it has no string tag
	tagged    []string   // by record: the member with the tag, or ""
	groups    map[string][]*ir.Type
	named     map[string]bool // in grammars and letters
}

func (b *conversation) build() bool {
	w := b.written
	if !host.ParamName.MatchString(w.Name.Value) {
		b.Fail(w.Name.Pos, "conversation", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a conversation", w.Name.Value)
		return false
	}
	d := b.Type(w.Over)
	if d == nil {
		return false
	}
	b.out = &ir.Conversation{Name: w.Name.Value, Rename: b.Renames(w.Rename), Pos: w.Name.Pos, Over: d.Type,
		Doc: ir.Doc{Text: w.Doc.Value, Source: w.Source.Value}, Framing: map[string]ir.Framing{"ndjson": ir.NDJSON, "websocket": ir.WebSocket, "headers": ir.Headers}[w.Framing.Value]}
	if !b.over(d) || !b.sides() || !b.batch() {
		return false
	}
	whole, ok := b.order(&w.Order, nil, nil)
	if !ok {
		return false
	}
	b.out.Main = whole.out
	for i := range w.Exchanges {
		if x := b.exchange(&w.Exchanges[i], whole); x != nil {
			b.out.Exchanges = append(b.out.Exchanges, x)
		}
	}
	b.keep()
	b.stuck()
	for i := range w.Unique {
		if u := b.unique(&w.Unique[i], whole); u != nil {
			b.out.Unique = append(b.out.Unique, u)
		}
	}
	return !b.Diags.HasErrors()
}

// sides computes the messages of each side.
func (b *conversation) sides() bool {
	c := b.out
	union, isUnion := resolvedType(c.Over).Value.Kind.(*ir.Union)
	for _, t := range c.Records {
		side := t.Side
		if isUnion {
			side = union.Side(t)
		}
		c.From = append(c.From, side)
		if side != "" && !slices.Contains(c.Sides, side) {
			c.Sides = append(c.Sides, side)
		}
		c.WrongSide = append(c.WrongSide, ir.Failure{Rule: "wrong-direction", Message: "must come from the " + side})
	}
	var named []string
	for _, s := range b.written.Sides {
		if named = append(named, s.Value); !host.ParamName.MatchString(s.Value) {
			b.Fail(s.Pos, "side", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a side", s.Value)
			return false
		}
	}
	if named == nil {
		return true
	}
	for _, s := range c.Sides {
		if !slices.Contains(named, s) {
			b.Fail(b.written.Sides[0].Pos, "side", "name it here, or correct `x-from` of the messages", "messages from the side %q exist, but it is not listed", s)
			return false
		}
	}
	c.Sides = named
	return true
}

func resolvedType(t *ir.Type) *ir.Type {
	for {
		ref, isRef := t.Value.Kind.(ir.Ref)
		if !isRef {
			return t
		}
		t = ref.Type
	}
}

// exchange compiles an exchange.
func (b *conversation) exchange(w *syntax.Exchange, whole *order) *ir.Exchange {
	if !host.ParamName.MatchString(w.Name.Value) {
		b.Fail(w.Name.Pos, "conversation", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of an exchange", w.Name.Value)
		return nil
	}
	way, ok := b.exchangeKeys(w)
	if !ok || !b.hasOneRequest(w.Key, w) {
		return nil
	}
	o, ok := b.order(&w.Order, w, whole)
	if !ok {
		return nil
	}
	most, ok := b.most(w.Most, usualMost)
	if !ok {
		return nil
	}
	b.exchanges = append(b.exchanges, o)
	x := &ir.Exchange{Name: w.Name.Value, Most: most, At: way.At, With: way.With, None: way.None, Keys: way.Keys, Order: o.out, Others: o.others, InUse: way.InUse, One: o.one, All: o.all}
	var all []*ir.Key
	for _, other := range x.Others {
		all = append(all, other.Keys...)
	}
	rules.Unify(append(all, way.Keys...))
	if o.typed != nil && len(o.typed.All()) > 0 { // else a module has prepared replies that no request has
		x.Replies = o.typed
	}
	return x
}

// hasOneRequest reports a key of several exchanges where the type of a reply follows from its request.
func (b *conversation) hasOneRequest(key syntax.Key, x *syntax.Exchange) bool {
	switch {
	case x.Replies == nil:
		return true
	case key.With != nil:
		b.Fail(key.Pos, "replies", "use a key of one member, or remove `replies`", "a message whose key has several members is no request, so its reply has no type")
		return false
	case !hasItems(key.Text):
		return true
	}
	b.Fail(key.Pos, "replies", "use a key without `*`, or remove `replies`", "a message with keys at %q is of several requests, so its reply has no type", key.Value)
	return false
}

// exchangeKeys is keys for an exchange. Without a key, all messages of its letters belong to one exchange at a time.
func (b *conversation) exchangeKeys(w *syntax.Exchange) (*ir.KeyPath, bool) {
	if w.Key.Pos.IsValid() {
		return b.keys(w.Key)
	}
	key := &ir.Key{There: ir.Constant{Type: ir.ExprType{Kind: ir.BoolExpr}, Bool: true}, Value: ir.Constant{Type: ir.ExprType{Kind: ir.StringExpr}}}
	return &ir.KeyPath{Keys: slices.Repeat([]*ir.Key{key}, len(b.out.Records)), InUse: inUse(nil)}, true
}

// keys finds the members of messages, by record, that identify exchanges.
func (b *conversation) keys(key syntax.Key) (*ir.KeyPath, bool) {
	if key.With != nil {
		return b.joinedKeys(key)
	}
	find := b.itemKeys
	if !hasItems(key.Text) {
		find = func(pointer syntax.Text) ([]*ir.Key, []string, bool) {
			return b.members(pointer, "name a member that messages have")
		}
	}
	keys, way, ok := find(key.Text)
	return &ir.KeyPath{At: way, Keys: keys, InUse: inUse([][]string{way})}, ok
}

// joinedKeys finds the members that are a key together.
func (b *conversation) joinedKeys(key syntax.Key) (*ir.KeyPath, bool) {
	way := &ir.KeyPath{}
	ways, all := [][]string{}, append([]syntax.Text{key.Text}, key.With...)
	for _, pointer := range all {
		at, ok := b.Pointer(pointer)
		switch {
		case !ok:
			return nil, false
		case ir.HasItems(at):
			b.Fail(pointer.Pos, "conversation", "name a member outside of arrays: only a key of one member has `*`", "%q leads over the items of an array", pointer.Value)
			return nil, false
		case !b.isScalar(pointer, at):
			return nil, false
		case !slices.ContainsFunc(b.out.Records, func(t *ir.Type) bool { return rules.ScalarAt(t, at) != nil }):
			b.Fail(pointer.Pos, "conversation", "name a member that messages have", "no message has a string or a number at %q", pointer.Value)
			return nil, false
		}
		ways = append(ways, at)
	}
	way.At, way.With, way.InUse = ways[0], ways[1:], inUse(ways)
	way.None = "must have the " + pointersTo(ways, " and ") + " of an open exchange: none has these"
	any := false
	for _, t := range b.out.Records {
		way.Keys = append(way.Keys, rules.JoinedKey(t, ways))
		any = any || way.Keys[len(way.Keys)-1] != nil
	}
	if !any {
		b.Fail(key.Pos, "conversation", "name members of the same messages", "no message has all members of the key")
	}
	return way, any
}

// isScalar reports a part of a key that is a choice: its values have no common text.
func (b *conversation) isScalar(pointer syntax.Text, at []string) bool {
	for _, t := range b.out.Records {
		if rules.KeyAt(t, at) != nil && rules.ScalarAt(t, at) == nil {
			b.Fail(pointer.Pos, "conversation", "declare one type, or make it the only member of the key", "%q of %s has several types", pointer.Value, t.Name)
			return false
		}
	}
	return true
}

// itemKeys finds the member of messages, by record, in the items of an array.
func (b *conversation) itemKeys(pointer syntax.Text) (keys []*ir.Key, way []string, ok bool) {
	if way, ok = b.Pointer(pointer); !ok {
		return nil, nil, false
	}
	if first := slices.Index(way, ir.EachItem); ir.HasItems(way[first+1:]) {
		b.Fail(pointer.Pos, "conversation", "keep one `*`", "a key is in the items of one array, but %q leads over two", pointer.Value)
		return nil, nil, false
	}
	for _, t := range b.out.Records {
		keys = append(keys, rules.KeysAt(t, way))
	}
	if !rules.Unify(keys) {
		b.Fail(pointer.Pos, "conversation", "write `*` for the items of an array that are never null",
			"no message has an array with strings or numbers at %q", pointer.Value)
		return nil, nil, false
	}
	return keys, way, true
}

// members finds the member of messages, by record, that identifies exchanges or messages.
func (b *conversation) members(pointer syntax.Text, help string) (keys []*ir.Key, way []string, ok bool) {
	if way, ok = b.Pointer(pointer); !ok {
		return nil, nil, false
	}
	for _, t := range b.out.Records {
		keys = append(keys, rules.KeyAt(t, way))
	}
	if !rules.Unify(keys) {
		b.Fail(pointer.Pos, "conversation", help, "no message has a string or a number at %q", pointer.Value)
		return nil, nil, false
	}
	return keys, way, true
}

// hasItems reports whether a key leads over the items of an array.
func hasItems(pointer syntax.Text) bool { return ir.HasItems(strings.Split(pointer.Value, "/")) }
