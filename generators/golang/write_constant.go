package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// constantText returns the canonical text of a constant member with its name, or "" for numbers that are not integers.
func constantText(f *ir.Field) string {
	value := "null"
	if c, ok := resolve(f.Value).Kind.(ir.Const); ok {
		switch l := c.Literal; {
		case l.Kind == ir.StringLiteral:
			value = jsonString(l.String)
		case l.Kind == ir.BoolLiteral:
			value = strconv.FormatBool(l.Bool)
		case l.IsInteger():
			value = strconv.FormatInt(int64(l.Number), 10)
		default:
			return ""
		}
	}
	return jsonString(f.Name) + ":" + value
}

// jsonString returns a string in the form of RFC 8785.
func jsonString(s string) string {
	return strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029").Replace(jsontext.Of(s))
}

// textLiteral returns a raw string literal if possible, for the readability of JSON.
func textLiteral(text string) jen.Code {
	if strings.ContainsFunc(text, func(c rune) bool { return c == '`' || c < ' ' || c > '~' }) {
		return jen.Lit(text)
	}
	return jen.Op("`" + text + "`")
}

func (g *generator) writeConstant(w *jen.Statement, v ir.Value) jen.Code {
	c, ok := resolve(v).Kind.(ir.Const)
	if !ok {
		return call(w, "Null")
	}
	switch c.Literal.Kind {
	case ir.BoolLiteral:
		return call(w, "Boolean", jen.Lit(c.Literal.Bool))
	case ir.NumberLiteral:
		return call(w, "Number", number(c.Literal.Number))
	case ir.StringLiteral:
		return call(w, "Word", jen.Lit(c.Literal.String))
	}
	panic(fmt.Sprintf("golang: unhandled literal %d", c.Literal.Kind))
}
