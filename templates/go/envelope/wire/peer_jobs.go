package wire

import (
	"context"
	"errors"
	"fmt"
)

// Handling is how one message is answered. The zero value is that of a message that is no request. It is for generated code.
type Handling[M Message] struct {
	Exchange int // that the request begins
	Many     bool
	answer   func(j *job[M]) error
}

// HandleOne answers a request by one reply. It is for generated code.
func HandleOne[M Message, Q any, R Message](exchange int, m Q, handler func(context.Context, Q) (R, error)) Handling[M] {
	return Handling[M]{exchange, false, func(j *job[M]) error {
		reply, err := handler(j.ctx, m)
		if err != nil {
			return err
		}
		return sendAs(j.send, reply)
	}}
}

// HandleFor answers a request by the reply that is made of a result. It is for generated code.
func HandleFor[M, R Message, Q any](exchange int, m Q, handler func(context.Context, Q) (R, error)) Handling[M] {
	return Handling[M]{exchange, false, func(j *job[M]) error {
		result, err := handler(j.ctx, m)
		if err == nil && IsNil(result) {
			err = ErrNoReply
		}
		if err != nil {
			return err
		}
		return j.sendWhole(exchange, result, func(text []byte) ([]byte, error) { return result.AppendJSON(text, j.peer.tracker.opts...) })
	}}
}

// HandleValue is HandleFor for results without the methods of Message. It is for generated code.
func HandleValue[M Message, R, Q any](
	exchange int, m Q, handler func(context.Context, Q) (R, error), encode func(R, ...Option) ([]byte, error),
) Handling[M] {
	return Handling[M]{exchange, false, func(j *job[M]) error {
		result, err := handler(j.ctx, m)
		if err != nil {
			return err
		}
		return j.sendWhole(exchange, result, func(text []byte) ([]byte, error) {
			encoded, err := encode(result, j.peer.tracker.opts...)
			return append(text, encoded...), err
		})
	}}
}

// sendWhole sends the reply that is made of a result, which add appends to a text, or returns the error of the result. The reply is read, and the
// result is written, so that neither is checked again.
func (j *job[M]) sendWhole(exchange int, result any, add func([]byte) ([]byte, error)) error {
	tracker := j.peer.tracker
	text, err := tracker.conversation.Exchanges[exchange].Replies.whole(j.key, make([]byte, 0, usualReply), add)
	if err != nil {
		return err
	}
	reply, err := j.peer.parse(text, tracker.opts...)
	if err != nil {
		return err
	}
	return j.sendBy(reply, step{valid: true, result: result, asked: j.asked})
}

// usualReply is the size of the memory that a reply is written into at first.
const usualReply = 512

// HandleMany answers a request by many replies. It is for generated code.
func HandleMany[M Message, Q any, R Message](exchange int, m Q, handler func(context.Context, Q, func(R) error) error) Handling[M] {
	return Handling[M]{exchange, true, func(j *job[M]) error {
		return handler(j.ctx, m, func(reply R) error { return sendAs(j.send, reply) })
	}}
}

func sendAs[M, R Message](send func(M) error, reply R) error {
	if IsNil(reply) {
		return ErrNoReply
	}
	return send(Message(reply).(M))
}

// CancelledError is the cause of the end of a handler's context: the other side has sent a message in the exchange of the request. The exchange has
// not ended, so the handler may still have to answer.
type CancelledError struct{ By Message }

// Error contains nothing of the message.
func (e *CancelledError) Error() string { return "a message has cancelled the request" }

// job is a received request that a handler answers. The guard of the Client guards its fields.
type job[M Message] struct {
	request
	peer      *Peer[M]
	m         M
	handling  Handling[M]
	key       Key   // of the exchange
	asked     int   // the number of the type of its replies, as progress has it
	failure   error // instead of the handler's; nil if the handler runs
	cancelled *CancelledError
	ctx       context.Context
	cancel    context.CancelCauseFunc
}

// job returns the job of a message, or nil if it is no request for a handler.
func (p *Peer[M]) job(m M) *job[M] {
	if p.handle == nil {
		return nil
	}
	handling := p.handle(m)
	if handling.answer == nil {
		return nil
	}
	j := &job[M]{peer: p, m: m, handling: handling}
	j.exchange, j.heard = handling.Exchange, j.hears
	return j
}

