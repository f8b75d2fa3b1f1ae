package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// normalForm is a merged conjunction of keywords.
type normalForm struct {
	key   string // the same for equal keywords
	place string // the same for the same keywords
	pos   diag.Pos
	doc   ir.Doc
	types typeSet
	// typed: a `type` keyword is among them, so that a value of another JSON type breaks `type`.
	typed   bool
	typePos diag.Pos

	hasLits bool
	isConst bool
	lits    []ir.Literal
	complex bool // a list or mapping is among the literals
	litPos  diag.Pos
	enums   []*syntax.Schema
	// Of a choice of constants: its failure, which is that of the literals, and the branch of each.
	failure  *ir.Failure
	branches map[ir.Literal]*syntax.Schema

	props      []*property
	byName     map[string]*property
	required   []syntax.Text
	isRequired map[string]bool
	closed     []*syntax.Schema
	additional []*syntax.Schema // schemas for the members that no `properties` beside them names
	evaluates  bool             // `additionalProperties` admits any value
	isRecord   bool

	itemParts []*syntax.Schema
	width     ir.Width // of integers
	limits    map[string]syntax.Limit
	patterns  []syntax.Text
	formats   []syntax.Text
	keywords  []keyword

	general bool    // a Schema decides validity; only the shape is needed
	parts   []*decl // the declarations of the keywords
	// impossible: keywords contradict each other, or a member can never be present. Only a Schema can evaluate them all.
	impossible bool
	dynamic    bool // a `$dynamicRef` depends on the place from which the schema is entered
	patterned  bool // patternProperties admits members in a closed record that no `properties` declares
}

// property is a member with all its schemas.
type property struct {
	name  syntax.Text
	parts []*syntax.Schema
}

// keyword is one that speaks of values of some types only.
type keyword struct {
	name string
	of   typeSet
	pos  diag.Pos
}

// merge combines own keywords. It reports contradictions.
func (c *compiler) merge(list []conjunct) *normalForm {
	n := &normalForm{types: allTypes, byName: map[string]*property{}, isRequired: map[string]bool{}, limits: map[string]syntax.Limit{}}
	var sources []*syntax.Schema
	seen := map[*syntax.Schema]bool{}
	for _, a := range list {
		if !seen[a.schema] {
			seen[a.schema] = true
			sources = append(sources, a.schema)
			c.mergeSchema(n, a.schema)
		}
	}
	n.key, n.place = c.shapes.key(sources), addresses(sources)
	if len(sources) > 0 {
		n.pos = sources[len(sources)-1].Pos
	}
	c.ranges(n)
	c.contradictions(n)
	return n
}

func (c *compiler) mergeSchema(n *normalForm, s *syntax.Schema) {
	c.spend(&c.budget.merged, 1+len(s.Properties)+len(s.Required), s.Pos)
	n.doc = narrowed(n.doc, docOf(s))
	n.width = max(n.width, widths[s.Width])
	if len(s.Type) > 0 {
		if n.types != 0 && n.types&typesNamed(s.Type) == 0 {
			c.contradiction(n, s.TypePos, n.typePos)
		}
		n.types &= typesNamed(s.Type)
		n.typed, n.typePos = true, s.TypePos
	}
	c.mergeLiterals(n, s)
	c.mergeObject(n, s)
	if s.Items != nil && len(s.PrefixItems) == 0 {
		n.itemParts = append(n.itemParts, s.Items)
		n.speaks("items", arrayType, s.Items.Pos)
	}
	for _, l := range s.Limits {
		n.limit(l)
	}
	if s.Pattern.Pos.IsValid() {
		n.speaks("pattern", stringType, s.Pattern.Pos)
		if !slices.ContainsFunc(n.patterns, func(t syntax.Text) bool { return t.Value == s.Pattern.Value }) {
			n.patterns = append(n.patterns, s.Pattern)
		}
	}
	if s.Format.Pos.IsValid() {
		n.speaks("format", stringType, s.Format.Pos)
		if !slices.ContainsFunc(n.formats, func(t syntax.Text) bool { return t.Value == s.Format.Value }) {
			n.formats = append(n.formats, s.Format)
		}
	}
}

