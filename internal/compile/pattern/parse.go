package pattern

import (
	"slices"
	"strings"
)

// parser reads one pattern. A mistake ends the reading at once. An unportable part is only stored, so that a later mistake is still reported as one.
type parser struct {
	source     []rune
	next       int
	depth      int
	ranges     int // of all classes so far
	groups     int // capturing groups so far
	names      []string
	references []reference
	flagged    *Error // the first thing that is not portable
}

// reference is a back-reference; it is a mistake if the group does not exist.
type reference struct {
	at    int
	group int    // of \1
	name  string // of \k<name>
}

// parse reads a whole pattern.
func parse(source []rune) node {
	p := &parser{source: source}
	tree := p.disjunction()
	if p.more() { // disjunction stops at ) only
		refuse(p.next, Syntax, "%#q closes no group; write \\) for the character", ")")
	}
	for _, r := range p.references {
		if r.name == "" && r.group > p.groups {
			refuse(r.at, Syntax, "there is no group %d to refer to", r.group)
		}
		if r.name != "" && !slices.Contains(p.names, r.name) {
			refuse(r.at, Syntax, "there is no group %#.40q to refer to", r.name)
		}
	}
	if p.flagged != nil {
		panic(bailout{p.flagged})
	}
	return tree
}

// flag refuses the pattern, unless something worse is found.
func (p *parser) flag(at int, kind Kind, format string, args ...any) {
	if p.flagged == nil {
		p.flagged = newError(at, kind, format, args...)
	}
}

func (p *parser) more() bool { return p.next < len(p.source) }

// peek returns the next code point, or -1 at the end.
func (p *parser) peek() rune {
	if p.more() {
		return p.source[p.next]
	}
	return -1
}

func (p *parser) ahead(text string) bool {
	rest := p.source[p.next:]
	for i, r := range text { // ASCII only
		if i >= len(rest) || rest[i] != r {
			return false
		}
	}
	return true
}

func (p *parser) take(r rune) bool {
	if p.peek() != r {
		return false
	}
	p.next++
	return true
}

func (p *parser) takeAll(text string) bool {
	if !p.ahead(text) {
		return false
	}
	p.next += len(text)
	return true
}

func (p *parser) disjunction() node {
	branches := choice{p.alternative()}
	for p.take('|') {
		branches = append(branches, p.alternative())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return branches
}

func (p *parser) alternative() node {
	var parts []node
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		parts = append(parts, p.term())
	}
	return join(parts)
}

// term reads an atom or an assertion with its quantifier.
func (p *parser) term() node {
	at := p.next
	switch p.peek() {
	case '^':
		p.next++
		return p.unrepeatable(at, atStart)
	case '$':
		p.next++
		return p.unrepeatable(at, atEnd)
	case '(':
		if n, look := p.look(); look {
			return p.unrepeatable(at, n)
		}
		return p.quantified(at, p.group())
	case '[':
		return p.quantified(at, p.class())
	case '.':
		p.next++
		all := lineEnds.complement()
		return p.quantified(at, class{items: []item{{class: true, shorthand: '.', set: all}}, set: all})
	case '\\':
		if p.takeAll(`\b`) {
			return p.unrepeatable(at, atBoundary)
		}
		if p.takeAll(`\B`) {
			return p.unrepeatable(at, notAtBoundary)
		}
		return p.quantified(at, p.atomEscape())
	case '*', '+', '?':
		refuse(at, Syntax, "%#q has nothing to repeat; write \\%c for the character", string(p.peek()), p.peek())
	case '{', '}', ']':
		refuse(at, Syntax, "a lone %#q must be written \\%c", string(p.peek()), p.peek())
	}
	p.next++
	return p.quantified(at, literal(p.source[at]))
}

// unrepeatable returns n, which matches places and not characters.
func (p *parser) unrepeatable(start int, n node) node {
	at := p.next
	if text, _, _, ok := p.quantifier(); ok {
		refuse(at, Syntax, "%#.40q repeats the assertion %#.40q; leave it out", text, string(p.source[start:at]))
	}
	return n
}

// quantified returns n with the quantifier that may follow it. A lazy one matches the same strings as a greedy one.
func (p *parser) quantified(start int, n node) node {
	at := p.next
	text, least, most, ok := p.quantifier()
	if !ok {
		return n
	}
	if most != unlimited && least > most {
		refuse(at, Syntax, "the numbers of %#.40q are out of order", text)
	}
	if least > maxCount || most > maxCount {
		p.flag(at, TooLarge, "%#.40q repeats more than %d times", text, maxCount)
	}
	p.take('?')
	again := p.next
	if text, _, _, ok := p.quantifier(); ok {
		refuse(again, Syntax, "%#.40q repeats a repetition; put the first one into a group", text)
	}
	return repeat{at: start, body: n, min: least, max: most}
}

