package wire

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// Client assigns replies to the requests of one side. It does no input or output: it sends through a function of the caller, and the caller passes
// received messages to Receive. All methods are safe for concurrent use.
type Client[M Message] struct {
	parse   func([]byte, ...Option) (M, error)
	send    func(M) error
	timeout time.Duration // of each wait for a reply, or 0
	sending chan struct{} // contains one item while a message is sent: messages are sent in the order in which they count

	count atomic.Int64 // of numbered requests

	guard   sync.Mutex // of all below
	tracker *Tracker[M]
	closed  error
	told    []news // for requests, once the message that is being sent has been sent
}

// NewClient begins a conversation of a side, with requests that are answered in some of its exchanges. parse reads a text. It is for
// generated code.
func NewClient[M Message](c *Conversation, side string, parse func([]byte, ...Option) (M, error), send func(M) error, opts []Option) *Client[M] {
	t := NewTracker[M](c, side, opts)
	for i := range t.open {
		t.open[i].asked = true
	}
	return &Client[M]{parse: parse, send: send, timeout: t.options.timeout, sending: make(chan struct{}, 1), tracker: t}
}

// Count returns the number of the next request, from 1. Requests that the client numbers take theirs from it.
func (c *Client[M]) Count() int64 { return c.count.Add(1) }

// Receive takes a received message that is valid by itself. It reports whether the message is for a request, including an abandoned one. Any other
// message is for the caller. An issue of level Must means that the message may not come here. If the message has the key of a request, that request
// ends with the issues as a *ValidationError.
func (c *Client[M]) Receive(m M, opts ...Option) (answers bool, issues []Issue) {
	c.guard.Lock()
	defer c.guard.Unlock()
	issues = c.tracker.take(m, step{}, opts)
	return c.spread(m, issues) || c.fail(m, nil, issues), issues
}

// ReceiveText parses the text of a received message, and then calls Receive. m is the message if it is valid by itself. If it is not, and has the key
// of a request, that request ends with the issues as a *ValidationError. ReceiveText panics with an *OptionError.
func (c *Client[M]) ReceiveText(text []byte, opts ...Option) (m M, answers bool, issues []Issue) {
	c.guard.Lock()
	defer c.guard.Unlock()
	m, issues, err := c.tracker.text(text, false, c.parse, opts)
	if err != nil {
		panic(err)
	}
	return m, c.spread(m, issues) || c.fail(m, text, issues), issues
}

// fail ends the requests that wait for a message which has their key and is refused, and reports whether there are any. Each exchange of
// the request goes on as one that nobody waits for.
func (c *Client[M]) fail(m Message, text []byte, issues []Issue) (ended bool) {
	err := c.refused(issues)
	if err == nil {
		return false
	}
	for i := range c.tracker.open {
		x, open := &c.tracker.conversation.Exchanges[i], &c.tracker.open[i]
		if open.byKey.len() == 0 {
			continue
		}
		for _, number := range x.replyWays() {
			way := &x.Ways[number]
			if way.Key == nil || way.Through != nil {
				continue
			}
			key, has := Key{}, false
			if text == nil && x.Marks == nil {
				key, has = way.Key(m)
			}
			if text == nil && !has {
				text, _ = EncodeUnchecked(m, nil)
			}
			if !has {
				key, has = keyIn(text, way.At, x.Marks...)
			}
			if of := open.byKey.get(key); has && of != nil && of.request != nil && !of.request.left && of.request.heard == nil {
				of.request.end(err)
				ended = true
			}
		}
	}
	return ended
}

// spread passes a message to its requests, and reports whether it is for one.
func (c *Client[M]) spread(m M, issues []Issue) (answers bool) {
	var invalid error
	if len(c.tracker.news) > 0 {
		invalid = c.refused(issues)
	}
	for _, n := range c.tracker.news {
		n.to.hear(n, m, invalid)
		answers = answers || n.reply
	}
	c.tracker.news = forgotten(c.tracker.news)
	return answers
}

// refused is the error of issues that make a message invalid, or nil.
func (c *Client[M]) refused(issues []Issue) error {
	return c.tracker.options.refusal(issues)
}

// Send sends a message that waits for no reply. One that is not valid, by itself or in its place, is not sent: the error is a
// *ValidationError then, else that of sending.
func (c *Client[M]) Send(ctx context.Context, m M) error { return c.say(ctx, m, step{}) }

// Close ends the conversation, with an error as its cause or, if that is nil, without one. Waiting requests get an error that is ErrClosed and the
// cause. A missing message is an issue.
func (c *Client[M]) Close(cause error) []Issue {
	c.guard.Lock()
	defer c.guard.Unlock()
	if c.closed != nil {
		return nil
	}
	if c.closed = ErrClosed; cause != nil {
		c.closed = fmt.Errorf("%w: %w", ErrClosed, cause)
	}
	issues := c.tracker.Close()
	for i := range c.tracker.open {
		for _, n := range c.tracker.open[i].ended(c.closed) {
			n.to.end(c.closed)
		}
	}
	return issues
}

