package randomspecs

// order writes the conversation.
func (a *author) order(t *talk) *object {
	c := obj("over", reference{t.message.name, false}, "sides", []any{"client", "server"})
	switch a.IntN(4) {
	case 0:
		c.set("framing", "ndjson")
	case 1:
		c.set("framing", "websocket")
	case 2:
		c.set("framing", "headers")
	}
	if c.has("framing") && a.one(2) {
		c.set("batch", pick[any](a, true, obj("most", 1+a.IntN(4))))
	}
	letters := obj("hello", obj("of", []any{t.tags[0]}))
	grammar := pick(a, "(hello | other)*", "(hello | other)*", "hello other*", "hello (hello | other)*")
	if t.union != nil && a.one(2) {
		grammar = pick(a, "(hello | "+t.union.name+" | other)*", "(hello | rest)* other*", "(hello | rest | other)*")
		letters.set("rest", obj("of", []any{t.asks.name, t.answers[1].name}))
		if grammar[:8] == "(hello |" && grammar[9:13] != "rest" {
			letters.remove("rest")
		}
	}
	c.set("grammar", grammar)
	c.set("letters", letters)
	bound := any([]any{"hello"})
	if a.one(3) {
		bound = obj("of", []any{"hello"}, "when", "has(this.note)", "description", "The last one with a note.")
	}
	c.set("bind", obj("hello", bound))
	if a.one(4) {
		c.set("unique", []any{obj("by", []any{pointerTo(t.topic), "/n"}, "until", `now + duration("1m")`, "message", "must be new")})
	}
	exchanges := obj()
	a.requestsOf(t, exchanges, "client", "server")
	if !t.oneWay {
		a.requestsOf(t, exchanges, "server", "client")
	}
	a.sessions(t, exchanges)
	a.jobs(t, exchanges)
	a.parts(t, exchanges)
	a.pairs(t, exchanges)
	c.set("exchanges", exchanges)
	if a.one(5) { // one that ends
		letters.remove("rest")
		letters.set("last", obj("of", []any{t.tags[1]}))
		c.set("grammar", "(hello | other)* last")
	}
	return c
}

// from restricts a letter to one side where both may send its messages.
func (t *talk) from(letter *object, side string) *object {
	if !t.oneWay {
		letter.set("from", side)
	}
	return letter
}

// answersOf are the names of the answers as a letter has them.
func (a *author) answersOf(t *talk) []any {
	if t.union != nil && a.one(2) {
		return []any{t.union.name}
	}
	return []any{t.answers[0].name, t.answers[1].name}
}

// requestsOf adds the exchanges of the requests of one side.
func (a *author) requestsOf(t *talk, exchanges *object, side, other string) {
	var asked []any
	var types []*named
	for i, of := range t.requests {
		if of.side == "" || of.side == side {
			asked, types = append(asked, pick[any](a, t.tags[i], of.name)), append(types, of)
		}
	}
	letters := obj()
	x := obj("key", pointerTo(t.id))
	grammar := "asks answer"
	if len(asked) > 1 && a.one(2) { // a letter that the first message opens
		when := pick(a, "has(bound.hello.note)", "has(bound.hello)", "!has(bound.hello)")
		letters.set("draws", t.from(obj("of", asked[len(asked)-1:], "description", "only if "+when, "when", when), side))
		asked, grammar = asked[:len(asked)-1], "(asks | draws) answer"
	}
	letters.set("asks", t.from(obj("of", asked), side))
	answer := t.from(obj("of", a.answersOf(t)), other)
	if a.one(4) { // an answer that names its request by another member
		answer = t.from(obj("of", []any{t.answers[0].name}, "key", pointerTo(t.about)), other)
	} else if a.one(4) {
		answer = t.from(obj("of", []any{t.answers[0].name}), other)
		letters.set("failed", t.from(obj("of", []any{t.answers[1].name}), other))
		x.set("ends", obj(pick(a, "one", "all"), []any{"failed"}))
	}
	letters.set("answer", answer)
	if a.one(5) {
		grammar += " answer?"
	}
	x.set("grammar", grammar)
	x.set("letters", letters)
	if a.one(3) {
		x.set("most", 1+a.IntN(3))
	}
	x.set("bind", obj("asked_"+side, []any{"asks"}))
	sequence := []any{obj("id", "few-of-"+side, "of", []any{"asks"}, "each", "open <= 2", "message", "must be few", "level", pick(a, "must", "should"))}
	if a.one(2) {
		each := pick(a, "has(bound.hello)", "!has(bound.hello) && open < 2", "has(bound.hello) || has(bound.asked_"+side+")", "has(bound.hello) ? has(bound.hello.note) : open < 2")
		sequence = append(sequence, obj("id", "greeted-"+side, "of", []any{"asks"}, pick(a, "each", "first"), each, "message", "must be greeted", "level", "should"))
	}
	sequence = append(sequence, a.replyTypes(t, x, side, types)...)
	x.set("sequence", sequence)
	exchanges.set("of_"+side, x)
}