// start runs a job, or queues it.
func (p *Peer[M]) start(j *job[M]) {
	p.jobs++
	if p.working >= p.most {
		p.queue = append(p.queue, j)
		return
	}
	p.working++
	select {
	case p.resting <- j:
	default:
		go p.work(j)
	}
}

// work runs a job, and then those of the queue.
func (p *Peer[M]) work(j *job[M]) {
	for j != nil {
		err := j.failure
		if err == nil && j.ended() == nil {
			err = j.handling.answer(j)
		}
		j.finish(err)
		next, rests := p.next(j)
		if j = next; rests {
			j = p.rest()
		}
	}
}

// rest waits for the next job, or returns nil if the peer is closed. A worker that has grown its stack is faster than a new one.
func (p *Peer[M]) rest() *job[M] {
	select {
	case j := <-p.resting:
		p.guard.Lock()
		p.isResting = false
		p.guard.Unlock()
		return j
	case <-p.ctx.Done():
		return nil
	}
}

// next ends a job, and returns the next one of the queue or nil. rests reports whether the worker waits for another one.
func (p *Peer[M]) next(j *job[M]) (next *job[M], rests bool) {
	p.guard.Lock()
	defer p.guard.Unlock()
	j.done()
	p.leaveRoom()
	if p.jobs--; p.jobs == 0 && p.quiet != nil {
		close(p.quiet)
		p.quiet = nil
	}
	if len(p.queue) == 0 {
		rests = !p.isResting
		p.isResting = true
		p.working--
		return nil, rests
	}
	next, p.queue[0] = p.queue[0], nil
	p.queue = p.queue[1:]
	return next, false
}

// done separates a job from its exchange.
func (j *job[M]) done() {
	if j.left = true; j.course.request == &j.request {
		j.course.request = nil
	}
	j.cancel(context.Canceled)
}

// hears takes the effect of a message on the exchange.
func (j *job[M]) hears(n news, by Message) {
	switch {
	case j.over != nil:
		return
	case n.over:
		if j.over = n.err; j.over == nil {
			j.over = ErrNoReply
		}
		j.cancel(j.over)
	case n.reply && j.cancelled == nil:
		j.cancelled = &CancelledError{by}
		j.cancel(j.cancelled)
	}
}

// ended returns why the exchange has ended, or nil.
func (j *job[M]) ended() error {
	j.peer.guard.Lock()
	defer j.peer.guard.Unlock()
	return j.over
}

// send sends a reply. An error of the connection closes the peer.
func (j *job[M]) send(m M) error { return j.sendBy(m, step{}) }

func (j *job[M]) sendBy(m M, how step) error {
	if err := j.ended(); err != nil {
		return err
	}
	how.request, how.reply, how.exchange = &j.request, true, j.exchange
	err := j.peer.say(j.peer.ctx, m, how)
	var invalid *ValidationError
	if err != nil && !errors.As(err, &invalid) {
		j.peer.Close(err)
	}
	return err
}

// finish handles the result of a handler.
func (j *job[M]) finish(err error) {
	if err = j.failed(err); err == nil {
		return
	}
	serving := &j.peer.serving
	if serving.OnError != nil {
		serving.OnError(j.m, err)
	}
	if serving.Fail != nil {
		if reply := serving.Fail(j.m, j.key.value(), err); !IsNil(reply) {
			failed := j.send(reply)
			if failed == nil {
				return
			}
			err = fmt.Errorf("%w: %w", err, failed)
		}
	}
	j.peer.Close(err)
}

// failed returns why the request has not been answered, or nil if nothing has to be sent: the exchange has ended, or it may end and the request was
// cancelled.
func (j *job[M]) failed(err error) error {
	j.peer.guard.Lock()
	defer j.peer.guard.Unlock()
	if j.over != nil {
		return nil
	}
	accepts := j.peer.tracker.conversation.Exchanges[j.exchange].States[j.course.state].accepts()
	switch {
	case err == nil && j.handling.Many && !accepts:
		return ErrNoReply
	case accepts && j.cancelled != nil:
		return nil
	case j.cancelled != nil && errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %w", err, j.cancelled)
	}
	return err
}
