package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// failing are the methods that make a record that describes a failure an error. They show its code and its message, and nothing else.
func (g *generator) failing(t *ir.Type) []jen.Code {
	if t.Error == nil {
		return nil
	}
	receiver := jen.Params(jen.Id("v").Op("*").Id(g.names.Type(t)))
	code, message := t.Error.Code, jen.Code(jen.Lit(""))
	doc := "Error returns the code."
	if t.Error.Message != nil {
		message, doc = g.textOf(t.Error.Message), "Error returns the code and the message."
	}
	text := g.wire("ErrorText").Call(jen.Lit(g.names.Package()+"."+g.names.Type(t)), g.textOf(code), message)
	methods := []jen.Code{oneLiner(jen.Func().Add(receiver.Clone()).Id("Error").Params().String(), text, doc)}
	if t.Error.Of == nil {
		return methods
	}
	body := []jen.Code{jen.Return(g.fieldOf(code))}
	if isStored(code) && modeOf(code.Value, code.Required) != plain {
		body = []jen.Code{
			jen.If(jen.List(jen.Id("code"), jen.Id("ok")).Op(":=").Add(g.fieldOf(code)).Dot("Get").Call(), jen.Id("ok")).Block(jen.Return(jen.Id("code"))),
			jen.Return(jen.Nil())}
	}
	unwrap := jen.Func().Add(receiver.Clone()).Id("Unwrap").Params().Error()
	if len(body) == 1 {
		return append(methods, commented(unwrap.Add(inBraces(body[0])), "Unwrap returns the code, so that errors.Is finds it."))
	}
	return append(methods, commented(unwrap.Block(body...), "Unwrap returns the code, if there is one, so that errors.Is finds it."))
}

// errorWord is the text of a failure's code if that is a word of a closed vocabulary, or nil.
func (g *generator) errorWord(t *ir.Type) jen.Code {
	if t.Error == nil || t.Error.Of == nil || t.Error.Of.Value.Kind.(*ir.Enum).Open {
		return nil
	}
	return g.textOf(t.Error.Code)
}

// fieldOf is the field or method of v that holds a member.
func (g *generator) fieldOf(f *ir.Field) *jen.Statement { return g.fieldIn(jen.Id("v"), f) }

func (g *generator) fieldIn(record *jen.Statement, f *ir.Field) *jen.Statement {
	value := record.Dot(g.names.Field(f))
	if !isStored(f) {
		value.Call()
	}
	return value
}

// textOf is the text of a member that is a string, empty where there is none.
func (g *generator) textOf(f *ir.Field) jen.Code {
	if f.Secret {
		return jen.Lit(mask)
	}
	value := g.fieldOf(f)
	if isStored(f) && modeOf(f.Value, f.Required) != plain {
		value.Dot("Or").Call(jen.Lit(""))
	}
	if k, isConst := resolve(f.Value).Kind.(ir.Const); g.scalarType(f.Value) != nil || isConst && k.Of != nil {
		return jen.String().Call(value)
	}
	return value
}

// failingCode makes a vocabulary of codes an error.
func (g *generator) failingCode(t *ir.Type) []jen.Code {
	if !t.ErrorCode {
		return nil
	}
	return []jen.Code{oneLiner(jen.Func().Params(jen.Id("v").Id(g.names.Type(t))).Id("Error").Params().String(), jen.String().Call(jen.Id("v")),
		"Error returns the code, which errors.Is finds in errors that hold it.")}
}
