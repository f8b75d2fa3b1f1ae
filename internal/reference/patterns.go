package reference

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/internal/ir"
)

// patterns contains a protocol's patterns in Go's syntax, or their automata, by their spelling in the spec.
type patterns map[string]jsonschema.Regexp

// automaton matches a pattern with a look-ahead, which Go's syntax lacks.
type automaton struct{ *ir.Regexp }

// MatchString reports whether the pattern matches.
func (a automaton) MatchString(s string) bool { return a.Match(s) }

// String returns the pattern of the spec.
func (a automaton) String() string { return a.Source }

// compilePatterns collects the patterns of the types of p and of its imports.
// wide reports whether any of it declares integers of 64 bits.
func compilePatterns(p *ir.Protocol) (found patterns, wide bool, err error) {
	c := newCollector()
	all := p.Types
	for _, other := range p.Imports {
		all = slices.Concat(all, other.Types)
	}
	for _, t := range all {
		if err := c.typ(t); err != nil {
			return nil, false, err
		}
	}
	return c.found, c.wide, nil
}

// engine translates the bundle's ECMA-262 patterns through the ir: Go's syntax means other things in places.
func (p patterns) engine(source string) (jsonschema.Regexp, error) {
	if re := p[source]; re != nil {
		return re, nil
	}
	return nil, fmt.Errorf("the ir has no pattern %q", source)
}

type collector struct {
	found   patterns
	types   map[*ir.Type]bool
	schemas map[*ir.Schema]bool
	wide    bool // there are integers of 64 bits
}

func newCollector() *collector {
	return &collector{found: patterns{}, types: map[*ir.Type]bool{}, schemas: map[*ir.Schema]bool{}}
}

func (c *collector) add(re *ir.Regexp) error {
	if re.RE2 == "" {
		c.found[re.Source] = automaton{re}
		return nil
	}
	compiled, err := regexp.Compile(re.RE2)
	if err != nil {
		return fmt.Errorf("pattern %q: %w", re.Source, err)
	}
	c.found[re.Source] = compiled
	return nil
}

func (c *collector) typ(t *ir.Type) error {
	if c.types[t] {
		return nil
	}
	c.types[t] = true
	return c.value(&t.Value)
}

func (c *collector) value(v *ir.Value) error {
	if v.Schema != nil {
		if err := c.schema(v.Schema); err != nil {
			return err
		}
	}
	for _, check := range v.Checks {
		if check, ok := check.(ir.Pattern); ok {
			if err := c.add(check.Regexp); err != nil {
				return err
			}
		}
	}
	return c.kind(v.Kind)
}

// kind visits the values inside a kind.
func (c *collector) kind(kind ir.Kind) error {
	var values []*ir.Value
	switch k := kind.(type) {
	case ir.Integer:
		c.wide = c.wide || k.Width != ir.Safe
	case ir.Array:
		values = append(values, k.Items)
	case ir.Map:
		values = append(values, k.Values)
	case *ir.Record:
		for _, f := range k.Fields {
			values = append(values, &f.Value)
		}
	case *ir.Choice:
		for i := range k.Options {
			values = append(values, &k.Options[i])
		}
	case *ir.Union:
		for _, v := range k.Variants {
			if err := c.typ(v.Type); err != nil {
				return err
			}
		}
	case ir.Ref:
		return c.typ(k.Type)
	}
	for _, v := range values {
		if err := c.value(v); err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) schema(s *ir.Schema) error {
	if c.schemas[s] {
		return nil
	}
	c.schemas[s] = true
	for _, a := range s.Assertions {
		if is, ok := a.(ir.IsType); ok && is.Width != ir.Safe {
			c.wide = true
		}
		for _, re := range regexps(a) {
			if err := c.add(re); err != nil {
				return err
			}
		}
	}
	for _, below := range s.Subschemas() {
		if err := c.schema(below); err != nil {
			return err
		}
	}
	return nil
}

func regexps(a ir.Assertion) []*ir.Regexp {
	switch a := a.(type) {
	case ir.Pattern:
		return []*ir.Regexp{a.Regexp}
	case ir.Properties:
		var all []*ir.Regexp
		for _, p := range a.Patterns {
			all = append(all, p.Regexp)
		}
		return all
	}
	return nil
}
