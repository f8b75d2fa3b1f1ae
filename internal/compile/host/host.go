package host

import (
	"iter"

	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// Spec is the spec that is compiled. Its types and rules are complete.
type Spec struct {
	Reporter
	Compiler
	File     *syntax.File
	Protocol *ir.Protocol
	Used     map[*ir.Param]bool  // the parameters that expressions read
	Rules    map[string]diag.Pos // ids of rules and checks, those of imports included
}

// Compiler is the compiler around the spec.
type Compiler interface {
	// Type finds a type by its name in the spec. It reports a name of none, and returns nil then.
	Type(name syntax.Text) *Type
	// Scope is the scope of expressions of the spec.
	Scope() *rules.Scope
	// Spend takes work on expressions from the budget; pos is where a lack of it is reported.
	Spend(work int, pos diag.Pos)
	// Part finds a type by its name if it is a part of messages. Otherwise it returns nil.
	Part(name string) *ir.Type
	// Inherited are the builders whose fills and stores apply to a record as well, with the specs that declare them: builders of its parts, and of
	// messages of other specs.
	Inherited(t *ir.Type) iter.Seq2[*Spec, *syntax.Builder]
	// Exhausted reports whether the budget is used up.
	Exhausted() bool
}

// Type is a declared type.
type Type struct {
	*ir.Type
	Declared diag.Pos
	Own      bool // of this spec, not of an import
}

// Report reports the problems of an expression of the spec.
func (s *Spec) Report(text syntax.Text, list []rules.Problem) { s.Problems(s.File, text, list) }
