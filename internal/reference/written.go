package reference

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
)

// evaluator is cel-go's interpreter for the oracle.
type evaluator struct{ environment *cel.Env }

// Program prepares a rule as it is written.
func (e evaluator) Program(text string) (oracle.Program, error) {
	p, err := program(e.environment, text)
	return ready{p}, err
}

// Duration reads a parameter.
func (e evaluator) Duration(text string) (any, error) { return readSpan(text) }

// promoting is arithmetic that takes a whole number beside a double for one: a spec may write 2 where it means 2.0.
func promoting() []cel.EnvOption {
	var options []cel.EnvOption
	for operator, apply := range map[string]func(left, right ref.Val) ref.Val{
		operators.Add:      func(left, right ref.Val) ref.Val { return left.(traits.Adder).Add(right) },
		operators.Subtract: func(left, right ref.Val) ref.Val { return left.(traits.Subtractor).Subtract(right) },
		operators.Multiply: func(left, right ref.Val) ref.Val { return left.(traits.Multiplier).Multiply(right) },
		operators.Divide:   func(left, right ref.Val) ref.Val { return left.(traits.Divider).Divide(right) },
	} {
		options = append(options, cel.Function(operator, cel.Overload("envgen"+operator, []*cel.Type{cel.DynType, cel.DynType}, cel.DynType,
			cel.BinaryBinding(func(left, right ref.Val) ref.Val {
				if i, whole := left.(types.Int); whole && right.Type() == types.DoubleType {
					left = types.Double(i)
				}
				if i, whole := right.(types.Int); whole && left.Type() == types.DoubleType {
					right = types.Double(i)
				}
				return apply(left, right)
			}))))
	}
	return options
}

type ready struct{ cel.Program }

// Holds reports whether the rule is true of the variables.
func (p ready) Holds(variables map[string]any) bool {
	answer, _, err := p.Eval(variables)
	return err == nil && answer == types.True
}

func newOracle(s oracle.Spec) (*oracle.Oracle, error) {
	environment, err := newEnvironment(promoting()...)
	if err != nil {
		return nil, err
	}
	return oracle.New(s, evaluator{environment})
}

// confirm returns an error if the text of the spec disagrees with the interpreter of the ir.
func (j judgement) confirm(o *oracle.Oracle, t *ir.Type, options Options, structural bool) error {
	written, err := o.Judge(t.Name, plain(j.read), fromTime(j.now), options.Params)
	if err != nil {
		return err
	}
	if written.Structure != structural {
		return fmt.Errorf("the reference contradicts itself: by the spec as it is written, this is a %s: %t; by what is made of it: %t", t.Name, written.Structure, structural)
	}
	if problem := j.differs(written); problem != "" {
		return fmt.Errorf("the reference contradicts itself: a check of this %s ends %+v by the spec as it is written, with %+v; %s", t.Name, written.Last, written.Rules, problem)
	}
	return nil
}

// differs compares the interpreter's failures with the step at which the check ends by the spec.
func (j judgement) differs(written oracle.Judgement) string {
	open := slices.ContainsFunc(written.Rules, func(i oracle.Issue) bool { return !i.Sure && !i.Should })
	if !open && j.Valid != written.Valid {
		return fmt.Sprintf("by what is made of it, it is valid: %t", j.Valid)
	}
	byRule, structure := map[string]bool{}, false
	for _, f := range j.failures {
		switch {
		case f.Failure == ir.Loses: // the oracle has no advice on structure
		case f.rule != nil:
			byRule[f.Rule+" "+f.at.String()+" "+f.Level.String()] = true
		case f.Rule == "version":
			if written.Last.Kind != oracle.Version || f.at.String() != written.At || len(j.failures) > 1 {
				return "the interpreter refuses the version at " + f.at.String()
			}
			return ""
		default:
			structure = true
		}
	}
	if written.Last.Kind == oracle.Version {
		return "the interpreter does not refuse the version"
	}
	if wanted := written.Last.Kind == oracle.Structure || written.Last.Kind == oracle.Waiting; structure != wanted && !(open && structure) {
		return fmt.Sprintf("the interpreter has issues of structure: %t", structure)
	}
	if written.Last.Kind != oracle.End && written.Last.Kind != oracle.Rules && !open && !written.Unknown {
		if problem := differentFaults(j.failures, written.Faults); problem != "" {
			return problem
		}
	}
	return differentRules(byRule, written.Rules, open)
}

// differentFaults compares the issues of structure with those of the spec.
func differentFaults(failures []failure, wanted []oracle.Fault) string {
	found := map[oracle.Fault]bool{}
	for _, f := range failures {
		if f.rule == nil && f.Failure != ir.Loses {
			found[oracle.Fault{Rule: f.Rule, Path: f.at.String()}] = true
		}
	}
	for _, fault := range wanted {
		if !found[fault] {
			return fmt.Sprintf("the interpreter does not find %+v", fault)
		}
		delete(found, fault)
	}
	for fault := range found {
		return fmt.Sprintf("the interpreter finds %+v", fault)
	}
	return ""
}

// differentRules compares the violated rules with those of the spec. If a rule that not all bindings evaluate ends a check, later rules may not have
// been evaluated.
func differentRules(found map[string]bool, wanted []oracle.Issue, open bool) string {
	known := map[string]bool{}
	for _, i := range wanted {
		level := ir.Must
		if i.Should {
			level = ir.Should
		}
		key := strings.Join([]string{i.Rule, i.Path, level.String()}, " ")
		known[key] = true
		if i.Sure && !open && !found[key] {
			return "the interpreter does not find " + key
		}
	}
	for key := range found {
		if !known[key] {
			return "the interpreter finds " + key
		}
	}
	return ""
}