// replyTypes gives the answers to requests their types, and returns checks that read them.
func (a *author) replyTypes(t *talk, x *object, side string, requests []*named) []any {
	if a.one(6) {
		return nil
	}
	byRequest := obj()
	for i, of := range requests {
		reply := pick(a, t.replies...)
		if side == "client" && i == 0 {
			reply = t.opened // for the sessions
		}
		if side == "server" && reply == t.opened {
			reply = t.replies[1] // a key leads through one exchange
		}
		byRequest.set(of.name, reference{reply.name, false})
	}
	at := pointerTo(t.result)
	if a.one(4) && t.asks == nil { // the answer as a whole
		at, byRequest = "", obj(requests[0].name, reference{a.whole(t).name, false})
	}
	x.set("replies", obj("at", at, "of", []any{"answer"}, "types", byRequest))
	if side != "client" || at == "" {
		return nil
	}
	return []any{
		obj("id", "opened-few", "of", []any{"answer"}, "to", []any{requests[0].name}, "each", "!has(reply.count) || reply.count < 3", "message", "must be few"),
		obj("id", "asked-with-note", "of", []any{"answer"}, "to", []any{requests[0].name}, "each", "!has(bound.asked_client.note) || size(bound.asked_client.note) < 3",
			"message", "must have a short note", "level", "should"),
	}
}

// whole is a type of an answer as a whole.
func (a *author) whole(t *talk) *named {
	own := obj("type", "object", "properties", obj(t.result, obj("type", "object", "properties", obj("count", obj("type", "integer")))))
	return a.talkType(obj("allOf", []any{reference{t.answers[0].name, false}, own}))
}

// sessions adds exchanges that an answer opens.
func (a *author) sessions(t *talk, exchanges *object) {
	replies, typed := exchanges.get("of_client").(*object).get("replies").(*object)
	if !typed || replies.get("at") == "" || a.one(4) {
		return
	}
	opened := t.from(obj("of", []any{t.answers[0].name}, "key", "reply."+t.topic), "server")
	grammar := pick(a, "opened tells* shut", "opened+ tells* shut?", "opened? tells+")
	letters := obj("opened", opened, "tells", obj("of", []any{t.tell.name}))
	if grammar != "opened? tells+" {
		letters.set("shut", obj("of", []any{t.tags[1]}))
	}
	exchanges.set("sessions", obj("key", pointerTo(t.topic), "grammar", grammar, "letters", letters))
}

// parts adds exchanges of which a message may begin, move and end several.
func (a *author) parts(t *talk, exchanges *object) {
	if t.parts == "" {
		return
	}
	letters := obj("listed", obj("of", []any{t.tell.name}))
	x := obj("key", t.parts, "grammar", pick(a, "listed+", "listed listed?", "listed listed"), "letters", letters)
	if a.one(2) {
		letters.set("named", obj("of", []any{t.tags[1]}, "key", pointerTo(t.topic)))
		x.set("grammar", pick(a, "listed (listed | named)*", "(listed | named) listed* named?", "named listed*", "listed named"))
	}
	if a.one(2) {
		x.set("most", 1+a.IntN(3))
	}
	sequence := []any{obj("id", "few-parts", "of", []any{"listed"}, "each", "open <= 1", "message", "must be few", "level", "should")}
	if x.get("grammar") != "listed named" { // else no message follows another one
		sequence = append(sequence, obj("id", "parts-more", "of", []any{"listed"}, "next", "!has(this.n) || !has(prev.n) || this.n >= prev.n", "at", "/n", "message", "must not be less"))
	}
	x.set("sequence", sequence)
	exchanges.set("parts", x)
}

// pairs adds exchanges of the topic and the number of a message together, unless the topic is a choice of types.
func (a *author) pairs(t *talk, exchanges *object) {
	if _, scalar := t.key.schema.(*object).get("type").(string); !scalar {
		return
	}
	letters := obj("told", obj("of", []any{t.tell.name}))
	x := obj("key", []any{pointerTo(t.topic), "/n"}, "grammar", pick(a, "told+", "told told?", "told told"), "letters", letters)
	if a.one(2) {
		x.set("most", 1+a.IntN(3))
	}
	x.set("sequence", []any{obj("id", "few-pairs", "of", []any{"told"}, "each", "open <= 1", "message", "must be few", "level", "should")})
	exchanges.set("pairs", x)
}

// jobs adds exchanges whose end names its job by the request.
func (a *author) jobs(t *talk, exchanges *object) {
	if a.one(3) {
		return
	}
	ended := t.from(obj("of", []any{t.answers[0].name}, "key", "bound.asked_client."+t.topic), "server")
	began := t.from(obj("of", []any{t.tags[0]}), "client")
	grammar := pick(a, "began+ ended?", "began (began | told)* ended?", "(began | told)+ ended*")
	letters := obj("began", began, "ended", ended)
	if grammar != "began+ ended?" {
		letters.set("told", obj("of", []any{t.tell.name}))
	}
	x := obj("key", pointerTo(t.topic), "grammar", grammar, "letters", letters, "bind", obj("start", []any{"began"}))
	if letters.has("told") {
		x.set("sequence", []any{obj("id", "told-more", "of", []any{"told"}, "next", "!has(this.n) || !has(prev.n) || this.n > prev.n", "at", "/n", "message", "must be more")})
	}
	exchanges.set("jobs", x)
}
