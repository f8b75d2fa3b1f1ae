package wire

// guard returns why a letter may not come: a check that refuses its messages fails, or reads a message that has not come.
func (t *Tracker[M]) guard(r *Reader, m Message, o *Order, c *course, letter int) *Failure {
	for _, i := range of(o.indexed.guards, letter) {
		check := &o.Checks[i]
		messages, known := t.bound(append(t.messages[:0], m), c, check)
		if t.messages = messages; !known || !check.Holds(r, messages) {
			return &check.Failure
		}
	}
	return nil
}

func (t *Tracker[M]) check(r *Reader, m Message, to *move) {
	o, c := to.order, to.course
	for _, i := range of(o.indexed.checks, to.letter) {
		check := &o.Checks[i]
		if check.Reply != 0 && (check.Reply != t.reply.asked || check.Reads && t.reply.member == nil) {
			continue // it is of other replies, or the member has issues of its own
		}
		messages := append(t.messages[:0], m)
		if check.Kind != CheckEach {
			last := &c.lines[check.Line]
			if (check.Kind == CheckNext) != last.has {
				continue
			}
			if last.has {
				messages = append(messages, last.message)
			}
		}
		if check.Counts {
			r.openExchanges = to.open
			if to.exchange >= 0 {
				r.openExchanges = t.open[to.exchange].among(to.key)
			}
		}
		messages, known := t.bound(messages, c, check)
		if check.Reads {
			messages = append(messages, t.reply.member.(Message))
		}
		t.messages = messages
		if known && !check.Holds(r, messages) {
			r.fail(check.Failure, check.At...)
		}
	}
}

// Sender returns the side that sends the message whose letter a program computes.
func (r *Reader) Sender() string { return r.sender }

// openExchanges returns how many exchanges of all kinds are open.
func (t *Tracker[M]) openExchanges() (n int) {
	for i := range t.open {
		n += t.open[i].byKey.len()
	}
	return n
}

// OpenExchanges returns how many exchanges a check counts: of its kind, or of all kinds before the message.
func (r *Reader) OpenExchanges() int64 { return int64(r.openExchanges) }

// bound adds the messages that a check uses, or reports that one of them has not come yet, or that one has come after which it does not apply.
func (t *Tracker[M]) bound(messages []Message, c *course, check *SequenceCheck) ([]Message, bool) {
	for _, use := range check.Without {
		if t.used(use, c) != nil {
			return messages, false
		}
	}
	for _, use := range check.Uses {
		last := t.used(use, c)
		if last == nil {
			return messages, false
		}
		messages = append(messages, last.message)
	}
	return messages, true
}

// used is the last message of a binding, or nil.
func (t *Tracker[M]) used(use Use, c *course) *slot {
	if use.Whole {
		c = &t.whole
	}
	if c.bound == nil || !c.bound[use.Number].has {
		return nil
	}
	return &c.bound[use.Number]
}
