package ir

import "slices"

// Visit calls f for statements, in order, and for those inside of them, at any depth.
func Visit(list []Statement, f func(Statement)) {
	for _, s := range list {
		f(s)
		switch s := s.(type) {
		case Branch:
			Visit(s.Then, f)
			Visit(s.Else, f)
		case Loop:
			Visit(s.Body, f)
		}
	}
}

// Asked returns the expressions that a statement itself evaluates.
func Asked(s Statement) []Expr {
	switch s := s.(type) {
	case Let:
		return []Expr{s.Value}
	case Try:
		return s.Call.Args
	case Set:
		return []Expr{s.Value}
	case Branch:
		return []Expr{s.Cond}
	case Loop:
		return []Expr{s.Over}
	case Return:
		return []Expr{s.Holds}
	}
	return nil
}

// Appended returns the item that a statement adds to a list that is made so, or nil if the statement does anything else.
func Appended(s Set) Expr {
	call, is := s.Value.(Call)
	if !is || call.Function != Concat {
		return nil
	}
	list, isLiteral := call.Args[1].(ListOf)
	if call.Args[0] != Expr(Temp{Number: s.Temp}) || !isLiteral || len(list.Items) != 1 {
		return nil
	}
	return list.Items[0]
}

// VisitExprs calls f for expressions and for those that they are made of, at any depth.
func VisitExprs(list []Expr, f func(Expr)) {
	for _, e := range list {
		f(e)
		VisitExprs(Operands(e), f)
	}
}

// Usage lists the inputs that a program reads, and its changes.
type Usage struct {
	Reads, Sets  map[int]int // how often temporaries are read and changed; to append to a list is neither
	ReadsThis    bool
	ReadsName    bool
	ReadsNow     bool
	ReadsOpen    bool
	ReadsParams  []int // each once
	ReadsEarlier []int // each once
	Measures     bool  // the size of a part of the value is compared
}

// NeedsInputs reports whether a program depends on anything but the value and the name of a member.
func (u Usage) NeedsInputs() bool { return u.ReadsNow || u.Measures || len(u.ReadsParams) > 0 }

// UsageOf looks through a program.
func UsageOf(p Program) Usage {
	u := Usage{Reads: map[int]int{}, Sets: map[int]int{}}
	read := func(e Expr) {
		switch e := e.(type) {
		case Temp:
			u.Reads[e.Number]++
		case This:
			u.ReadsThis = true
		case Earlier:
			if !slices.Contains(u.ReadsEarlier, e.Number) {
				u.ReadsEarlier = append(u.ReadsEarlier, e.Number)
			}
		case Name:
			u.ReadsName = true
		case Now:
			u.ReadsNow = true
		case Open:
			u.ReadsOpen = true
		case ParamValue:
			if !slices.Contains(u.ReadsParams, e.Index) {
				u.ReadsParams = append(u.ReadsParams, e.Index)
			}
		case Comparison:
			f, ok := e.Fits()
			u.Measures = u.Measures || ok && f.Part
		}
	}
	Visit(p.Steps, func(s Statement) {
		asked := Asked(s)
		if set, is := s.(Set); is {
			if item := Appended(set); item != nil {
				asked = []Expr{item}
			} else {
				u.Sets[set.Temp]++
			}
		}
		VisitExprs(asked, read)
	})
	VisitExprs([]Expr{p.Holds}, read)
	return u
}
