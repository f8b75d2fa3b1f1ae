package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Observation is one call of a function that parses, checks or writes, or of a tracker. It contains no value and no undeclared name of a message.
type Observation struct {
	Protocol string
	// Type is the type of the value. For a tracker, it is the type of the message, or that of all its messages if the message is not valid by itself.
	Type      string
	Operation Operation
	Outcome   Outcome
	Issues    []ObservedIssue
	Bytes     int // the size of the JSON text; 0 if there was none
	Duration  time.Duration
	// Conversation is nil for all but trackers.
	Conversation *ObservedConversation
}

// ObservedIssue is an issue without the values of the message.
type ObservedIssue struct {
	Rule  string
	Path  string // with * for indices and for names that the spec does not declare, such as /items/*/id
	Level Level
}

// ObservedConversation is the conversation of a message.
type ObservedConversation struct {
	Name     string
	Side     string   // of the tracker; empty if it has none
	Expected []string // the state before the call: the letters of the conversation as a whole that could come next
}

// Operation is the kind of an observed call.
type Operation string

// The operations. Decode reads a text, Check takes a value, Encode writes a text. The others are those of a tracker.
const (
	Decoding  Operation = "decode"
	Checking  Operation = "check"
	Encoding  Operation = "encode"
	Sending   Operation = "send"
	Receiving Operation = "receive"
	Closing   Operation = "close"
)

// Outcome is the result of an observed call.
type Outcome string

// The outcomes. Advised is valid, with issues of level Should. Failed is an error other than a *ValidationError, such as a wrong option.
const (
	Accepted Outcome = "valid"
	Advised  Outcome = "advised"
	Rejected Outcome = "invalid"
	Failed   Outcome = "error"
)

// ObservedNames contains the declared names of a protocol. It is for generated code.
type ObservedNames struct {
	Protocol string
	Text     string             // a table in JSON: places by type, types by conversation, and places by name
	Name     func(m any) string // the type of a message of a conversation; nil if there is none

	once          sync.Once
	types         map[string][]int
	conversations map[string][]string
	places        []observedPlace
}

// observedPlace contains the places below the declared names of an object, and those below all other names and indices.
type observedPlace struct {
	members map[string][]int
	rest    []int
}

func (p *observedPlace) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&p.members, &p.rest})
}

func (n *ObservedNames) read() {
	n.once.Do(func() {
		if err := json.Unmarshal([]byte(n.Text), &[]any{&n.types, &n.conversations, &n.places}); err != nil {
			panic(err) // envgen wrote the text
		}
	})
}

// template returns a path of a message of a type with * for its indices and undeclared names.
func (n *ObservedNames) template(of, path string) string {
	at := n.types[of]
	var b strings.Builder
	for i, segment := range strings.Split(path, "/") {
		if i == 0 {
			continue
		}
		name := unescaped.Replace(segment)
		var next []int
		seen, declared := map[int]bool{}, false
		for _, place := range at {
			below, is := n.places[place].members[name]
			declared = declared || is
			for _, list := range [][]int{below, n.places[place].rest} {
				for _, one := range list {
					if !seen[one] {
						seen[one], next = true, append(next, one)
					}
				}
			}
		}
		b.WriteByte('/')
		if declared {
			b.WriteString(segment)
		} else {
			b.WriteByte('*')
		}
		at = next
	}
	return b.String()
}

var unescaped = strings.NewReplacer("~1", "/", "~0", "~")

// Observer reports calls about one protocol to a function. It is safe for concurrent use if the function is.
type Observer struct {
	names   *ObservedNames
	observe func(Observation)
}

// NewObserver returns an observer. It is for generated code.
func NewObserver(names *ObservedNames, observe func(Observation)) *Observer {
	names.read()
	return &Observer{names, observe}
}

