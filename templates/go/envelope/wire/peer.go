package wire

import (
	"context"
	"errors"
	"io"
	"time"
)

// Serving configures how a peer answers requests. The zero value has the defaults.
type Serving[M Message] struct {
	// Fail returns the reply to a request whose handler has failed, or nil: a reply, or a message that ends the exchange, such as an error of the
	// protocol. err is the error of the handler; a *ValidationError if its reply may not
	// be sent, or if the request may not come here; ErrNoReply; or ErrClosing. Without Fail, and without a reply, the error closes the peer as its cause.
	// key is that of the request: a string or a float64.
	Fail func(request M, key any, err error) M
	// OnError takes each error that Fail gets, before it, such as for a log.
	OnError func(request M, err error)
	// OnMessage takes the messages in Serve that are for no handler and no request; nil drops them. Its error closes the peer.
	OnMessage func(ctx context.Context, m M) error
	// OnRefused takes the texts in Serve that are not valid, by themselves or in their place, each with its issues. Its error closes the peer.
	// If it is nil, the first of these texts closes the peer.
	OnRefused func(text []byte, issues []Issue) error
	// MostHandlers is how many handlers may be at work; 0 is 64.
	MostHandlers int
	// MostQueued is how many requests may wait for a handler; 0 is 64, and less is none. Beyond, Receive waits.
	MostQueued int
	// Grace is how long Serve lets handlers work after the last text; 0 is 5 s.
	Grace time.Duration
}

const (
	usualHandlers = 64
	usualQueued   = 64
	usualGrace    = 5 * time.Second
)

// Peer is one side of a conversation that answers requests, and may send some. It does no input or output: it sends through a function of the
// caller, and the caller passes received messages to Receive. It calls the handler of each request in a goroutine. All methods are safe for
// concurrent use.
type Peer[M Message] struct {
	*Client[M]
	handle  func(M) Handling[M]
	serving Serving[M]
	room    chan struct{} // contains an item for each request that is queued or at work
	most    int           // handlers
	ctx     context.Context
	stop    context.CancelCauseFunc

	// The guard of the Client guards the fields below.
	queue     []*job[M]
	resting   chan *job[M]  // for a worker that has no job
	isResting bool          // whether there is one
	jobs      int           // queued or at work
	working   int           // handlers
	closing   bool          // whether new requests are refused
	quiet     chan struct{} // closed once there are no jobs; nil if nobody waits for that
}

// NewPeer begins a conversation of a side that answers requests. handle returns how a message is answered; it is nil if the caller answers all
// requests. It is for generated code.
func NewPeer[M Message](c *Conversation, side string, parse func([]byte, ...Option) (M, error), send func(M) error, handle func(M) Handling[M], serving Serving[M], opts []Option) *Peer[M] {
	p := &Peer[M]{Client: NewClient(c, side, parse, send, opts), handle: handle, serving: serving, most: serving.MostHandlers}
	if p.most <= 0 {
		p.most = usualHandlers
	}
	queued := max(serving.MostQueued, 0)
	if serving.MostQueued == 0 {
		queued = usualQueued
	}
	p.room = make(chan struct{}, p.most+queued)
	p.resting = make(chan *job[M])
	p.ctx, p.stop = context.WithCancelCause(context.Background())
	return p
}

// Receive takes a received message that is valid by itself. handled reports whether it is for a handler or for a request of this side. Any other
// message is for the caller. An issue of level Must means that the message may not come here. If no more requests may be queued, Receive waits,
// until ctx ends: read no further message before it returns. An error means that the message has not been taken.
func (p *Peer[M]) Receive(ctx context.Context, m M, opts ...Option) (handled bool, issues []Issue, err error) {
	if err := p.enter(ctx); err != nil {
		return false, nil, err
	}
	p.guard.Lock()
	defer p.guard.Unlock()
	handled, failed, issues := p.take(m, opts)
	return handled || failed || p.fail(m, nil, issues), issues, nil
}

// ReceiveText parses the text of a received message, and then works as Receive does. m is the message if it is valid by itself. ReceiveText panics
// with an *OptionError.
func (p *Peer[M]) ReceiveText(ctx context.Context, text []byte, opts ...Option) (m M, handled bool, issues []Issue, err error) {
	if err := p.enter(ctx); err != nil {
		return m, false, nil, err
	}
	m, handled, failed, issues := p.takeText(text, opts)
	return m, handled || failed, issues, nil
}

