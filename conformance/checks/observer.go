package checks

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Observer records the checks of the reference's interpreter in a message. It is for programs that make messages; the whole reference decides about
// validity.
type Observer struct{ half *reference.Interpreter }

// NewObserver prepares for values of p.
func NewObserver(p *ir.Protocol) (Observer, error) {
	half, err := reference.NewInterpreter(p)
	return Observer{half}, err
}

// Accepts reports whether text is a value that the schema accepts.
func (o Observer) Accepts(s *ir.Schema, text []byte) bool { return o.half.Accepts(s, text) }

// Breaks reports whether text, as a value of t, fails all of the checks, and nothing hides that.
func (o Observer) Breaks(all []Check, t *ir.Type, text []byte) bool {
	broken := map[key]bool{}
	for _, a := range o.trace(t, text, "").Broken {
		broken[keyOf(a)] = true
	}
	return !slices.ContainsFunc(all, func(c Check) bool { return !broken[c.key()] })
}

// Applied is a schema and where it applies.
type Applied = reference.Applied

// Applied returns which schemas apply where in text, a value of t, and whether it is a valid one.
func (o Observer) Applied(t *ir.Type, text []byte) (applied []Applied, valid bool) {
	trace := o.trace(t, text, "")
	return trace.Applied, trace.Valid
}

// Violated returns the pairs that text violates as a value of t at a time, each once, as a Histogram counts them.
func (o Observer) Violated(t *ir.Type, text []byte, now string) []Pair {
	return violated(o.trace(t, text, now))
}

// trace judges text with the parameters that the protocol has by itself.
func (o Observer) trace(t *ir.Type, text []byte, now string) reference.Trace {
	options, err := reference.ReadOptions(now, nil)
	if err != nil {
		panic(err) // messages are made with times that are times
	}
	trace, err := o.half.Trace(t, text, options)
	if err != nil {
		panic(err) // which only an option can cause
	}
	return trace
}
