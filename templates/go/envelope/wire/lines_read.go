package wire

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// ReadLines reads the messages of a conversation, one on each line or in each frame, as they arrive. A line that is invalid, by itself or in its place, gives a
// *ValidationError. Its message is nil if it is invalid by itself. The following lines are read unless the caller stops. A missing message at the end
// is the error of a last turn. An error of in ends the sequence. Report and MaxBytes apply to each line; a longer one is not kept in memory.
func ReadLines[M Message](in io.Reader, c *Conversation, parse func([]byte, ...Option) (M, error), opts []Option) iter.Seq2[M, error] {
	return func(yield func(M, error) bool) {
		o := newOptions(opts)
		eachLine(in, NewTracker[M](c, "", opts), parse, func(m M, issues []Issue, err error) bool {
			o.report(issues)
			if err == nil {
				err = o.refusal(issues)
			}
			return yield(m, err)
		}, func(issues []Issue) {
			if len(issues) > 0 {
				var none M
				yield(none, &ValidationError{Issues: issues})
			}
		})
	}
}

func isMust(i Issue) bool { return i.Level == Must }

// refusal is the error of issues that make a message invalid, or nil.
func (o *options) refusal(issues []Issue) error {
	if len(issues) > 0 && (o.strict || slices.ContainsFunc(issues, isMust)) {
		return &ValidationError{Issues: issues}
	}
	return nil
}

// eachLine calls found for each line, with an error only if reading cannot go on, and ended with the issues of the end.
func eachLine[M Message](in io.Reader, t *Tracker[M], parse func([]byte, ...Option) (M, error), found func(M, []Issue, error) bool, ended func([]Issue)) {
	most := newOptions(t.opts).maxBytes
	var lines StreamCutter = &lineReader{in: bufio.NewReader(in), most: most}
	if t.conversation.Frames != nil {
		lines = t.conversation.Frames(bufio.NewReader(in), most)
	}
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			ended(t.Close())
			return
		case err != nil:
			var none M
			found(none, nil, err)
			return
		case !t.each(line, parse, found):
			return
		}
	}
}

// each calls found for the messages of a line, and reports whether reading can go on.
func (t *Tracker[M]) each(l line, parse func([]byte, ...Option) (M, error), found func(M, []Issue, error) bool) bool {
	if t.conversation.Batch != nil && l.fault == nil && !l.long {
		if isBatch, goesOn := t.batch(l.text, false, parse, nil, found); isBatch {
			return goesOn
		}
	}
	m, issues, err := t.line(l, parse)
	return found(m, issues, err) && err == nil
}

// batch calls found for the messages of a batch. It does nothing for another text.
func (t *Tracker[M]) batch(text []byte, sent bool, parse func([]byte, ...Option) (M, error), opts []Option, found func(M, []Issue, error) bool) (isBatch, goesOn bool) {
	o := t.options
	if len(opts) > 0 {
		o = newOptions(append(t.opts, opts...))
	}
	items, fault := t.conversation.Batch(text, &o)
	if fault != nil {
		var none M
		return true, found(none, []Issue{*fault}, nil)
	}
	for i, item := range items {
		m, issues, err := t.text(item, sent, parse, opts)
		issues = slices.Clone(issues)
		for j := range issues {
			issues[j].Path = "/" + strconv.Itoa(i) + issues[j].Path
		}
		if !found(m, issues, err) || err != nil {
			return true, false
		}
	}
	return items != nil, true
}

// line judges one line. The message is nil unless it is valid by itself.
func (t *Tracker[M]) line(l line, parse func([]byte, ...Option) (M, error)) (m M, issues []Issue, err error) {
	if issues = l.broken(newOptions(t.opts).maxBytes); issues != nil {
		return m, issues, nil
	}
	m, issues, err = t.text(l.text, false, parse, nil)
	if l.cut && len(issues) == 1 && issues[0].Rule == "json" {
		issues = cutLine()
	}
	return m, issues, err
}

// text judges a text: as a message and, if it is valid, in its place.
func (t *Tracker[M]) text(text []byte, sent bool, parse func([]byte, ...Option) (M, error), opts []Option) (m M, issues []Issue, err error) {
	m, issues, most, err := t.parsed(text, parse, opts)
	if most < 0 || err != nil {
		return m, issues, err
	}
	return m, merged(issues, t.take(m, step{sent: sent}, opts), most), nil
}

// parsed parses a text. most is the limit for its issues and those of its place, or -1 if it is not valid by itself.
func (t *Tracker[M]) parsed(text []byte, parse func([]byte, ...Option) (M, error), opts []Option) (m M, issues []Issue, most int, err error) {
	most = t.options.maxIssues
	given := t.opts
	if len(opts) > 0 {
		given = append(t.opts, opts...)
		o := newOptions(given)
		most = o.maxIssues
	}
	all := t.reporting(given)
	var none M
	m, err = parse(text, all...)
	issues, t.own = t.own, nil
	var invalid *ValidationError
	switch {
	case err == nil:
		return m, issues, most, nil
	case errors.As(err, &invalid):
		return none, issues, -1, nil
	}
	return none, nil, -1, err
}

