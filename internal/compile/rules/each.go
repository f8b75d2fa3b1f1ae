package rules

import (
	"slices"
	"strconv"

	"cel.dev/cel-go/common/decls"
	"cel.dev/cel-go/common/stdlib"

	"github.com/envgen/envgen/internal/ir"
)

// memberName is the name of the variable with the member's name in rules with `each`.
const memberName = "name"

// IsTaken reports whether a name means something else to expressions than the catalog that is called so.
func IsTaken(name string, each bool) bool {
	isCEL := func(v *decls.VariableDecl) bool { return v.Name() == name }
	return slices.Contains(ownNames, name) || each && name == memberName || slices.ContainsFunc(stdlib.Types(), isCEL)
}

// Members finds the object at a path of member names in values of a record, for a rule that is evaluated for the members of that object. It is nil
// without a problem if a composed type has no such object; named reports that the rule is for the record itself.
func (s *Scope) Members(this *ir.Type, way []string, stage int, named bool) (*ir.Each, *Problem) {
	each := &ir.Each{There: boolean(true), Object: ir.This{}, Record: this}
	at := &this.Value
	for _, name := range way {
		if each.Record == nil {
			return noEach(at, named, strconv.Quote(name)+" is not in an object with declared members")
		}
		fields := each.Record.Value.Kind.(*ir.Record).Fields
		i := slices.IndexFunc(fields, func(f *ir.Field) bool { return f.Name == name })
		if i < 0 || fields[i].Value.Schema != nil && never(fields[i].Value.Schema) {
			return noEach(&ir.Value{Kind: ir.Null{}}, named, strconv.Quote(name)+" is never present")
		}
		if f := fields[i]; f.Staged && f.Stage > stage {
			return nil, s.later(f)
		}
		enter(each, fields[i])
		at = &fields[i].Value
	}
	if f := waiting(each, stage); f != nil {
		return nil, s.later(f)
	}
	return ended(each, at, named)
}

// waiting finds a member that is checked after the rule.
func waiting(each *ir.Each, stage int) *ir.Field {
	if each.Record == nil {
		return nil
	}
	for _, f := range each.Record.Value.Kind.(*ir.Record).Fields {
		if f.Staged && f.Stage > stage {
			return f
		}
	}
	return nil
}

func (s *Scope) later(f *ir.Field) *Problem {
	return &Problem{Code: "rule-stage", Message: strconv.Quote(f.Name) + " is checked in the stage " + s.Stages[f.Stage] + ", after this rule",
		Suggestion: "let the rule run in that stage, or later"}
}

// enter goes on to a member.
func enter(each *ir.Each, f *ir.Field) {
	of, record := each.Object, each.Record
	if !f.Required {
		each.There = both(each.There, ir.HasMember{Of: of, Record: record, Field: f})
	}
	if nullable(&f.Value) {
		each.There = both(each.There, negate(ir.IsNull{Of: of, Record: record, Field: f}))
	}
	each.Object, each.Record = ir.MemberOf{Of: of, Record: record, Field: f}, nil
	if _, isRecord := resolved(&f.Value).Kind.(*ir.Record); isRecord {
		each.Record = named(&f.Value)
	}
}

// ended checks the end of the path.
func ended(each *ir.Each, at *ir.Value, named bool) (*ir.Each, *Problem) {
	switch k := resolved(at).Kind.(type) {
	case ir.Map, ir.Object:
		return each, nil
	case *ir.Record:
		if !k.Closed || !named {
			return each, nil
		}
		return noEach(at, named, "the object there is closed, so its members have fixed names")
	case ir.Any:
		return noEach(at, named, "the schema there does not declare `type: object`")
	}
	return noEach(at, named, "the value there is not an object with undeclared members")
}

// noEach reports that the path does not lead to an object with undeclared members. In a composed type that excludes such an object, this is not a
// problem.
func noEach(at *ir.Value, named bool, why string) (*ir.Each, *Problem) {
	if _, isNull := resolved(at).Kind.(ir.Null); isNull && !named {
		return nil, nil
	}
	return nil, &Problem{Code: "each", Message: why, Suggestion: "`each` must lead to a map, an object of any members, or an open record"}
}
