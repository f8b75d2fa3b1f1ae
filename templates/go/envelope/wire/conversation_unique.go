package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"
)

// memory contains the keys and times of messages that may not be repeated, but not the messages.
type memory struct {
	keys  map[string]struct{}
	queue []remembered // a heap: none is forgotten before the one at (n-1)/2
	found remembered   // of the message that is being judged
	fresh bool         // whether found is to be kept
	bytes int          // of the keys, as canonical JSON
	text  []byte       // of the key of that message, used again
}

// remembered is a key, and the last moment of which it is known.
type remembered struct {
	until time.Time
	key   string
	bytes int
}

// find looks a message up. It reports whether the message may come. If so, keep stores it afterwards.
func (p *memory) find(r *Reader, m Message, letter int, u *Unique) bool {
	p.fresh = false
	if !slices.Contains(u.Letters, letter) {
		return true
	}
	key := u.Key(m, p.text[:0])
	if key == nil {
		return true
	}
	p.text = key
	for now := r.Now(); len(p.queue) > 0 && p.queue[0].until.Before(now); {
		p.forget()
	}
	if _, repeated := p.keys[string(key)]; repeated {
		r.fail(Failure{Rule: "unique", Message: u.Message}, u.At...)
		return false
	}
	if len(p.queue) >= u.Most {
		r.fail(Failure{Rule: "unique", Message: u.Full}, u.At...)
		return false
	}
	p.fresh, p.found = true, remembered{until: u.Until(r, m), bytes: keySize(key)}
	return true
}

// growth is by how much more is remembered with the message.
func (p *memory) growth() int {
	if !p.fresh {
		return 0
	}
	return p.found.bytes
}

// keep remembers the message that find has found nothing against.
func (p *memory) keep() {
	if !p.fresh {
		return
	}
	if p.keys == nil {
		p.keys = map[string]struct{}{}
	}
	p.found.key = string(p.text)
	p.bytes += p.found.bytes
	p.keys[p.found.key] = struct{}{}
	p.queue = append(p.queue, p.found)
	for i := len(p.queue) - 1; i > 0; {
		above := (i - 1) / 2
		if !p.queue[i].until.Before(p.queue[above].until) {
			break
		}
		p.queue[i], p.queue[above] = p.queue[above], p.queue[i]
		i = above
	}
}

// forget removes the entry that expires first.
func (p *memory) forget() {
	delete(p.keys, p.queue[0].key)
	p.bytes -= p.queue[0].bytes
	last := len(p.queue) - 1
	p.queue[0], p.queue[last] = p.queue[last], remembered{}
	p.queue = p.queue[:last]
	if last == 0 {
		p.keys, p.queue = nil, nil // a map that has been great stays so
		return
	}
	for i := 0; ; {
		next := i
		for _, below := range [2]int{2*i + 1, 2*i + 2} {
			if below < last && p.queue[below].until.Before(p.queue[next].until) {
				next = below
			}
		}
		if next == i {
			return
		}
		p.queue[i], p.queue[next] = p.queue[next], p.queue[i]
		i = next
	}
}

// AppendKey appends a key of several parts, each a string, an int64 or a float64. No two keys have one text.
func AppendKey(key []byte, parts ...any) []byte {
	for _, part := range parts {
		if choice, is := part.(Key); is {
			part = choice.value()
		}
		switch part := part.(type) {
		case string:
			key = append(binary.AppendUvarint(append(key, 's'), uint64(len(part))), part...)
		case int64:
			key = binary.BigEndian.AppendUint64(append(key, 'i'), uint64(part))
		case float64:
			key = binary.BigEndian.AppendUint64(append(key, 'd'), math.Float64bits(part+0)) // -0 is 0
		default:
			panic(fmt.Sprintf("wire: a key of type %T", part))
		}
	}
	return key
}

// keySize is the size of the parts of a key as canonical JSON.
func keySize(key []byte) int {
	size := 0
	for len(key) > 0 {
		kind, rest := key[0], key[1:]
		switch kind {
		case 's':
			length, n := binary.Uvarint(rest)
			size += TextSize(string(rest[n : n+int(length)]))
			key = rest[n+int(length):]
			continue
		case 'i':
			size += IntegerSize(int64(binary.BigEndian.Uint64(rest)))
		case 'd':
			size += NumberSize(math.Float64frombits(binary.BigEndian.Uint64(rest)))
		}
		key = rest[8:]
	}
	return size
}