// reporting returns the options for a text with the given ones, which are at least those of the tracker. Its issues are then in t.own.
func (t *Tracker[M]) reporting(given []Option) []Option {
	t.own = nil
	if len(given) > len(t.opts) {
		return append(given[:len(given):len(given)], Report(&t.own), lenient)
	}
	if t.texts == nil {
		t.texts = append(t.opts, Report(&t.own), lenient)
	}
	return t.texts
}

// lenient undoes Strict, which applies to the line as a whole.
func lenient(o *options) { o.strict = false }

// line is one line of a stream.
type line struct {
	text []byte
	cut  bool // no line feed ends it
	long bool // it is longer than allowed, and text does not contain it

	framed bool   // it is a frame instead
	fault  *Issue // of the frame, which has no text
}

// StreamCutter cuts a stream into the texts of messages. It is for generated code.
type StreamCutter interface {
	// next returns the next text, or io.EOF at the end.
	next() (line, error)
}

// broken returns the issue of a line that is no text of a message, or nil.
func (l line) broken(most int) []Issue {
	switch {
	case l.fault != nil:
		return []Issue{*l.fault}
	case l.long:
		return framing("long-line", fmt.Sprintf("must be at most %d bytes long", most))
	case !l.framed && len(bytes.Trim(l.text, " \t\r")) == 0:
		return framing("blank-line", "must not be blank")
	}
	return nil
}

func cutLine() []Issue { return framing("cut-line", "must end with a line feed") }

func framing(rule, message string) []Issue {
	return []Issue{{Rule: rule, Level: Must, Message: message}}
}

type lineReader struct {
	in   *bufio.Reader
	most int
	text []byte
}

// next returns the next line. Its text is valid until the next call.
func (l *lineReader) next() (line, error) {
	l.text = l.text[:0]
	found := line{}
	for {
		part, err := l.in.ReadSlice('\n')
		ended := err == nil
		part = bytes.TrimSuffix(part, []byte("\n"))
		// One byte more than allowed may be the carriage return of the line's end.
		if found.long = found.long || len(l.text)+len(part) > l.most+1; !found.long {
			l.text = append(l.text, part...)
		}
		switch {
		case ended:
			return l.finish(found), nil
		case errors.Is(err, io.EOF) && len(l.text) == 0 && !found.long:
			return line{}, io.EOF
		case errors.Is(err, io.EOF):
			found.cut = true
			return l.finish(found), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line{}, err
		}
	}
}

func (l *lineReader) finish(found line) line {
	found.text = bytes.TrimSuffix(l.text, []byte("\r"))
	found.long = found.long || len(found.text) > l.most
	return found
}

// merged returns the issues of a message and those of its place, as one list.
func merged(own, more []Issue, limit int) []Issue {
	if len(more) == 0 {
		return own
	}
	all := interleaved(own, more)
	all = slices.CompactFunc(all, func(a, b Issue) bool { return a.Path == b.Path && a.Rule == b.Rule })
	if len(all) <= limit {
		return all
	}
	musts := 0
	for _, issue := range all {
		if issue.Level == Must {
			musts++
		}
	}
	musts, others := min(musts, limit), max(0, limit-musts)
	return slices.DeleteFunc(all, func(issue Issue) bool {
		left := &others
		if issue.Level == Must {
			left = &musts
		}
		*left--
		return *left < 0
	})
}

// interleaved merges two sorted lists. Each keeps its order, because a number in a path may be an index or a name.
func interleaved(a, b []Issue) []Issue {
	all := make([]Issue, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		first := &a
		if compareIssues(b[0], a[0]) < 0 {
			first = &b
		}
		all, *first = append(all, (*first)[0]), (*first)[1:]
	}
	return append(append(all, a...), b...)
}

func compareIssues(a, b Issue) int {
	return cmp.Or(comparePointers(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), cmp.Compare(a.Level.rank(), b.Level.rank()), strings.Compare(a.Message, b.Message))
}

// comparePointers compares two JSON Pointers by their tokens, a prefix first. Two numbers are taken for indexes of one array.
func comparePointers(a, b string) int {
	for a != "" && b != "" {
		var one, other string
		one, a = firstToken(a)
		other, b = firstToken(b)
		if one == other {
			continue
		}
		i, isIndex := indexOf(one)
		j, both := indexOf(other)
		if isIndex && both {
			return cmp.Compare(i, j)
		}
		return strings.Compare(pointerUnescaper.Replace(one), pointerUnescaper.Replace(other))
	}
	return cmp.Compare(len(a), len(b))
}

// firstToken cuts a JSON Pointer behind its first token.
func firstToken(pointer string) (token, rest string) {
	if end := strings.IndexByte(pointer[1:], '/'); end >= 0 {
		return pointer[1 : end+1], pointer[end+1:]
	}
	return pointer[1:], ""
}

func indexOf(token string) (int, bool) {
	n, err := strconv.Atoi(token)
	return n, err == nil && strconv.Itoa(n) == token
}

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
