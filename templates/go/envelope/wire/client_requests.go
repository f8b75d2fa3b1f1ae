package wire

import "errors"

// ErrClosed is the error of requests that wait when their connection ends, and of all that come later.
var ErrClosed = errors.New("the conversation has been closed")

// ErrNoReply is the error of a request whose exchange has ended without a reply.
var ErrNoReply = errors.New("the exchange has ended without a reply")

// ErrBehind is the error of a request whose replies have not been taken in time.
var ErrBehind = errors.New("too many replies have not been taken")

// mostReplies is how many replies of one request may wait to be taken.
const mostReplies = 65536

// EndedError is the error of a request that a message has ended which is no reply. It unwraps to that message if that is an error itself.
type EndedError struct{ By Message }

// Error contains nothing of the message, unless that is an error.
func (e *EndedError) Error() string {
	if err := e.Unwrap(); err != nil {
		return "a message has ended the exchange: " + err.Error()
	}
	return "a message has ended the exchange"
}

// Unwrap returns the message as an error, or nil.
func (e *EndedError) Unwrap() error {
	err, _ := e.By.(error)
	return err
}

// ReplyError is the error of a request that another reply has answered than one with a result, such as an error of the protocol. It unwraps to the
// reply if that is an error itself.
type ReplyError struct{ Reply Message }

// Error contains nothing of the reply, unless that is an error.
func (e *ReplyError) Error() string {
	if err := e.Unwrap(); err != nil {
		return "the reply has no result: " + err.Error()
	}
	return "the reply has no result"
}

// Unwrap returns the reply as an error, or nil.
func (e *ReplyError) Unwrap() error {
	err, _ := e.Reply.(error)
	return err
}

// request waits for replies. The mutex of its Client guards it.
type request struct {
	course   *course
	exchange int  // the number of its kind
	begins   bool // whether the request has begun the exchange
	replies  []Message
	errs     []error    // by reply: why it is not valid in its place, or nil
	reply    [1]Message // the first memory of replies: most requests have one
	err      [1]error   // that of errs
	result   any        // the member of the last reply whose type follows from the request, or nil
	over     error      // why no more will come, or nil
	left     bool       // whether nobody waits any more
	ready    chan struct{}
	heard    func(n news, by Message) // takes the news of a received request, which a handler answers; nil for a sent one
}

// abandoned replaces the request of an exchange after its caller has stopped waiting.
var abandoned = &request{left: true}

// keyTaken is the issue of a request whose key is that of an open exchange.
var keyTaken = Failure{Rule: "unexpected-message", Message: "must not be the key of an exchange that is open"}

// keyIn returns the key of an exchange in the text of a message that need not be valid.
// A message with one of the members of without has none.
func keyIn(text []byte, at []string, without ...string) (key Key, has bool) {
	value, err := ParseRaw(text, MaxDepth(deepest), MaxBytes(most))
	if err != nil {
		return key, false
	}
	for _, name := range without {
		if object, _ := value.AsObject(); object.Has(name) {
			return key, false
		}
	}
	for _, name := range at {
		object, _ := value.AsObject()
		if value, has = object.Get(name); !has {
			return key, false
		}
	}
	switch v := value.plain().(type) {
	case string:
		return TextKey(v), true
	case float64:
		return NumberKey(v), true
	}
	return key, false
}

// settle makes the changes of the last message permanent.
func (t *Tracker[M]) settle() {
	if !t.isHeld {
		return
	}
	t.isHeld = false
	t.keepChanges()
	if t.held.count {
		count(t.room)
	}
	for i := range t.past {
		t.past[i].keep()
	}
	if t.held.alone && t.dropped != nil {
		t.open[t.room[1].exchange].recycle(t.dropped)
	}
	if t.held.alone && !t.held.attempt {
		t.recycle(&t.room[1])
	}
	t.held, t.dropped = step{}, nil
}

