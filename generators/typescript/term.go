package typescript

import "strings"

// term is an expression as it is printed: on one line where it fits, else with a line for each operand of its outermost
// operators.
type term struct {
	flat  string
	level int
	op    string // between the parts; ? of a conditional, ( or !( of a term in parentheses, "" of one that has no parts
	parts []term
}

// The levels of operators that rules use, loosest first.
const (
	byChoice = iota
	byOr
	byAnd
	byEquality
	byRelation
	bySum
	byProduct
	bySign
	alone
)

// whole is a term that needs no parentheses anywhere.
func whole(text string) term { return term{flat: text, level: alone} }

// in returns a term as an operand of an operator of some level.
func (t term) in(level int) term {
	if t.level >= level {
		return t
	}
	return term{flat: "(" + t.flat + ")", level: alone, op: "(", parts: []term{t}}
}

// chain joins the operands of && or ||. An operand of the same operator is taken apart, one of the other gets parentheses.
func chain(op string, operands ...term) term {
	level := byAnd
	if op == "||" {
		level = byOr
	}
	out := term{level: level, op: op}
	var flat []string
	for _, operand := range operands {
		parts := []term{operand.in(byEquality)}
		if operand.op == op {
			parts = operand.parts
		}
		for _, p := range parts {
			out.parts = append(out.parts, p)
			flat = append(flat, p.flat)
		}
	}
	out.flat = strings.Join(flat, " "+op+" ")
	return out
}

// binary is the term of an operator that groups from the left.
func binary(l term, op string, r term, level int) term {
	parts := []term{l.in(level), r.in(level + 1)}
	return term{flat: parts[0].flat + " " + op + " " + parts[1].flat, level: level, op: op, parts: parts}
}

// negative is the term of !.
func negative(t term) term {
	operand := t.in(bySign)
	out := term{flat: "!" + operand.flat, level: bySign}
	if operand.op == "(" {
		out.op, out.parts = "!(", operand.parts
	}
	return out
}

// conditional is the term of the conditional operator.
func conditional(cond, then, otherwise term) term {
	parts := []term{cond.in(byOr), then.in(byOr), otherwise.in(byOr)}
	return term{flat: parts[0].flat + " ? " + parts[1].flat + " : " + parts[2].flat, level: byChoice, op: "?", parts: parts}
}

// term writes a statement around a term. Where that takes several lines and before ends as keywords do, parentheses hold
// it together.
func (p *printer) term(before string, t term, after string) {
	if p.fits(before, t.flat, after) || t.op == "" {
		p.line("%s%s%s", before, t.flat, after)
		return
	}
	if t.op != "?" && !strings.HasSuffix(t.op, "(") {
		if strings.HasSuffix(before, "(") {
			before, after = strings.TrimSuffix(before, "("), strings.TrimPrefix(after, ")")
		}
		p.block(before+"(", func() { p.operands("", t, "") }, ")"+after)
		return
	}
	p.operands(before, t, after)
}

// operands writes a term that may take several lines, the first of which begins with before.
func (p *printer) operands(before string, t term, after string) {
	if p.fits(before, t.flat, after) || t.op == "" {
		p.line("%s%s%s", before, t.flat, after)
		return
	}
	deeper := func(write func()) {
		p.depth++
		write()
		p.depth--
	}
	switch t.op {
	case "(", "!(":
		p.operands(before+t.op, t.parts[0], ")"+after)
	case "?":
		p.operands(before, t.parts[0], "")
		deeper(func() {
			p.operands("? ", t.parts[1], "")
			p.operands(": ", t.parts[2], after)
		})
	default:
		last := len(t.parts) - 1
		p.operands(before, t.parts[0], " "+t.op)
		rest := func() {
			for i, part := range t.parts[1:] {
				if i+1 == last {
					p.operands("", part, after)
				} else {
					p.operands("", part, " "+t.op)
				}
			}
		}
		if before == "" {
			rest()
		} else {
			deeper(rest)
		}
	}
}

func (p *printer) fits(before, text, after string) bool {
	return 2*p.depth+len(before)+len(text)+len(after) <= lineWidth
}
