package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/envgen/envgen/internal/reference"
)

// stream is the check of one input that is a stream of messages. Lines or frames are judged by themselves on all cores, a batch each, and then one after the
// other in their places; the number of batches bounds the memory.
type stream struct {
	*validation
	name         string
	conversation *reference.Conversation
	unit         string // line or frame
	lines        int
	broken       int // lines that are not valid
}

// batch is lines that are judged together.
type batch struct {
	parts  []reference.Part
	size   int
	judged []reference.Line
	err    error
	done   chan struct{}
}

// A batch is small enough to show issues soon, and large enough to cost little beside its lines.
const (
	batchLines = 64
	batchBytes = 1 << 20
)

func (v *validation) stream(name string, in io.Reader) error {
	c, err := v.reference.ConverseLines(v.protocol.Name, v.cmd.Stream)
	if err != nil {
		return err
	}
	s := &stream{validation: v, name: name, conversation: c, unit: "line"}
	if c.HasHeaders() {
		s.unit = "frame"
	}
	queue := make(chan *batch, 2*runtime.GOMAXPROCS(0))
	stop := make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		failed <- s.read(bufio.NewReaderSize(in, 64<<10), queue, stop)
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
func (s *stream) read(r *bufio.Reader, queue chan<- *batch, stop <-chan struct{}) error {
	b := &batch{done: make(chan struct{})}
	send := func() bool {
		if len(b.parts) == 0 {
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
	next := s.conversation.Parts(r, s.options)
	for {
		part, err := next()
		if err == nil {
			b.parts, b.size = append(b.parts, part), b.size+part.Size()
		}
		// Available lines are validated before the program waits for more.
		if err != nil || len(b.parts) == batchLines || b.size >= batchBytes || r.Buffered() == 0 {
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

func (s *stream) judge(b *batch) {
	defer close(b.done)
	for _, part := range b.parts {
		line, err := s.conversation.JudgePart(part, s.options)
		if err != nil {
			b.err = err
			return
		}
		b.judged = append(b.judged, line)
	}
	b.parts = nil
}

// take accepts lines in their order, and prints their issues at once.
func (s *stream) take(queue <-chan *batch) error {
	for b := range queue {
		<-b.done
		for _, line := range b.judged {
			if err := s.count(s.lines+1, slices.Concat(s.conversation.TakeLine(line)...)); err != nil {
				return err
			}
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

// count notes a message, and prints its issues.
func (s *stream) count(line int, issues []reference.Issue) error {
	s.lines++
	valid := s.isValid(issues)
	if !valid {
		s.broken++
	}
	if len(issues) == 0 {
		return nil
	}
	return s.report(verdict{Input: s.name, Line: line, Valid: valid, Issues: issues}, fmt.Sprintf("%s:%d", s.name, line))
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
	if _, err := fmt.Fprintf(s.streams.Out, "%s: %s, %s, %d of them not valid\n", s.name, word, counted(s.lines, s.unit), s.broken); err != nil {
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
		enc := json.NewEncoder(s.streams.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	}
	return s.print(place, v.Valid, v.Issues)
}
