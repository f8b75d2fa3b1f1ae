package typescript

import (
	"regexp"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// foreign is the module of another protocol, as a generated module imports it.
type foreign struct {
	Name, Path string // as they are written
	Values     bool   // more than types of it are used
	used       bool
}

// isForeign reports whether another module declares a type.
func (s *generator) isForeign(t *ir.Type) bool { return s.names.PackageOf(t) != "" }

// numberedNames are those that generated code gives to its own constants and variables, as many as it needs.
var numberedNames = regexp.MustCompile(`^(amount|count|difference|duration|elapsed|entry|holds|i|integer|item|list|map|member|name|negative|pattern|product|quotient|record|remainder|schema|sum|text|time|value)[0-9]+$`)

// module returns the name of the other module that declares a type, and notes its use.
func (s *generator) module(t *ir.Type, asValue bool) string {
	m := s.modules[t.Protocol]
	m.used = true
	m.Values = m.Values || asValue
	return m.Name
}

// qualified returns a name that comes with a type, as this module has to write it.
func (s *generator) qualified(t *ir.Type, name string, asValue bool) string {
	if s.isForeign(t) {
		return s.module(t, asValue) + "." + name
	}
	return name
}

// typeName returns the name of a type where it is used as a type.
func (s *generator) typeName(t *ir.Type) string { return s.qualified(t, s.names.Type(t), false) }

// codec returns the codec of a type. That of a vocabulary has a name of its own: the type's name is that of the words.
func (s *generator) codec(t *ir.Type) string {
	name := s.names.Type(t)
	if _, ok := t.Value.Kind.(*ir.Enum); ok {
		name += "Codec"
	}
	return s.qualified(t, name, true)
}

// info returns the constant that codecs and functions take for a type.
func (s *generator) info(t *ir.Type) string {
	return s.qualified(t, "typeOf"+s.names.Type(t), true)
}

// modules returns the modules that may be imported, by protocol.
func modules(job target.Job, o Options) map[string]*foreign {
	all := map[string]*foreign{}
	for _, i := range job.Imports {
		if len(i.Protocol.Types) == 0 {
			continue
		}
		name := job.Names.PackageOf(i.Protocol.Types[0])
		if numberedNames.MatchString(name) {
			name += "_"
		}
		all[i.Protocol.Name] = &foreign{Name: name, Path: quote(o.ending(i.Path))}
	}
	return all
}
