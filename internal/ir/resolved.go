package ir

import "slices"

// Resolved is a value with its references followed.
type Resolved struct {
	Kind     Kind // no Ref
	Nullable bool
	Mismatch Failure
	// Checks are the checks of the types that the references name, and those beside the references, in the order of evaluation, except those of
	// Schema.
	Checks []Check
	Schema *Schema // the nearest one that a back end has to evaluate, or nil
	OrNull bool    // null is accepted beside the values of Schema
	Types  []*Type // that the references name, the nearest first
	Judged int     // the number of Types that precede the type with Schema
}

// Resolve follows the references of a value. None of them leads back to itself.
func (v Value) Resolve() Resolved {
	ref, isRef := v.Kind.(Ref)
	if !isRef {
		r := Resolved{Kind: v.Kind, Nullable: v.Nullable, Mismatch: v.Mismatch, Checks: v.Checks, Schema: v.Evaluated()}
		if r.Schema != nil {
			r.Checks = nil
		}
		return r
	}
	r := ref.Type.Value.Resolve()
	r.Types = append([]*Type{ref.Type}, r.Types...)
	r.Nullable = v.Nullable
	if schema := v.Evaluated(); schema != nil {
		r.Schema, r.Checks, r.OrNull, r.Judged = schema, nil, false, 0
		return r
	}
	r.Checks = joined(r.Checks, v.Checks)
	if r.Judged++; r.Schema != nil {
		r.OrNull = v.Nullable && !r.Types[r.Judged-1].Value.Nullable
	}
	return r
}

// AcceptsNull reports whether null is a value there.
func (v Value) AcceptsNull() bool {
	r := v.Resolve()
	_, isAny := r.Kind.(Any)
	_, isNull := r.Kind.(Null)
	return r.Nullable || isAny || isNull
}

// IsDateTime reports whether v is a string that a format check of its own or of its type makes an RFC 3339 date-time.
func (v Value) IsDateTime() bool {
	r := v.Resolve()
	_, isString := r.Kind.(String)
	return isString && slices.ContainsFunc(r.Checks, func(c Check) bool {
		f, is := c.(Format)
		return is && f.Name == DateTime
	})
}

// joined returns the checks of a type and those beside a reference to it. OneOf comes first, because it hides the others.
func joined(of, beside []Check) []Check {
	all := slices.Concat(of, beside)
	rank := func(c Check) int {
		if _, is := c.(OneOf); is {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b Check) int { return rank(a) - rank(b) })
	return all
}

// Inside returns the values inside a value without a type between: items, values of members, options, fields and their narrowing values.
func (v Value) Inside() []Value {
	var list []Value
	switch k := v.Kind.(type) {
	case Array:
		return []Value{*k.Items}
	case Map:
		return []Value{*k.Values}
	case *Choice:
		return k.Options
	case *Record:
		for _, f := range k.Fields {
			list = append(list, f.Value)
		}
		for _, g := range k.Guards {
			for _, n := range g.Narrowed {
				list = append(list, n.Value)
			}
		}
	}
	return list
}
