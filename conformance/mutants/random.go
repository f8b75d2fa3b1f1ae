package mutants

import (
	"slices"
	"strings"
)

// shakes change a tree in one place each. One that finds nothing to change does nothing.
var shakes = []func(*pool, *node){
	(*pool).dropPart, (*pool).dropPart, (*pool).renameMember, (*pool).renameMember, (*pool).repeatMember,
	(*pool).addMember, (*pool).addMember, (*pool).retype, (*pool).retype, (*pool).nullify, (*pool).nest, (*pool).unnest,
	(*pool).swapMembers, (*pool).reorder, (*pool).renumber, (*pool).renumber, (*pool).editText, (*pool).editText, (*pool).editText,
	(*pool).transplant, (*pool).loneSurrogate, (*pool).deepen, (*pool).crowd,
}

func (p *pool) slot(root *node) slot { return pick(p.dice, root.slots(0)) }

// slotOf is a slot of one kind, if there is one.
func (p *pool) slotOf(root *node, k kind, least int) (slot, bool) {
	all := slices.DeleteFunc(root.slots(0), func(s slot) bool {
		return s.kind != k || len(s.members)+len(s.items) < least
	})
	if len(all) == 0 {
		return slot{}, false
	}
	return pick(p.dice, all), true
}

func (p *pool) dropPart(root *node) {
	if s, ok := p.slotOf(root, array, 1); ok && p.one(3) {
		at := p.below(len(s.items))
		s.items = slices.Delete(s.items, at, at+1)
	} else if s, ok := p.slotOf(root, object, 1); ok {
		at := p.below(len(s.members))
		s.members = slices.Delete(s.members, at, at+1)
	}
}

func (p *pool) renameMember(root *node) {
	if s, ok := p.slotOf(root, object, 1); ok {
		m := &s.members[p.below(len(s.members))]
		name := p.name()
		if p.one(2) {
			name = p.edit(m.name)
		}
		if s.get(name) == nil {
			m.name = name
		}
	}
}

// repeatMember makes a duplicate name, sometimes spelt in another way.
func (p *pool) repeatMember(root *node) {
	if s, ok := p.slotOf(root, object, 1); ok {
		again := pick(p.dice, s.members)
		again.value = again.value.clone()
		if p.one(3) {
			again.value = p.strange()
		}
		if p.one(3) && !again.raw {
			w := writer{dice: p.dice, loose: true}
			w.string(again.name)
			again = member{w.String(), true, again.value}
		}
		s.insert(p.dice, again)
	}
}

func (p *pool) addMember(root *node) {
	if s, ok := p.slotOf(root, object, 0); ok {
		for range 1 + p.below(3) {
			if name := p.name(); s.get(name) == nil {
				s.insert(p.dice, member{name: name, value: p.strange()})
			}
		}
	}
}

func (p *pool) retype(root *node) {
	s := p.slot(root)
	*s.node = *p.otherKind(s.node)
}

func (p *pool) nullify(root *node) { *p.slot(root).node = *newWord("null") }

func (p *pool) nest(root *node) {
	s := p.slot(root)
	inner := *s.node
	if p.one(2) {
		*s.node = node{kind: array, items: []*node{&inner}}
	} else {
		*s.node = node{kind: object, members: []member{{name: p.name(), value: &inner}}}
	}
}

func (p *pool) unnest(root *node) {
	if s, ok := p.slotOf(root, object, 1); ok {
		*s.node = *pick(p.dice, s.members).value
	} else if s, ok := p.slotOf(root, array, 1); ok {
		*s.node = *pick(p.dice, s.items)
	}
}

func (p *pool) swapMembers(root *node) {
	if s, ok := p.slotOf(root, object, 2); ok {
		a, b := p.below(len(s.members)), p.below(len(s.members))
		s.members[a].value, s.members[b].value = s.members[b].value, s.members[a].value
	}
}

func (p *pool) reorder(root *node) {
	if s, ok := p.slotOf(root, object, 2); ok {
		shuffle(p.dice, s.members)
	} else if s, ok := p.slotOf(root, array, 2); ok {
		shuffle(p.dice, s.items)
	}
}

func (p *pool) renumber(root *node) {
	s, ok := p.slotOf(root, number, 0)
	if !ok {
		s = p.slot(root)
	}
	if *s.node = *p.number(); p.one(6) {
		*s.node = *newNumber(pick(p.dice, hugeNumbers))
	}
}

func (p *pool) editText(root *node) {
	if s, ok := p.slotOf(root, text, 0); ok {
		if p.one(3) {
			s.text = p.string()
		} else {
			s.text = p.edit(s.text)
		}
	}
}

func (p *pool) transplant(root *node) {
	from := p.slot(root).clone()
	to := p.slot(root)
	if to.depth > 0 && from.size() < 200 {
		*to.node = *from
	}
}

// loneSurrogate writes half a pair, or a whole one, into a string or name.
func (p *pool) loneSurrogate(root *node) {
	spelt := pick(p.dice, []string{`"\ud800"`, `"\uDFFF"`, `"a\ud83d"`, `"\ude00\ud83d"`, `"\ud83d\ud83d\ude00"`, `"\ud83d\u0061"`, `"\ud83d\n"`, `"\ud83d\\ude00"`,
		`"\ud83d\ude00"`, `"\uD83D\uDE00x"`, `"\\ud83d"`})
	if s, ok := p.slotOf(root, object, 0); ok && p.one(3) {
		s.insert(p.dice, member{spelt, true, p.strange()})
	} else if s, ok := p.slotOf(root, text, 0); ok {
		*s.node = node{kind: raw, text: spelt}
	}
}

// deepen nests a value so that the whole is as deep as may be, or just deeper.
func (p *pool) deepen(root *node) {
	s := p.slot(root)
	if p.one(2) {
		if o, ok := p.slotOf(root, object, 0); ok { // an addition hurts less than a replacement
			name := p.name()
			o.drop(name)
			added := newWord("null")
			o.insert(p.dice, member{name: name, value: added})
			s = slot{added, o.depth + 1}
		}
	}
	levels := max(0, 126+p.below(5)-s.depth)
	inner := pick(p.dice, []*node{newWord("null"), newText("[{"), newNumber("0")})
	for range levels {
		if p.one(2) {
			inner = &node{kind: array, items: []*node{inner}}
		} else {
			inner = &node{kind: object, members: []member{{name: "a", value: inner}}}
		}
	}
	*s.node = *inner
}

// crowd adds more members or items than a list of issues can have.
func (p *pool) crowd(root *node) {
	count := 95 + p.below(20)
	if s, ok := p.slotOf(root, array, 0); ok && p.one(2) {
		for range count {
			s.items = append(s.items, pick(p.dice, []*node{newWord("null"), newNumber("1"), newText("s"), {kind: object}}))
		}
	} else if s, ok := p.slotOf(root, object, 0); ok {
		prefix := pick(p.dice, []string{"", "s", "9", "😀", "~"})
		for i := range count {
			name := prefix + strings.Repeat("0", p.below(2)) + spell(float64(count-i))
			if s.get(name) == nil {
				s.insert(p.dice, member{name: name, value: newNumber("0")})
			}
		}
	}
}
