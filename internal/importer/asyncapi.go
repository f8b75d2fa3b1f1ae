package importer

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// asyncAPI reads AsyncAPI 2 and 3. The payloads of messages and the schemas of the components become types, and the operations give the senders.
type asyncAPI struct{}

// The sides of an AsyncAPI document, which describes one application.
const (
	application = "application"
	peer        = "peer"
)

func (asyncAPI) Kind() string  { return "asyncapi" }
func (asyncAPI) Title() string { return "an AsyncAPI document" }
func (asyncAPI) Detects(root *syntax.Node) bool {
	return root.Kind == syntax.MapNode && versionText(root, "asyncapi") != ""
}

// Open indexes the schemas of the components. A schema in an object that names its language is the schema inside.
func (asyncAPI) Open(im *importer, d *document) {
	d.vocabulary, d.draft = "asyncapi", draft7
	if version := versionText(d.root, "asyncapi"); !strings.HasPrefix(version, "2.") && !strings.HasPrefix(version, "3.") {
		im.fail(d.root.Member("asyncapi").Pos, "version", "", "envgen reads AsyncAPI 2 and 3, not %s", version)
	}
	im.container(d)
	schemas := d.spot().at("components").at("schemas")
	for _, m := range schemas.entries() {
		if p := im.payload(schemas.at(m.Key.Value), spot{}, m.Key.Value); p != nil {
			d.named = append(d.named, p)
		}
	}
}

// payload indexes a schema. Its language is that of the object around it, or of format, which may have no node.
func (im *importer) payload(s, format spot, names ...string) *place {
	res := im.places[s.doc.root].res
	if s.node.Member("schemaFormat") != nil && s.node.Member("schema") != nil {
		outer := s.node
		format, s = s.at("schemaFormat"), s.at("schema")
		im.wrapped[outer] = s.node
	}
	if format.node != nil {
		of := im.language(format.node)
		if of == 0 {
			return nil
		}
		if of != res.draft {
			other := *res
			other.draft, res = of, &other
		}
	}
	return im.publishedIn(res, s, names...)
}

// language returns the draft of a schema format, or 0 after a diagnostic.
func (im *importer) language(n *syntax.Node) draft {
	media, parameters, _ := strings.Cut(strings.ReplaceAll(n.Text, " ", ""), ";")
	media = strings.TrimSuffix(strings.TrimSuffix(media, "+json"), "+yaml")
	version := strings.TrimPrefix(parameters, "version=")
	switch media {
	case "application/vnd.aai.asyncapi":
		return draft7
	case "application/schema":
		for _, d := range []draft{draft4, draft6, draft7, draft2019, draft2020} {
			if spelled := strings.ReplaceAll(d.String(), "draft ", "draft-0"); version == spelled || version == "draft/"+spelled || version == "draft-"+spelled {
				return d
			}
		}
		if version == "" {
			return draft7
		}
	}
	im.fail(n.Pos, "schema-format", "convert the schema to JSON Schema", "envgen does not read schemas of the format %q", n.Text)
	return 0
}

// Declare declares the schemas of the components and the payloads. The type of a message is the union of the payloads.
func (asyncAPI) Declare(im *importer, d *document) *typ {
	if im.diags.HasErrors() {
		return nil
	}
	for _, p := range d.named {
		im.typeFor(p)
	}
	r := &messages{im: im, d: d, by: map[*syntax.Node]*asyncMessage{}, seen: map[*syntax.Node]bool{}}
	root := d.spot()
	components := root.at("components")
	for _, channels := range []spot{root.at("channels"), components.at("channels")} {
		for _, m := range channels.entries() {
			r.channel(channels.at(m.Key.Value))
		}
	}
	for _, m := range components.at("messages").entries() {
		r.message(components.at("messages").at(m.Key.Value), m.Key.Value)
	}
	for _, m := range root.at("operations").entries() {
		r.operation(root.at("operations").at(m.Key.Value))
	}
	if im.diags.HasErrors() {
		return nil
	}
	payloads := r.payloads()
	if len(payloads) == 0 && len(d.named) == 0 {
		im.fail(d.root.Pos, "no-root", "payloads of messages, and schemas below components, become types", "%s has no payloads and no schemas", d.file)
	}
	if len(payloads) == 0 {
		return im.firstNamed(d)
	}
	if p := im.unionOf(d, payloads); p != nil {
		im.made[p.node] = true
		return im.typeFor(p)
	}
	return im.union(d, "Message", payloads)
}

// unionOf returns the schema of the components that is a choice of exactly these types, or nil.
func (im *importer) unionOf(d *document, types []*place) *place {
	for _, p := range d.named {
		if slices.Contains(types, p) {
			continue
		}
		branches := im.branchesOf(p)
		if len(branches) == len(types) && !slices.ContainsFunc(types, func(t *place) bool { return !slices.Contains(branches, t) }) {
			return p
		}
	}
	return nil
}

// asyncMessage is a message with its payload and its senders.
type asyncMessage struct {
	payload *place // nil if it has none that is JSON
	from    []string
}

func (m *asyncMessage) sentBy(side string) {
	if m != nil && !slices.Contains(m.from, side) {
		m.from = append(m.from, side)
	}
}

// messages visits the messages of a document.
type messages struct {
	im   *importer
	d    *document
	list []*asyncMessage
	by   map[*syntax.Node]*asyncMessage
	seen map[*syntax.Node]bool
}

