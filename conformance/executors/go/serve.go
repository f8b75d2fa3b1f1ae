package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
)

const (
	contract = 1
	maxLine  = 128 << 20 // the longest request that an executor must read
)

// protocol is the entry by name of one generated package.
type protocol struct {
	name   string
	root   string
	lookup func(string) (envelope.Codec, bool)
	// conversations is nil for a protocol without any.
	conversations func() []envelope.ConversationCodec
	// builders is nil for a protocol without any.
	builders func() []envelope.BuilderCodec
}

type request struct {
	Seq      *int
	Op       string
	Contract int
	Protocol string
	Type     string
	Text     *string
	Base64   *string
	Now      *string
	Params   params

	Conversation string
	As           string
	Events       []event
	Pieces       int // the size of the pieces of a stream, or 0 for one piece

	Dispatch string
	Size     *float64
	Digest   string

	building
}

// event is one step of a conversation: a message or its end.
type event struct {
	Send    *string
	Receive *string
	Close   bool
	Now     *string
}

// params are the parameters of a request: an object, if there are any.
type params map[string]any

// UnmarshalJSON refuses null, which a map would take for no parameters.
func (p *params) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return errors.New("params must be an object")
	}
	return json.Unmarshal(data, (*map[string]any)(p))
}

type answer struct {
	Seq       int               `json:"seq"`
	Executor  string            `json:"executor,omitempty"`
	Language  string            `json:"language,omitempty"`
	Contract  int               `json:"contract,omitempty"`
	Protocols []string          `json:"protocols,omitempty"`
	Issues    *[]envelope.Issue `json:"issues,omitempty"`
	Output    *string           `json:"output,omitempty"`
	Skipped   string            `json:"skipped,omitempty"`
	Error     string            `json:"error,omitempty"`

	Verdicts *[][]envelope.Issue `json:"verdicts,omitempty"`
	Exit     *int                `json:"exit,omitempty"`
	Case     string              `json:"case,omitempty"`
	Verified *bool               `json:"verified,omitempty"`
}

// serve answers requests until a stop request or the end of the input.
func serve(known []protocol, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for lines.Scan() {
		var r request
		malformed := json.Unmarshal(lines.Bytes(), &r)
		if r.Seq == nil {
			return fmt.Errorf("no seq to answer to: %.200s", lines.Bytes())
		}
		a := answer{Seq: *r.Seq}
		if malformed != nil {
			a.Error = malformed.Error()
		} else {
			a = respond(known, r)
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
		if r.Op == "stop" {
			return nil
		}
	}
	return lines.Err()
}

// respond answers one request. A panic fails that request alone.
func respond(known []protocol, r request) (a answer) {
	defer func() {
		if p := recover(); p != nil {
			a = answer{Error: fmt.Sprintf("panic: %v", p)}
		}
		a.Seq = *r.Seq
	}()
	switch r.Op {
	case "start":
		return start(known, r)
	case "check":
		return check(known, r)
	case "build":
		return build(known, r)
	case "stream":
		return stream(known, r)
	case "converse":
		return converse(known, r)
	case "dispatch":
		return dispatch(known, r)
	case "refuse":
		return refuse(known, r)
	case "digest":
		return verify(r)
	case "stop":
		return answer{}
	}
	return answer{Skipped: "the Go executor cannot do " + r.Op}
}

func start(known []protocol, r request) answer {
	if r.Contract != contract {
		return answer{Error: fmt.Sprintf("this executor speaks contract %d, not %d", contract, r.Contract)}
	}
	a := answer{Executor: "envgen-go", Language: "go", Contract: contract}
	for _, p := range known {
		a.Protocols = append(a.Protocols, p.name)
	}
	return a
}

func check(known []protocol, r request) answer {
	codec, err := find(known, r.Protocol, r.Type)
	if err != nil {
		return answer{Error: err.Error()}
	}
	text, err := r.text()
	if err != nil {
		return answer{Error: err.Error()}
	}
	opts, err := r.options()
	if err != nil {
		return answer{Error: err.Error()}
	}
	var issues []envelope.Issue
	value, err := codec.Parse(text, append(opts, envelope.Report(&issues))...)
	var wrong *envelope.OptionError
	if errors.As(err, &wrong) {
		return answer{Error: wrong.Error()}
	}
	if issues == nil {
		issues = []envelope.Issue{} // the answer has a list even where it is empty
	}
	a := answer{Issues: &issues}
	if err != nil {
		return a
	}
	// The canonical text may be longer than the one that was read.
	output, err := codec.EncodeUnchecked(value, append(opts, envelope.MaxBytes(math.MaxInt32))...)
	if err != nil {
		return answer{Error: "cannot write what was read: " + err.Error()}
	}
	written := string(output)
	a.Output = &written
	if err := perturb(codec, text, opts); err != nil {
		return answer{Error: err.Error()}
	}
	return a
}

// defaultTime is the time of a request that gives none.
var defaultTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// options are the settings of a request for the check.
func (r request) options() ([]envelope.Option, error) {
	now := defaultTime
	if r.Now != nil {
		d, ok := envelope.DateTimeOf(*r.Now)
		if !ok {
			return nil, fmt.Errorf("now is no date-time: %q", *r.Now)
		}
		now = d.Time()
	}
	opts := []envelope.Option{envelope.Now(now)}
	for _, name := range slices.Sorted(maps.Keys(r.Params)) {
		opts = append(opts, envelope.Param(name, r.Params[name]))
	}
	return opts, nil
}

// find returns the codec of a type; without a name, of the protocol's root.
func find(known []protocol, name, typ string) (envelope.Codec, error) {
	for _, p := range known {
		if p.name != name {
			continue
		}
		if typ == "" {
			typ = p.root
		}
		if codec, ok := p.lookup(typ); ok {
			return codec, nil
		}
		return envelope.Codec{}, fmt.Errorf("%s has no type %q", name, typ)
	}
	return envelope.Codec{}, fmt.Errorf("there is no protocol %q", name)
}

func (r request) text() ([]byte, error) {
	switch {
	case r.Text != nil && r.Base64 == nil:
		return []byte(*r.Text), nil
	case r.Text == nil && r.Base64 != nil:
		return base64.StdEncoding.DecodeString(*r.Base64)
	}
	return nil, errors.New("a check needs either text or base64")
}