func (n *normalForm) speaks(name string, of typeSet, pos diag.Pos) {
	n.keywords = append(n.keywords, keyword{name, of, pos})
}

// first returns the first keyword for a single JSON type, that type, and the position of the keyword.
func (n *normalForm) first() (name, typ string, pos diag.Pos) {
	if len(n.keywords) == 0 {
		return "", "", diag.Pos{}
	}
	k := n.keywords[0]
	switch k.of {
	case objectType:
		typ = "object"
	case arrayType:
		typ = "array"
	case stringType:
		typ = "string"
	default:
		typ = "number"
	}
	return k.name, typ, k.pos
}

// limit keeps the stricter of two limits of one keyword: it fails whenever the other does, at the same place.
func (n *normalForm) limit(l syntax.Limit) {
	of := numberType
	switch l.Keyword {
	case "minLength", "maxLength":
		of = stringType
	case "minItems", "maxItems", "minContains", "maxContains":
		of = arrayType
	case "minProperties", "maxProperties":
		of = objectType
	}
	n.speaks(l.Keyword, of, l.Pos)
	if l.Keyword == "multipleOf" {
		return // the stricter of two numbers is not in the spec here
	}
	old, seen := n.limits[l.Keyword]
	lower := strings.HasPrefix(l.Keyword, "min") || l.Keyword == "exclusiveMinimum"
	if !seen || lower && stricter(l, old) || !lower && stricter(old, l) {
		n.limits[l.Keyword] = l
	}
}

// stricter reports whether a lower limit is above another one.
func stricter(l, than syntax.Limit) bool {
	if l.Digits != "" && than.Digits != "" {
		a, _ := integerOf(l.Digits, 0)
		b, _ := integerOf(than.Digits, 0)
		return a.Cmp(b) > 0
	}
	return l.Value > than.Value
}

func (c *compiler) mergeLiterals(n *normalForm, s *syntax.Schema) {
	lits, ok := literalsOf(s)
	if !ok {
		return
	}
	for _, list := range literalNodes(s) {
		n.complex = n.complex || slices.ContainsFunc(list, wording.IsComposite)
	}
	c.spend(&c.budget.merged, len(lits), s.Pos)
	c.checkLiterals(n, s)
	var pos diag.Pos
	if s.Const != nil {
		pos = s.Const.Pos
	} else {
		pos = s.Enum.Pos
		n.enums = append(n.enums, s)
		c.valueNamesKnown(s)
	}
	if n.hasLits && !n.complex {
		narrowed := map[ir.Literal]bool{}
		for _, l := range lits {
			narrowed[l] = true
		}
		lits = slices.DeleteFunc(slices.Clone(n.lits), func(l ir.Literal) bool { return !narrowed[l] })
		if len(lits) == 0 {
			c.contradiction(n, pos, n.litPos)
			lits = n.lits
		}
	}
	n.hasLits, n.lits, n.litPos = true, lits, pos
	n.isConst = n.isConst || s.Const != nil
}

