package typescript

import "github.com/envgen/envgen/internal/ir"

// usage is what a program does with its temporaries. A list to which something is appended does not change.
type usage struct {
	sets  map[int]int // how often a temporary changes
	reads map[int]int // how often it is read
}

func usageOf(p ir.Program) usage {
	u := usage{sets: map[int]int{}, reads: map[int]int{}}
	u.survey(p.Steps)
	u.read(p.Holds)
	return u
}

func (u usage) survey(steps []ir.Statement) {
	for _, s := range steps {
		switch s := s.(type) {
		case ir.Let:
			u.read(s.Value)
		case ir.Try:
			u.read(s.Call.Args...)
		case ir.Set:
			if appended := appendedTo(s); appended != nil {
				u.read(appended...)
				continue
			}
			u.sets[s.Temp]++
			u.read(s.Value)
		case ir.Branch:
			u.read(s.Cond)
			u.survey(s.Then)
			u.survey(s.Else)
		case ir.Loop:
			u.read(s.Over)
			u.survey(s.Body)
		}
	}
}

func (u usage) read(list ...ir.Expr) {
	for _, e := range list {
		if t, ok := e.(ir.Temp); ok {
			u.reads[t.Number]++
		}
		u.read(ir.Operands(e)...)
	}
}

// appendedTo returns what a statement appends to a list, or nil if it does anything else.
func appendedTo(s ir.Set) []ir.Expr {
	c, ok := s.Value.(ir.Call)
	if !ok || c.Function != ir.Concat || c.Args[0] != (ir.Temp{Number: s.Temp}) {
		return nil
	}
	list, _ := c.Args[1].(ir.ListOf)
	return list.Items
}
