package ir

import "slices"

// Leaf is a record that values of a union can be, at any depth of unions.
type Leaf struct {
	Type *Type
	// Tags are the values of the tag that select the record, as in Selection.TagOf. Without Tags and Any, every value of the member is possible.
	Tags []string
	Any  bool // it is a fallback: every string, or integer, that selects no other record, and that is not refused, selects it
}

// Leaves returns the records of a union, each once, with the values of a tag that select them. The tag is that of the union, or of one inside.
func (u *Union) Leaves(tag string) []Leaf {
	var list []Leaf
	at := map[*Type]int{}
	u.eachLeaf(tag, nil, func(l Leaf) {
		i, known := at[l.Type]
		if !known {
			at[l.Type] = len(list)
			list = append(list, l)
			return
		}
		list[i].Any = list[i].Any || l.Any
		for _, tag := range l.Tags {
			if !slices.Contains(list[i].Tags, tag) {
				list[i].Tags = append(slices.Clip(list[i].Tags), tag)
			}
		}
	})
	return list
}

func (u *Union) eachLeaf(tag string, around []string, found func(Leaf)) {
	for _, v := range u.Variants {
		tags := around
		if u.Tagged() && u.Tag == tag {
			tags = v.Tags
		}
		if inner, is := v.Type.Value.Kind.(*Union); is {
			inner.eachLeaf(tag, tags, found)
			continue
		}
		leaf := Leaf{Type: v.Type, Tags: tags, Any: u.Tagged() && u.Tag == tag && len(v.Tags) == 0}
		if own, is := constantTag(v.Type, tag); is && slices.Contains(tags, own) {
			leaf.Tags = []string{own}
		}
		found(leaf)
	}
}

// constantTag returns the only value of a member as a tag. The tag may be that of a union around the one that has the record.
func constantTag(record *Type, tag string) (text string, is bool) {
	if f := record.Field(tag); f != nil {
		if c, isConst := f.Value.Resolve().Kind.(Const); isConst {
			text, _, is = TagOfLiteral(c.Literal)
		}
	}
	return text, is
}

// TagsKnown returns how many values the tag of leaves can have, or 0 if any string can be one.
func TagsKnown(leaves []Leaf) int {
	known := map[string]bool{}
	for _, l := range leaves {
		if l.Any {
			return 0
		}
		for _, tag := range l.Tags {
			known[tag] = true
		}
	}
	return len(known)
}

// VariantTest is one variant that an IsVariant tests for.
type VariantTest struct {
	Variant *Type    // a record
	Tags    []string // the tags that are tested for, each once; none if presence selects
	All     []string // all tags of the variant; of a fallback, those that it has not
	Other   bool     // the variant is a fallback
	Certain bool     // the value is of the variant, because earlier conditions and the tests for whole variants exclude the others
}

// Whole reports whether the variant has no other tags.
func (t VariantTest) Whole() bool { return !t.Other && len(t.Tags) == len(t.All) }

// Expanded returns a test as tests for whole variants, with comparisons of the tag in the other ones.
func (e IsVariant) Expanded() Expr {
	var either Expr
	add := func(x Expr) {
		if either == nil {
			either = x
		} else {
			either = Logic{Or: true, L: either, R: x}
		}
	}
	whole := e
	whole.Tests = nil
	for _, t := range e.Tests {
		if t.Whole() {
			whole.Tests = append(whole.Tests, t)
		}
	}
	if whole.Tests != nil {
		add(whole)
	}
	for _, t := range e.Tests {
		if !t.Whole() {
			is := e.tagIs(t)
			if !t.Certain {
				only := e
				only.Tests = []VariantTest{{Variant: t.Variant}}
				is = Logic{L: only, R: is}
			}
			add(is)
		}
	}
	return either
}

// tagIs compares the tag of a variant.
func (e IsVariant) tagIs(t VariantTest) Expr {
	field := t.Variant.Field(e.Tag)
	tag := MemberOf{Of: AsVariant{Of: e.Of, Union: e.Union, Variants: []*Type{t.Variant}}, Record: t.Variant, Field: field}
	typ := TypeOfValue(&field.Value)
	if typ.Kind == BoolExpr {
		return Comparison{Op: Equal, Type: typ, L: tag, R: Constant{Type: typ, Bool: t.Tags[0] == "true"}}
	}
	if e.By != ByInteger {
		typ = ExprType{Kind: StringExpr} // that of an enum names it
	}
	list := ListOf{Elem: typ}
	for _, word := range t.Tags {
		l := e.By.Literal(word)
		list.Items = append(list.Items, Constant{Type: typ, String: l.String, Int: int64(l.Number)})
	}
	if len(list.Items) == 1 {
		return Comparison{Op: Equal, Type: typ, L: tag, R: list.Items[0]}
	}
	return Call{Function: InList, Type: ExprType{Kind: BoolExpr}, Args: []Expr{tag, list}}
}

// TagValues returns the tags that a test is for, each once.
func (e IsVariant) TagValues() []string {
	var list []string
	seen := map[string]bool{}
	for _, t := range e.Tests {
		for _, tag := range t.Tags {
			if !seen[tag] {
				seen[tag] = true
				list = append(list, tag)
			}
		}
	}
	return list
}