// quantifier reads a quantifier if one is next.
func (p *parser) quantifier() (text string, least, most int, ok bool) {
	start := p.next
	switch {
	case p.take('*'):
		least, most = 0, unlimited
	case p.take('+'):
		least, most = 1, unlimited
	case p.take('?'):
		least, most = 0, 1
	default:
		if least, most, ok = p.braces(); !ok {
			p.next = start
			return "", 0, 0, false
		}
	}
	return string(p.source[start:p.next]), least, most, true
}

// braces reads {n}, {n,} or {n,m}; if it does not, it may have moved on.
func (p *parser) braces() (least, most int, ok bool) {
	if !p.take('{') {
		return 0, 0, false
	}
	if least, ok = p.number(); !ok {
		return 0, 0, false
	}
	most = least
	if p.take(',') {
		if most, ok = p.number(); !ok {
			most = unlimited
		}
	}
	return least, most, p.take('}')
}

// number reads decimal digits. Any number that is much too large is as good as another.
func (p *parser) number() (n int, ok bool) {
	for ; digits.has(p.peek()); p.next++ {
		n = min(n*10+int(p.peek()-'0'), 1_000_000_000)
		ok = true
	}
	return n, ok
}

// look reads a look-around, if one is next. A look-behind is flagged, and its content is read only for mistakes.
func (p *parser) look() (node, bool) {
	at := p.next
	for _, opening := range []string{"(?=", "(?!"} {
		if p.takeAll(opening) {
			return look{opening == "(?!", p.body(at)}, true
		}
	}
	for _, opening := range []string{"(?<=", "(?<!"} {
		if p.takeAll(opening) {
			p.flag(at, Unportable, "the look-behind %#.40q is not available in every language; "+
				"match without it, or check the rest with a rule", opening)
			p.body(at)
			return empty{}, true
		}
	}
	return nil, false
}

// group reads a group that matches characters.
func (p *parser) group() node {
	at := p.next
	switch {
	case p.takeAll("(?:"):
	case p.takeAll("(?<"):
		p.groups++
		start := p.next
		name := p.groupName(start)
		if slices.Contains(p.names, name) {
			refuse(start, Syntax, "two groups have the name %#.40q", name)
		}
		p.names = append(p.names, name)
	case p.takeAll("(?"):
		p.modifiers(at)
	default:
		p.take('(')
		p.groups++
	}
	return p.body(at)
}

// body reads the rest of a group that was opened at the given offset.
func (p *parser) body(at int) node {
	if p.depth++; p.depth > maxDepth {
		refuse(at, TooLarge, "groups are nested more than %d deep", maxDepth)
	}
	n := p.disjunction()
	p.depth--
	if !p.take(')') {
		refuse(at, Syntax, "this group is not closed")
	}
	return n
}

// modifiers reads the rest of (?i:, (?-i: and the like.
func (p *parser) modifiers(at int) {
	if p.peek() == 'P' {
		refuse(at, Syntax, "%#q opens no group; write (?<name>...) or (?:...)", "(?P")
	}
	start := p.next
	for p.more() && strings.ContainsRune("ims-", p.peek()) {
		p.next++
	}
	text := string(p.source[start:p.next])
	if text != "" && p.ahead(")") {
		refuse(at, Syntax, "%#q is not a group in ECMA-262; write classes like [Aa]", "(?"+text+")")
	}
	if !p.take(':') || !validModifiers(text) {
		refuse(at, Syntax, "%#q opens no known kind of group; write (?:...), or \\? for the character", "(?")
	}
	p.flag(at, Unportable, `the modifiers %#.40q are not available in every language; write classes like [Aa]`, text)
}

// validModifiers reports whether text is a list of flags to set, to clear after a hyphen, or both, each flag once.
func validModifiers(text string) bool {
	set, clear, hyphen := strings.Cut(text, "-")
	flags := set + clear
	if flags == "" || hyphen && strings.Contains(clear, "-") {
		return false
	}
	for i, flag := range flags {
		if strings.ContainsRune(flags[i+1:], flag) {
			return false
		}
	}
	return true
}
