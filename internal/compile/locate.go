package compile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// steps are the suffixes that keywords add to the names of types below them, if they differ from the keyword.
var steps = map[string]string{"items": ".item", "prefixItems": ".item", "contains": ".item", "unevaluatedItems": ".item",
	"additionalProperties": ".value", "patternProperties": ".value", "unevaluatedProperties": ".value", "propertyNames": ".name"}

// locate gives every schema inside a declaration its address, and the name that it gets if it becomes a type of its own.
func (c *compiler) locate(s *syntax.Schema, name, address string) {
	c.place[s], c.address[s] = name, address
	names := branchNames(s)
	for _, sub := range s.Subschemas() {
		inside := name + steps[sub.Keyword]
		if sub.Keyword == "properties" || sub.Keyword == "$defs" {
			inside = name + "." + step(sub.Key, sub.Schema)
		}
		if sub.Keyword == "oneOf" && s.Tag.Value != "" {
			inside = name + "." + branchStep(sub, s.Tag.Value)
		} else if sub.Keyword == fallbackKeyword {
			inside = name + ".fallback"
		} else if names[sub.Schema] != "" {
			inside = name + "." + names[sub.Schema]
		}
		at := address + "/" + sub.Keyword
		if hasKey(sub.Keyword) {
			at += "/" + sub.Key
		}
		c.locate(sub.Schema, inside, at)
	}
}

// step returns the suffix that a member adds to the names of types below it: its x-name for all languages, or its own name.
func step(member string, s *syntax.Schema) string {
	for _, r := range s.Rename {
		if r.Language == "" {
			return r.Name.Value
		}
	}
	return member
}

// branchStep returns the suffix that a branch of a discriminated union adds: its tag values if it declares a few of them itself, or its number.
func branchStep(branch syntax.Subschema, tag string) string {
	values := tagConstants(branch.Schema, tag)
	if len(values) == 0 || len(values) > 3 {
		index, _ := strconv.Atoi(branch.Key)
		return fmt.Sprintf("branch%d", index+1)
	}
	return strings.Join(values, " or ")
}

// tagConstants are the strings and booleans that a schema, or a part of it, gives a member.
func tagConstants(s *syntax.Schema, member string) []string {
	for _, p := range s.Properties {
		if p.Name.Value != member {
			continue
		}
		list, _ := literalsOf(p.Schema)
		var values []string
		for _, l := range list {
			switch l.Kind {
			case ir.StringLiteral:
				values = append(values, l.String)
			case ir.BoolLiteral:
				values = append(values, strconv.FormatBool(l.Bool))
			}
		}
		return values
	}
	for _, part := range s.AllOf {
		if values := tagConstants(part, member); values != nil {
			return values
		}
	}
	return nil
}
