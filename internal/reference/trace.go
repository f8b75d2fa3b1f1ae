package reference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// Place is the place of a check in the definitions of a protocol.
type Place struct {
	Type   *ir.Type   // the type with the check in its definition; nil for a Schema
	Schema *ir.Schema // whose keyword it is; nil where a Type's definition decides
	// Member is the path from there: a JSON Pointer in which * represents any item or any member of a map, and "" the type or schema itself. The
	// failure for a missing member is at that member, the failure for a surplus one at the record. A path from a schema leads to missing members
	// only: inner values have schemas of their own.
	Member string
}

// Owner is the name of the type or schema with the check.
func (p Place) Owner() string {
	if p.Schema != nil {
		return p.Schema.Place
	}
	return p.Type.Name
}

// Of is the place of a member.
func (p Place) Of(name string) Place {
	p.Member += "/" + pointerEscaper.Replace(name)
	return p
}

// Items is the place of any item, or of any member of a map.
func (p Place) Items() Place {
	p.Member += "/*"
	return p
}

// Asked is one check that was put to one part of a message.
type Asked struct {
	Place
	Failure ir.Failure // the failure that it raises
	Path    string     // the location of the issue: the part, or the missing or surplus member
	// Value is the part: nil, a bool, a float64, a string, a []any or, for an object, something else. Where a Schema counts
	// members, or the items that contains speaks of, it is their number.
	Value any
	// Rule is the evaluated rule of the spec, or nil. Then Value is the object that the rule reads.
	Rule *ir.Rule
}

// Applied is a schema that was applied to a part of a message. Schemas of which only the verdict counts are not included.
type Applied struct {
	Schema *ir.Schema
	Path   string
}

// Trace is a result with its reasons.
type Trace struct {
	Result
	Kept    []Asked   // the satisfied checks, in the order of evaluation
	Broken  []Asked   // the checks that failed and that no other failure hides: two can be one issue
	Hidden  []Asked   // the checks that failed beside one that hides them at their own place
	Applied []Applied // sorted by path, then schema
}

// Trace judges text as Check does and reports which checks ran. On a text that is no JSON, none does.
func (r *Reference) Trace(protocolName, typeName string, text []byte, o Options) (Trace, error) {
	var kept []Asked
	j, err := r.judge(protocolName, typeName, text, o, func(a Asked) { kept = append(kept, a) })
	if err != nil {
		return Trace{}, err
	}
	return j.trace(kept), nil
}

// Interpreter is the half of the reference that finds issues. Nothing confirms its verdict.
type Interpreter struct {
	protocol *ir.Protocol
	patterns patterns
	programs programs
	wide     bool // the protocol has integers of 64 bits
}

// NewInterpreter prepares for values of p.
func NewInterpreter(p *ir.Protocol) (*Interpreter, error) {
	patterns, wide, err := compilePatterns(p)
	if err != nil {
		return nil, fmt.Errorf("reference: %s: %w", p.Name, err)
	}
	programs, err := compileRules(p)
	if err != nil {
		return nil, fmt.Errorf("reference: %s: %w", p.Name, err)
	}
	return &Interpreter{p, patterns, programs, wide}, nil
}

// Trace judges text as a value of t, which is a type of the protocol or of one that it imports. An error speaks of the
// options only.
func (i *Interpreter) Trace(t *ir.Type, text []byte, o Options) (Trace, error) {
	var kept []Asked
	j, err := i.judge(t, text, o, func(a Asked) { kept = append(kept, a) })
	if err != nil {
		return Trace{}, err
	}
	return j.trace(kept), nil
}

// Accepts reports whether text is JSON that s accepts.
func (i *Interpreter) Accepts(s *ir.Schema, text []byte) bool {
	value, err := readText(text, Options{}.withDefaults())
	return err == nil && newWalker(i.patterns, map[visit]answer{}).accepts(s, i.placed(value, []meaning{{schema: s}}), nil)
}

// judgement is the verdict of the interpreter on a text.
type judgement struct {
	Result
	*course     // nil if the text is no JSON
	read    any // the value as read
}

func (i *Interpreter) judge(t *ir.Type, text []byte, o Options, kept func(Asked)) (judgement, error) {
	j, err := i.verdict(t, text, o, kept)
	if j.Valid {
		j.Output = encode(&t.Value, j.value)
	}
	return j, err
}

// Judge returns the result of a check.
func (i *Interpreter) Judge(t *ir.Type, text []byte, o Options) (Result, error) {
	j, err := i.judge(t, text, o, nil)
	return j.Result, err
}

// Verdict returns the result of a check without Output, which takes as long as a verdict does.
func (i *Interpreter) Verdict(t *ir.Type, text []byte, o Options) (Result, error) {
	j, err := i.verdict(t, text, o, nil)
	return j.Result, err
}

func (i *Interpreter) verdict(t *ir.Type, text []byte, o Options, kept func(Asked)) (judgement, error) {
	o = o.withDefaults()
	params, err := i.readParams(o)
	if err != nil {
		return judgement{}, err
	}
	value, err := readText(text, o)
	if err != nil {
		issue := Issue{Rule: "json", Level: ir.Must.String(), Message: err.Error()}
		return judgement{Result: Result{Issues: []Issue{issue}}}, nil
	}
	return i.verdictOn(t, value, o, params, kept), nil
}

// verdictOn is the verdict on a value that has been read.
func (i *Interpreter) verdictOn(t *ir.Type, value any, o Options, params map[string]any, kept func(Asked)) judgement {
	j := judgement{course: i.run(t, value, settings{*o.Now, params}, kept), read: value}
	j.Issues = list(j.failures, o.MaxIssues)
	j.Valid = !slices.ContainsFunc(j.failures, isMust)
	return j
}

func (j judgement) trace(kept []Asked) Trace {
	t := Trace{Result: j.Result, Kept: kept}
	if j.course == nil {
		return t
	}
	t.Broken, t.Hidden = asked(j.failures), asked(j.beside)
	for v := range j.walk.applied {
		t.Applied = append(t.Applied, Applied{v.schema, v.at})
	}
	sorting.Func(t.Applied, func(a, b Applied) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Schema.Index, b.Schema.Index), strings.Compare(a.Schema.Place, b.Schema.Place))
	})
	return t
}

func asked(failures []failure) []Asked {
	var all []Asked
	for _, f := range failures {
		if f.Failure == ir.Loses {
			continue // of no place of the definition
		}
		all = append(all, Asked{f.place, f.Failure, f.at.String(), f.value, f.rule})
	}
	return all
}