// channel visits a channel: its messages in AsyncAPI 3, its operations in AsyncAPI 2.
func (r *messages) channel(s spot) {
	if s = r.im.deref(s); s.node == nil || r.seen[s.node] {
		return
	}
	r.seen[s.node] = true
	for _, m := range s.at("messages").entries() {
		r.message(s.at("messages").at(m.Key.Value), m.Key.Value)
	}
	for key, side := range map[string]string{"publish": peer, "subscribe": application} { // in any order: the messages are ordered by place
		operation := s.at(key)
		if operation.node == nil {
			continue
		}
		name := operation.text("operationId")
		if name == "" {
			name = key + " " + s.pointer[strings.LastIndex(s.pointer, "/")+1:]
		}
		message := r.im.deref(operation.at("message"))
		if message.node == nil {
			continue
		}
		if choice := message.at("oneOf"); choice.node != nil {
			for i := range choice.items() {
				r.message(choice.item(i), name+" "+ordinal(lastToken(choice.item(i).pointer))).sentBy(side)
			}
			continue
		}
		r.message(message, name).sentBy(side)
	}
}

// operation gives the senders of messages in AsyncAPI 3. A reply goes the other way.
func (r *messages) operation(s spot) {
	if s = r.im.deref(s); s.node == nil {
		return
	}
	side, other := application, peer
	switch action := s.at("action").node; {
	case action == nil || action.Text != "send" && action.Text != "receive":
		pos := s.node.Pos
		if action != nil {
			pos = action.Pos
		}
		r.im.fail(pos, "action", "write send or receive", "the `action` of an operation is send or receive")
		return
	case action.Text == "receive":
		side, other = peer, application
	}
	for _, m := range r.ofOperation(s) {
		m.sentBy(side)
	}
	for _, m := range r.ofOperation(r.im.deref(s.at("reply"))) {
		m.sentBy(other)
	}
}

// ofOperation returns the messages of an operation or a reply: those that it lists, or all of its channel.
func (r *messages) ofOperation(s spot) []*asyncMessage {
	if s.node == nil {
		return nil
	}
	var list []*asyncMessage
	if named := s.at("messages"); named.node != nil {
		for i := range named.items() {
			list = append(list, r.message(named.item(i), "message"))
		}
		return list
	}
	channel := r.im.deref(s.at("channel"))
	for _, m := range channel.at("messages").entries() {
		list = append(list, r.message(channel.at("messages").at(m.Key.Value), m.Key.Value))
	}
	return list
}

// message returns a message, once for each object that describes one. It is nil after a diagnostic.
func (r *messages) message(s spot, name string) *asyncMessage {
	start := s.node
	if s = r.im.deref(s); s.node == nil {
		return nil
	}
	if m := r.by[s.node]; m != nil {
		return m
	}
	m := &asyncMessage{}
	r.by[s.node] = m
	if s.node != start && lastToken(s.pointer) != "message" {
		name = lastToken(s.pointer)
	}
	traits := r.traits(s)
	if s.at("headers").node != nil || slices.ContainsFunc(traits, func(t spot) bool { return t.at("headers").node != nil }) {
		r.im.note(s, "headers", "dropped: headers are not part of the payload")
	}
	payload := s.at("payload")
	switch content := first(s, traits, "contentType"); {
	case payload.node == nil:
		r.im.note(s, "payload", "the message has no payload, so it is no type")
		return m
	case content.node != nil && !jsonMedia(content.node.Text):
		r.im.note(s, "payload", "dropped: a payload of "+quote(content.node.Text)+" is not JSON")
		return m
	}
	names := []string{pascal(name), pascal(name) + "Message"}
	if n := first(s, traits, "name"); n.node != nil && n.node.Text != "" {
		names = append([]string{pascal(n.node.Text), pascal(n.node.Text) + "Message"}, names...)
	}
	p := r.im.payload(payload, first(s, traits, "schemaFormat"), names...)
	if p == nil {
		return m
	}
	if p.node.Member("$ref") != nil {
		p = r.im.meant(p)
	} else if !slices.Contains(r.d.named, p) {
		p.late = true
		r.d.named = append(r.d.named, p)
	}
	m.payload = p
	r.list = append(r.list, m)
	return m
}

// traits returns the traits of a message.
func (r *messages) traits(s spot) []spot {
	var list []spot
	for i := range s.at("traits").items() {
		if t := r.im.deref(s.at("traits").item(i)); t.node != nil {
			list = append(list, t)
		}
	}
	return list
}

// first returns a member of the message, or of its last trait that has it.
func first(s spot, traits []spot, key string) spot {
	if own := s.at(key); own.node != nil {
		return own
	}
	for _, t := range slices.Backward(traits) {
		if own := t.at(key); own.node != nil {
			return own
		}
	}
	return spot{}
}

// payloads returns each payload once, in the order of the document, and sets the senders. A payload that both sides send has no sender.
func (r *messages) payloads() []*place {
	var list []*place
	from := map[*place][]string{}
	for _, m := range r.list {
		if m.payload == nil {
			continue
		}
		if _, known := from[m.payload]; !known {
			list = append(list, m.payload)
		}
		from[m.payload] = append(from[m.payload], m.from...)
	}
	for _, p := range list {
		sides := slices.Compact(slices.Sorted(slices.Values(from[p])))
		if t := r.im.typeFor(p); len(sides) == 1 {
			t.from = sides[0]
		}
	}
	slices.SortStableFunc(list, func(a, b *place) int {
		if a.doc != b.doc {
			return a.doc.index - b.doc.index
		}
		if a.node.Pos.Line != b.node.Pos.Line {
			return a.node.Pos.Line - b.node.Pos.Line
		}
		return a.node.Pos.Column - b.node.Pos.Column
	})
	return list
}
