package compile

import (
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

var stageName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// stages returns the stages of a unit: its own, or one. What imports have beyond stands behind them, because their stages
// keep their numbers.
func (c *compiler) stages(u *unit) []string {
	var names []string
	for _, s := range u.file.Stages {
		if !stageName.MatchString(s.Value) {
			c.fail(s.Pos, "stage", "use lower-case letters, digits, hyphens and underscores, a letter first", "%q cannot name a stage", s.Value)
		}
		names = append(names, s.Value)
	}
	for _, other := range c.reachable(u) {
		if theirs := other.protocol.Stages; len(theirs) > len(names) {
			names = append(slices.Clip(names), theirs[len(names):]...)
		}
	}
	if len(names) == 0 {
		return []string{"rules"}
	}
	return names
}

// stage finds a stage by its name.
func (c *compiler) stage(u *unit, name syntax.Text) (int, bool) {
	if i := slices.Index(u.stages, name.Value); i >= 0 {
		return i, true
	}
	c.fail(name.Pos, "stage", c.nearest(name.Value, u.stages), "there is no stage %q; the stages are %s", name.Value, strings.Join(u.stages, ", "))
	return 0, false
}

// staged finds the stage that a member's value waits for: the narrowest schema that names one counts.
func (c *compiler) staged(f *ir.Field, p *property) {
	for _, part := range p.parts {
		if part.Stage.Pos.IsValid() {
			f.Stage, f.Staged = c.stage(c.unitOf(part.Stage.Pos), part.Stage)
		}
	}
}

// misplacedStages reports `x-stage`, `x-auto` and `x-secret` where there is no member, or where a schema is checked as a whole.
func (c *compiler) misplacedStages(u *unit) {
	for _, root := range u.roots() {
		c.misplacedIn(root, "")
	}
}

func (c *compiler) misplacedIn(s *syntax.Schema, keyword string) {
	if s.Stage.Pos.IsValid() && keyword != "properties" {
		c.fail(s.Stage.Pos, "stage", "write it at the schema of a member, directly under `properties`", "`x-stage` speaks of a member; this schema is none's")
	}
	if s.Auto != nil && keyword != "properties" {
		c.fail(s.Auto.Pos, "auto", "write it at the schema of a member, directly under `properties`", "`x-auto` speaks of a member; this schema is none's")
	}
	if s.Secret.Pos.IsValid() && keyword != "properties" {
		c.fail(s.Secret.Pos, "secret", "write it at the schema of a member, directly under `properties`", "`x-secret` speaks of a member; this schema is none's")
	}
	for _, sub := range s.Subschemas() {
		c.misplacedIn(sub.Schema, sub.Keyword)
	}
}

// unstaged reports a staged member in a schema that is checked as a whole.
func (c *compiler) unstaged(s *syntax.Schema) {
	if s.Stage.Pos.IsValid() {
		c.fail(s.Stage.Pos, "stage", "use it in types that need no conditions, choices without `discriminator`, or negation",
			"`x-stage` cannot stand here, because the object around is checked as a whole")
	}
}

var pointerText = regexp.MustCompile(`^(/([^~/]|~[01])*)+$`)

// pointer reads a JSON Pointer of member names.
func (c *compiler) pointer(at syntax.Text) ([]string, bool) {
	if !pointerText.MatchString(at.Value) {
		c.fail(at.Pos, "pointer", "write it as /name or /name/inside", "%q is no JSON Pointer to a member", at.Value)
		return nil, false
	}
	var steps []string
	for _, token := range strings.Split(at.Value[1:], "/") {
		steps = append(steps, unescapePointer.Replace(token))
	}
	return steps, true
}

// accepts compiles the version acceptance of a unit.
func (c *compiler) accepts(u *unit) *ir.Accepts {
	a := u.file.Accepts
	if a == nil || u.protocol.Root == nil {
		return nil
	}
	if a.Policy.Value != "semver-major" {
		c.fail(a.Policy.Pos, "accepts", "write `policy: semver-major`", "the policy %q is unknown", a.Policy.Value)
	}
	steps, ok := c.pointer(a.At)
	if ok && c.pointsAt(u.protocol.Root.Value, steps, a.At) && a.Policy.Value == "semver-major" {
		c.onlyVersions(u.protocol.Root.Value, steps, a.At)
	}
	name, isParam := strings.CutPrefix(a.Version.Value, "params.")
	i := slices.IndexFunc(u.protocol.Params, func(p *ir.Param) bool { return p.Name == name })
	switch {
	case !isParam:
		c.fail(a.Version.Pos, "accepts", "write it as params.name", "%q names no parameter", a.Version.Value)
	case i < 0:
		c.fail(a.Version.Pos, "accepts", c.nearest(name, paramNames(u.protocol)), "there is no parameter %q", name)
	case u.protocol.Params[i].Type.Kind != ir.StringExpr || !semver.MatchString(u.protocol.Params[i].Default.String):
		c.fail(a.Version.Pos, "accepts", "give it the type string and a default such as 1.0.0", "the parameter %q is no semantic version", name)
	default:
		param := *u.protocol.Params[i] // an imported one is a version here only
		param.Version = true
		u.protocol.Params[i] = &param
	}
	return &ir.Accepts{At: steps, Param: i, Failure: ir.Failure{Rule: "version", Message: "must be a version of the major that is accepted"}}
}

// semver is a version as Semantic Versioning 2.0.0 has it.
var semver = regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)

func paramNames(p *ir.Protocol) []string {
	var names []string
	for _, param := range p.Params {
		names = append(names, param.Name)
	}
	return names
}

// pointsAt reports a pointer that leads to no declared member.
func (c *compiler) pointsAt(v ir.Value, steps []string, at syntax.Text) bool {
	if len(steps) == 0 {
		return true
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		return c.pointsAt(k.Type.Value, steps, at)
	case *ir.Union:
		one := k.By == ir.ByPresence && slices.ContainsFunc(k.Variants, func(v ir.Variant) bool { return declares(v.Type, steps[0]) })
		for _, variant := range k.Variants {
			if one && !declares(variant.Type, steps[0]) {
				continue // the rule has tested which of the two it is
			}
			if !c.pointsAt(variant.Type.Value, steps, at) {
				return false
			}
		}
		return true
	case ir.Map:
		return c.pointsAt(*k.Values, steps[1:], at)
	case ir.Any, ir.Object:
		return true
	case *ir.Record:
		var names []string
		for _, f := range k.Fields {
			if f.Name == steps[0] {
				return c.pointsAt(f.Value, steps[1:], at)
			}
			names = append(names, f.Name)
		}
		c.fail(at.Pos, "pointer", c.nearest(steps[0], names), "%q leads to no member: %q is not declared there", at.Value, steps[0])
		return false
	}
	c.fail(at.Pos, "pointer", "", "%q leads to no member: %q stands in no object", at.Value, steps[0])
	return false
}

// declares reports whether a record, or a union's variant, declares a member.
func declares(t *ir.Type, member string) bool {
	_, named := requiresMember(t, member)
	return named
}
