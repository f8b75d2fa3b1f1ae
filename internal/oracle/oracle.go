// Package oracle validates messages by the text of a spec.
//
// It reads the tree of the YAML text and no output of the compiler. The types become one JSON Schema 2020-12 document, keyword by keyword, for an
// independent validator. Rules, stages, versions and sides are read from the text as well. So a mistake of the compiler that affects all bindings
// differs from the oracle. It reports verdicts, the step of contract section 3.4 at which a check ends, the issues of that step, and the violated
// rules.
package oracle

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// Oracle contains one spec. It is not safe for concurrent use.
type Oracle struct {
	*loader
	unit      *unit // the spec itself; the others are imported
	root      *syntax.Node
	stages    []string
	places    map[*syntax.Node]place
	direct    map[*syntax.Node]*syntax.Node // the targets of references to implicit types
	wholes    map[*syntax.Node]*syntax.Node // by the messages of one side: the union
	cut       map[*syntax.Node]*syntax.Node // by a union with fewer branches: the one with all of them
	documents []*validators                 // by the stages that have been reached; the last one is the whole document
	cel       CEL
	rules     []rule
	params    []param
	tables    map[*syntax.Node]map[string]any
	singles   map[single]*validators // keywords by themselves
	wide      map[*syntax.Node]bool  // the schemas that apply to integers of 64 bits
	dynamic   bool                   // a `$dynamicRef` occurs: a schema alone does not decide
	kept      kept
}

// New reads a spec that compiles. For an invalid spec, the error may be unspecific.
func New(s Spec, cel CEL) (*Oracle, error) {
	o := &Oracle{loader: &loader{spec: s, known: map[string]*unit{}}, places: map[*syntax.Node]place{}, direct: map[*syntax.Node]*syntax.Node{},
		wholes: map[*syntax.Node]*syntax.Node{}, cut: map[*syntax.Node]*syntax.Node{}, cel: cel, tables: map[*syntax.Node]map[string]any{},
		singles: map[single]*validators{}}
	var err error
	if o.unit, err = o.load(s.Name, s.Data); err != nil {
		return nil, err
	}
	o.stages = o.stagesOf(o.unit)
	for _, u := range o.units {
		if err := o.index(u); err != nil {
			return nil, err
		}
		o.applyDialects(u)
	}
	for _, u := range o.units {
		if err := o.declareSides(u); err != nil {
			return nil, err
		}
	}
	o.findWide()
	if o.root = o.unit.types[text(o.unit.root.Member("root"))]; o.root == nil {
		return nil, fmt.Errorf("oracle: %s has no root", s.Name)
	}
	if err := o.readParams(o.unit); err != nil {
		return nil, err
	}
	for _, u := range o.units {
		if err := o.readParams(u); err != nil {
			return nil, err
		}
		if err := o.readRules(u); err != nil {
			return nil, err
		}
	}
	if err := o.compile(); err != nil {
		return nil, err
	}
	o.kept = newKept()
	return o, nil
}

// compile makes the documents: one, unless there are members that wait.
func (o *Oracle) compile() error {
	waits := false
	for n := range o.places {
		waits = waits || n.Member("x-stage") != nil
	}
	for stage := -1; waits && stage < len(o.stages)-1; stage++ {
		document, err := o.stagedDocument(stage)
		if err := o.add(document, err); err != nil {
			return err
		}
	}
	return o.add(o.document())
}

func (o *Oracle) add(document map[string]any, err error) error {
	if err != nil {
		return err
	}
	v, err := newValidators(document)
	o.documents = append(o.documents, v)
	return err
}

// Has reports whether the spec declares a type of that name.
func (o *Oracle) Has(typ string) bool { return o.unit.types[typ] != nil }

// Step is a step of a check.
type Step struct {
	Kind  Kind
	Stage int // of Waiting and Rules: its number
}

// Kind is the subject of a step.
type Kind uint8

// The steps in their order (contract section 3.4); Waiting and Rules are there for each stage.
const (
	Version   Kind = iota
	Structure      // without the members that wait for a stage
	Waiting        // the members that waited for this stage
	Rules
	End // every step has been passed
)

// Judgement is the verdict of the spec on a message.
type Judgement struct {
	Valid     bool
	Structure bool    // the message has the structure of its type, including members that wait for a stage
	Last      Step    // the step that found a fault of level must, or End
	At        string  // the location of a rejected version
	Faults    []Fault // of the step, if it looks at structure: all of them
	Unknown   bool    // Faults are unknown, because they depend on a dynamic scope
	Rules     []Issue
}

// Judge judges a value, which is JSON with doubles for numbers and a json.Number for an integer beyond ±(2^53-1) that is spelled in digits alone, as the named type; "" is the root. now is CEL's timestamp;
// params are those that the caller sets, as encoding/json reads them.
func (o *Oracle) Judge(typ string, value any, now any, params map[string]any) (Judgement, error) {
	n := o.root
	if typ != "" {
		n = o.unit.types[typ]
	}
	if n == nil {
		return Judgement{}, fmt.Errorf("oracle: there is no type %q", typ)
	}
	all, err := o.paramsFor(params)
	if err != nil {
		return Judgement{}, err
	}
	value = o.placed([]*syntax.Node{n}, value)
	var j Judgement
	if j.Structure, err = o.structure(n, value, len(o.stages)); err != nil {
		return j, err
	}
	if at, refused := o.refusedVersion(n, value, all); refused {
		j.At = at
		return j, nil
	}
	for stage := -1; stage < len(o.stages); stage++ {
		if ok, err := o.passes(j, n, value, stage); err != nil || !ok {
			j.Last = Step{Waiting, stage}
			if stage < 0 {
				j.Last = Step{Kind: Structure}
			}
			if j.Unknown = o.dynamic; !j.Unknown {
				j.Faults = o.faults(n, value, stage)
			}
			return j, err
		}
		if stage < 0 {
			continue
		}
		found := o.rulesOf(stage, n, value, now, all)
		j.Rules = append(j.Rules, found...)
		if slices.ContainsFunc(found, func(i Issue) bool { return !i.Should && i.Sure }) {
			j.Last = Step{Rules, stage}
			return j, nil
		}
	}
	j.Valid, j.Last = true, Step{Kind: End}
	return j, nil
}

// passes reports whether the value has the structure that a stage sees, of which all that it ever needs is enough.
func (o *Oracle) passes(j Judgement, n *syntax.Node, value any, stage int) (bool, error) {
	if j.Structure {
		return true, nil
	}
	return o.structure(n, value, stage)
}