// checkLiterals warns of values of const and enum that cannot be valid, or are present twice.
func (c *compiler) checkLiterals(n *normalForm, s *syntax.Schema) {
	for _, list := range literalNodes(s) {
		first := map[string]*syntax.Node{}
		for _, node := range list {
			text := wording.JSON(node)
			switch {
			case first[text] != nil:
				c.Diags.Add(diag.Diagnostic{Pos: node.Pos, Severity: diag.Warning, Code: "duplicate-item", Message: wording.Show(node) + " is present twice",
					Notes: []diag.Note{{Pos: first[text].Pos, Message: "first here"}}})
			case s.Width == "" && rounds(node, typesNamed(s.Type)&numberType == integerType): // an error, of which widen is the owner
			case !admits(s, node) && node.Exact != "":
				c.Diags.Add(diag.Diagnostic{Pos: node.Pos, Severity: diag.Warning, Code: "literal-type",
					Message: fmt.Sprintf("%s is beyond the range of std.%s", wording.Show(node), s.Width)})
			case !admits(s, node):
				c.Diags.Add(diag.Diagnostic{Pos: node.Pos, Severity: diag.Warning, Code: "literal-type",
					Message: fmt.Sprintf("%s is not %s, which `type` requires", wording.Show(node), typesNamed(s.Type).article())})
			}
			first[text] = node
		}
		if len(list) > 0 && !slices.ContainsFunc(list, func(node *syntax.Node) bool { return admits(s, node) }) {
			n.impossible = true
		}
	}
	if s.Const != nil && s.Enum != nil && !slices.ContainsFunc(s.Enum.Items, func(n *syntax.Node) bool { return wording.JSON(n) == wording.JSON(s.Const) }) {
		c.Diags.Add(diag.Diagnostic{Pos: s.Const.Pos, Severity: diag.Warning, Code: "impossible", Message: "`enum` does not contain the value of `const`",
			Notes: []diag.Note{{Pos: s.Enum.Pos, Message: "`enum` is here"}}})
		n.impossible = true
	}
}

// admits reports whether the `type` beside a value of const or enum admits it.
func admits(s *syntax.Schema, node *syntax.Node) bool {
	if node.Exact != "" && len(s.Type) > 0 {
		return inRange(wording.Literal(node), widths[s.Width])
	}
	return len(s.Type) == 0 || typesOfNodes([]*syntax.Node{node})&typesNamed(s.Type) != 0
}

// contradictions warns of merged keywords that exclude every value, or a member.
func (c *compiler) contradictions(n *normalForm) {
	if n.width != ir.Safe {
		c.inWidth(n)
	}
	if n.hasLits && !n.complex && !n.impossible && n.types&typesOfLiterals(n.lits) == 0 {
		n.impossible = true
		if len(n.lits) > 0 { // an empty enum has been reported
			c.contradiction(n, n.litPos, n.typePos)
		}
	}
	for _, p := range n.props {
		if p.forbidden() && n.isRequired[p.name.Value] {
			n.impossible = true
			c.Diags.Add(diag.Diagnostic{Pos: p.parts[0].Pos, Severity: diag.Warning, Code: "impossible",
				Message: fmt.Sprintf("%q is required, but its schema admits no value", p.name.Value)})
		}
	}
}

// contradiction warns of keywords that no value can satisfy together.
func (c *compiler) contradiction(n *normalForm, pos, other diag.Pos) {
	n.impossible = true
	d := diag.Diagnostic{Pos: pos, Severity: diag.Warning, Code: "impossible", Message: "no value can satisfy both this schema and the one that it narrows"}
	if other.IsValid() && other != pos {
		d.Notes = []diag.Note{{Pos: other, Message: "the narrowed schema"}}
	}
	c.Diags.Add(d)
}

// litFailure is the failure of a value that is not one of the literals: const hides enum (contract section 3.3).
func (n *normalForm) litFailure() ir.Failure {
	if n.failure != nil {
		return *n.failure
	}
	if n.isConst {
		return ir.Failure{Rule: "const", Message: "must be " + wording.Spell(n.lits[0])}
	}
	return ir.Failure{Rule: "enum", Message: "must be " + wording.OneOf(n.lits)}
}

// mismatch is the failure of a value with a JSON type that is not admitted.
func (n *normalForm) mismatch() ir.Failure {
	if n.typed {
		return ir.Failure{Rule: "type", Message: "must be " + n.types.article()}
	}
	return n.litFailure()
}

// rangeFailure is the failure of an integer beyond a width.
func rangeFailure(w ir.Width) ir.Failure {
	return ir.Failure{Rule: "integer-range", Message: fmt.Sprintf("must be between %s and %s", w.Least(), w.Most())}
}

// integerRange is the failure of an integer beyond the range of its type.
func (n *normalForm) integerRange() ir.Failure {
	if n.typed {
		return rangeFailure(n.width)
	}
	return n.litFailure()
}
