// Package acceptor decides fast that a message has no issues. It compiles a protocol to closures, once, and runs them on a compact form of the text.
//
// An accepted message has no issue, not even one of level should. The acceptor does not decide about any other message: the caller runs the
// reference, which also makes the issues. So a part of the language that the acceptor lacks costs time, and never a wrong answer.
package acceptor

import (
	"slices"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// Options are the settings of a caller.
type Options struct {
	MaxDepth int // 0: 128
	MaxBytes int // 0: 16 MiB
	Now      time.Time
	// Params are values other than the defaults, as encoding/json reads them.
	Params map[string]any
}

// Acceptor is a protocol's types, compiled. It is safe for concurrent use.
type Acceptor struct {
	protocol *ir.Protocol
	types    map[*ir.Type]*typeCode
	schemas  map[*ir.Schema]*check
	ruled    map[*ir.Type]bool
	params   []value // the defaults
	missing  map[string]bool
}

// check decides about the value at a node. A check that cannot decide sets course.undecided, since its answer may be negated.
type check func(c *course, n uint32) bool

// typeCode are the checks of a type: of structure, and of the rules of the type and of all types inside. Both are set after their first use.
type typeCode struct {
	structure check
	rules     check // nil where no rule applies
}

// New compiles all types of a protocol.
func New(p *ir.Protocol) *Acceptor {
	a := &Acceptor{protocol: p, types: map[*ir.Type]*typeCode{}, schemas: map[*ir.Schema]*check{}, ruled: ruledTypes(p), missing: map[string]bool{}}
	for _, param := range p.Params {
		a.params = append(a.params, defaultOf(param))
	}
	for _, t := range p.Types {
		a.typ(t)
	}
	return a
}

// Missing returns the parts of the protocol that the acceptor does not decide, sorted.
func (a *Acceptor) Missing() []string {
	var list []string
	for name := range a.missing {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Judge checks messages of one type, one after the other.
type Judge struct {
	course
	code     *typeCode
	maxDepth int
	maxBytes int
	accepts  check
	leaf     func(c *course, n uint32) string
	names    map[string]string // of members, for Value
}

// Judge returns a judge of the messages of a type; "" is the root. It is for one goroutine.
func (a *Acceptor) Judge(typeName string, o Options) (*Judge, error) {
	t, err := a.protocol.TypeOrRoot(typeName)
	if err != nil {
		return nil, err
	}
	j := &Judge{code: a.typ(t), leaf: a.leafOf(t, 0), maxDepth: o.MaxDepth, maxBytes: o.MaxBytes}
	if j.maxDepth == 0 {
		j.maxDepth = 128
	}
	if j.maxBytes == 0 {
		j.maxBytes = 16 << 20
	}
	j.now = value{int: o.Now.Unix(), nanos: int32(o.Now.Nanosecond())}
	j.params = slices.Clone(a.params)
	for i, p := range a.protocol.Params {
		if given, ok := o.Params[p.Name]; ok {
			j.params[i] = paramOf(given, p)
		}
	}
	if a.protocol.AcceptsSpeaksOf(t) {
		j.accepts = a.version(a.protocol.Accepts)
	}
	return j, nil
}

// Accepts reports whether a text is a message without issues. With false, that is not decided.
func (j *Judge) Accepts(text []byte) bool {
	if len(text) > j.maxBytes || !j.read(text, j.maxDepth) {
		j.nodes = j.nodes[:0]
		return false
	}
	j.undecided, j.budget = false, mostSteps
	ok := (j.accepts == nil || j.accepts(&j.course, 0)) && j.code.structure(&j.course, 0) && (j.code.rules == nil || j.code.rules(&j.course, 0))
	return ok && !j.undecided
}

// mostSteps bounds the schemas that are applied to one message: without memory, some need exponential time.
const mostSteps = 100_000

// course is the state of one check.
type course struct {
	tape
	undecided bool
	budget    int
	now       value
	params    []value
	frame     frame    // of the one program that runs
	slots     []uint32 // of the records that are being checked
}

// unknown is the check in the place of a part of the language that the acceptor lacks.
func unknown(c *course, _ uint32) bool {
	c.undecided = true
	return false
}

func (a *Acceptor) unsupported(what string) check {
	a.missing[what] = true
	return unknown
}

// typ returns the code of a type, which may be in the making.
func (a *Acceptor) typ(t *ir.Type) *typeCode {
	code := a.types[t]
	if code == nil {
		code = &typeCode{}
		a.types[t] = code
		code.structure = a.value(&t.Value)
		code.rules = a.rulesOf(t)
	}
	return code
}
