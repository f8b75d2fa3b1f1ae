package reference

import "github.com/envgen/envgen/internal/ir"

// Place is where in the definitions of a protocol a check stands.
type Place struct {
	Type *ir.Type // whose definition holds it
	// Member is the way from there: a JSON Pointer in which * stands for any item, "" for the type itself. What is
	// raised for a missing member stands at that member, what is raised for a surplus one at the record.
	Member string
}

// Of is the place of a member.
func (p Place) Of(name string) Place {
	return Place{p.Type, p.Member + "/" + pointerEscaper.Replace(name)}
}

// Items is the place of any item.
func (p Place) Items() Place { return Place{p.Type, p.Member + "/*"} }

// Asked is one check that was put to one part of a message.
type Asked struct {
	Place
	Failure ir.Failure // what it raises
	Value   any        // nil, a bool, a float64, a string, a []any or, for an object, something else
}

// Trace is a result with its reasons.
type Trace struct {
	Result
	Kept   []Asked // the checks that held, in order of asking
	Broken []Asked // the checks that failed and that no other failure hides: two can be one issue
}

// Trace judges text as Check does and tells which checks were asked. A text that is no JSON is asked nothing.
func (r *Reference) Trace(protocolName, typeName string, text []byte, o Options) (Trace, error) {
	var t Trace
	result, failures, err := r.judge(protocolName, typeName, text, o, func(a Asked) { t.Kept = append(t.Kept, a) })
	if err != nil {
		return Trace{}, err
	}
	t.Result = result
	for _, f := range failures {
		t.Broken = append(t.Broken, Asked{f.place, f.Failure, f.value})
	}
	return t, nil
}
