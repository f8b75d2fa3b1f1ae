package pattern

import (
	"fmt"
	"strings"
	"unicode"
)

// dialect describes an engine for the printer.
type dialect struct {
	assertions [notAtBoundary + 1]string
	shorthands string // those of dDsSwW. that have the meaning of ECMA-262
	nothing    string // the class without members
	all        string // the class of everything
	special    string // characters to escape outside classes
	inClass    string // characters to escape in classes
	wide       string // format of an escape for a character beyond one byte
	wider      string // and for a character beyond two bytes
}

// In all of them classes ignore case and locale only with a flag, and \t \n \v \f \r \xHH are the same.
var (
	// javaScript is for new RegExp(pattern, "u") and, since slashes are escaped, for /pattern/u.
	javaScript = dialect{
		assertions: [...]string{"^", "$", `\b`, `\B`},
		shorthands: "dDsSwW.",
		nothing:    `[]`,
		all:        `[^]`,
		special:    `^$\.*+?()[]{}|/`,
		inClass:    `\[]^/`,
		wide:       `\u%04x`,
		wider:      `\u{%x}`,
	}
	// python is for re.compile(pattern, re.ASCII).search. Until 3.14, its \B does not match in the empty string. Its $ matches before a final line
	// feed. Doubled & and similar characters in classes are reserved and produce warnings.
	python = dialect{
		assertions: [...]string{`\A`, `\Z`, `\b`, `(?!\b)`},
		shorthands: "dDwW",
		nothing:    `[^\x00-\U0010ffff]`,
		all:        `[\x00-\U0010ffff]`,
		special:    `^$\.*+?()[]{}|`,
		inClass:    `\[]^&~|`,
		wide:       `\u%04x`,
		wider:      `\U%08x`,
	}
	// re2 is for regexp.Compile.
	re2 = dialect{
		assertions: [...]string{"^", "$", `\b`, `\B`},
		shorthands: "dDwW",
		nothing:    `[^\x00-\x{10ffff}]`,
		all:        `[\x00-\x{10ffff}]`,
		special:    `^$\.*+?()[]{}|`,
		inClass:    `\[]^`,
		wide:       `\x{%x}`,
		wider:      `\x{%x}`,
	}
)

// printer writes a tree as one engine reads it, in printable ASCII.
type printer struct {
	*dialect
	strings.Builder
}

// spell writes a pattern for one engine.
func spell(tree node, d *dialect) string {
	p := &printer{dialect: d}
	p.node(tree)
	if p.Len() == 0 {
		return "(?:)" // JavaScript takes two slashes for a comment
	}
	return p.String()
}

func (p *printer) node(n node) {
	switch n := n.(type) {
	case empty:
	case literal:
		p.character(rune(n), p.special)
	case class:
		p.class(n)
	case assertion:
		p.WriteString(p.assertions[n])
	case look:
		p.WriteString(map[bool]string{false: "(?=", true: "(?!"}[n.negated])
		p.node(n.body)
		p.WriteByte(')')
	case sequence:
		for _, part := range n {
			_, grouped := part.(choice)
			p.group(part, grouped)
		}
	case choice:
		for i, branch := range n {
			if i > 0 {
				p.WriteByte('|')
			}
			p.node(branch)
		}
	case repeat:
		p.group(n.body, !isCharacter(n.body))
		p.quantifier(n)
	default:
		panic(unknown(n))
	}
}

func (p *printer) group(n node, grouped bool) {
	if !grouped {
		p.node(n)
		return
	}
	p.WriteString("(?:")
	p.node(n)
	p.WriteByte(')')
}

func (p *printer) quantifier(n repeat) {
	switch {
	case n.min == 0 && n.max == 1:
		p.WriteByte('?')
	case n.min == 0 && n.max == unlimited:
		p.WriteByte('*')
	case n.min == 1 && n.max == unlimited:
		p.WriteByte('+')
	case n.max == unlimited:
		fmt.Fprintf(p, "{%d,}", n.min)
	case n.min == n.max:
		fmt.Fprintf(p, "{%d}", n.min)
	default:
		fmt.Fprintf(p, "{%d,%d}", n.min, n.max)
	}
}

// class writes a class as it was written, as far as the engine has the same shorthands.
func (p *printer) class(c class) {
	switch {
	case len(c.set) == 0:
		p.WriteString(p.nothing)
	case len(c.set) == 1 && c.set[0] == everything[0]:
		p.WriteString(p.all)
	case !c.negated && len(c.items) == 1 && p.knows(c.items[0]):
		p.shorthand(c.items[0])
	case !c.negated && len(c.items) == 1 && c.set.has(0) && c.set.has(unicode.MaxRune):
		p.brackets("[^", []item{{set: c.set.complement()}})
	case c.negated:
		p.brackets("[^", c.items)
	default:
		p.brackets("[", c.items)
	}
}

func (p *printer) knows(i item) bool {
	return i.shorthand != 0 && strings.ContainsRune(p.shorthands, i.shorthand)
}

func (p *printer) shorthand(i item) {
	if i.shorthand != '.' {
		p.WriteByte('\\')
	}
	p.WriteRune(i.shorthand)
}

func (p *printer) brackets(opening string, items []item) {
	p.WriteString(opening)
	for i, it := range items {
		if p.knows(it) {
			p.shorthand(it)
			continue
		}
		for _, r := range it.set {
			if r.Lo == '-' && r.Hi == '-' && i == len(items)-1 && len(it.set) == 1 {
				p.WriteByte('-') // literal at the end
				continue
			}
			p.character(r.Lo, p.inClass+"-")
			if r.Hi > r.Lo {
				p.WriteByte('-')
				p.character(r.Hi, p.inClass+"-")
			}
		}
	}
	p.WriteByte(']')
}

// character writes one code point, with a backslash if it is one of special.
func (p *printer) character(r rune, special string) {
	switch {
	case strings.ContainsRune(special, r):
		p.WriteByte('\\')
		p.WriteRune(r)
	case r >= ' ' && r <= '~':
		p.WriteRune(r)
	case r >= '\t' && r <= '\r':
		p.WriteByte('\\')
		p.WriteByte("tnvfr"[r-'\t'])
	case r <= 0xFF:
		fmt.Fprintf(p, `\x%02x`, r)
	case r <= 0xFFFF:
		fmt.Fprintf(p, p.wide, r)
	default:
		fmt.Fprintf(p, p.wider, r)
	}
}
