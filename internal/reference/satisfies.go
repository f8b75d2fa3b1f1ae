package reference

import (
	"math"
	"slices"
	"unicode/utf8"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// satisfies is the function of that name: whether a value satisfies a JSON Schema, by some of its keywords.
func satisfies(value, schema ref.Val) ref.Val {
	v, s := fromNative(value), fromNative(schema)
	return types.Bool(partsOf(v)*partsOf(s) > 4_000_000 || conforms(v, s))
}

func partsOf(value any) int {
	n := 1
	switch x := value.(type) {
	case []any:
		for _, item := range x {
			n += partsOf(item)
		}
	case object:
		for _, m := range x {
			n += partsOf(m.value)
		}
	}
	return n
}

func conforms(value, schema any) bool {
	if answer, is := schema.(bool); is {
		return answer
	}
	keywords, _ := schema.(object)
	return !slices.ContainsFunc(keywords, func(k member) bool { return !keeps(value, keywords, k.name, k.value) })
}

func keeps(value any, schema object, keyword string, of any) bool {
	list, isList := of.([]any)
	members, isObject := value.(object)
	items, isArray := value.([]any)
	switch keyword {
	case "type":
		return isOfTypes(value, of)
	case "const":
		return canonical(value) == canonical(of)
	case "enum":
		return !isList || slices.ContainsFunc(list, func(item any) bool { return canonical(item) == canonical(value) })
	case "required":
		for _, name := range list {
			if text, is := name.(string); is && isObject {
				if _, has := members.get(text); !has {
					return false
				}
			}
		}
	case "properties":
		properties, _ := of.(object)
		for _, m := range members {
			if inner, named := properties.get(m.name); named && !conforms(m.value, inner) {
				return false
			}
		}
	case "additionalProperties":
		if _, patterns := schema.get("patternProperties"); patterns {
			return true
		}
		named, _ := schema.get("properties")
		properties, _ := named.(object)
		for _, m := range members {
			if _, is := properties.get(m.name); !is && !conforms(m.value, of) {
				return false
			}
		}
	case "items":
		prefix, _ := schema.get("prefixItems")
		first, _ := prefix.([]any)
		return isList || !isArray || !slices.ContainsFunc(items[min(len(first), len(items)):], func(item any) bool { return !conforms(item, of) })
	}
	limit, isNumber := of.(float64)
	return !isNumber || isWithin(value, keyword, limit)
}

func isOfTypes(value, of any) bool {
	names, isList := of.([]any)
	if !isList {
		names = []any{of}
	}
	known := false
	for _, name := range names {
		n, isNumber := value.(float64)
		is, isKnown := map[any]bool{"null": value == nil, "number": isNumber, "integer": isNumber && n == math.Trunc(n)}[plainName(name)], true
		switch plainName(name) {
		case "null", "number", "integer":
		case "boolean":
			_, is = value.(bool)
		case "object":
			_, is = value.(object)
		case "array":
			_, is = value.([]any)
		case "string":
			_, is = value.(string)
		default:
			isKnown = false
		}
		if known = known || isKnown; is && isKnown {
			return true
		}
	}
	return !known
}

// plainName is a name, or "" for another value: not every value can be looked up.
func plainName(name any) string {
	text, _ := name.(string)
	return text
}

func isWithin(value any, keyword string, limit float64) bool {
	have := math.NaN() // compares with nothing
	switch x := value.(type) {
	case float64:
		switch keyword {
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
			have = x
		case "multipleOf":
			return limit <= 0 || isMultiple(x, limit)
		}
	case string:
		if keyword == "minLength" || keyword == "maxLength" {
			have = float64(utf8.RuneCountInString(x))
		}
	case []any:
		if keyword == "minItems" || keyword == "maxItems" {
			have = float64(len(x))
		}
	case object:
		if keyword == "minProperties" || keyword == "maxProperties" {
			have = float64(len(x))
		}
	}
	switch keyword {
	case "minimum", "minLength", "minItems", "minProperties":
		return !(have < limit)
	case "maximum", "maxLength", "maxItems", "maxProperties":
		return !(have > limit)
	case "exclusiveMinimum":
		return !(have <= limit)
	case "exclusiveMaximum":
		return !(have >= limit)
	}
	return true
}
