package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/envgen/envgen/internal/reference"
)

// stream is the check of one input that is a stream of messages. Lines are judged by themselves on all cores, a batch each, and then one after the
// other in their places; the number of batches bounds the memory.
type stream struct {
	*validation
	name         string
	conversation *reference.Conversation
	lines        int
	broken       int // lines that are not valid
}

// batch is lines that are judged together.
type batch struct {
	texts  [][]byte
	size   int
	ended  bool // whether a line feed ends the last one
	judged []reference.Line
	err    error
	done   chan struct{}
}

// A batch is small enough to show issues soon, and large enough to cost little beside its lines.
const (
	batchLines = 64
	batchBytes = 1 << 20
)

func (v *validation) stream(name string, in io.Reader, most int) error {
	c, err := v.reference.ConverseLines(v.protocol.Name, v.cmd.Stream)
	if err != nil {
		return err
	}
	s := &stream{validation: v, name: name, conversation: c}
	queue := make(chan *batch, 2*runtime.GOMAXPROCS(0))
	stop := make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		failed <- s.read(bufio.NewReaderSize(in, 64<<10), most, queue, stop)
		close(queue)
	}()
	err = s.take(queue)
	close(stop)
	for range queue { // lines that were read and not yet validated
	}
	if reading := <-failed; err == nil {
		err = reading
	}
	if err != nil {
		return err
	}
	return s.end()
}

// read forms batches of the available lines, and sends them to validation.
func (s *stream) read(r *bufio.Reader, most int, queue chan<- *batch, stop <-chan struct{}) error {
	b := &batch{done: make(chan struct{})}
	send := func() bool {
		if len(b.texts) == 0 {
			return true
		}
		select {
		case queue <- b:
		case <-stop:
			return false
		}
		go s.judge(b)
		b = &batch{done: make(chan struct{})}
		return true
	}
	for {
		text, ended, err := streamLine(r, most)
		if err == nil {
			b.texts, b.size, b.ended = append(b.texts, text), b.size+len(text), ended
		}
		// Available lines are validated before the program waits for more.
		if err != nil || len(b.texts) == batchLines || b.size >= batchBytes || r.Buffered() == 0 {
			if !send() {
				return nil
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// streamLine returns the next line without its line feed, cut after most+2 bytes, and whether there is a line feed. At the end it returns io.EOF.
func streamLine(r *bufio.Reader, most int) (text []byte, ended bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		ended := err == nil
		part = bytes.TrimSuffix(part, []byte("\n"))
		text = append(text, part[:min(len(part), most+2-len(text))]...)
		switch {
		case ended, errors.Is(err, io.EOF) && len(text) > 0:
			return text, ended, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, false, err
		}
	}
}

func (s *stream) judge(b *batch) {
	defer close(b.done)
	for i, text := range b.texts {
		line, err := s.conversation.JudgeLine(text, b.ended || i < len(b.texts)-1, s.options)
		if err != nil {
			b.err = err
			return
		}
		b.judged = append(b.judged, line)
	}
	b.texts = nil
}

// take accepts lines in their order, and prints their issues at once.
func (s *stream) take(queue <-chan *batch) error {
	for b := range queue {
		<-b.done
		for _, line := range b.judged {
			s.lines++
			issues := s.conversation.TakeLine(line)
			valid := s.isValid(issues)
			if !valid {
				s.broken++
			}
			if len(issues) == 0 {
				continue
			}
			if err := s.report(verdict{Input: s.name, Line: s.lines, Valid: valid, Issues: issues}, fmt.Sprintf("%s:%d", s.name, s.lines)); err != nil {
				return err
			}
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

// end prints the issues at the end of the stream, and whether the whole stream is valid.
func (s *stream) end() error {
	issues := s.conversation.Close(s.options)
	valid := s.isValid(issues) && s.broken == 0
	s.invalid = s.invalid || !valid
	if s.cmd.Format == "json" {
		return s.report(verdict{Input: s.name, Line: s.lines, End: true, Valid: valid, Issues: issues}, "")
	}
	word := "valid"
	if !valid {
		word = "not valid"
	}
	if _, err := fmt.Fprintf(s.streams.out, "%s: %s, %s, %d of them not valid\n", s.name, word, counted(s.lines, "line"), s.broken); err != nil {
		return err
	}
	return s.printIssues(issues, "(the end)")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (v *validation) isValid(issues []reference.Issue) bool {
	return !slices.ContainsFunc(issues, func(i reference.Issue) bool { return v.cmd.Strict || i.Level == "must" })
}

func (s *stream) report(v verdict, place string) error {
	if s.cmd.Format == "json" {
		enc := json.NewEncoder(s.streams.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	}
	return s.print(place, v.Valid, v.Issues)
}
