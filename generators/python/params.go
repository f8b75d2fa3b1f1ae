package python

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// taken contains words that cannot be the name of a function or an attribute: keywords of Python, attributes of Given, and a letter that
// style checkers refuse because it looks like a digit.
var taken = strings.Fields("False None True and as assert async await break class continue def del elif else except finally for from global if " +
	"import in is lambda nonlocal not or pass raise return try while with yield now fits longest l")

// attributeOf returns the attribute of a parameter.
func (g *generator) attributeOf(param int) string {
	name := g.protocol.Params[param].Name
	if slices.Contains(taken, name) {
		return name + "_"
	}
	return name
}

// params prints the class of the inputs of rules.
func (t *ruleTable) params() string {
	list := t.protocol.Params
	t.uses.support.use("Options")
	t.uses.typing.use("Final")
	var attributes, sorted []string
	for i, p := range list {
		attributes = append(attributes, quote(t.attributeOf(i)))
		sorted = append(sorted, quote(p.Name))
	}
	slices.Sort(attributes)
	p := newPrinter(0)
	p.Line("class %s(%s):", t.given, t.own("Given"))
	p.Block(func() {
		p.Line(`"""The inputs of the rules."""`)
		p.Line("")
		p.tuple("__slots__ = ", attributes)
		p.list("PARAMS = frozenset([", sorted, "])")
		p.Line("")
		p.Line("def __init__(self, options: " + t.own("Options") + ") -> None:")
		p.Block(func() {
			p.Line("super().__init__(options)")
			for i, param := range list {
				p.Line("self.%s: "+t.own("Final")+" = self._%s(%s, %s)", t.attributeOf(i), param.Takes(), quote(param.Name), t.defaultOf(param))
				if doc := docstring(p.Margin(), describe(param.Doc)); doc != "" {
					p.Line("%s", doc)
				}
			}
		})
	})
	return p.String()
}

func (t *ruleTable) defaultOf(p *ir.Param) string {
	switch {
	case p.Type.Kind == ir.DoubleExpr:
		return double(p.Default.Number)
	case p.Type.Kind == ir.DurationExpr:
		n, _ := big.NewFloat(p.Default.Number).Int(nil)
		return t.nanoseconds(n).Code.Flat
	case p.Size && p.Default.Number > 1024 && int64(p.Default.Number)%1024 == 0:
		return fmt.Sprintf("%d * 1024", int64(p.Default.Number)/1024)
	}
	return literal(p.Default)
}

// paramDocs lists the parameters for the documentation of the package.
func (g *generator) paramDocs() string {
	if len(g.protocol.Params) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\nParameters, for the params of Options:\n")
	for _, p := range g.protocol.Params {
		fmt.Fprintf(&b, "\n* ``%s``", p.Name)
		if words := strings.Join(strings.Fields(p.Doc.Text), " "); words != "" {
			b.WriteString(": " + words)
		}
	}
	return b.String()
}