// takeText processes a text. failed reports whether a request of this side has ended because of its issues.
func (p *Peer[M]) takeText(text []byte, opts []Option) (m M, handled, failed bool, issues []Issue) {
	p.guard.Lock()
	defer p.guard.Unlock()
	m, issues, most, wrong := p.tracker.parsed(text, p.parse, opts)
	switch {
	case wrong != nil:
		p.leaveRoom()
		panic(wrong)
	case most < 0:
		p.leaveRoom()
	default:
		var more []Issue
		handled, failed, more = p.take(m, opts)
		issues = merged(issues, more, most)
	}
	return m, handled, p.fail(m, text, issues) || failed, issues
}

// enter waits for the room of one more request.
func (p *Peer[M]) enter(ctx context.Context) error {
	select {
	case p.room <- struct{}{}:
	default:
		select {
		case p.room <- struct{}{}:
		case <-p.ctx.Done():
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx)
	}
	return nil
}

func (p *Peer[M]) leaveRoom() { <-p.room }

// take adds a message to the conversation, and starts the handler of a request. It gives back the room that is not used.
func (p *Peer[M]) take(m M, opts []Option) (handled, failed bool, issues []Issue) {
	j := p.job(m)
	if j == nil {
		defer p.leaveRoom()
		issues = p.tracker.take(m, step{}, opts)
		answers := p.spread(m, issues)
		failed = answers && p.refused(issues) != nil
		return answers && !failed, failed, issues
	}
	issues = p.tracker.take(m, step{request: &j.request, exchange: j.exchange}, opts)
	handled = p.spread(m, issues)
	isTaken := j.course != nil && j.course.request == &j.request
	if isTaken {
		j.ctx, j.cancel = context.WithCancelCause(p.ctx)
		j.key, j.asked, j.course.shared = j.course.key, j.course.asked, j.course.shared || j.handling.Many
		if j.failure = p.refused(issues); j.failure == nil && p.closing {
			j.failure = ErrClosing
		}
	}
	switch {
	case isTaken && (j.failure == nil || p.serving.Fail != nil):
		p.start(j)
		return true, false, issues
	case isTaken:
		j.done()
	}
	p.leaveRoom()
	return handled, false, issues
}

// Close ends the conversation at once, with an error as its cause or, if that is nil, without one. The contexts of all handlers end, and waiting
// requests get an error that is ErrClosed and the cause. A missing message is an issue. Only the first call has an effect.
func (p *Peer[M]) Close(cause error) []Issue {
	issues := p.Client.Close(cause)
	p.guard.Lock()
	closed := p.closed
	p.guard.Unlock()
	p.stop(closed)
	return issues
}

// Drain ends the conversation in order. Handlers at work continue until ctx ends, and requests that arrive meanwhile fail with ErrClosing. Then it
// closes the peer, and returns the issues of Close.
func (p *Peer[M]) Drain(ctx context.Context) []Issue {
	p.guard.Lock()
	p.closing = true
	p.guard.Unlock()
	select {
	case <-p.calm():
		return p.Close(nil)
	case <-p.ctx.Done():
		return nil
	case <-ctx.Done():
		return p.Close(context.Cause(ctx))
	}
}

// Serve passes the texts of a transport to ReceiveText until they end, the peer is closed, or ctx ends. At their end it drains the peer, for as long
// as Serving.Grace allows; otherwise it closes the peer. It returns when all handlers have returned. Its error is the cause, or a
// *ValidationError for a missing message. Close the connection of the transport afterwards: this ends a read that still waits.
func (p *Peer[M]) Serve(ctx context.Context, t Transport) error {
	arrivals, stopped := make(chan arrival), make(chan struct{})
	defer close(stopped)
	go readTexts(t, arrivals, stopped)
	for {
		select {
		case <-ctx.Done():
			p.Close(context.Cause(ctx))
			return p.Wait()
		case <-p.ctx.Done():
			return p.Wait()
		case next := <-arrivals:
			if errors.Is(next.err, io.EOF) {
				return p.end(ctx)
			}
			if err := p.arrive(ctx, next); err != nil {
				p.Close(err)
				return p.Wait()
			}
		}
	}
}

// Wait waits until the peer is closed and all handlers have returned. It returns the cause of Close.
func (p *Peer[M]) Wait() error {
	<-p.ctx.Done()
	<-p.calm()
	if err := context.Cause(p.ctx); err != ErrClosed {
		return err
	}
	return nil
}

// calm returns a channel that is closed once no request is queued or at work.
func (p *Peer[M]) calm() <-chan struct{} {
	p.guard.Lock()
	defer p.guard.Unlock()
	if p.jobs == 0 {
		now := make(chan struct{})
		close(now)
		return now
	}
	if p.quiet == nil {
		p.quiet = make(chan struct{})
	}
	return p.quiet
}

// ErrClosing is the error of requests that arrive while their peer is closing.
var ErrClosing = errors.New("the conversation is closing")

// ErrUnimplemented is the error of a request without a handler.
var ErrUnimplemented = errors.New("no handler answers this request")
