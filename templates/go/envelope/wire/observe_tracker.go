package wire

// ObservedTracker is a Tracker that reports each message and the end.
type ObservedTracker[M Message] struct {
	*Tracker[M]
	observer *Observer
}

// ObserveTracker returns a tracker that reports each call of Receive, Send and Close. It panics for a conversation of another protocol.
func ObserveTracker[M Message](o *Observer, t *Tracker[M]) *ObservedTracker[M] {
	o.over(t.conversation)
	return &ObservedTracker[M]{t, o}
}

// Receive takes a message of the other side.
func (t *ObservedTracker[M]) Receive(m M, opts ...Option) []Issue {
	return t.issues(Receiving, t.observer.typeOf(t.conversation, m), opts, func() []Issue { return t.Tracker.Receive(m, opts...) })
}

// Send takes a message before it is sent. With an issue of level Must it is not to be sent.
func (t *ObservedTracker[M]) Send(m M, opts ...Option) []Issue {
	return t.issues(Sending, t.observer.typeOf(t.conversation, m), opts, func() []Issue { return t.Tracker.Send(m, opts...) })
}

// Close ends the conversation. A missing message is an issue.
func (t *ObservedTracker[M]) Close(opts ...Option) []Issue {
	return t.issues(Closing, t.observer.over(t.conversation), opts, func() []Issue { return t.Tracker.Close(opts...) })
}

func (t *ObservedTracker[M]) issues(operation Operation, of string, opts []Option, take func() []Issue) []Issue {
	c := watching(t.observer, t.Tracker, operation)
	c.of = of
	t.observer.call(c, func() error {
		c.issues = take()
		return judgement(c.issues, t.options.strict || optionsOf(opts).strict)
	})
	return c.issues
}

// ObservedTextTracker is a TextTracker that reports each text and the end.
type ObservedTextTracker struct {
	tracker  *TextTracker
	observer *Observer
}

// ObserveTexts returns a tracker of texts that reports each call. A batch is one call. It panics for a conversation of another protocol.
func ObserveTexts(o *Observer, t *TextTracker) *ObservedTextTracker {
	o.over(t.tracker.conversation)
	return &ObservedTextTracker{t, o}
}

// Receive takes the text of a message of the other side, as TextTracker does.
func (t *ObservedTextTracker) Receive(text []byte, opts ...Option) ([]Issue, error) {
	return t.take(Receiving, text, opts)
}

// Send is Receive for a message that is about to be sent.
func (t *ObservedTextTracker) Send(text []byte, opts ...Option) ([]Issue, error) {
	return t.take(Sending, text, opts)
}

// Close ends the conversation. A missing message is an issue.
func (t *ObservedTextTracker) Close(opts ...Option) []Issue {
	return (&ObservedTracker[Message]{t.tracker.tracker, t.observer}).Close(opts...)
}

func (t *ObservedTextTracker) take(operation Operation, text []byte, opts []Option) (issues []Issue, err error) {
	tracker := t.tracker.tracker
	c := watching(t.observer, tracker, operation)
	c.bytes = len(text)
	t.observer.call(c, func() error {
		if tracker.conversation.Batch != nil {
			issues, err = t.tracker.take(text, operation == Sending, opts)
		} else {
			var m Message
			m, issues, err = tracker.text(text, operation == Sending, t.tracker.parse, opts)
			c.of = t.observer.typeOf(tracker.conversation, m)
		}
		if c.issues = issues; err != nil {
			return err
		}
		return judgement(issues, tracker.options.strict || optionsOf(opts).strict)
	})
	return issues, err
}

// watching returns a call of a tracker before its message.
func watching[M Message](o *Observer, t *Tracker[M], operation Operation) *observed {
	over := o.over(t.conversation)
	return &observed{operation: operation, of: over, over: over, conversation: &ObservedConversation{t.conversation.Name, t.side, t.Expected()}}
}

// over returns the type of the messages of a conversation.
func (o *Observer) over(c *Conversation) string {
	types, known := o.names.conversations[c.Name]
	if !known {
		panic(o.names.Protocol + " has no conversation " + c.Name)
	}
	return types[0]
}

// typeOf returns the type of a message, or that of all messages for nil and for a message of another conversation.
func (o *Observer) typeOf(c *Conversation, m any) string {
	if o.names.Name != nil {
		if name := o.names.Name(m); name != "" {
			return name
		}
	}
	return o.over(c)
}
