package compile

import (
	"cmp"
	"fmt"

	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// limitKeywords lists the numeric keywords in the order in which they are checked.
var limitKeywords = []struct {
	name string
	of   typeSet
	op   ir.Op
	text string // %s is the limit
	unit string // singular of the counted things, or ""
}{
	{"minimum", numberType, ir.AtLeast, "must be at least %s", ""},
	{"exclusiveMinimum", numberType, ir.Above, "must be greater than %s", ""},
	{"maximum", numberType, ir.AtMost, "must be at most %s", ""},
	{"exclusiveMaximum", numberType, ir.Below, "must be less than %s", ""},
	{"minLength", stringType, ir.AtLeast, "must have at least %s", "character"},
	{"maxLength", stringType, ir.AtMost, "must have at most %s", "character"},
	{"minItems", arrayType, ir.AtLeast, "must have at least %s", "item"},
	{"maxItems", arrayType, ir.AtMost, "must have at most %s", "item"},
}

// checks returns the numeric checks for values of the types.
func (n *normalForm) checks(of typeSet) []ir.Check {
	if of == numberType && n.width != ir.Safe {
		return n.wideBounds()
	}
	return n.limitsOf(of)
}

// bounds returns the numeric checks for numbers of any type.
func (n *normalForm) bounds() []ir.Check { return n.limitsOf(numberType) }

func (n *normalForm) limitsOf(of typeSet) []ir.Check {
	var list []ir.Check
	for _, k := range limitKeywords {
		l, ok := n.limits[k.name]
		if !ok || k.of != of {
			continue
		}
		text := cmp.Or(l.Digits, wording.SpellNumber(l.Value))
		if k.unit != "" {
			text += " " + k.unit
			if l.Value != 1 {
				text += "s"
			}
		}
		failure := ir.Failure{Rule: k.name, Message: fmt.Sprintf(k.text, text)}
		switch of {
		case numberType:
			list = append(list, ir.Bound{Op: k.op, Limit: l.Value, Digits: l.Digits, Failure: failure})
		case stringType:
			list = append(list, ir.Length{Op: k.op, Limit: int(l.Value), Failure: failure})
		case arrayType:
			list = append(list, ir.Items{Op: k.op, Limit: int(l.Value), Failure: failure})
		}
	}
	return list
}

// ranges reports limits that leave nothing.
func (c *compiler) ranges(n *normalForm) {
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"minimum", "exclusiveMaximum"}, {"exclusiveMinimum", "maximum"}, {"exclusiveMinimum", "exclusiveMaximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"},
		{"minProperties", "maxProperties"}, {"minContains", "maxContains"}} {
		low, ok1 := n.limits[pair[0]]
		high, ok2 := n.limits[pair[1]]
		open := pair[0] == "exclusiveMinimum" || pair[1] == "exclusiveMaximum"
		if ok1 && ok2 && (stricter(low, high) || open && !stricter(high, low)) {
			n.impossible = true
			c.Diags.Add(diag.Diagnostic{Pos: high.Pos, Severity: diag.Warning, Code: "impossible", Message: fmt.Sprintf("no value is between `%s` and `%s`", pair[0], pair[1]),
				Notes: []diag.Note{{Pos: low.Pos, Message: "`" + pair[0] + "` is here"}}})
		}
	}
}

// stringChecks returns lengths, patterns and formats, in this order.
func (c *compiler) stringChecks(n *normalForm) []ir.Check {
	list := n.checks(stringType)
	for _, p := range n.patterns {
		if re := c.translate(p); re != nil {
			list = append(list, ir.Pattern{Regexp: re, Failure: ir.Failure{Rule: "pattern", Message: "must match " + wording.Cut(p.Value)}})
		}
	}
	for _, f := range n.formats {
		if check, asserted := c.format(f); asserted {
			list = append(list, check)
		}
	}
	return list
}

// translate translates a pattern once; it is reported once, too.
func (c *compiler) translate(p syntax.Text) *ir.Regexp {
	if re, done := c.regexps[p]; done {
		return re
	}
	c.spend(&c.budget.patterns, len(p.Value), p.Pos)
	if c.exhausted || c.Diags.Full() && c.Diags.HasErrors() {
		return nil // a refused pattern can cost much, and one more would not be shown
	}
	re, err := pattern.Translate(p.Value)
	if err != nil {
		re = nil
		pos := p.Pos
		if !c.Diags.Full() {
			pos = c.fileOf(p.Pos).At(p, err.Offset)
		}
		c.Fail(pos, diag.Code("pattern-"+err.Kind.String()), "", "%s", err.Message)
	}
	if re != nil {
		c.spendAutomata(re, p.Pos)
	}
	c.regexps[p] = re
	return re
}

// formatMessages are the messages for a value that is not of a format.
var formatMessages = map[ir.FormatName]string{
	ir.DateTime:     "must be an RFC 3339 date-time",
	ir.Date:         "must be an RFC 3339 date",
	ir.Time:         "must be an RFC 3339 time",
	ir.Duration:     "must be an RFC 3339 duration",
	ir.UUID:         "must be a UUID",
	ir.URI:          "must be a URI",
	ir.URIReference: "must be a URI reference",
	ir.Email:        "must be an email address",
	ir.Hostname:     "must be a host name",
	ir.IPv4:         "must be an IPv4 address",
	ir.IPv6:         "must be an IPv6 address",
	ir.JSONPointer:  "must be a JSON Pointer",

	ir.RelativeJSONPointer: "must be a relative JSON Pointer",
	ir.URITemplate:         "must be a URI template",
}

// format returns the check for a format, or false if the format is an annotation.
func (c *compiler) format(f syntax.Text) (ir.Format, bool) {
	if message, asserted := formatMessages[ir.FormatName(f.Value)]; asserted {
		return ir.Format{Name: ir.FormatName(f.Value), Failure: ir.Failure{Rule: "format", Message: message}}, true
	}
	var names []string
	for _, name := range ir.Formats() {
		names = append(names, string(name))
	}
	help := ""
	if near := diag.Nearest(f.Value, names); near != "" {
		help = "did you mean `" + near + "`?"
	}
	c.Diags.Add(diag.Diagnostic{Pos: f.Pos, Severity: diag.Warning, Code: "format-annotation",
		Message: fmt.Sprintf("the format %q is only an annotation; it is not checked", f.Value), Suggestion: help})
	return ir.Format{}, false
}
