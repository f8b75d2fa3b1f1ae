package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/envgen/envgen/internal/reference"
)

// maxLine is the longest request that an executor must read.
const maxLine = 128 << 20

type request struct {
	Seq      *int    `json:"seq"`
	Op       string  `json:"op"`
	Contract int     `json:"contract"`
	Protocol string  `json:"protocol"`
	Type     string  `json:"type"`
	Text     *string `json:"text"`
	Base64   *string `json:"base64"`
	Now      string  `json:"now"`

	Params json.RawMessage `json:"params"`

	Conversation string                   `json:"conversation"`
	As           string                   `json:"as"`
	Events       []reference.WrittenEvent `json:"events"`

	Builder string            `json:"builder"`
	Args    json.RawMessage   `json:"args"`
	Answers json.RawMessage   `json:"answers"`
	Started string            `json:"started"`
	IDs     []string          `json:"ids"`
	Env     map[string]string `json:"env"`

	Secrets *reference.Secrets `json:"secrets"`
	Store   bool               `json:"store"`

	Dispatch string   `json:"dispatch"`
	Size     *float64 `json:"size"`
	Digest   string   `json:"digest"`
}

type answer struct {
	Seq       int                `json:"seq"`
	Executor  string             `json:"executor,omitempty"`
	Language  string             `json:"language,omitempty"`
	Contract  int                `json:"contract,omitempty"`
	Protocols []string           `json:"protocols,omitempty"`
	Issues    *[]reference.Issue `json:"issues,omitempty"`
	Output    *string            `json:"output,omitempty"`
	Skipped   string             `json:"skipped,omitempty"`
	Error     string             `json:"error,omitempty"`

	Verdicts *[][]reference.Issue `json:"verdicts,omitempty"`
	Exit     *int                 `json:"exit,omitempty"`
	Case     string               `json:"case,omitempty"`
	Verified *bool                `json:"verified,omitempty"`
}

// serve answers requests, one a line, until stop or the end of input.
func serve(oracle *reference.Reference, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for lines.Scan() {
		var r request
		malformed := json.Unmarshal(lines.Bytes(), &r)
		if r.Seq == nil {
			return fmt.Errorf("a request without seq cannot be answered: %.200s", lines.Bytes())
		}
		a := answer{Seq: *r.Seq}
		if malformed != nil {
			a.Error = malformed.Error()
		} else {
			a = respond(oracle, r)
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

// respond answers one request. A panic is an answer too, so that one bad case does not hide the others.
func respond(oracle *reference.Reference, r request) (a answer) {
	defer func() {
		if p := recover(); p != nil {
			a = answer{Error: fmt.Sprint("panic: ", p)}
		}
		a.Seq = *r.Seq
	}()
	switch r.Op {
	case "start":
		if r.Contract != 1 {
			return answer{Error: fmt.Sprintf("contract %d is not spoken here", r.Contract)}
		}
		return answer{Executor: "envgen-reference", Language: "go", Contract: 1, Protocols: oracle.Protocols()}
	case "check":
		return check(oracle, r)
	case "build":
		return build(oracle, r)
	case "stream":
		return stream(oracle, r)
	case "converse":
		return converse(oracle, r)
	case "dispatch":
		return dispatch(oracle, r)
	case "refuse":
		return refuse(oracle, r)
	case "digest":
		return digest(r)
	case "stop":
		return answer{}
	default:
		return answer{Skipped: "the reference cannot do " + r.Op}
	}
}

func check(oracle *reference.Reference, r request) answer {
	text, err := r.text()
	if err != nil {
		return answer{Error: err.Error()}
	}
	options, err := reference.ReadOptions(r.Now, r.Params)
	if err != nil {
		return answer{Error: err.Error()}
	}
	result, err := oracle.Check(r.Protocol, r.Type, text, options)
	if err != nil {
		return answer{Error: err.Error()}
	}
	if result.Unconfirmed {
		fmt.Fprintf(os.Stderr, "reference: request %d: the verdict is the interpreter's alone\n", *r.Seq)
	}
	a := answer{Issues: &result.Issues}
	if result.Valid {
		output := string(result.Output)
		a.Output = &output
	}
	return a
}

func build(oracle *reference.Reference, r request) answer {
	options, err := reference.ReadOptions(r.Now, r.Params)
	if err != nil {
		return answer{Error: err.Error()}
	}
	built, err := oracle.Build(r.Protocol, r.Builder, reference.Building{Args: r.Args, Answers: r.Answers, Started: r.Started, IDs: r.IDs, Env: r.Env,
		Secrets: r.Secrets, Store: r.Store, Options: options})
	if err != nil {
		return answer{Error: err.Error()}
	}
	a := answer{Issues: &built.Issues, Exit: built.Exit}
	if built.Valid {
		output := string(built.Output)
		a.Output = &output
	}
	return a
}

func stream(oracle *reference.Reference, r request) answer {
	text, err := r.text()
	if err != nil {
		return answer{Error: err.Error()}
	}
	options, err := reference.ReadOptions(r.Now, r.Params)
	if err != nil {
		return answer{Error: err.Error()}
	}
	verdicts, err := oracle.Stream(r.Protocol, r.Conversation, text, options)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Verdicts: &verdicts}
}

func converse(oracle *reference.Reference, r request) answer {
	verdicts, err := oracle.ConverseAll(r.Protocol, r.Conversation, r.As, r.Events, r.Now, r.Params)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Verdicts: &verdicts}
}

// text returns the bytes of the message.
func (r request) text() ([]byte, error) {
	switch {
	case (r.Text == nil) == (r.Base64 == nil):
		return nil, errors.New("exactly one of text and base64 is required")
	case r.Text != nil:
		return []byte(*r.Text), nil
	}
	return base64.StdEncoding.DecodeString(*r.Base64)
}
