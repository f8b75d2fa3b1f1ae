package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A value is nil, a bool, a float64 (finite, never -0), a string, a []any or an object. Integers beyond ±(2^53-1) are spelled until their place is known;
// see placed.

// object is a JSON object in order of arrival; no two members have one name.
type object []member

type member struct {
	name  string
	value any
}

// get returns the named member's value.
func (o object) get(name string) (any, bool) {
	for _, m := range o {
		if m.name == name {
			return m.value, true
		}
	}
	return nil, false
}

// readText reads the one value of a text in the contract's text profile. The grammar is that of encoding/json. Explicit checks find the text that it
// accepts beyond the profile.
func readText(text []byte, o Options) (any, error) {
	if err := checkBytes(text, o.MaxBytes); err != nil {
		return nil, err
	}
	r := reader{text: text, decoder: json.NewDecoder(bytes.NewReader(text)), maxDepth: o.MaxDepth}
	r.decoder.UseNumber()
	value, err := r.value(0)
	if err != nil {
		return nil, err
	}
	switch _, err := r.decoder.Token(); {
	case err == nil:
		return nil, r.fault("text after the value")
	case !errors.Is(err, io.EOF):
		return nil, r.syntax(err)
	}
	return value, checkSurrogates(text)
}

// checkBytes checks the properties that need no JSON parser.
func checkBytes(text []byte, maxBytes int) error {
	switch {
	case len(text) > maxBytes:
		return fmt.Errorf("the text is longer than %d bytes", maxBytes)
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return placed("byte order mark", text, 0)
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return placed("invalid UTF-8", text, i)
		}
		i += size
	}
	return nil
}

// checkSurrogates finds escapes that are half a surrogate pair. In a well-formed text every backslash begins
// an escape inside a string, so no state is needed. encoding/json would turn such halves into U+FFFD.
func checkSurrogates(text []byte) error {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		first, isUnit := escapedUnit(text[i:])
		if !isUnit {
			i++ // the second byte may be a backslash
			continue
		}
		i += 5
		if first < 0xd800 || first > 0xdfff {
			continue
		}
		second, isUnit := escapedUnit(text[i+1:])
		if first > 0xdbff || !isUnit || second < 0xdc00 || second > 0xdfff {
			return placed("lone surrogate", text, i-5)
		}
		i += 6
	}
	return nil
}

// escapedUnit reads the UTF-16 code unit of a \uXXXX at the start of text.
func escapedUnit(text []byte) (uint64, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return unit, err == nil
}

// reader builds values from encoding/json's tokens.
type reader struct {
	text     []byte
	decoder  *json.Decoder
	maxDepth int
}

func (r *reader) fault(cause string) error {
	return placed(cause, r.text, int(r.decoder.InputOffset()))
}

// placed adds the place of an error in a text: line and column from 1, the column in characters, and the byte from 0.
func placed(cause string, text []byte, offset int) error {
	before := text[:offset]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return fmt.Errorf("%s at line %d, column %d (byte %d)", cause, bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(line)+1, offset)
}

func (r *reader) syntax(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.fault("the text ends too early")
	}
	return r.fault(err.Error())
}

// value reads one value inside depth arrays and objects.
func (r *reader) value(depth int) (any, error) {
	token, err := r.decoder.Token()
	if err != nil {
		return nil, r.syntax(err)
	}
	switch t := token.(type) {
	case json.Delim:
		if depth == r.maxDepth {
			return nil, r.fault(fmt.Sprintf("nested deeper than %d", r.maxDepth))
		}
		if t == '[' {
			return r.array(depth + 1)
		}
		return r.object(depth + 1)
	case json.Number:
		return r.number(t)
	default:
		return t, nil
	}
}

func (r *reader) number(n json.Number) (any, error) {
	f := nearest(n.String())
	switch {
	case math.IsInf(f, 0):
		return nil, r.fault("number beyond the range of a double")
	case f == 0:
		return 0.0, nil // not -0
	case isSpelled(n.String(), f):
		return spelled(n), nil
	}
	return f, nil
}

// nearest returns the double nearest to a number of JSON's grammar. strconv loses the position of a point after 800 digits, and the size of an
// exponent beyond 99,999, which may well belong to 1. So its input has no digits before the point, and only exponents that have an effect.
func nearest(number string) float64 {
	number, negative := strings.CutPrefix(number, "-")
	mantissa, exponentText, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent, _ := strconv.Atoi(exponentText) // 0 if there is none, the nearest int if it is none
	const enough = 1 << 40                    // more than there can be digits
	exponent = min(max(exponent, -enough), enough)
	point := exponent + len(digits) - len(fraction)
	f := 0.0
	switch {
	case digits == "" || point < -400:
	case point > 400:
		f = math.Inf(1)
	default:
		f, _ = strconv.ParseFloat(fmt.Sprintf("0.%se%d", digits, point), 64) // an overflow is infinite, too
	}
	if negative {
		return -f
	}
	return f
}

func (r *reader) array(depth int) (any, error) {
	items := []any{}
	for r.decoder.More() {
		item, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, r.end()
}

func (r *reader) object(depth int) (any, error) {
	members, seen := object{}, map[string]bool{}
	for r.decoder.More() {
		last := int(r.decoder.InputOffset())
		token, err := r.decoder.Token()
		if err != nil {
			return nil, r.syntax(err)
		}
		name := token.(string) // the decoder returns nothing else here
		if seen[name] {
			return nil, placed(fmt.Sprintf("a second member %q", shownName(name)), r.text, last+bytes.IndexByte(r.text[last:], '"'))
		}
		seen[name] = true
		value, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		members = append(members, member{name, value})
	}
	return members, r.end()
}

// shownName cuts a name of the text for a message.
func shownName(name string) string {
	const most = 80
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}

// end reads the bracket that closes the list or object after its last More.
func (r *reader) end() error {
	if _, err := r.decoder.Token(); err != nil {
		return r.syntax(err)
	}
	return nil
}
