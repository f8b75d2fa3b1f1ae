package derive

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

const (
	maxRepairs  = 40  // changes of one value
	maxRemedies = 600 // that are tried for them
	maxNamed    = 40  // values of members of one name
)

// vocabulary lists, for each name of a member, values that such members may have: constants, words and samples.
func (d *deriver) vocabulary() map[string][]value {
	named, known := map[string][]value{}, map[string]bool{}
	add := func(name string, v value) {
		if key := name + "\x00" + write(v); !known[key] && len(named[name]) < maxNamed {
			known[key] = true
			named[name] = append(named[name], v)
		}
	}
	if a := d.protocol.Accepts; a != nil { // a version of another major is refused before all else
		add(a.At[len(a.At)-1], d.protocol.Params[a.Param].Default.String)
	}
	for _, t := range typesOf(d.protocol) {
		if r, ok := t.Value.Kind.(*ir.Record); ok {
			for _, f := range r.Fields {
				for _, v := range d.words(&f.Value) {
					add(f.Name, v)
				}
			}
		}
	}
	for _, s := range d.protocol.Schemas {
		for _, a := range s.Assertions {
			if p, ok := a.(ir.Properties); ok {
				for _, n := range p.Named {
					for _, v := range schemaWords(n.Schema) {
						add(n.Name, v)
					}
				}
			}
		}
	}
	return named
}

func (d *deriver) words(v *ir.Value) []value {
	var list []value
	switch k := v.Kind.(type) {
	case ir.Ref:
		return d.words(&k.Type.Value)
	case *ir.Enum:
		for _, w := range k.Values {
			list = append(list, w.Value)
		}
	case ir.Const:
		list = append(list, literal(k.Literal))
	}
	if d.sampler.height(v) < endless {
		list = append(list, d.sampler.shape().smallest(v))
	}
	return list
}

func schemaWords(s *ir.Schema) []value {
	var list []value
	for _, a := range flatten(s) {
		if e, ok := a.(ir.Equals); ok {
			for _, text := range e.Texts {
				if v, err := read(text); err == nil {
					list = append(list, v)
				}
			}
		}
	}
	return append(list, schemaSample(s))
}

// repaired changes v where the oracle finds fault with it: missing members are put, surplus ones are taken away, others
// get the first value that leaves fewer faults. It need not succeed.
func (d *deriver) repaired(t *ir.Type, v value) value {
	result, _ := d.check(t, write(v))
	tries := maxRemedies
	for range maxRepairs {
		better, with, ok := d.better(t, v, result.Issues, &tries)
		if !ok {
			break
		}
		v, result = better, with
	}
	return v
}

func (d *deriver) better(t *ir.Type, v value, issues []reference.Issue, tries *int) (value, reference.Result, bool) {
	for _, issue := range issues {
		for _, changed := range d.remedies(v, issue.Rule, pointer(issue.Path)) {
			if *tries--; *tries < 0 {
				return nil, reference.Result{}, false
			}
			if result, ok := d.check(t, write(changed)); ok && len(result.Issues) < len(issues) {
				return changed, result, true
			}
		}
	}
	return nil, reference.Result{}, false
}

func pointer(path string) []string {
	if path == "" {
		return nil
	}
	steps := strings.Split(path[1:], "/")
	for i, s := range steps {
		steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
	}
	return steps
}

// remedies are changes that may mend one issue.
func (d *deriver) remedies(v value, rule string, path []string) []value {
	if len(path) == 0 {
		return plain(rule)
	}
	outer, name := path[:len(path)-1], path[len(path)-1]
	holder, _ := at(v, outer)
	o, ok := holder.(object)
	if !ok {
		return nil
	}
	var list []value
	if o.index(name) >= 0 && slices.Contains([]string{"false-schema", "additionalProperties", "unevaluatedProperties", "propertyNames", "not"}, rule) {
		list = append(list, remove(v, path))
	}
	for _, other := range append(slices.Clip(d.named[name]), plain(rule)...) {
		list = append(list, replace(v, outer, o.with(name, other)))
	}
	return list
}

// plain are values to try if a choice rejects the current one.
func plain(rule string) []value {
	if rule != "not" && rule != "anyOf" && rule != "oneOf" {
		return nil
	}
	return []value{"a", number("1"), true, array{}, object{}, nil}
}
