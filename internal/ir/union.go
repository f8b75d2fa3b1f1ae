package ir

// UnionBranch is one branch of a Union whose branches have no tag. The Union then occurs only inside values that a Schema has accepted, so one of its branches accepts
// the value.
type UnionBranch struct {
	Schema  *Schema
	Variant int // index of Union.Variants
}

// Tagged reports whether the value of a member selects the variant.
func (u *Union) Tagged() bool { return u.By == ByString || u.By == ByBoolean }

// Variant is one branch of a Union. Its Type is a *Record, or a *Union of such. Where a value selects it, it requires the tag and gives it these values; of
// two that presence distinguishes, the first requires the tag, and the second does not name it.
type Variant struct {
	Tags []string // disjoint from the other variants', at least one if the union is Tagged; ByBoolean the words true and false
	Type *Type
}

// Selection is how a value selects a variant: by a property of a tag, or by acceptance.
type Selection uint8

const (
	ByString Selection = iota
	ByBoolean
	ByPresence
	ByBranch // no member selects; the first branch that accepts the value does
)
