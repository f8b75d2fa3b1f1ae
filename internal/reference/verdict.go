package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
)

// verdicts answers valid or invalid from the exported bundle alone.
type verdicts struct {
	schemas map[*ir.Type]*jsonschema.Schema
}

// compileBundle reads the bundle and looks up every type of p in it, and each imported type that it has.
func compileBundle(p *ir.Protocol, bundle []byte, re patterns) (*verdicts, error) {
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(bundle))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	doubles(document)
	id, _ := document["$id"].(string)
	c := jsonschema.NewCompiler()
	c.UseRegexpEngine(re.engine)
	c.AssertFormat()
	for _, name := range ir.Formats() {
		c.RegisterFormat(&jsonschema.Format{Name: string(name), Validate: func(v any) error {
			if s, ok := v.(string); ok && !formats.Matches(name, s) {
				return errors.New("not the format")
			}
			return nil
		}})
	}
	if err := c.AddResource(id, document); err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	v := &verdicts{map[*ir.Type]*jsonschema.Schema{}}
	definitions, _ := document["$defs"].(map[string]any)
	look := func(t *ir.Type, key string) error {
		place := url.URL{Fragment: "/$defs/" + pointerEscaper.Replace(key)}
		schema, err := c.Compile(id + place.String())
		if err != nil {
			return fmt.Errorf("bundle: %w", err)
		}
		v.schemas[t] = schema
		return nil
	}
	for _, t := range p.Types {
		if t.Lifted && definitions[t.Name] == nil {
			continue // the value is only a representation; a schema decides about it
		}
		if err := look(t, t.Name); err != nil {
			return nil, err
		}
	}
	for _, other := range p.Imports {
		for _, t := range other.Types {
			key := t.Protocol + "." + t.Name
			if definitions[key] == nil {
				continue // nothing in p refers to it
			}
			if err := look(t, key); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// confirm returns an error if the bundle's verdict on value is not the interpreter's.
func (v *verdicts) confirm(t *ir.Type, value any, valid bool) error {
	err := v.schemas[t].Validate(plain(value))
	var invalid *jsonschema.ValidationError
	switch {
	case err != nil && !errors.As(err, &invalid):
		return fmt.Errorf("reference: %s: %w", t.Name, err)
	case err == nil && !valid:
		return fmt.Errorf("the reference contradicts itself: the bundle accepts this %s, the interpreter does not", t.Name)
	case err != nil && valid:
		return fmt.Errorf("the reference contradicts itself: the interpreter accepts this %s, the bundle says: %s", t.Name, bytes.TrimSpace([]byte(invalid.Error())))
	}
	return nil
}

// plain converts the tree to the unordered values of the validator.
func plain(value any) any {
	switch v := value.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = plain(item)
		}
		return items
	case object:
		members := make(map[string]any, len(v))
		for _, m := range v {
			members[m.name] = plain(m.value)
		}
		return members
	case spelled:
		return json.Number(v)
	case whole:
		return json.Number(v)
	default:
		return v
	}
}

// doubles gives the numbers of a bundle their values: the nearest doubles, but for digits that no double is spelled with, which are of integers of 64 bits.
func doubles(value any) any {
	switch v := value.(type) {
	case json.Number:
		f, _ := v.Float64()
		exact := strings.Trim(v.String(), "-0123456789") == "" && numberText(f) != v.String()
		if !exact {
			return f
		}
	case []any:
		for i := range v {
			v[i] = doubles(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = doubles(v[name])
		}
	}
	return value
}