// refuse adds the issue of a message that may not come. A request with a taken key gets another issue, because its tag is right.
func (t *Tracker[M]) refuse(r *Reader, m Message, refusal *Failure, how *step) {
	if how.request != nil && (refusal == &otherKey || refusal == &noKey) {
		r.fail(*refusal, t.conversation.Exchanges[how.exchange].Ways[0].At...)
		return
	}
	if how.request != nil && how.sent && !how.reply && refusal.Rule == "unexpected-message" {
		x := &t.conversation.Exchanges[how.exchange]
		if key, has := x.Ways[0].Key(m); has && len(x.Ways[0].At) > 0 && t.open[how.exchange].byKey.get(key) != nil {
			r.fail(keyTaken, x.Ways[0].At...)
			return
		}
	}
	r.fail(*refusal, t.conversation.Tag...)
}

// news is the effect of a message on a request.
type news struct {
	to    *request
	reply bool // whether the message is for the request
	over  bool // whether no more will come
	err   error
	// result is the member of a reply whose type follows from the request, or nil.
	result any
}

// attach lets a request wait for the exchange that it begins, or returns the reason why it cannot.
func (s step) attach(moves []move) *Failure {
	if s.reply || !s.sent {
		return s.serve(moves)
	}
	for i := range moves {
		to := &moves[i]
		switch {
		case to.exchange != s.exchange || to.course == nil:
			continue
		case to.course.request != nil && !to.course.request.left:
			return &Failure{Rule: "unexpected-message", Message: "must wait for the reply to the request before"}
		}
		to.request, s.request.course, s.request.exchange, s.request.begins = s.request, to.course, s.exchange, to.begins
		return nil
	}
	return &noKey
}

// noKey is the issue of a request without a key.
var noKey = Failure{Rule: "unexpected-message", Message: "is required here: it connects the request with its reply"}

// otherKey is the issue of a reply that belongs to another exchange than its request.
var otherKey = Failure{Rule: "unexpected-message", Message: "must be that of the request"}

// serve connects a received request with its exchange, or checks that a reply belongs to the exchange of its request.
func (s step) serve(moves []move) *Failure {
	for i := range moves {
		switch to := &moves[i]; {
		case to.exchange != s.exchange || to.all:
		case s.reply && to.ends && s.request.over == nil && to.key == s.request.course.key:
			return nil // such as the protocol's own error
		case to.ends:
		case s.reply && to.course == s.request.course:
			return nil
		case !s.reply && (to.course.request == nil || to.course.request.left):
			to.request, s.request.course = s.request, to.course
			return nil
		}
	}
	if s.reply {
		return &otherKey
	}
	return nil
}

// hear takes a message. invalid has the issues of its place, or is nil.
func (q *request) hear(n news, m Message, invalid error) {
	if q.heard != nil {
		q.heard(n, m)
		return
	}
	if q.left || q.over != nil {
		return
	}
	switch {
	case n.err != nil:
		q.over = n.err
	case n.reply && len(q.replies) >= mostReplies:
		q.over = ErrBehind
	case n.reply:
		if q.replies == nil {
			q.replies, q.errs = q.reply[:0], q.err[:0]
		}
		q.replies, q.errs, q.result = append(q.replies, m), append(q.errs, invalid), n.result
	}
	if n.over && q.over == nil {
		q.over = ErrNoReply
	}
	q.wake()
}

func (q *request) end(err error) {
	if q.heard != nil {
		q.heard(news{over: true, err: err}, nil)
	} else if q.over == nil {
		q.over = err
		q.wake()
	}
}

func (q *request) wake() {
	if q.ready == nil {
		return
	}
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// leave forgets the request. Its exchange goes on without anybody who waits for it.
func (q *request) leave(open []exchanges) {
	q.left, q.replies, q.errs = true, nil, nil
	if q.course != nil && q.course.request == q {
		q.course.request = abandoned
		open[q.exchange].abandon(q.course)
	}
}

// revoke forgets the exchange that a request has begun and that nothing has moved since.
func (q *request) revoke(open []exchanges) {
	x := &open[q.exchange]
	if q.begins && q.over == nil && len(q.replies) == 0 && q.course.request == q && x.byKey.get(q.course.key) == q.course {
		x.drop(q.course)
	}
}

// take returns the next reply, or why there is none any more; known is false if that is not known yet.
func (q *request) take() (m Message, err error, known bool) {
	if len(q.replies) > 0 {
		m, err = q.replies[0], q.errs[0]
		q.replies[0] = nil
		q.replies, q.errs = q.replies[1:], q.errs[1:]
		return m, err, true
	}
	return nil, q.over, q.over != nil
}
