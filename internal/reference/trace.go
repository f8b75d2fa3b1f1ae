package reference

import "github.com/envgen/envgen/internal/ir"

// Place is where in the definitions of a protocol a check stands.
type Place struct {
	Type   *ir.Type   // whose definition holds it; nil where a Schema does
	Schema *ir.Schema // whose keyword it is; nil where a Type's definition decides
	// Member is the way from there: a JSON Pointer in which * stands for any item or any member of a map, "" for the type
	// or schema itself. What is raised for a missing member stands at that member, what is raised for a surplus one at
	// the record. A way from a schema leads to missing members only: what is below has a schema of its own.
	Member string
}

// Owner is the name of the type or schema that holds the check.
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
	Failure ir.Failure // what it raises
	Path    string     // where: the JSON Pointer of the issue, if there is one; of a surplus member that is not there, the value
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
		t.Broken = append(t.Broken, Asked{f.place, f.Failure, f.at.String(), f.value})
	}
	return t, nil
}
