// Package reference is the oracle of the conformance suite: every binding must give its answers.
//
// It shares no code with the back ends. A JSON Schema validator on the exported bundle gives its verdict on structure, and a plain interpreter of the
// ir its issues. If both disagree, it returns an error instead of an answer. Rules are evaluated by cel-go's interpreter, from the text of the spec.
// The package is written to be compared with the contract, not for speed.
package reference

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
)

// Source is a protocol in both its forms.
type Source struct {
	Protocol *ir.Protocol
	// Bundle is the JSON Schema 2020-12 document exported from Protocol. Without it, nothing confirms the interpreter's answers.
	Bundle []byte
	// Spec is the text that Protocol was compiled from. Without it, nothing confirms the compiler's output.
	Spec *oracle.Spec
}

// Reference checks the messages of some protocols. It is safe for concurrent use.
type Reference struct{ protocols []*protocol }

type protocol struct {
	ir       *ir.Protocol
	verdicts *verdicts
	written  *oracle.Oracle // nil without the text of the spec
	mutex    sync.Mutex     // of written
	*Interpreter
	conversations sync.Map // of func() (*compiled, error), by *ir.Conversation
}

// New prepares the protocols, of which no two may have one name.
func New(sources ...Source) (*Reference, error) {
	r := &Reference{}
	for _, s := range sources {
		name := s.Protocol.Name
		if r.protocol(name) != nil {
			return nil, fmt.Errorf("reference: two protocols are called %s", name)
		}
		half, err := NewInterpreter(s.Protocol)
		if err != nil {
			return nil, err
		}
		p := &protocol{ir: s.Protocol, Interpreter: half}
		if s.Bundle != nil {
			if p.verdicts, err = compileBundle(s.Protocol, s.Bundle, half.patterns); err != nil {
				return nil, fmt.Errorf("reference: %s: %w", name, err)
			}
		}
		if s.Spec != nil {
			if p.written, err = newOracle(*s.Spec); err != nil {
				return nil, fmt.Errorf("reference: %s: %w", name, err)
			}
		}
		r.protocols = append(r.protocols, p)
	}
	return r, nil
}

// Protocols returns the names of the protocols, sorted.
func (r *Reference) Protocols() []string {
	var names []string
	for _, p := range r.protocols {
		names = append(names, p.ir.Name)
	}
	slices.Sort(names)
	return names
}

func (r *Reference) protocol(name string) *protocol {
	for _, p := range r.protocols {
		if p.ir.Name == name {
			return p
		}
	}
	return nil
}

// Issue is one fault of a message.
type Issue struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"` // a JSON Pointer
	Level   string `json:"level"`
	Message string `json:"message"`
}

// Result is the answer for one text.
type Result struct {
	Issues []Issue // never nil
	Valid  bool    // no issue of level must, the ones that MaxIssues cut off included
	Output []byte  // the value, written again; nil unless Valid
	// Unconfirmed means that only the interpreter supports Valid: the validator has no memoization, and would have to apply schemas more than a
	// million times, possibly without end.
	Unconfirmed bool
}

// mostSteps is how many schemas the validator may have to apply.
const mostSteps = 1_000_000

// Check judges text as the named type of the named protocol; without a type, as the protocol's root. An error
// means that there is no such type or parameter, or that the two halves of the reference disagree.
func (r *Reference) Check(protocolName, typeName string, text []byte, o Options) (Result, error) {
	j, err := r.judge(protocolName, typeName, text, o, nil)
	return j.Result, err
}

// Verdict is Check for callers that do not read Output, which takes as long as a verdict does.
func (r *Reference) Verdict(protocolName, typeName string, text []byte, o Options) (Result, error) {
	p, t, err := r.typeOf(protocolName, typeName)
	if err != nil {
		return Result{}, err
	}
	j, err := p.heard(t, text, o)
	return j.Result, err
}

func (r *Reference) judge(protocolName, typeName string, text []byte, o Options, kept func(Asked)) (judgement, error) {
	p, t, err := r.typeOf(protocolName, typeName)
	if err != nil {
		return judgement{}, err
	}
	return p.judge(t, text, o, kept)
}

func (r *Reference) typeOf(protocolName, typeName string) (*protocol, *ir.Type, error) {
	p := r.protocol(protocolName)
	if p == nil {
		return nil, nil, fmt.Errorf("no protocol is called %q", protocolName)
	}
	t := p.typeNamed(typeName)
	if t == nil {
		return nil, nil, fmt.Errorf("protocol %s has no type %q", protocolName, typeName)
	}
	return p, t, nil
}

// judge is the judgement of both halves.
func (p *protocol) judge(t *ir.Type, text []byte, o Options, kept func(Asked)) (judgement, error) {
	j, err := p.Interpreter.judge(t, text, o, kept)
	if err != nil {
		return judgement{}, fmt.Errorf("protocol %s: %w", p.ir.Name, err)
	}
	if j.course == nil || p.verdicts == nil { // no JSON, and no value that the validator could see
		return j, nil
	}
	structural := j.structural()
	j.Unconfirmed = j.walk.steps > mostSteps
	if !j.Unconfirmed {
		if err := p.verdicts.confirm(t, j.value, structural); err != nil {
			return judgement{}, err
		}
		if p.written != nil && t.Protocol == p.ir.Name && p.written.Has(t.Name) {
			p.mutex.Lock()
			defer p.mutex.Unlock()
			if err := j.confirm(p.written, t, o, structural); err != nil {
				return judgement{}, err
			}
		}
	}
	return j, nil
}

// heard is judge without Output.
func (p *protocol) heard(t *ir.Type, text []byte, o Options) (judgement, error) {
	if p.verdicts != nil {
		return p.judge(t, text, o, nil)
	}
	return p.verdict(t, text, o, nil)
}

// inside judges a part of a message. Its text is read again for a validator, which confirms verdicts on texts, and where the digits of an integer are
// not those of its value.
func (p *protocol) inside(t *ir.Type, value any, m Message) judgement {
	text, o := []byte(canonical(value)), m.options.withDefaults()
	if p.verdicts == nil && len(text) <= o.MaxBytes && !contains(value, isLarge) {
		return p.verdictOn(t, value, o, m.params, nil)
	}
	j, err := p.heard(t, []byte(canonical(exact(value))), m.options)
	if err != nil {
		panic(err) // the options are those of the message, which have been read
	}
	return j
}

// exact returns a value whose integers beyond ±(2^53-1) are exactly their doubles, where the canonical text has the shortest digits.
func exact(value any) any {
	switch v := value.(type) {
	case float64:
		if n, isWhole := wholeOf(v); isWhole && isLarge(v) && math.Abs(v) < 1e21 {
			return n
		}
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = exact(item)
		}
		return items
	case object:
		members := make(object, len(v))
		for i, m := range v {
			members[i] = member{m.name, exact(m.value)}
		}
		return members
	}
	return value
}

// isLarge reports whether a value is an integer that another type may read in another way.
func isLarge(value any) bool {
	_, isWhole := value.(whole)
	n, isDouble := value.(float64)
	return isWhole || isDouble && math.Abs(n) > maxInteger
}

func (p *protocol) typeNamed(name string) *ir.Type {
	if name == "" {
		return p.ir.Root
	}
	for _, t := range p.ir.Types {
		if t.Name == name && (p.verdicts == nil || p.verdicts.schemas[t] != nil) {
			return t
		}
	}
	return nil
}
