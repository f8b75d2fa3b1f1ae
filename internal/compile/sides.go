package compile

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// sides declares the messages of each side for the unions of a unit: MessageFromServer has the branches of Message that the server may send. A branch
// without a sender belongs to every side.
func (c *compiler) sides(u *unit) {
	for _, d := range slices.Clone(u.decls) {
		if d.typ.Lifted || !isTagged(d.schema) {
			continue
		}
		s := sender{c: c, unit: u}
		s.collect(d.schema, d.typ.Side)
		if len(s.sides) < 2 && !s.open {
			continue // one side sends all of it
		}
		for _, side := range s.sides {
			if host.ParamName.MatchString(side) { // else it is reported
				s.declare(d, side)
			}
		}
	}
}

// declare declares the messages of a union that one side sends.
func (s *sender) declare(union *decl, side string) {
	s.name = syntax.Text{Pos: union.name.Pos, Value: union.name.Value + "From" + capitalized(side)}
	if taken := s.unit.byName[s.name.Value]; taken != nil {
		s.c.Diags.Add(diag.Diagnostic{Pos: taken.name.Pos, Code: "side", Message: wording.Quote(s.name.Value) + " is the name of what the " + side + " sends of " + union.name.Value,
			Suggestion: "choose another name", Notes: []diag.Note{{Pos: union.name.Pos, Message: "the union is declared here"}}})
		return
	}
	part := s.again(union.schema, s.branches(union.schema, union.typ.Side, side))
	part.Description = syntax.Text{Pos: union.schema.Pos, Value: "Values of " + union.name.Value + " that the " + side + " may send."}
	part.Source = union.schema.Source
	for _, r := range union.schema.Rename {
		part.Rename = append(part.Rename, syntax.Rename{Language: r.Language, Name: syntax.Text{Pos: r.Name.Pos, Value: r.Name.Value + "_from_" + side}})
	}
	d := s.c.declareType(s.unit, s.name, part)
	d.typ.Of = union.typ
}

// capitalized returns a word of a side's name in the form for the end of a type's name.
func capitalized(side string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(side, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// isTagged reports whether a schema is a union.
func isTagged(s *syntax.Schema) bool { return s.Tag.Pos.IsValid() && len(s.OneOf) > 0 }

// sender looks at who sends the branches of a union.
type sender struct {
	c     *compiler
	unit  *unit
	name  syntax.Text // of the type that is being declared
	sides []string    // each once, in the order of the spec
	open  bool        // a branch has no sender
	seen  []*syntax.Schema
}

// meant is the schema that a branch is another name of.
func (s *sender) meant(branch *syntax.Schema) *syntax.Schema {
	for seen := map[*syntax.Schema]bool{}; branch.Ref.Pos.IsValid() && !branch.Constrains() && !seen[branch]; {
		seen[branch] = true
		d := s.c.targets[branch]
		if d == nil {
			break // it is reported
		}
		branch = d.schema
	}
	return branch
}

// sentBy returns the sender of a branch, if it is a single side, inside a union of another sender.
func sentBy(branch *syntax.Schema, around string) string {
	if branch.From.Pos.IsValid() {
		return branch.From.Value
	}
	return around
}

func (s *sender) collect(union *syntax.Schema, around string) {
	if slices.Contains(s.seen, union) {
		return // a union of itself, which is reported
	}
	s.seen = append(s.seen, union)
	for _, branch := range union.OneOf {
		branch = s.meant(branch)
		side := sentBy(branch, around)
		switch {
		case isTagged(branch):
			s.collect(branch, side)
		case side == "":
			s.open = true
		case !slices.Contains(s.sides, side):
			s.sides = append(s.sides, side)
		}
	}
	s.seen = s.seen[:len(s.seen)-1]
}

// sent are the branches of a union that a side may send.
type sent struct {
	list     []*syntax.Schema // references
	whole    bool             // these are all branches
	fallback bool             // the last one is the fallback
}

func (s *sender) branches(union *syntax.Schema, around, side string) sent {
	s.seen = append(s.seen, union)
	found := sent{whole: true}
	for i, branch := range union.OneOf {
		meant := s.meant(branch)
		from := sentBy(meant, around)
		inner := sent{whole: from == "" || from == side}
		if isTagged(meant) && !slices.Contains(s.seen, meant) {
			inner = s.branches(meant, from, side)
		}
		found.whole = found.whole && inner.whole
		found.fallback = union.Fallback && i == len(union.OneOf)-1 && inner.whole
		switch {
		case inner.whole:
			found.list = append(found.list, s.refer(s.target(branch), branch))
		case len(inner.list) > 0:
			found.list = append(found.list, s.refer(s.nested(meant, inner), branch))
		}
	}
	s.seen = s.seen[:len(s.seen)-1]
	return found
}

// again is a union with fewer branches, or its only branch. A fallback stays in a union, which refuses the tags of the branches that are left out.
func (s *sender) again(union *syntax.Schema, part sent) *syntax.Schema {
	if len(part.list) == 1 && !part.fallback {
		return part.list[0]
	}
	again := &syntax.Schema{Pos: union.Pos, OneOf: part.list, OneOfPos: union.OneOfPos, Tag: union.Tag, Presence: union.Presence, Fallback: part.fallback}
	s.c.wholes[again] = union
	return again
}

// nested declares the messages of a side in a union that is a branch.
func (s *sender) nested(union *syntax.Schema, branches sent) *decl {
	if len(branches.list) == 1 && !branches.fallback {
		return s.c.targets[branches.list[0]]
	}
	_, last, dotted := strings.Cut(s.c.place[union], ".")
	if !dotted {
		last = s.c.place[union]
	}
	part := s.again(union, branches)
	part.Description, part.Source = union.Description, union.Source
	name := s.name.Value + "." + last
	s.c.locate(part, name, strings.ReplaceAll(name, ".", "/"))
	return s.c.lift(s.unit, part)
}

// target returns the declaration that a branch refers to; an inline branch becomes a type with a name.
func (s *sender) target(branch *syntax.Schema) *decl {
	if d := s.c.targets[branch]; d != nil && !branch.Constrains() {
		return d
	}
	return s.c.lift(s.unit, branch)
}

func (s *sender) refer(d *decl, branch *syntax.Schema) *syntax.Schema {
	ref := &syntax.Schema{Pos: branch.Pos, Ref: syntax.Text{Pos: branch.Pos, Value: d.name.Value}}
	s.c.targets[ref] = d
	return ref
}
