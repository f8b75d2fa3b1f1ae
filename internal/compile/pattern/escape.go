package pattern

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// syntaxCharacters are those that an escape makes ordinary.
const syntaxCharacters = `^$\.*+?()[]{}|/`

// atomEscape reads an escape for a character, for a class, or for the text of a group.
func (p *parser) atomEscape() node {
	at := p.next
	p.next++
	if c := p.peek(); c >= '1' && c <= '9' {
		group, _ := p.number()
		p.references = append(p.references, reference{at: at, group: group})
		p.flag(at, Unportable, `the back-reference \%d is not available in every language`, group)
		return empty{}
	}
	if p.take('k') {
		if !p.take('<') {
			refuse(at, Syntax, `\k needs the name of a group, like \k<name>`)
		}
		name := p.groupName(p.next)
		p.references = append(p.references, reference{at: at, name: name})
		p.flag(at, Unportable, `the back-reference \k<%s> is not available in every language`, name)
		return empty{}
	}
	if it, ok := p.classEscape(at); ok {
		return class{items: []item{it}, set: it.set}
	}
	return literal(p.characterEscape(at))
}

// classEscape reads the rest of \d, \p{L} and similar escapes, if one is next. The backslash is at offset at.
func (p *parser) classEscape(at int) (item, bool) {
	it := item{class: true, shorthand: p.peek()}
	switch p.peek() {
	case 'd', 'D':
		it.set = digits
	case 'w', 'W':
		it.set = word
	case 's', 'S':
		it.set = space
	case 'p', 'P':
		p.next++
		it.shorthand = 0
		it.set = p.property(at)
		if p.source[at+1] == 'P' {
			it.set = it.set.complement()
		}
		p.spend(at, it.set)
		return it, true
	default:
		return item{}, false
	}
	p.next++
	if unicode.IsUpper(it.shorthand) {
		it.set = it.set.complement()
	}
	p.spend(at, it.set)
	return it, true
}

// spend counts the ranges of a class against the limit.
func (p *parser) spend(at int, s set) {
	if p.ranges += len(s); p.ranges > maxRanges {
		refuse(at, TooLarge, "the classes of the pattern have more than %d ranges together", maxRanges)
	}
}

// characterEscape reads the rest of an escape for one character.
func (p *parser) characterEscape(at int) rune {
	if !p.more() {
		refuse(at, Syntax, `the last backslash escapes nothing; write \\ for the character`)
	}
	c := p.peek()
	p.next++
	if i := strings.IndexRune("fnrtv", c); i >= 0 {
		return rune("\f\n\r\t\v"[i])
	}
	switch {
	case strings.ContainsRune(syntaxCharacters, c):
		return c
	case c == '0' && !digits.has(p.peek()):
		return 0
	case c == '0':
		refuse(at, Syntax, `\0 must not be followed by a digit; write \x and two hexadecimal digits`)
	case c == 'c':
		letter := p.peek()
		if letter > unicode.MaxASCII || !unicode.IsLetter(letter) {
			refuse(at, Syntax, `\c needs a letter from A to Z`)
		}
		p.next++
		return letter % 32
	case c == 'x':
		if r, ok := p.hex(2); ok {
			return r
		}
		refuse(at, Syntax, `\x needs two hexadecimal digits`)
	case c == 'u':
		return p.unicodeEscape(at)
	}
	p.badEscape(at, c)
	return 0
}

// badEscape refuses \c with the advice that fits.
func (p *parser) badEscape(at int, c rune) {
	switch {
	case c == 'A':
		refuse(at, Syntax, `\A is not an escape; write ^`)
	case c == 'z' || c == 'Z':
		refuse(at, Syntax, `\%c is not an escape; write $`, c)
	case c <= unicode.MaxASCII && (unicode.IsPunct(c) || unicode.IsSymbol(c) || c == ' '):
		refuse(at, Syntax, `\%c is not an escape here; write %c`, c, c)
	case unicode.IsPrint(c):
		refuse(at, Syntax, `\%c is not an escape`, c)
	}
	refuse(at, Syntax, `a backslash does not escape U+%04X`, c)
}

// unicodeEscape reads the rest of \uHHHH, of two of them that are a surrogate pair, or of \u{H...}.
func (p *parser) unicodeEscape(at int) rune {
	r, ok := p.codeUnits()
	if !ok {
		refuse(at, Syntax, `\u needs four hexadecimal digits, or up to 10FFFF in braces`)
	}
	if utf16.IsSurrogate(r) {
		p.flag(at, Unportable, "%s can never match, because strings contain no lone surrogates", string(p.source[at:p.next]))
	}
	return r
}

// codeUnits reads the digits after \u.
func (p *parser) codeUnits() (rune, bool) {
	if p.take('{') {
		start := p.next
		r := rune(0)
		for ; hexValue(p.peek()) >= 0 && r <= unicode.MaxRune; p.next++ {
			r = r<<4 | hexValue(p.peek())
		}
		return r, p.next > start && r <= unicode.MaxRune && p.take('}')
	}
	high, ok := p.hex(4)
	if !ok || !utf16.IsSurrogate(high) {
		return high, ok
	}
	after := p.next
	if p.takeAll(`\u`) {
		if low, ok := p.hex(4); ok {
			if r := utf16.DecodeRune(high, low); r != unicode.ReplacementChar {
				return r, true
			}
		}
	}
	p.next = after
	return high, true
}

// hex reads exactly n hexadecimal digits.
func (p *parser) hex(n int) (rune, bool) {
	r := rune(0)
	for range n {
		digit := hexValue(p.peek())
		if digit < 0 {
			return 0, false
		}
		r = r<<4 | digit
		p.next++
	}
	return r, true
}

// hexValue returns the value of a hexadecimal digit, or -1.
func hexValue(r rune) rune {
	switch {
	case r >= '0' && r <= '9':
		return r - '0'
	case r >= 'a' && r <= 'f':
		return r - 'a' + 10
	case r >= 'A' && r <= 'F':
		return r - 'A' + 10
	}
	return -1
}

// groupName reads the rest of (?<name> or \k<name>. The name begins at start.
func (p *parser) groupName(start int) string {
	var name strings.Builder
	for !p.take('>') {
		at, r := p.next, p.peek()
		p.next++
		if r == '\\' && p.take('u') {
			var ok bool
			if r, ok = p.codeUnits(); !ok {
				refuse(at, Syntax, `\u needs four hexadecimal digits, or up to 10FFFF in braces`)
			}
		}
		if r != '$' && !identifier(r, name.Len() == 0) {
			refuse(start, Syntax, "the name of a group must be an identifier between < and >")
		}
		name.WriteRune(r)
	}
	if name.Len() == 0 {
		refuse(start, Syntax, "the name of a group is empty")
	}
	return name.String()
}

// identifier reports whether r is valid in an ECMAScript identifier, as the first character or a later one.
func identifier(r rune, first bool) bool {
	const joiners = "\u200c\u200d"
	if unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space) && r != '_' {
		return false
	}
	if r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && (strings.ContainsRune(joiners, r) ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}
