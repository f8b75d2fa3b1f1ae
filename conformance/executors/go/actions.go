package main

import (
	"errors"

	"github.com/envgen/envgen/gen/go/envelope"
)

// actions are the functions of a package for consumers. Go cannot find functions by name, so shipped.go lists them.
type actions struct {
	// dispatches return the case of a valid message.
	dispatches map[string]func(message any) string
	// unaccepted are the cases of dispatches for texts that are not valid, where they have one.
	unaccepted map[string]func(text []byte, opts []envelope.Option) (string, error)
	// refuse returns the message that answers a text with these issues. blank leaves out its text.
	refuse func(issues []envelope.Issue, blank bool) ([]byte, error)
	// refuseSize returns the message that a text of so many bytes is answered with, or nil.
	refuseSize func(size int, opts []envelope.Option) ([]byte, error)
	verify     func(digest string, content []byte) error
}

// actionsOf are the actions by protocol. Packages of other specs have none here.
var actionsOf = map[string]actions{}

func dispatch(known []protocol, r request) answer {
	have := actionsOf[r.Protocol]
	decide := have.dispatches[r.Dispatch]
	if decide == nil {
		return answer{Skipped: "this executor knows no dispatch " + r.Dispatch + " of " + r.Protocol}
	}
	text, opts, a := r.parsed(known)
	switch {
	case a.Error != "":
		return a.answer
	case a.message != nil:
		a.Case = decide(a.message)
	case have.unaccepted[r.Dispatch] != nil:
		found, err := have.unaccepted[r.Dispatch](text, opts)
		if err != nil {
			return answer{Error: err.Error()}
		}
		a.Case = found
	}
	return a.answer
}

func refuse(known []protocol, r request) answer {
	have := actionsOf[r.Protocol]
	if have.refuse == nil || r.Size != nil && have.refuseSize == nil {
		return answer{Skipped: "this executor knows no such refusal of " + r.Protocol}
	}
	var a parsing
	var output []byte
	var err error
	if r.Size != nil {
		opts, wrong := r.options()
		if wrong != nil {
			return answer{Error: wrong.Error()}
		}
		a.Issues = &[]envelope.Issue{}
		output, err = have.refuseSize(int(*r.Size), opts)
	} else if _, _, a = r.parsed(known); a.Error != "" {
		return a.answer
	} else if a.message == nil {
		output, err = have.refuse(*a.Issues, (*a.Issues)[0].Rule == "json")
	}
	if err != nil {
		return answer{Error: err.Error()}
	}
	if output != nil {
		written := string(output)
		a.Output = &written
	}
	return a.answer
}

// parsing is an answer with the issues of a text, and the message where it is valid.
type parsing struct {
	answer
	message any
}

// parsed reads the text of a request as its type.
func (r request) parsed(known []protocol) (text []byte, opts []envelope.Option, p parsing) {
	codec, err := find(known, r.Protocol, r.Type)
	if err == nil {
		text, err = r.text()
	}
	if err == nil {
		opts, err = r.options()
	}
	if err != nil {
		return nil, nil, parsing{answer: answer{Error: err.Error()}}
	}
	issues := []envelope.Issue{}
	message, err := codec.Parse(text, append(opts, envelope.Report(&issues))...)
	var wrong *envelope.OptionError
	if errors.As(err, &wrong) {
		return nil, nil, parsing{answer: answer{Error: wrong.Error()}}
	}
	if issues == nil {
		issues = []envelope.Issue{}
	}
	p.Issues = &issues
	if err == nil {
		p.message = message
	}
	return text, opts, p
}

func verify(r request) answer {
	compare := actionsOf[r.Protocol].verify
	content, err := r.text()
	switch {
	case err != nil:
		return answer{Error: err.Error()}
	case compare == nil:
		return answer{Skipped: "this executor knows no digest of " + r.Protocol}
	}
	verified := compare(r.Digest, content) == nil
	return answer{Verified: &verified}
}
