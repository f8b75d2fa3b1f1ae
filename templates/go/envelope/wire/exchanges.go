package wire

import "strings"

// exchanges are those of one kind that are open.
type exchanges struct {
	byKey map[any]*course
	// first and last are of those that may end where they are, the one that has rested longest first.
	first, last *course
}

// among is how many exchanges are open, that of a key included.
func (x *exchanges) among(key any) int {
	if x.byKey[key] == nil {
		return len(x.byKey) + 1
	}
	return len(x.byKey)
}

// makeRoom forgets what has rested longest, if nothing more may be open.
func (x *exchanges) makeRoom(most int) {
	if len(x.byKey) >= most && x.first != nil {
		x.drop(x.first.key)
	}
}

// drop forgets an exchange, if there is one.
func (x *exchanges) drop(key any) {
	if c := x.byKey[key]; c != nil {
		x.wake(c)
		delete(x.byKey, key)
	}
}

// clear forgets all.
func (x *exchanges) clear() {
	for x.first != nil {
		x.wake(x.first)
	}
	x.byKey = map[any]*course{} // one that has been great stays so
}

// moved puts an exchange where it belongs after a message.
func (x *exchanges) moved(c *course, s *State) {
	before := x.byKey[c.key]
	if before != nil {
		x.wake(before)
	}
	if len(s.Next) == 0 {
		delete(x.byKey, c.key)
		return
	}
	if before != c {
		x.byKey[c.key] = c
	}
	if !s.Accepts {
		return
	}
	if c.rests, c.before = true, x.last; x.last == nil {
		x.first = c
	} else {
		x.last.after = c
	}
	x.last = c
}

// wake takes an exchange out of those that rest.
func (x *exchanges) wake(c *course) {
	if !c.rests {
		return
	}
	if c.before == nil {
		x.first = c.after
	} else {
		c.before.after = c.after
	}
	if c.after == nil {
		x.last = c.before
	} else {
		c.after.before = c.before
	}
	c.rests, c.before, c.after = false, nil, nil
}

// owned is a key that keeps no message alive.
func owned(key any) any {
	if text, is := key.(string); is {
		return strings.Clone(text)
	}
	return key
}
