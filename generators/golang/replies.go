package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// replies declares the interface of replies to a request. Records of other packages cannot have the method that seals it.
func (g *generator) replies(t *ir.Type) []jen.Code {
	if len(t.Replies) == 0 {
		return nil
	}
	name := g.names.Type(t) + "Reply"
	methods := []jen.Code{g.envelope("Message")}
	sealed := !slices.ContainsFunc(t.Replies, g.isForeign)
	if sealed {
		methods = append(methods, jen.Id(marker(name)).Params())
	}
	var texts []string
	var code []jen.Code
	for _, r := range t.Replies {
		texts = append(texts, g.variantText(r))
		if sealed {
			code = append(code, jen.Func().Params(jen.Op("*").Id(g.names.Type(r))).Id(marker(name)).Params().Block())
		}
	}
	return append([]jen.Code{commented(jen.Type().Id(name).Interface(methods...), name+" is a reply to "+g.names.Type(t)+": "+alternatives(texts)+".")}, code...)
}
