package mutants

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// writer spells a tree. Variations of the spelling never change the value.
type writer struct {
	strings.Builder
	dice  dice
	loose bool // white space, escapes and spellings of numbers by chance
}

func (w *writer) space() {
	for w.loose && w.dice.one(3) {
		w.WriteString(pick(w.dice, []string{" ", "\n", "\t", "\r", "  ", "\r\n"}))
	}
}

func (w *writer) value(n *node) {
	w.space()
	switch n.kind {
	case text:
		w.string(n.text)
	case number:
		if w.loose && w.dice.one(2) {
			w.WriteString(respell(w.dice, n.text))
		} else {
			w.WriteString(n.text)
		}
	case array:
		w.list('[', len(n.items), func(i int) { w.value(n.items[i]) }, ']')
	case object:
		w.list('{', len(n.members), func(i int) { w.member(n.members[i]) }, '}')
	default:
		w.WriteString(n.text)
	}
	w.space()
}

func (w *writer) list(open byte, length int, part func(int), end byte) {
	w.WriteByte(open)
	w.space()
	for i := range length {
		if i > 0 {
			w.WriteByte(',')
		}
		part(i)
	}
	w.WriteByte(end)
}

func (w *writer) member(m member) {
	w.space()
	if m.raw {
		w.WriteString(m.name)
	} else {
		w.string(m.name)
	}
	w.space()
	w.WriteByte(':')
	w.value(m.value)
}

const shortEscapes = "\"\"\\\\\bb\tt\nn\ff\rr//"

func (w *writer) string(s string) {
	w.WriteByte('"')
	for _, r := range s {
		w.character(r)
	}
	w.WriteByte('"')
}

func (w *writer) character(r rune) {
	must := r < 0x20 || r == '"' || r == '\\'
	if !must && (!w.loose || !w.dice.one(4)) {
		w.WriteRune(r)
		return
	}
	// Short escapes follow their character; no character of the list is first at an odd place.
	for i := 0; i < len(shortEscapes); i += 2 {
		if rune(shortEscapes[i]) == r && (!w.loose || w.dice.one(2)) {
			w.WriteByte('\\')
			w.WriteByte(shortEscapes[i+1])
			return
		}
	}
	for _, unit := range utf16.Encode([]rune{r}) {
		form := `\u%04x`
		if w.loose && w.dice.one(2) {
			form = `\u%04X`
		}
		fmt.Fprintf(w, form, unit)
	}
}

// respell writes a number of JSON with another place of the point, another exponent or more zeros. The decimal
// value stays the same, to the last digit.
func respell(d dice, s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	mantissa, exponentText, _ := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent, err := strconv.Atoi(exponentText)
	if exponentText == "" {
		exponent, err = 0, nil
	}
	digits := whole + fraction
	if err != nil || len(digits) > 400 {
		return sign + s
	}
	digits += strings.Repeat("0", d.below(4))
	point := len(whole) + exponent // the point is after so many digits
	before := 1 + d.below(len(digits))
	if d.one(20) {
		more := pick(d, []int{330, 850})
		digits, before = digits+strings.Repeat("0", more), len(digits)+more
	}
	if digits[0] == '0' {
		before = 1 // no zero may lead
	}
	out := sign + digits[:before]
	if before < len(digits) {
		out += "." + digits[before:]
	} else if d.one(2) {
		out += ".0"
	}
	if shift := point - before; shift != 0 || d.one(3) {
		out += pick(d, []string{"e", "E"}) + pick(d, exponentSigns(shift)) + strconv.Itoa(max(shift, -shift))
	}
	return out
}

func exponentSigns(shift int) []string {
	if shift < 0 {
		return []string{"-", "-0"}
	}
	return []string{"", "+", "0", "+00"}
}
