package randomspecs

// wideNumbers are at the edges of integers of 64 bits and of doubles, in the digits that make them exact, and in other spellings.
var wideNumbers = []number{"0", "1", "-1", "-0", "1.0", "1e3", "0.5", "1e18", "9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "9223372036854775807.0", "1e300"}

// planWide adds a closed record of integers of 64 bits, by themselves, in lists and maps, and beside null. Nothing refers to it, because a schema beside
// it could name another numeric type.
func (a *author) planWide(add adder) {
	add(&named{kind: &kind{json: "object"}}, func(spot) any {
		properties := obj()
		for _, name := range a.distinct(memberNames, 1+a.IntN(3), map[string]bool{}) {
			properties.set(name, a.wideMember())
		}
		return obj("type", "object", "properties", properties, "additionalProperties", false)
	})
}

func (a *author) wideMember() *object {
	switch a.IntN(5) {
	case 0:
		return obj("type", "array", "items", a.wide())
	case 1:
		return obj("type", "object", "additionalProperties", a.wide())
	case 2:
		return obj("anyOf", []any{a.wide(), obj("type", "null")})
	default:
		return a.wide()
	}
}

// wide is an integer of 64 bits with limits. They are doubles, because the witness has no other numbers.
func (a *author) wide() *object {
	s := obj("$ref", pick(a, "std.Int64", "std.UInt64"))
	if a.one(3) {
		s.set(pick(a, "minimum", "exclusiveMinimum"), pick(a, lowNumbers...))
	}
	if a.one(3) {
		s.set(pick(a, "maximum", "exclusiveMaximum"), pick(a, number("9007199254740991"), number("1e300"), number("100.25")))
	}
	return s
}

// standard are the schemas of the types of std, for samples.
var standard = map[string]*object{"std.Int64": obj("type", "integer"), "std.UInt64": obj("type", "integer", "minimum", 0)}

// isWide reports whether one of the schemas refers to a type of std.
func (w *wish) isWide() bool {
	found := false
	w.each("$ref", func(v, _ any) {
		name, _ := v.(string)
		found = found || standard[name] != nil
	})
	return found
}
