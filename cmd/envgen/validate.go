package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// judging contains the flags of the commands that check messages.
type judging struct {
	Strict bool       `help:"Issues of level \"should\" make a message invalid too."`
	Now    *time.Time `help:"Time of the variable \"now\" in rules, in RFC 3339. Default: the current time." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`

	Param map[string]string `help:"Value of a parameter of the protocol, or of max_depth, max_bytes, max_issues or max_remembered. The syntax is that of a default in the spec." placeholder:"NAME=VALUE" mapsep:"none"`
}

type validateCmd struct {
	Spec string `help:"Spec of the messages." placeholder:"FILE" required:""`
	Type string `help:"Type of the messages. Default: the root of the spec." placeholder:"NAME" xor:"type"`
	judging

	Lines   bool     `help:"Each line of an input is one message." xor:"framing"`
	Stream  string   `help:"Each input is a stream of this conversation, whose spec declares the framing: a message on each line, or behind a header. Lines and frames with issues are printed as they arrive." placeholder:"NAME" xor:"framing,type"`
	Session string   `help:"Each input is the record of a session of this conversation, as the side of --as has seen it: a line begins with > for a message that it has sent, and with < for one that it has received." placeholder:"NAME" xor:"framing,type" and:"session"`
	As      string   `help:"Side that has recorded the session." placeholder:"SIDE" and:"session"`
	Format  string   `help:"Output format: text, or json with one object for each input or line." enum:"text,json" default:"text"`
	Input   []string `arg:"" optional:"" help:"Files to check. Default, and meaning of -: standard input."`
}

// maxMessage is the default limit of a message's length (contract section 1). Of a longer message, only enough is read to detect its
// length.
const maxMessage = 16 << 20

// validation is one run of the command.
type validation struct {
	cmd       *validateCmd
	streams   command.Streams
	protocol  *ir.Protocol
	reference *reference.Reference
	options   reference.Options
	invalid   bool
}

// verdict is the output of --format json.
type verdict struct {
	Input  string            `json:"input"`
	Line   int               `json:"line"`
	Valid  bool              `json:"valid"`
	End    bool              `json:"end,omitempty"` // of a stream, of which line is then the last line
	Issues []reference.Issue `json:"issues"`
}

// Run checks every input. It goes on after an input that is not valid, and stops at one that cannot be read.
func (c *validateCmd) Run(s command.Streams) error {
	protocols, err := newLoader(s).Load([]string{c.Spec})
	if err != nil {
		return err
	}
	v := &validation{cmd: c, streams: s, protocol: protocols[0]}
	if v.reference, err = oracleOf(v.protocol); err != nil {
		return err
	}
	if v.options, err = c.options(v.protocol); err != nil {
		return err
	}
	if c.Stream != "" {
		_, err := v.reference.ConverseLines(v.protocol.Name, c.Stream)
		isOf := func(o *ir.Conversation) bool { return o.Name == c.Stream && o.NeedsSide() }
		if err != nil && slices.ContainsFunc(v.protocol.Conversations, isOf) {
			return fmt.Errorf("%w; --session and --as check the record of one of them", err)
		}
		if err != nil {
			return err
		}
	}
	if c.Session != "" {
		if _, err := v.reference.Converse(v.protocol.Name, c.Session, c.As); err != nil {
			return err
		}
	}
	// Errors of the command line are reported before a message is read.
	if _, err := v.reference.Check(v.protocol.Name, c.Type, nil, v.options); err != nil {
		return err
	}
	collectLess(400, math.MaxInt64) // inputs may be of any size
	inputs := c.Input
	if len(inputs) == 0 {
		inputs = []string{"-"}
	}
	for _, name := range inputs {
		if err := v.input(name); err != nil {
			return err
		}
	}
	return command.InvalidUnless(!v.invalid)
}

// options returns the options of the command line.
func (c *judging) options(p *ir.Protocol) (reference.Options, error) {
	o, err := reference.FlagOptions(p, c.Param)
	if o.Now = c.Now; o.Now == nil {
		clock := time.Now()
		o.Now = &clock
	}
	return o, err
}

func (v *validation) input(name string) (err error) {
	in, most := v.streams.In, cmp.Or(v.options.MaxBytes, maxMessage)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	if v.cmd.Stream != "" {
		shown, done := withProgress(in, name, v.streams.Err)
		defer done()
		return v.stream(name, shown)
	}
	if v.cmd.Session != "" {
		return v.session(name, in)
	}
	r := bufio.NewReader(in)
	if !v.cmd.Lines {
		text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
		if err != nil {
			return err
		}
		return v.check(name, 1, text)
	}
	for line := 1; ; line++ {
		text, err := readLine(r, most)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := v.check(name, line, text); err != nil {
			return err
		}
	}
}

// readLine returns the next line without its end, cut after most+1 bytes. At the end it returns io.EOF; an empty
// rest after the last line feed is no line.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part[:min(len(part), most+2-len(line))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case err != nil:
			return nil, err
		default:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		}
	}
}

func (v *validation) check(name string, line int, text []byte) error {
	result, err := v.reference.Check(v.protocol.Name, v.cmd.Type, text, v.options)
	if err != nil {
		return err
	}
	valid := result.Valid && !(v.cmd.Strict && len(result.Issues) > 0)
	v.invalid = v.invalid || !valid
	if v.cmd.Format == "json" {
		enc := json.NewEncoder(v.streams.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(verdict{Input: name, Line: line, Valid: valid, Issues: result.Issues})
	}
	place := name
	if v.cmd.Lines {
		place = fmt.Sprintf("%s:%d", name, line)
	}
	return v.print(place, valid, result.Issues)
}

func (v *validation) print(place string, valid bool, issues []reference.Issue) error {
	word := "not valid"
	if valid {
		word = "valid"
	}
	if _, err := fmt.Fprintf(v.streams.Out, "%s: %s\n", place, word); err != nil {
		return err
	}
	return v.printIssues(issues, "(the message)")
}

// printIssues prints issues; whole replaces the empty path.
func (v *validation) printIssues(issues []reference.Issue, whole string) error {
	for _, i := range issues {
		path := cmp.Or(i.Path, whole)
		if _, err := fmt.Fprintf(v.streams.Out, "  %s: %s [%s, %s]\n", path, i.Message, i.Rule, i.Level); err != nil {
			return err
		}
	}
	return nil
}
