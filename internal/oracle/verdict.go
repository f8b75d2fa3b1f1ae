package oracle

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/syntax"
)

// validators decide by one document.
type validators struct {
	compiler *jsonschema.Compiler
	id       string
	known    map[string]*jsonschema.Schema
}

func newValidators(document map[string]any) (*validators, error) {
	c := jsonschema.NewCompiler()
	c.UseRegexpEngine(engine)
	c.AssertFormat()
	for _, name := range formats.Names() {
		matches, _ := formats.Named(name)
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok && !matches(s) {
				return errors.New("not the format")
			}
			return nil
		}})
	}
	id := document["$id"].(string)
	return &validators{c, id, map[string]*jsonschema.Schema{}}, c.AddResource(id, document)
}

// engine reads a pattern of the spec. Go's syntax means other things in places, so it is translated.
func engine(source string) (jsonschema.Regexp, error) { return compilePattern(source) }

var compiledPatterns sync.Map // by source: a pattern may be used by many schemas, and translating one takes long

func compilePattern(source string) (jsonschema.Regexp, error) {
	if known, ok := compiledPatterns.Load(source); ok {
		return known.(jsonschema.Regexp), nil
	}
	re, refused := pattern.Translate(source)
	if refused != nil {
		return nil, fmt.Errorf("oracle: the pattern %q is refused: %s", source, refused.Message)
	}
	if re.RE2 == "" {
		matcher := &automaton{source, re.Match}
		compiledPatterns.Store(source, matcher)
		return matcher, nil
	}
	compiled, err := regexp.Compile(re.RE2)
	if err == nil {
		compiledPatterns.Store(source, compiled)
	}
	return compiled, err
}

// automaton matches a pattern that Go's syntax lacks.
type automaton struct {
	source string
	match  func(string) bool
}

// MatchString reports whether the pattern matches.
func (a *automaton) MatchString(s string) bool { return a.match(s) }

// String returns the pattern.
func (a *automaton) String() string { return a.source }

// accepts reports whether the schema at a pointer accepts the value.
func (v *validators) accepts(pointer string, value any) (bool, error) {
	s := v.known[pointer]
	if s == nil {
		var err error
		if s, err = v.compiler.Compile(v.id + (&url.URL{Fragment: pointer}).String()); err != nil {
			return false, fmt.Errorf("oracle: %w", err)
		}
		v.known[pointer] = s
	}
	err := s.Validate(value)
	if invalid := (*jsonschema.ValidationError)(nil); err != nil && !errors.As(err, &invalid) {
		return false, fmt.Errorf("oracle: %w", err)
	}
	return err == nil, nil
}

// structure reports whether the value is a T as far as a stage checks it.
func (o *Oracle) structure(n *syntax.Node, value any, stage int) (bool, error) {
	p := o.places[n]
	return o.documents[min(stage+1, len(o.documents)-1)].accepts("/$defs/"+escape(definitionOf(p.unit, p.typ)), value)
}

// accepts reports whether a schema anywhere in the spec accepts the value.
func (o *Oracle) accepts(n *syntax.Node, value any) bool {
	p := o.places[n]
	ok, err := o.documents[len(o.documents)-1].accepts("/$defs/"+escape(definitionOf(p.unit, p.typ))+p.pointer, value)
	return ok && err == nil
}
