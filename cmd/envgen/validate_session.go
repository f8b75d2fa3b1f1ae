package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/envgen/envgen/internal/reference"
)

// session checks the record of a session, as one side has seen it. A line begins with > for a message that the side has sent, and with < for one that
// it has received. Empty lines, and lines that begin with #, are skipped.
func (v *validation) session(name string, in io.Reader) error {
	c, err := v.reference.Converse(v.protocol.Name, v.cmd.Session, v.cmd.As)
	if err != nil {
		return err
	}
	s := &stream{validation: v, name: name, conversation: c, unit: "message"}
	most := cmp.Or(v.options.MaxBytes, maxMessage)
	r := bufio.NewReader(in)
	for line := 1; ; line++ {
		text, err := readLine(r, most+len("> "))
		switch {
		case errors.Is(err, io.EOF):
			return s.end()
		case err != nil:
			return err
		}
		text = bytes.TrimSuffix(text, []byte("\r"))
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if text[0] != '>' && text[0] != '<' {
			return fmt.Errorf("%s:%d: begin the line with > for a message of the %s, or with < for one that it has received", name, line, v.cmd.As)
		}
		event := reference.Event{Text: bytes.TrimPrefix(text[1:], []byte(" ")), Sent: text[0] == '>', Options: v.options}
		issues, err := c.Next(event)
		if err != nil {
			return err
		}
		if err := s.count(line, issues); err != nil {
			return err
		}
	}
}
