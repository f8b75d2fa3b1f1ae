package mutants

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// damages change a text in one place each. Most results are no JSON any more, some are.
var damages = []func(dice, []byte) []byte{
	truncated, truncated, flipped, flipped, withoutByte, withSnippet, withSnippet, withSnippet, repeated,
	surrounded, wrongBytes, wrongBytes, inUTF16, wrongWord, wrongNumber, wrongNumber, wrongComma,
}

func truncated(d dice, b []byte) []byte { return b[:d.below(len(b)+1)] }

func flipped(d dice, b []byte) []byte {
	if len(b) > 0 {
		b[d.below(len(b))] ^= 1 << d.below(8)
	}
	return b
}

func withoutByte(d dice, b []byte) []byte {
	if len(b) > 0 {
		at := d.below(len(b))
		b = slices.Delete(b, at, at+1)
	}
	return b
}

func inserted(d dice, b []byte, s string) []byte {
	return slices.Insert(b, d.below(len(b)+1), []byte(s)...)
}

func withSnippet(d dice, b []byte) []byte {
	return inserted(d, b, pick(d, []string{`"`, `\`, `\u`, `\u00`, `\x41`, `\'`, `\/`, "{", "}", "[", "]", ",", ":", "'", "0", "-", "+", ".", "e", " ", "\t", "\n", "\r", "\v", "\f", "\x00",
		"\u00a0", "\u2028", "\u3000", "\ufeff", "null", "true", "//", "/* */", "#", "NaN", "\x7f", "\\u0000", "\\ud800", "`", "<!--", "undefined", "\"a\":1,", "[[[[", ",,", "😀"}))
}

func repeated(d dice, b []byte) []byte {
	from := d.below(len(b) + 1)
	to := from + d.below(len(b)-from+1)
	return slices.Insert(b, to, slices.Clone(b[from:to])...)
}

func surrounded(d dice, b []byte) []byte {
	before, after := pick(d, []string{"", "\ufeff", " ", "\n", "\r\n", "\t", "\x00", "\v", "\f", "\u00a0", "\u2028", "x", "[", ")]}'\n", "\x1e"}),
		pick(d, []string{"", " ", "\n", "\r\n", "\t \n", "\x00", "\x1a", "\f", "\u00a0", "\u0085", "\ufeff", "}", "]", ",", "null", "{}", ";", "\n{}", "//"})
	return slices.Concat([]byte(before), b, []byte(after))
}

// wrongBytes are no UTF-8, or only nearly no UTF-8.
func wrongBytes(d dice, b []byte) []byte {
	return inserted(d, b, pick(d, []string{"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe2\x82", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xb0\x80", "\xed\xa0\xbd\xed\xb8\x80", "\xed\x9f\xbf",
		"\xee\x80\x80", "\xef\xbb\xbf", "\xef\xbf\xbe", "\xef\xbf\xbf", "\xf0\x9f\x98", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xfe", "\xff"}))
}

func inUTF16(d dice, b []byte) []byte {
	if !d.one(4) {
		return inserted(d, b, "\xff\xfe")
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(string(b))) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

// replaced puts s in the place of one occurrence of old, if there is any.
func replaced(d dice, b []byte, old, s string) []byte {
	parts := strings.Split(string(b), old)
	if len(parts) == 1 {
		return inserted(d, b, s)
	}
	at := 1 + d.below(len(parts)-1)
	return []byte(strings.Join(parts[:at], old) + s + strings.Join(parts[at:], old))
}

func wrongWord(d dice, b []byte) []byte {
	return replaced(d, b, "null", pick(d, []string{"NULL", "nul", "nulll", "None", "nil", "undefined", "NaN", "Infinity", "-Infinity", "-NaN", "True", "FALSE", "tru", "falsey", "inf", "1_000", "'a'", "a"}))
}

// wrongNumber puts a number, well spelt or not, before a comma or where a member's value begins.
func wrongNumber(d dice, b []byte) []byte {
	wrong := pick(d, []string{"01", "-01", "00", "+1", ".5", "1.", "-.5", "-", "1e", "1e+", "1.e1", "0x10", "0b1", "1_000", "1,0", "- 1", "1 e1", "--1", "1e1.5", "٣", "１", "1f", "1n", "0e", "-0", "0.0e-0", "1E0", "Infinity"})
	if d.one(2) {
		return replaced(d, b, ":", ":"+wrong)
	}
	return replaced(d, b, `:null`, ":"+wrong)
}

func wrongComma(d dice, b []byte) []byte {
	from, to := pick(d, []string{"}", "]", ",", "{", "[", ":"}), ""
	switch from {
	case "}", "]":
		to = "," + from
	case "{", "[":
		to = from + ","
	case ",":
		to = pick(d, []string{",,", "", ";", ":", " "})
	case ":":
		to = pick(d, []string{"::", "", "=", ",", " "})
	}
	return replaced(d, b, from, to)
}
