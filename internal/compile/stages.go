package compile

import (
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

var stageName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// stages returns the stages of a unit: its own, or one. Further stages of imports come after them, because the unit's own stages keep their numbers.
func (c *compiler) stages(u *unit) []string {
	var names []string
	for _, s := range u.file.Stages {
		if !stageName.MatchString(s.Value) {
			c.Fail(s.Pos, "stage", "use lower-case letters, digits, hyphens and underscores; start with a letter", "%q is not a valid name of a stage", s.Value)
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
	c.Fail(name.Pos, "stage", c.Nearest(name.Value, u.stages), "there is no stage %q; the stages are %s", name.Value, strings.Join(u.stages, ", "))
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
		c.Fail(s.Stage.Pos, "stage", "write it at the schema of a member, directly under `properties`", "`x-stage` is for members; this is not the schema of a member")
	}
	if s.Auto != nil && keyword != "properties" {
		c.Fail(s.Auto.Pos, "auto", "write it at the schema of a member, directly under `properties`", "`x-auto` is for members; this is not the schema of a member")
	}
	if s.Secret.Pos.IsValid() && keyword != "properties" {
		c.Fail(s.Secret.Pos, "secret", "write it at the schema of a member, directly under `properties`", "`x-secret` is for members; this is not the schema of a member")
	}
	for _, sub := range s.Subschemas() {
		c.misplacedIn(sub.Schema, sub.Keyword)
	}
}

// unstaged reports a staged member in a schema that is checked as a whole.
func (c *compiler) unstaged(s *syntax.Schema) {
	if s.Stage.Pos.IsValid() {
		c.Fail(s.Stage.Pos, "stage", "use it in types without conditions, negation, and unions that lack `discriminator`",
			"`x-stage` is not valid here, because the enclosing object is checked as a whole")
	}
}

// accepts compiles the version acceptance of a unit.
func (c *compiler) accepts(u *unit) *ir.Accepts {
	a := u.file.Accepts
	if a == nil || u.protocol.Root == nil {
		return nil
	}
	if a.Policy.Value != "semver-major" {
		c.Fail(a.Policy.Pos, "accepts", "write `policy: semver-major`", "the policy %q is unknown", a.Policy.Value)
	}
	steps, ok := c.Pointer(a.At)
	if ok && c.PointsAt(u.protocol.Root.Value, steps, a.At) && a.Policy.Value == "semver-major" {
		c.onlyVersions(u.protocol.Root.Value, steps, a.At)
	}
	name, isParam := strings.CutPrefix(a.Version.Value, "params.")
	i := slices.IndexFunc(u.protocol.Params, func(p *ir.Param) bool { return p.Name == name })
	switch {
	case !isParam:
		c.Fail(a.Version.Pos, "accepts", "write a parameter such as params.name", "%q does not name a parameter", a.Version.Value)
	case i < 0:
		c.Fail(a.Version.Pos, "accepts", c.Nearest(name, paramNames(u.protocol)), "there is no parameter %q", name)
	case u.protocol.Params[i].Type.Kind != ir.StringExpr || !semver.MatchString(u.protocol.Params[i].Default.String):
		c.Fail(a.Version.Pos, "accepts", "give it the type string and a default such as 1.0.0", "the parameter %q is not a semantic version", name)
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
