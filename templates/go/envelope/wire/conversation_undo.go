package wire

import "slices"

// change is the state that a message has changed, as it was before: that of a course, that of an exchange among others, or all exchanges of a kind. It
// is no function, so that a message which may be taken back allocates nothing.
type change struct {
	course *course
	was    progress // of the course, if open is nil
	slots  int      // where the copies of its slots begin in Tracker.slots

	open        *exchanges
	key         Key
	before      *course // of the key
	at, had     resting // of course and before
	held, bytes int
	left        *course
	all         *exchanges // before they all ended
}

// saveCourse prepares for undoing a change of a course.
func (t *Tracker[M]) saveCourse(c *course) {
	t.back = append(t.back, change{course: c, was: c.progress, slots: len(t.slots)})
	t.slots = append(append(t.slots, c.lines...), c.bound...)
}

// save prepares for undoing a change of the exchange of a key, and of c, which is or will be that exchange.
func (t *Tracker[M]) save(x *exchanges, key Key, c *course) {
	of := change{course: c, open: x, key: key, before: x.byKey.get(key), at: c.resting, bytes: x.bytes, left: x.left}
	if of.before != nil {
		of.had, of.held = of.before.resting, of.before.held
	}
	t.back = append(t.back, of)
}

// takeBack undoes the changes of the last message.
func (t *Tracker[M]) takeBack() {
	t.isHeld, t.held, t.dropped = false, step{}, nil
	for i := range slices.Backward(t.back) {
		switch b := &t.back[i]; {
		case b.all != nil:
			*b.open = *b.all
		case b.open != nil:
			b.undo()
		default:
			c := b.course
			c.progress = b.was
			copy(c.bound, t.slots[b.slots+copy(c.lines, t.slots[b.slots:]):])
		}
	}
	t.news = forgotten(t.news)
	t.keepChanges()
}

// keepChanges makes all changes permanent.
func (t *Tracker[M]) keepChanges() { t.back, t.slots = forgotten(t.back), forgotten(t.slots) }

func (b *change) undo() {
	x, c := b.open, b.course
	x.bytes = b.bytes
	if now := x.byKey.get(b.key); now != nil {
		x.wake(now)
	}
	x.left = b.left
	if c.resting = b.at; b.before == nil {
		x.byKey.delete(b.key)
		return
	}
	x.byKey.put(b.before)
	b.before.held = b.held
	if b.before.resting = b.had; b.had.rests {
		x.put(b.before)
	}
}

// forgotten returns the room of a list, which keeps nothing alive.
func forgotten[T any](list []T) []T {
	clear(list)
	return list[:0]
}
