package examples

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// Value is one JSON value of a block.
type Value struct {
	Text []byte
	at   int // its offset in the block
}

// Values returns the values of a block. A fault names the place where the text is not JSON: a block of json or jsonc then has no values, and a
// block of lines has those of the other lines. With Invalid, a text that is not JSON is a value.
func (b *Block) Values() ([]Value, []Fault) {
	body := b.text
	if b.Language == "jsonc" {
		body = withoutComments(body)
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, []Fault{{b.Place, "the block contains no JSON", "add a value, or exempt the block with " + exempt}}
	}
	if b.lined() {
		return b.ofLines(body)
	}
	values, fault := b.values(body, 0)
	switch {
	case fault != nil && b.Invalid:
		return []Value{{bytes.TrimSpace(body), len(body) - len(bytes.TrimLeft(body, whitespace))}}, nil
	case fault != nil:
		return nil, []Fault{*fault}
	}
	return values, nil
}

// lined reports whether each line of the block is a value.
func (b *Block) lined() bool { return b.Language == "ndjson" || b.Language == "jsonl" }

// ofLines returns the value of each line. Blank lines have none.
func (b *Block) ofLines(body []byte) ([]Value, []Fault) {
	var all []Value
	var faults []Fault
	at := 0
	for line := range bytes.Lines(body) {
		trimmed := bytes.TrimLeft(line, whitespace)
		begin := at + len(line) - len(trimmed)
		at += len(line)
		if trimmed = bytes.TrimRight(trimmed, whitespace); len(trimmed) == 0 {
			continue
		}
		values, fault := b.values(trimmed, begin)
		if fault == nil && len(values) > 1 {
			fault = &Fault{b.At(values[1].at), "this line contains a second value", "write each value on a line of its own"}
		}
		switch {
		case fault == nil:
			all = append(all, values...)
		case b.Invalid:
			all = append(all, Value{trimmed, begin})
		case len(faults) < mostFaults:
			faults = append(faults, *fault)
		}
	}
	return all, faults
}

// mostFaults is the number of faults of a block that are reported.
const mostFaults = 100

const (
	whitespace = " \t\r\n"
	exempt     = "`<!-- envgen: ignore: REASON -->` before the block"
)

// values splits a text that begins at an offset of the block.
func (b *Block) values(body []byte, offset int) ([]Value, *Fault) {
	var all []Value
	d := json.NewDecoder(bytes.NewReader(body))
	for {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, b.notJSON(body, offset, err)
		}
		all = append(all, Value{raw, offset + int(d.InputOffset()) - len(raw)})
	}
}

// notJSON describes a syntax error.
func (b *Block) notJSON(body []byte, offset int, err error) *Fault {
	at := len(bytes.TrimRight(body, whitespace)) // an end that comes too early
	if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) && !errors.Is(err, io.ErrUnexpectedEOF) {
		at = min(at, max(0, int(wrong.Offset)-1))
	}
	fault := &Fault{b.At(offset + at), "this is not JSON: " + err.Error(), "correct the text, or exempt the block with " + exempt}
	switch rest := body[at:]; {
	case bytes.HasPrefix(rest, []byte("...")) || bytes.HasPrefix(rest, []byte("…")):
		fault.Message, fault.Help = "this is not JSON: `...` is no value", "write the whole value, or exempt the block with "+exempt
	case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")):
		fault.Message = "this is not JSON: JSON has no comments"
		if b.Language == "json" {
			fault.Help = "use the language `jsonc`, or exempt the block with " + exempt
		}
	case len(rest) == 0 && b.lined():
		fault.Message, fault.Help = "the value does not end on this line", "write one value a line, or use the language `json`"
	case len(rest) == 0:
		fault.Message = "this is not JSON: the value does not end"
	case rest[0] == ':':
		fault.Message, fault.Help = "this is not JSON: a member has no object around it", "write the braces of the object, or exempt the block with "+exempt
	}
	return fault
}

// withoutComments replaces comments and trailing commas by spaces, so that all places stay. We rejected hujson because it reads one value
// only, and recurses without a limit.
func withoutComments(body []byte) []byte {
	out := bytes.Clone(body)
	comma := -1 // the last comma, if only space follows
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			i += stringEnd(out[i:])
			comma = -1
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			end := commentEnd(out[i:])
			for j := i; j < i+end; j++ {
				if out[j] != '\n' {
					out[j] = ' '
				}
			}
			i += end - 1
		case c == ',':
			comma = i
		case (c == ']' || c == '}') && comma >= 0:
			out[comma], comma = ' ', -1
		case !strings.ContainsRune(whitespace, rune(c)):
			comma = -1
		}
	}
	return out
}

// stringEnd returns the offset of the quote that ends a string, or of the end of the text.
func stringEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"', '\n':
			return i
		}
	}
	return len(text) - 1
}

// commentEnd returns the length of a comment. One without an end leads to the end of the text.
func commentEnd(text []byte) int {
	end := "\n"
	if text[1] == '*' {
		end = "*/"
	}
	i := bytes.Index(text[2:], []byte(end))
	switch {
	case i < 0:
		return len(text)
	case end == "\n":
		return 2 + i
	}
	return 2 + i + len(end)
}

// Places returns the places of JSON Pointers in a value. A pointer to an absent part has the place of the nearest part around it.
func (b *Block) Places(v Value, pointers []string) map[string]Place {
	found := map[string]int{"": 0}
	sought := map[string]bool{}
	for _, pointer := range pointers {
		for i := range pointer {
			if pointer[i] == '/' {
				sought[pointer[:i]] = true
			}
		}
		sought[pointer] = true
	}
	locate(v.Text, sought, found)
	places := map[string]Place{}
	for _, pointer := range pointers {
		near := pointer
		for {
			if at, ok := found[near]; ok {
				places[pointer] = b.At(v.at + at)
				break
			}
			near = near[:strings.LastIndexByte(near, '/')]
		}
	}
	return places
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// level is an array or an object around a value.
type level struct {
	pointer string
	sought  bool // whether a sought part can be inside
	object  bool
	key     bool // of an object: whether the next token is a name
	name    string
	index   int
}

// part returns the pointer of the next value of a level, and whether it is sought.
func (l *level) part(sought map[string]bool) (string, bool) {
	if !l.sought {
		return "", false
	}
	pointer := l.pointer + "/" + strconv.Itoa(l.index)
	if l.object {
		pointer = l.pointer + "/" + escaper.Replace(l.name)
	}
	return pointer, sought[pointer]
}

// locate finds the offsets of sought parts in a text. It stops where the text is not JSON.
func locate(text []byte, sought map[string]bool, found map[string]int) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var around []*level
	for {
		from := int(d.InputOffset())
		token, err := d.Token()
		if err != nil {
			return
		}
		var top *level
		if len(around) > 0 {
			top = around[len(around)-1]
		}
		delimiter, _ := token.(json.Delim)
		if delimiter == ']' || delimiter == '}' {
			around = around[:len(around)-1]
			continue
		}
		if top != nil && top.object && top.key {
			top.name, _ = token.(string)
			top.key = false
			continue
		}
		pointer, is := "", true
		if top != nil {
			pointer, is = top.part(sought)
			top.key = top.object
			top.index++
		}
		if is {
			found[pointer] = from + len(text[from:]) - len(bytes.TrimLeft(text[from:], whitespace+",:"))
		}
		if delimiter == '[' || delimiter == '{' {
			around = append(around, &level{pointer: pointer, sought: is, object: delimiter == '{', key: true})
		}
	}
}
