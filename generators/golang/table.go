package golang

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// wordBits is the number of members in one word of a record's bit set.
const wordBits = 64

// isRequired is the default failure for an absent member.
var isRequired = ir.Failure{Rule: "required", Message: "is required"}

// recordTable declares the table of the members of a record, for its reader and its writer.
func (g *generator) recordTable(t *ir.Type, record *ir.Record) jen.Code {
	var names []string
	for _, f := range record.Fields {
		names = append(names, f.Name)
	}
	isJudged := t.Value.Evaluated() != nil // by a schema, before its members are read
	if !isJudged {
		for _, f := range record.Forbidden {
			names = append(names, f.Name)
		}
		names = append(names, record.Noted...)
	}
	var fields []jen.Code
	if len(names) > 0 {
		fields = append(fields, keyed("Names", jen.Index().String().Values(chunked(literals(names))...)))
	}
	if others := len(names) - len(record.Fields); others > 0 {
		fields = append(fields, keyed("Others", jen.Lit(others)))
	}
	if !isJudged {
		if message := t.Value.Mismatch.Message; message != "must be an object" {
			fields = append(fields, keyed("Mismatch", jen.Lit(message)))
		}
		fields = append(fields, g.requiredFields(record)...)
		if record.Closed {
			fields = append(fields, keyed("Surplus", g.failure(record.Surplus)))
		}
	}
	return fitting(g.tables[t], g.wire("Record"), fields)
}

func literals[T string | int](values []T) []jen.Code {
	var list []jen.Code
	for _, v := range values {
		list = append(list, jen.Lit(v))
	}
	return list
}

// requiredFields returns the bits of required members, and the failures that are not the default.
func (g *generator) requiredFields(record *ir.Record) []jen.Code {
	words := make([]uint64, (len(record.Fields)+wordBits-1)/wordBits)
	var missing []jen.Code
	for i, f := range record.Fields {
		if !f.Required {
			continue
		}
		words[i/wordBits] |= 1 << (i % wordBits)
		if f.Missing != isRequired {
			missing = append(missing, jen.Lit(i).Op(":").Add(g.failureFields(f.Missing)))
		}
	}
	var bits []jen.Code
	for _, word := range words {
		bits = append(bits, jen.Id("0b"+strconv.FormatUint(word, 2)))
	}
	var fields []jen.Code
	if len(words) > 0 && words[0] != 0 {
		fields = append(fields, keyed("Required", bits[0]))
	}
	if len(words) > 1 {
		fields = append(fields, keyed("More", jen.Index().Uint64().Values(bits[1:]...)))
	}
	if missing != nil {
		fields = append(fields, keyed("Missing", jen.Map(jen.Int()).Add(g.wire("Failure")).Add(onePerLine(missing))))
	}
	return fields
}
