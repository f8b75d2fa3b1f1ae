package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// maxDepth bounds the nesting of a source. A spec allows 500 levels, and the result adds a few.
const maxDepth = 480

// jsonReader reads JSON text as a tree with positions. Each position is that of a value or a key.
type jsonReader struct {
	file    string
	data    []byte
	decoder *json.Decoder
	offset  int // of the line and column below
	line    int
	column  int
	nodes   *int
	diags   diag.List
}

// errReported ends the reading after a diagnostic.
var errReported = errors.New("reported")

// readJSON returns the tree of exactly one JSON value, or nil and the diagnostics.
func readJSON(file string, data []byte, nodes *int) (*syntax.Node, diag.List) {
	r := &jsonReader{file: file, data: data, line: 1, column: 1, nodes: nodes}
	if at := invalidUTF8(data); at >= 0 {
		r.fail(r.posAt(at), "utf-8", "save the file as UTF-8", "the text is not valid UTF-8")
		return nil, r.diags
	}
	r.decoder = json.NewDecoder(bytes.NewReader(data))
	r.decoder.UseNumber()
	root, err := r.value(1)
	if err == nil {
		pos := r.next()
		if _, err = r.decoder.Token(); errors.Is(err, io.EOF) {
			return root, r.diags
		}
		if err == nil {
			r.fail(pos, "json", "keep one JSON value in each file", "a second JSON value starts here")
		}
	}
	r.report(err)
	return nil, r.diags
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func (r *jsonReader) fail(pos diag.Pos, code diag.Code, suggestion, message string) {
	r.diags.Add(diag.Diagnostic{Pos: pos, Code: code, Message: message, Suggestion: suggestion})
}

// report turns an error of the decoder into a diagnostic.
func (r *jsonReader) report(err error) {
	var wrong *json.SyntaxError
	switch {
	case err == nil || errors.Is(err, errReported):
	case errors.As(err, &wrong):
		r.fail(r.posAt(max(int(wrong.Offset)-1, r.offset)), "json", "", "the text is not valid JSON: "+wrong.Error())
	default:
		r.fail(r.posAt(len(r.data)), "json", "", "the text is not valid JSON: it ends too early")
	}
}

// posAt moves to an offset, which must not be before the last one, and returns its position.
func (r *jsonReader) posAt(offset int) diag.Pos {
	offset = min(offset, len(r.data))
	for r.offset < offset {
		c, size := utf8.DecodeRune(r.data[r.offset:])
		r.offset += size
		r.column++
		if c == '\n' {
			r.line, r.column = r.line+1, 1
		}
	}
	return diag.Pos{File: r.file, Line: r.line, Column: r.column}
}

// next returns the position of the next token.
func (r *jsonReader) next() diag.Pos {
	at := int(r.decoder.InputOffset())
	for at < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.data[at]) >= 0 {
		at++
	}
	return r.posAt(at)
}

func (r *jsonReader) value(depth int) (*syntax.Node, error) {
	n := &syntax.Node{Pos: r.next()}
	if *r.nodes++; *r.nodes > maxNodes {
		r.fail(n.Pos, "too-large", "", "the sources have more than "+strconv.Itoa(maxNodes)+" keys and values")
		return nil, errReported
	}
	if depth > maxDepth {
		r.fail(n.Pos, "too-deep", "", "the source is nested more than "+strconv.Itoa(maxDepth)+" deep")
		return nil, errReported
	}
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '{' {
			return n, r.object(n, depth)
		}
		return n, r.list(n, depth)
	case string:
		n.Kind, n.Text = syntax.TextNode, v
	case bool:
		n.Kind, n.Bool = syntax.BoolNode, v
	case json.Number:
		n.Kind, n.Literal = syntax.NumberNode, v.String()
		n.Number, _ = v.Float64()
		if math.IsInf(n.Number, 0) {
			r.fail(n.Pos, "number-range", "", n.Literal+" is beyond the range of a double")
			return nil, errReported
		}
	default:
		n.Kind = syntax.NullNode
	}
	return n, nil
}

func (r *jsonReader) object(n *syntax.Node, depth int) error {
	n.Kind = syntax.MapNode
	first := map[string]diag.Pos{}
	for r.decoder.More() {
		pos := r.next()
		token, err := r.decoder.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		value, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		if earlier, again := first[key]; again {
			r.diags.Add(diag.Diagnostic{Pos: pos, Code: "duplicate-key", Message: "the key " + strconv.Quote(key) + " is present twice",
				Notes: []diag.Note{{Pos: earlier, Message: "first here"}}})
			continue
		}
		first[key] = pos
		n.Members = append(n.Members, syntax.Member{Key: syntax.Text{Pos: pos, Value: key}, Value: value})
	}
	_, err := r.decoder.Token()
	return err
}

func (r *jsonReader) list(n *syntax.Node, depth int) error {
	n.Kind = syntax.ListNode
	for r.decoder.More() {
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	_, err := r.decoder.Token()
	return err
}
