package ir

import "strconv"

// UnionBranch is one branch of a Union whose branches have no tag. The Union then occurs only inside values that a Schema has accepted, so one of its branches accepts
// the value.
type UnionBranch struct {
	Schema  *Schema
	Variant int // index of Union.Variants
}

// Tagged reports whether the value of a member selects the variant.
func (u *Union) Tagged() bool { return u.By == ByString || u.By == ByBoolean || u.By == ByInteger }

// Fallback returns the type of every string, or integer, that is no variant's tag and not Refused, or nil. It is that of the last variant.
func (u *Union) Fallback() *Type {
	if last := len(u.Variants) - 1; u.Tagged() && last >= 0 && len(u.Variants[last].Tags) == 0 {
		return u.Variants[last].Type
	}
	return nil
}

// Named returns the tags of all variants.
func (u *Union) Named() []string {
	var all []string
	for _, v := range u.Variants {
		all = append(all, v.Tags...)
	}
	return all
}

// Fallback returns the schema of every string, or integer, that no case names and that is not Refused, or nil. It is that of the last case.
func (s Select) Fallback() *Schema {
	if last := len(s.Cases) - 1; last >= 0 && len(s.Cases[last].Tags) == 0 {
		return s.Cases[last].Schema
	}
	return nil
}

// Variant is one branch of a Union. Its Type is a *Record, or a *Union of such. Where a value selects it, it requires the tag and gives it these values; of
// two that presence distinguishes, the first requires the tag, and the second does not name it.
type Variant struct {
	Tags []string // disjoint from the other variants', at least one if the union is Tagged, except for the fallback; as in Selection.TagOf
	Type *Type    // of the fallback, a *Record whose tag is any string or integer
}

// Selection is how a value selects a variant: by a property of a tag, or by acceptance.
type Selection uint8

const (
	ByString Selection = iota
	ByBoolean
	ByInteger // its tags are integers within ±(2^53-1), in decimal digits
	ByPresence
	ByBranch // no member selects; the first branch that accepts the value does
)

// JSONType is the name of the JSON type of tags.
func (by Selection) JSONType() string {
	return map[Selection]string{ByString: "string", ByBoolean: "boolean", ByInteger: "integer"}[by]
}

// TagOf returns a literal as a tag: a string as it is, a boolean as the word true or false, an integer in decimal digits.
func (by Selection) TagOf(l Literal) (tag string, is bool) {
	switch {
	case by == ByString && l.Kind == StringLiteral:
		return l.String, true
	case by == ByBoolean && l.Kind == BoolLiteral:
		return strconv.FormatBool(l.Bool), true
	case by == ByInteger && l.IsInteger() && l.Digits == "":
		return strconv.FormatInt(int64(l.Number), 10), true
	}
	return "", false
}

// TagOfLiteral returns a literal as a tag, with the selection by its JSON type.
func TagOfLiteral(l Literal) (tag string, by Selection, is bool) {
	for _, by := range []Selection{ByString, ByBoolean, ByInteger} {
		if tag, is := by.TagOf(l); is {
			return tag, by, true
		}
	}
	return "", ByString, false
}

// Literal returns the literal of a tag.
func (by Selection) Literal(tag string) Literal {
	switch by {
	case ByBoolean:
		return Literal{Kind: BoolLiteral, Bool: tag == "true"}
	case ByInteger:
		number, _ := strconv.ParseInt(tag, 10, 64) // TagOf wrote it
		return Literal{Kind: NumberLiteral, Number: float64(number)}
	}
	return Literal{Kind: StringLiteral, String: tag}
}
