package golang

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// packages are those that generated code imports. No variable has such a name.
var packages = []string{"wire", "envelope", "context", "iter", "time", "io"}

var qualified = regexp.MustCompile(`\b(` + strings.Join(packages, "|") + `)\.([A-Z]\w*)`)

// p is code as text. Strings stand as they are, but that the file imports what they name; numbers are spelled; code stands where it is.
// go/format lays all of it out.
func (g *generator) p(parts ...any) *jen.Statement {
	var items []jen.Code
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			items = append(items, g.text(part)...)
		case int:
			items = append(items, jen.Op(strconv.Itoa(part)))
		case []jen.Code:
			items = append(items, jen.Custom(jen.Options{Separator: "\n"}, part...))
		case jen.Code:
			items = append(items, part)
		default:
			panic(fmt.Sprintf("golang: %T is no code", part))
		}
	}
	return jen.Custom(jen.Options{}, items...)
}

func (g *generator) text(text string) (items []jen.Code) {
	for {
		at := qualified.FindStringSubmatchIndex(text)
		if at == nil {
			return append(items, jen.Op(text))
		}
		of, name := text[at[2]:at[3]], text[at[4]:at[5]]
		switch of {
		case "wire":
			of = g.wireImport()
		case "envelope":
			of = g.support
		}
		items, text = append(items, jen.Op(text[:at[0]]), jen.Qual(of, name)), text[at[1]:]
	}
}
