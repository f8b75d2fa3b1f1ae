package pattern

import "github.com/envgen/envgen/internal/ir"

// class reads a class in brackets.
func (p *parser) class() node {
	at := p.next
	p.take('[')
	c := class{negated: p.take('^')}
	var ranges []ir.Range
	for !p.take(']') {
		it := p.classItem(at)
		c.items = append(c.items, it)
		ranges = append(ranges, it.set...)
	}
	c.set = normal(ranges)
	if c.negated {
		c.set = c.set.complement()
	}
	return c
}

// classItem reads one item of the class that opened at the given offset: a class escape, a range or a character.
func (p *parser) classItem(opening int) item {
	start := p.next
	low := p.classAtom(opening)
	if p.peek() != '-' || p.ahead("-]") {
		p.spend(start, low.set)
		return low
	}
	p.next++
	high := p.classAtom(opening)
	text := string(p.source[start:p.next])
	if low.class || high.class {
		refuse(start, Syntax, `%#.40q is not a range, because one of its ends is a class; write \- for the hyphen`, text)
	}
	r := ir.Range{Lo: low.set[0].Lo, Hi: high.set[0].Lo}
	if r.Lo > r.Hi {
		refuse(start, Syntax, "the range %#.40q is out of order", text)
	}
	p.spend(start, set{r})
	return item{set: set{r}}
}

// classAtom reads a class escape or a character.
func (p *parser) classAtom(opening int) item {
	if !p.more() {
		refuse(opening, Syntax, "this class is not closed")
	}
	at, r := p.next, p.peek()
	p.next++
	if r == '\\' {
		if p.take('b') {
			return character('\b')
		}
		if p.take('-') {
			return character('-')
		}
		if it, ok := p.classEscape(at); ok {
			return it
		}
		r = p.characterEscape(at)
	}
	return character(r)
}

func character(r rune) item { return item{set: set{{Lo: r, Hi: r}}} }
