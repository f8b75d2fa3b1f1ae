package docs

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// The headings after those of the types.
const (
	rulesTitle  = "Rules"
	paramsTitle = "Parameters"
)

// statement is one rule of the spec, with the types that it applies to.
type statement struct {
	*ir.Rule
	of []*ir.Type
}

// statements returns the rules of the protocol, each once.
func statements(p *ir.Protocol) []statement {
	var list []statement
	for _, t := range p.Types {
		for _, r := range t.Rules {
			i := slices.IndexFunc(list, func(s statement) bool { return s.ID == r.ID })
			if i < 0 {
				i = len(list)
				list = append(list, statement{Rule: r})
			}
			list[i].of = append(list[i].of, t)
		}
	}
	sorting.Stable(list, func(a, b statement) int { return a.Stage - b.Stage })
	return list
}

// later returns the headings after those of the types.
func (g *page) later() []string {
	var list []string
	if len(statements(g.protocol)) > 0 || g.protocol.Accepts != nil {
		list = append(list, rulesTitle)
	}
	if len(g.protocol.Conversations) > 0 {
		list = append(list, conversationsTitle)
	}
	if len(g.protocol.Builders) > 0 {
		list = append(list, buildersTitle)
	}
	if len(g.protocol.Dispatches) > 0 {
		list = append(list, dispatchTitle)
	}
	if len(g.protocol.Params) > 0 {
		list = append(list, paramsTitle)
	}
	if len(g.protocol.Rulings) > 0 {
		list = append(list, rulingsTitle)
	}
	if g.document != nil {
		list = append(list, statementsTitle)
	}
	return list
}

// rules writes the section about the rules.
func (g *page) rules() {
	p := g.protocol
	g.put("## %s", rulesTitle)
	if a := p.Accepts; a != nil {
		g.put("%s is checked first, against the parameter %s.\nIf its major version is not accepted, %s is the only issue: it %s",
			memberPath(a.At), code(p.Params[a.Param].Name), code("version"), sentence(a.Failure.Message))
	}
	list := statements(p)
	if len(list) == 0 {
		return
	}
	about := "Rules are evaluated on values whose structure is valid."
	if len(p.Stages) > 1 {
		about += fmt.Sprintf("\nStages run in this order: %s.\nAfter a stage with an issue of level must, no other one runs.", codes(p.Stages))
	}
	g.put("%s", about)
	header := []string{"Rule", "Level", "Applies to", "Statement"}
	if len(p.Stages) > 1 {
		header = append(header, "Stage")
	}
	t := table{header: append(header, "Source")}
	for _, s := range list {
		row := []string{code(s.ID), s.Failure.Level.String(), g.subjects(s), sentence(s.Failure.Message)}
		if len(p.Stages) > 1 {
			row = append(row, code(p.Stages[s.Stage]))
		}
		t.add(append(row, prose(s.Source))...)
	}
	g.put("%s", t.String())
	g.ruleTexts(list)
}

// subjects returns the types that a rule applies to, and the location of its issue: a member, or the object with the members.
func (g *page) subjects(s statement) string {
	var links []string
	for _, t := range g.composed(s) {
		links = append(links, g.link(t))
	}
	text := strings.Join(links, ", ")
	switch {
	case s.Each != nil && len(s.At) == 0:
		text += ", at each member"
	case s.Each != nil:
		text += ", at each member of " + memberPath(s.At)
	case len(s.At) > 0:
		text += ", at " + memberPath(s.At)
	}
	return text
}

// composed returns the types that a rule applies to. A part replaces the types that contain it and inherit the rule from it.
func (g *page) composed(s statement) []*ir.Type {
	var list []*ir.Type
	add := func(t *ir.Type) {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	for _, t := range s.of {
		from := slices.IndexFunc(t.Parts, func(part *ir.Type) bool {
			return g.anchors[part] != "" && slices.ContainsFunc(part.Rules, func(r *ir.Rule) bool { return r.ID == s.ID })
		})
		if from >= 0 {
			add(t.Parts[from])
		} else {
			add(t)
		}
	}
	return list
}

func memberPath(at []string) string { return code(strings.Join(at, ".")) }

// ruleTexts writes the rules in CEL.
func (g *page) ruleTexts(list []statement) {
	about := "The same in CEL:"
	if slices.ContainsFunc(list, func(s statement) bool { return s.Each != nil }) {
		about = "The same in CEL, where " + code("name") + " is the name of the member that the rule is evaluated for:"
	}
	g.put("%s", about)
	for _, s := range list {
		text := strings.TrimSpace(s.Text)
		fence := fenceFor(text, "```")
		g.put("%s\n\n%scel\n%s\n%s", code(s.ID), fence, text, fence)
	}
}

// params writes the table of the parameters.
func (g *page) params() {
	g.put("## %s", paramsTitle)
	t := table{header: []string{"Parameter", "Type", "Default", "About"}}
	for _, p := range g.protocol.Params {
		t.add(code(p.Name), paramType(p), paramDefault(p), about(p.Doc))
	}
	g.put("%s", t.String())
}

var paramTypes = map[ir.ExprKind]string{ir.BoolExpr: "boolean", ir.IntExpr: "integer", ir.DoubleExpr: "number", ir.StringExpr: "string", ir.DurationExpr: "duration"}

func paramType(p *ir.Param) string {
	if p.Size {
		return "size in bytes"
	}
	return paramTypes[p.Type.Kind]
}

func paramDefault(p *ir.Param) string {
	switch {
	case p.Type.Kind == ir.DurationExpr:
		return ir.DurationText(time.Duration(p.Default.Number))
	case p.Size:
		return ir.SizeText(int64(p.Default.Number))
	}
	return code(literal(p.Default))
}