// Codec returns a codec that reports each call. It panics for a type of another protocol.
func (o *Observer) Codec(c Codec) Codec {
	inner := c
	parse := ObserveParse(o, c.name, func(data []byte, opts ...Option) (any, error) { return inner.decode(data, opts) })
	encode := map[bool]func(any, ...Option) ([]byte, error){}
	for _, checked := range []bool{false, true} {
		encode[checked] = ObserveEncode(o, c.name, func(value any, opts ...Option) ([]byte, error) { return inner.encode(value, checked, opts) })
	}
	c.decode = func(data []byte, opts []Option) (any, error) { return parse(data, opts...) }
	c.encode = func(value any, checked bool, opts []Option) ([]byte, error) { return encode[checked](value, opts...) }
	return c
}

// ObserveParse returns a function such as ParseHello that reports each call. name is the type's name in the spec; it panics for an unknown one.
func ObserveParse[T any](o *Observer, name string, parse func([]byte, ...Option) (T, error)) func([]byte, ...Option) (T, error) {
	o.know(name)
	return func(data []byte, opts ...Option) (v T, err error) {
		c := observed{operation: Decoding, of: name, bytes: len(data)}
		o.call(&c, func() error {
			v, err = parse(data, c.reporting(opts)...)
			return err
		})
		return v, err
	}
}

// ObserveEncode returns a function such as the method expression (*Hello).Encode that reports each call.
func ObserveEncode[T any](o *Observer, name string, encode func(T, ...Option) ([]byte, error)) func(T, ...Option) ([]byte, error) {
	o.know(name)
	return func(v T, opts ...Option) (text []byte, err error) {
		c := observed{operation: Encoding, of: name}
		o.call(&c, func() error {
			text, err = encode(v, c.reporting(opts)...)
			c.bytes = len(text)
			return err
		})
		return text, err
	}
}

// ObserveCheck returns a function such as the method expression (*Hello).Check that reports each call.
func ObserveCheck[T any](o *Observer, name string, check func(T, ...Option) []Issue) func(T, ...Option) []Issue {
	o.know(name)
	return func(v T, opts ...Option) (issues []Issue) {
		c := observed{operation: Checking, of: name}
		o.call(&c, func() error {
			issues = check(v, opts...)
			c.issues = issues
			return judgement(issues, optionsOf(opts).strict)
		})
		return issues
	}
}

func (o *Observer) know(name string) {
	if _, known := o.names.types[name]; !known {
		panic(fmt.Sprintf("%s has no type %q", o.names.Protocol, name))
	}
}

// judgement returns an error for issues that make a value invalid.
func judgement(issues []Issue, strict bool) error {
	for _, i := range issues {
		if strict || i.Level == Must {
			return &ValidationError{issues}
		}
	}
	return nil
}

// observed is a call that is reported.
type observed struct {
	operation    Operation
	of           string
	over         string // the type that paths begin at, if it is not of
	bytes        int
	issues       []Issue
	conversation *ObservedConversation
}

// reporting adds an option to those of a call, so that the issues of a valid value are reported, too.
func (c *observed) reporting(opts []Option) []Option {
	return append(opts[:len(opts):len(opts)], Report(&c.issues))
}

// call reports a call, also one that panics because of a wrong option.
func (o *Observer) call(c *observed, call func() error) {
	begin := time.Now()
	outcome := Failed
	defer func() { o.report(c, outcome, time.Since(begin)) }()
	var invalid *ValidationError
	switch err := call(); {
	case errors.As(err, &invalid):
		if outcome = Rejected; len(c.issues) == 0 {
			c.issues = invalid.Issues
		}
	case err != nil:
	case len(c.issues) > 0:
		outcome = Advised
	default:
		outcome = Accepted
	}
}

// report calls the hook. Its panic is dropped: an observer does not change the result of a call.
func (o *Observer) report(c *observed, outcome Outcome, duration time.Duration) {
	defer func() { _ = recover() }()
	over := c.over
	if over == "" {
		over = c.of
	}
	issues := make([]ObservedIssue, len(c.issues))
	for i, issue := range c.issues {
		issues[i] = ObservedIssue{issue.Rule, o.names.template(over, issue.Path), issue.Level}
	}
	o.observe(Observation{o.names.Protocol, c.of, c.operation, outcome, issues, c.bytes, duration, c.conversation})
}