// Open returns how many exchanges have begun and not ended. Those that nobody waits for any more do not count.
func (c *Client[M]) Open() int {
	c.guard.Lock()
	defer c.guard.Unlock()
	count := c.tracker.Open()
	for i := range c.tracker.open {
		count -= c.tracker.open[i].abandoned()
	}
	return count
}

// say sends a message if it may be sent.
func (c *Client[M]) say(ctx context.Context, m M, how step) error {
	if err := c.check(m, how); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case c.sending <- struct{}{}:
		defer func() { <-c.sending }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := c.admit(m, how); err != nil {
		return err
	}
	err := c.send(m)
	if how.reply {
		how.request = nil // it goes on without this reply
	}
	c.settle(m, how.request, err == nil)
	return err
}

// check returns the issues of a message itself as its error. It panics for an invalid option, as Check does.
func (c *Client[M]) check(m M, how step) error {
	if how.valid {
		return nil
	}
	err := m.Validate(c.tracker.opts...)
	if wrong, is := err.(*OptionError); is {
		panic(wrong)
	}
	return err
}

// admit adds a message to the conversation before it is sent. Its news for requests stay in the client until it has been sent.
func (c *Client[M]) admit(m M, how step) error {
	c.guard.Lock()
	defer c.guard.Unlock()
	if c.closed != nil {
		return c.closed
	}
	how.sent, how.attempt, how.hold = true, true, true
	issues := c.tracker.take(m, how, nil)
	if err := c.refused(issues); err != nil {
		return err
	}
	c.told, c.tracker.news = c.tracker.news, c.told
	return nil
}

// settle completes the work of admit. A message that was not sent is undone. If another message has arrived meanwhile, only the exchange that a
// request began is undone, because later changes cannot be separated.
func (c *Client[M]) settle(m M, q *request, sent bool) {
	c.guard.Lock()
	defer c.guard.Unlock()
	defer func() { c.told = forgotten(c.told) }()
	if t := c.tracker; !sent && t.isHeld {
		t.takeBack()
		return
	} else if !sent && q != nil {
		q.revoke(t.open)
	} else if t.isHeld {
		t.settle()
	}
	for _, n := range c.told {
		n.to.hear(n, m, nil)
	}
}

// ask sends a request that is answered in the exchanges of some number.
func (c *Client[M]) ask(ctx context.Context, m M, exchange int) (*request, error) {
	q := &request{ready: make(chan struct{}, 1)}
	if err := c.say(ctx, m, step{request: q, exchange: exchange}); err != nil {
		c.leave(q)
		return nil, err
	}
	return q, nil
}

// leave forgets a request, whether it has been answered or not.
func (c *Client[M]) leave(q *request) {
	c.guard.Lock()
	defer c.guard.Unlock()
	q.leave(c.tracker.open)
}

// next waits for a reply. The error is the reason for its absence, or its issues.
func (c *Client[M]) next(ctx context.Context, q *request) (Message, error) {
	if c.timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.timeout)
		defer cancel()
		ctx = limited
	}
	for {
		c.guard.Lock()
		m, err, known := q.take()
		c.guard.Unlock()
		if known {
			return m, err
		}
		select {
		case <-q.ready:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Ask sends a request and returns its reply. It is for generated code.
func Ask[R, M Message](ctx context.Context, c *Client[M], exchange int, m M) (R, error) {
	var none R
	q, err := c.ask(ctx, m, exchange)
	if err != nil {
		return none, err
	}
	defer c.leave(q)
	reply, err := c.next(ctx, q)
	if err != nil {
		return none, err
	}
	return reply.(R), nil
}

// AskFor sends a request and returns the member of its reply whose type follows from the request. A reply without it is the error, as a *ReplyError.
// It is for generated code.
func AskFor[T any, M Message](ctx context.Context, c *Client[M], exchange int, m M) (T, error) {
	var none T
	q, err := c.ask(ctx, m, exchange)
	if err != nil {
		return none, err
	}
	defer c.leave(q)
	reply, err := c.next(ctx, q)
	if err != nil {
		return none, err
	}
	c.guard.Lock()
	result, is := q.result.(T)
	c.guard.Unlock()
	if !is {
		return none, &ReplyError{reply}
	}
	return result, nil
}

// AskMany sends a request when the iteration starts, and returns its replies until their exchange ends. It is for generated code.
func AskMany[R, M Message](ctx context.Context, c *Client[M], exchange int, m M) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		q, err := c.ask(ctx, m, exchange)
		if err != nil {
			yield(none, err)
			return
		}
		defer c.leave(q)
		for {
			reply, err := c.next(ctx, q)
			switch {
			case reply == nil && err == ErrNoReply:
				return
			case reply == nil:
				yield(none, err)
				return
			case err != nil:
				reply = nil
			}
			answer, _ := reply.(R)
			if !yield(answer, err) {
				return
			}
		}
	}
}
