package randomspecs

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// each visits the values of a keyword.
func (w *wish) each(word string, visit func(value, in any)) {
	for i, s := range w.parts {
		if s.has(word) {
			visit(s.get(word), w.in[i])
		}
	}
}

func amount(v any) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case number:
		f, _ := strconv.ParseFloat(string(v), 64)
		return f
	}
	return 0
}

func (w *wish) span(least, most string, low, high float64) (float64, float64) {
	w.each(least, func(v, _ any) { low = max(low, amount(v)) })
	w.each(most, func(v, _ any) { high = min(high, amount(v)) })
	return low, high
}

func (w *wish) number(integer bool) any {
	if w.isWide() && w.IntN(3) > 0 {
		return wideNumbers[w.IntN(len(wideNumbers))]
	}
	low, high := w.span("minimum", "maximum", -20, 20)
	if l, h := w.span("exclusiveMinimum", "exclusiveMaximum", low, high); l > low || h < high {
		low, high = l, h
	}
	step := 0.25
	if integer {
		step = 1
	}
	w.each("multipleOf", func(v, _ any) { step = max(step, amount(v)) })
	n := math.Ceil(low/step)*step + float64(w.IntN(6))*step
	if w.IntN(4) == 0 {
		n = math.Floor(high/step) * step
	}
	if n > high {
		n = math.Floor((low+high)/2/step) * step
	}
	if integer {
		n = math.Round(n)
	}
	return number(strconv.FormatFloat(n, 'g', 15, 64))
}

func (w *wish) text() any {
	low, high := w.span("minLength", "maxLength", 0, 60)
	for range 6 {
		s := w.guess()
		if n := float64(utf8.RuneCountInString(s)); n >= low && n <= high {
			return s
		}
	}
	s := w.guess()
	for float64(utf8.RuneCountInString(s)) < low {
		s += "é"
	}
	return s
}

func (w *wish) guess() string {
	var all []string
	w.each("pattern", func(v, _ any) { all = append(all, w.spec.patterns[v.(string)].sample(w.Rand)) })
	w.each("format", func(v, _ any) { all = append(all, edgesOf(w.sampler, v.(string)).(string)) })
	if len(all) == 0 {
		all = []string{words[w.IntN(len(words))], words[w.IntN(len(words))] + words[w.IntN(len(words))], "a", "ab", "2026-05-12T00:00:00Z"}
	}
	return all[w.IntN(len(all))]
}

func (w *wish) array(depth int) any {
	low, high := w.span("minItems", "maxItems", 0, 3)
	if depth <= 0 {
		high = low
	}
	n := int(low) + w.IntN(max(1, int(high-low)+1))
	var wanted []placed
	w.each("contains", func(v, in any) { wanted = append(wanted, placed{v, in}) })
	list := []any{}
	for i := range max(n, len(wanted)) {
		var schemas []placed
		if i < len(wanted) && depth > 0 {
			schemas = append(schemas, wanted[i])
		}
		for j, s := range w.parts {
			prefix, _ := s.get("prefixItems").([]any)
			if i < len(prefix) {
				schemas = append(schemas, placed{prefix[i], w.in[j]})
			} else if s.has("items") {
				schemas = append(schemas, placed{s.get("items"), w.in[j]})
			}
		}
		if !slices.ContainsFunc(schemas, func(s placed) bool { return s.schema == false }) {
			list = append(list, w.sampleAll(schemas, depth-1))
		}
	}
	return list
}

func (w *wish) object(depth int) any {
	o := obj()
	w.each("properties", func(v, _ any) {
		for _, m := range v.(*object).members {
			if depth > 0 && w.IntN(3) > 0 {
				o.set(m.name, nil)
			}
		}
	})
	w.each("required", func(v, _ any) {
		for _, name := range v.([]any) {
			o.set(name.(string), nil)
		}
	})
	w.each("dependentRequired", func(v, _ any) {
		for _, m := range v.(*object).members {
			if o.has(m.name) {
				for _, name := range m.value.([]any) {
					o.set(name.(string), nil)
				}
			}
		}
	})
	if w.IntN(3) == 0 && depth > 0 {
		o.set(w.extraName(), nil)
	}
	for i, m := range o.members {
		o.members[i].value = w.sampleAll(w.memberSchemas(m.name), depth-1)
	}
	return o
}

// extraName is one that no `properties` name, if possible one that a pattern requires.
func (w *wish) extraName() string {
	var all []string
	w.each("patternProperties", func(v, _ any) {
		for _, m := range v.(*object).members {
			all = append(all, w.spec.patterns[m.name].sample(w.Rand))
		}
	})
	w.each("propertyNames", func(v, _ any) {
		if s, isObject := v.(*object); isObject {
			if values, has := s.get("enum").([]any); has {
				all = append(all, values[w.IntN(len(values))].(string))
			}
			if re, has := s.get("pattern").(string); has {
				all = append(all, w.spec.patterns[re].sample(w.Rand))
			}
		}
	})
	return append(all, w.name())[w.IntN(len(all)+1)]
}

func (w *wish) memberSchemas(name string) []placed {
	var schemas []placed
	for i, s := range w.parts {
		properties, _ := s.get("properties").(*object)
		switch {
		case properties != nil && properties.has(name):
			schemas = append(schemas, placed{properties.get(name), w.in[i]})
		case s.has("additionalProperties"):
			schemas = append(schemas, placed{s.get("additionalProperties"), w.in[i]})
		case s.has("unevaluatedProperties"):
			schemas = append(schemas, placed{s.get("unevaluatedProperties"), w.in[i]})
		}
		if all, has := s.get("patternProperties").(*object); has {
			for _, m := range all.members {
				if w.IntN(3) > 0 {
					schemas = append(schemas, placed{m.value, w.in[i]})
				}
			}
		}
	}
	return schemas
}
