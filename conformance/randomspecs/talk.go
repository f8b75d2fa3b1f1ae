package randomspecs

import (
	"math/rand/v2"
	"slices"
)

// talk is a conversation of a random spec. Its messages are requests, notifications and answers, as in JSON-RPC or in the Debug Adapter Protocol.
type talk struct {
	name                          string
	tag, id, about, result, topic string   // names of members
	idType, key                   *named   // of ids, and of the topics that replies introduce
	requests                      []*named // each with a tag of its own
	tags                          []string
	tell                          *named // a notification
	told                          string // its tag
	parts                         string // the key in the items of its array, or ""
	answers                       []*named
	union                         *named // of the answers, or nil
	asks                          *named // the union of the others, or nil
	message                       *named
	replies                       []*named // types of the member of the answers
	opened                        *named   // one with a topic
	oneWay                        bool     // all requests are of the client, and all answers of the server
	orders                        *object
}

// talkNames are names that no other record has, so that records without them lack them. Each list has an identifier in front.
var (
	talkTags    = []string{"method", "command", "do", "@do", "the verb"}
	talkIDs     = []string{"seq", "ref_id", "request id", "$seq", "a.b"}
	talkResults = []string{"result", "body", "out come"}
	talkWords   = []string{"tools/call", "open", "$cancel", "close", "A b", "é", "x-1", "other than", "Open"}
)

// planTalk adds a conversation with its messages to two of three specs. It draws from a source of its own, so that the rest of a spec stays the same.
func (a *author) planTalk(seed uint64, n int) *talk {
	before := a.Rand
	defer func() { a.Rand = before }()
	a.Rand = rand.New(rand.NewPCG(seed+1<<32, uint64(n)+1))
	if a.one(3) {
		return nil
	}
	t := &talk{name: pick(a, "talk", "run", "connection"), oneWay: a.one(3)}
	t.tag, t.id, t.result = pick(a, talkTags...), pick(a, talkIDs...), pick(a, talkResults...)
	t.about, t.topic = "re", pick(a, "session", "job")
	replies := slices.DeleteFunc(slices.Clone(a.types), func(t *named) bool { return t.part || t.staged })
	a.planKeys(t)
	a.planRequests(t)
	a.planAnswers(t)
	a.planReplies(t, replies)
	t.orders = a.order(t)
	return t
}

// talkType adds a type.
func (a *author) talkType(schema any) *named {
	t := &named{kind: a.objects, name: a.distinct(typeNames, 1, a.taken)[0], schema: schema}
	a.types = append(a.types, t)
	a.annotate(t)
	return t
}

func (a *author) planKeys(t *talk) {
	schemas := []any{
		obj("type", "string"), obj("type", "integer"), obj("type", "number"),
		obj("type", []any{"string", "integer"}), obj("type", []any{"number", "string"}),
		obj("anyOf", []any{obj("type", "string", "minLength", 1), obj("type", "integer")}),
	}
	t.idType, t.key = a.talkType(pick(a, append(schemas, schemas[3:]...)...)), a.talkType(pick(a, schemas...))
}

// letter is a record with a tag and further members, of which the optional ones are not required.
func (a *author) letter(t *talk, tag any, side string, required, optional *object) *named {
	for _, m := range optional.members {
		required.set(m.name, m.value)
	}
	if tag != nil {
		required.set(t.tag, tag)
	}
	first := required.members[0]
	s := a.demanding(spot{depth: 2, type_: len(a.types)}, first.name, first.value, obj(asPairs(required)[2:]...)).(*object)
	names := slices.DeleteFunc(s.get("required").([]any), func(name any) bool { return optional.has(name.(string)) })
	if s.set("required", names); len(names) == 0 {
		s.remove("required")
	}
	of := a.talkType(s)
	if of.side = side; side != "" {
		of.schema.(*object).set("x-from", side)
	}
	return of
}

func (a *author) planRequests(t *talk) {
	words := a.distinct(talkWords, 4, map[string]bool{})
	t.told = words[len(words)-1]
	for i, word := range words[:len(words)-1] {
		side := []string{"client", "", pick(a, "server", "")}[i%3]
		if t.oneWay {
			side = "client"
		}
		optional := obj(t.topic, reference{t.key.name, false}, "note", obj("type", "string"))
		t.requests = append(t.requests, a.letter(t, obj("const", word), side, obj(t.id, reference{t.idType.name, a.one(2)}), optional))
		t.tags = append(t.tags, word)
	}
	side := ""
	if t.oneWay {
		side = pick(a, "client", "server")
	}
	optional := obj("n", obj("type", "integer"))
	if list := a.planParts(t); list != nil {
		optional.set("parts", list)
	}
	t.tell = a.letter(t, obj("const", t.told), side, obj(t.topic, reference{t.key.name, false}), optional)
}

// planParts is an array whose items have keys, or are keys, or nil.
func (a *author) planParts(t *talk) *object {
	if a.one(3) {
		return nil
	}
	t.parts = "/parts/*"
	items := any(reference{t.key.name, false})
	if a.one(2) {
		record := obj("type", "object", "properties", obj(t.topic, reference{t.key.name, false}, "late", obj("type", "boolean")))
		if a.one(2) {
			record.set("required", []any{t.topic})
		}
		items, t.parts = record, t.parts+pointerTo(t.topic)
	}
	return obj("type", pick[any](a, "array", "array", []any{"array", "null"}), "items", items)
}

// planAnswers adds answers that the presence of a member selects, or a tag.
func (a *author) planAnswers(t *talk) {
	byTag := a.one(2)
	side, tags := "", []any{nil, nil}
	if t.oneWay {
		side = "server"
	}
	if byTag {
		tags = []any{obj("const", "reply"), obj("const", "failure")}
	}
	id := func() *object { return obj(t.id, reference{t.idType.name, false}) }
	optional := obj(t.about, reference{t.idType.name, false})
	result := id()
	result.set(t.result, pick[any](a, obj(), obj("type", "object")))
	done := a.letter(t, tags[0], side, result, optional)
	failure := id()
	if !byTag && a.one(2) {
		failure = obj(t.id, obj("anyOf", []any{reference{t.idType.name, false}, obj("type", "null")}))
	}
	failure.set("error", obj("type", "string"))
	failed := a.letter(t, tags[1], side, failure, obj())
	t.answers = []*named{done, failed}
	branches := func(list ...*named) []any {
		var all []any
		for _, of := range list {
			all = append(all, reference{of.name, a.one(4)})
		}
		return all
	}
	asks := append(slices.Clone(t.requests), t.tell)
	if byTag {
		t.message = a.talkType(obj("oneOf", branches(append(asks, t.answers...)...), "discriminator", obj("propertyName", t.tag)))
		return
	}
	t.asks = a.talkType(obj("oneOf", branches(asks...), "discriminator", obj("propertyName", t.tag)))
	t.union = a.talkType(obj("oneOf", branches(t.answers...), "discriminator", obj("presence", t.result)))
	t.message = a.talkType(obj("oneOf", branches(t.asks, t.union), "discriminator", obj("presence", t.tag)))
}

// planReplies chooses types for the member of answers: some of the spec, and one with a topic.
func (a *author) planReplies(t *talk, others []*named) {
	t.opened = a.letter(t, nil, "", obj(t.topic, reference{t.key.name, false}), obj("count", obj("type", "integer")))
	t.replies = []*named{t.opened}
	for range 2 {
		t.replies = append(t.replies, pick(a, others...))
	}
}
