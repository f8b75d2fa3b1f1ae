package derive

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
)

// walker goes through one type and adds a case for everything that can be changed.
type walker struct {
	*deriver
	typ               *ir.Type
	smallest, fullest value
	models            []value         // further valid values, from fixtures
	texts, proposed   map[string]bool // of the cases and the proposals, so that none comes twice
	inside            []*ir.Type      // lifted types on the way
}

// place is where in a value of the type something is changed.
type place struct {
	path   []string // of the value
	label  []string // the same for ids: an item is "item", independent of its number
	source string   // section of the document, or ""
}

func (p place) of(name, label, source string) place {
	if source == "" {
		source = p.source
	}
	return place{append(slices.Clone(p.path), name), append(slices.Clone(p.label), label), source}
}

// add makes a case of v. about has a %s for the changed part.
func (w *walker) add(p place, name, about string, v value) {
	text := write(v)
	if w.texts[text] {
		return
	}
	w.texts[text] = true
	w.addCase(p, append(slices.Clone(p.label), name), about, text)
}

func (w *walker) addCase(p place, id []string, about, text string) {
	result, ok := w.check(w.typ, text)
	if !ok {
		return
	}
	expect := conformance.Expect{Valid: &result.Valid}
	for _, i := range result.Issues {
		expect.Issues = append(expect.Issues, conformance.ExpectedIssue{Rule: i.Rule, Path: i.Path, Level: i.Level})
	}
	w.cases = append(w.cases, &conformance.Case{Protocol: w.protocol.Name, ID: w.id(id), About: strings.Replace(about, "%s", w.subject(p), 1), Source: w.source(p),
		Op: "check", Type: w.typ.Name, Text: &text, Expect: expect})
}

var (
	hump   = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)
	noWord = regexp.MustCompile(`[^a-z0-9]+`)
)

// slug spells a name of the spec for an id.
func slug(name string) string {
	name = hump.ReplaceAllString(name, "$1$3-$2$4")
	if s := strings.Trim(noWord.ReplaceAllString(strings.ToLower(name), "-"), "-"); s != "" {
		return s
	}
	return "sign" // a name of signs only
}

func (w *walker) id(words []string) string {
	var last []string
	for _, word := range words {
		last = append(last, slug(word))
	}
	base := w.protocol.Name + "/" + Topic + "/" + slug(w.typ.Name) + "/" + strings.Join(last, "-")
	id := base
	for i := 2; w.ids[id]; i++ {
		id = base + "-" + strconv.Itoa(i)
	}
	w.ids[id] = true
	return id
}

func (w *walker) subject(p place) string {
	if len(p.path) == 0 {
		return "`" + w.typ.Name + "`"
	}
	var b strings.Builder
	for i, step := range p.path {
		switch {
		case p.label[i] == "item" && step == "0":
			b.WriteString("[]")
		case i > 0:
			b.WriteString("." + step)
		default:
			b.WriteString(step)
		}
	}
	return fmt.Sprintf("`%s` of `%s`", b.String(), w.typ.Name)
}

func (w *walker) source(p place) string {
	for _, s := range []string{p.source, w.typ.Doc.Source, w.protocol.Source, w.protocol.Title} {
		if s != "" {
			return s
		}
	}
	return w.protocol.Name
}

// value changes the value at p in base, which v defines.
func (w *walker) value(v *ir.Value, p place, base value) {
	now, _ := at(base, p.path)
	w.otherTypes(v, p, base, now)
	if now == nil && v.Nullable {
		some := *v
		some.Nullable = false
		now = w.sampler.smallest(&some)
		if base = replace(base, p.path, now); !w.valid(w.typ, base) {
			return
		}
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		w.reference(k, v, p, base, now)
	case ir.Array:
		w.items(k, v, p, base, now.(array))
	case ir.Map:
		w.entry(k, p, base, now.(object))
	case *ir.Record:
		w.record(k, p, base, now.(object))
	case *ir.Union:
		w.union(k, p, base, now.(object))
	case *ir.Choice:
		for i := range k.Options {
			w.add(p, fmt.Sprintf("option-%d", i+1), "%s is of its type number "+strconv.Itoa(i+1)+".", replace(base, p.path, w.sampler.smallest(&k.Options[i])))
		}
	default:
		w.scalar(v, p, base, now)
	}
	if v.Schema != nil {
		w.general(v.Schema, p, append([]value{base, w.fullest}, w.models...)...)
	}
}

// reference goes on into a type that has no cases of its own, and to checks beside an open vocabulary.
func (w *walker) reference(r ir.Ref, v *ir.Value, p place, base, now value) {
	w.checks(v, p, base, now)
	if !r.Type.Lifted || slices.Contains(w.inside, r.Type) {
		return
	}
	w.inside = append(w.inside, r.Type)
	w.value(&r.Type.Value, p, base)
	w.inside = w.inside[:len(w.inside)-1]
}

func (w *walker) record(r *ir.Record, p place, base value, now object) {
	for _, f := range r.Fields {
		here := p.of(f.Name, f.Name, f.Doc.Source)
		with := base
		if now.index(f.Name) < 0 {
			var ok bool
			if with, ok = w.having(f, p, base, now); !ok {
				continue
			}
		}
		if f.Required {
			w.add(here, "missing", "%s is missing.", replace(base, p.path, now.without(f.Name)))
		}
		w.value(&f.Value, here, with)
	}
	for _, f := range r.Forbidden {
		here := p.of(f.Name, f.Name, "")
		w.add(here, "forbidden", "%s is there, which it must not be.", replace(base, p.path, now.with(f.Name, "forbidden")))
		w.add(here, "forbidden-null", "%s is null, though it must not be there.", replace(base, p.path, now.with(f.Name, nil)))
	}
	extra := now.with(undeclared(r), "extra")
	if r.Closed {
		w.add(p, "surplus", "%s has a member that the spec does not name.", replace(base, p.path, extra))
	} else {
		w.add(p, "open", "%s has a member that the spec does not name, which is kept.", replace(base, p.path, extra))
	}
}

// having is base with an optional member or, where base cannot have it, the fullest value or a fixture that has.
func (w *walker) having(f *ir.Field, p place, base value, now object) (value, bool) {
	if w.sampler.height(&f.Value) < endless {
		for _, v := range append([]value{w.sampler.smallest(&f.Value)}, w.seeds[&f.Value]...) {
			if with := replace(base, p.path, now.with(f.Name, v)); w.valid(w.typ, with) {
				return with, true
			}
		}
	}
	path := append(slices.Clone(p.path), f.Name)
	for _, v := range append([]value{w.fullest}, w.models...) {
		if _, ok := at(v, path); ok && w.valid(w.typ, v) {
			return v, true
		}
	}
	return nil, false
}

func undeclared(r *ir.Record) string {
	name := "extra"
	for slices.ContainsFunc(r.Fields, func(f *ir.Field) bool { return f.Name == name }) ||
		slices.ContainsFunc(r.Forbidden, func(f ir.Forbidden) bool { return f.Name == name }) {
		name += "-extra"
	}
	return name
}

func (w *walker) union(u *ir.Union, p place, base value, now object) {
	tag := p.of(u.Tag, u.Tag, "")
	put := func(v value) value { return replace(base, p.path, v) }
	variant := func(word string, v ir.Variant) {
		if w.sampler.typeHeight(v.Type) < endless {
			w.add(tag, word, "%s names the variant `"+v.Type.Name+"`.", put(w.sampler.smallest(&v.Type.Value)))
		}
	}
	if u.By == ir.ByPresence {
		variant("present", u.Variants[0])
		variant("absent", u.Variants[1])
		return
	}
	if u.By == ir.ByBranch {
		for i, v := range u.Variants {
			if w.sampler.typeHeight(v.Type) < endless {
				w.add(p, fmt.Sprintf("variant-%d", i+1), "%s is of the variant `"+v.Type.Name+"`.", put(w.sampler.smallest(&v.Type.Value)))
			}
		}
		return
	}
	w.add(tag, "missing", "%s is missing.", put(now.without(u.Tag)))
	for _, word := range foreignTags(u) {
		w.add(tag, "foreign", "%s names no variant.", put(now.with(u.Tag, word)))
	}
	if u.By == ir.ByInteger {
		w.add(tag, "whole", "%s has a fraction of zero.", put(now.with(u.Tag, number(u.Variants[0].Tags[0]+".0"))))
		w.add(tag, "fraction", "%s is no integer.", put(now.with(u.Tag, number(u.Variants[0].Tags[0]+".5"))))
		w.add(tag, "type", "%s is of another JSON type.", put(now.with(u.Tag, u.Variants[0].Tags[0])))
	} else {
		w.add(tag, "type", "%s is of another JSON type.", put(now.with(u.Tag, number("0"))))
	}
	w.add(tag, "null", "%s is null.", put(now.with(u.Tag, nil)))
	for _, v := range u.Variants {
		if v.Type == u.Fallback() {
			variant("other", v)
		} else {
			variant(v.Tags[0], v)
		}
	}
}

// foreignTags are values that name no variant: those that a fallback leaves, or one like the first tag.
func foreignTags(u *ir.Union) []value {
	switch {
	case u.By == ir.ByBoolean:
		return []value{"true"}
	case u.Fallback() != nil:
		var list []value
		for _, word := range u.Refused {
			list = append(list, spelledTag(u, word))
		}
		return list
	case u.By == ir.ByInteger:
		return []value{otherInteger(u.Named())}
	}
	return []value{foreign(u.Named())}
}

func spelledTag(u *ir.Union, tag string) value {
	if u.By == ir.ByInteger {
		return number(tag)
	}
	return tag
}

// otherInteger is the least natural number that is no tag.
func otherInteger(tags []string) number {
	n := 0
	for slices.Contains(tags, strconv.Itoa(n)) {
		n++
	}
	return number(strconv.Itoa(n))
}

// foreign is a word that is not among the others, though much like the first.
func foreign(words []string) string {
	for _, w := range []string{strings.ToUpper(words[0]), strings.ToLower(words[0])} {
		if !slices.Contains(words, w) {
			return w
		}
	}
	word := words[0]
	for slices.Contains(words, word) {
		word += "x"
	}
	return word
}

func (w *walker) items(a ir.Array, v *ir.Value, p place, base value, now array) {
	for _, c := range v.Checks {
		if c, ok := c.(ir.Items); ok {
			w.counts(a, c, p, base)
		}
	}
	if len(now) == 0 {
		now = array{w.sampler.smallest(a.Items)}
		if base = replace(base, p.path, now); !w.valid(w.typ, base) {
			return
		}
	}
	w.value(a.Items, p.of("0", "item", ""), base)
}

// counts puts as many items as the check just accepts, and one more or less.
func (w *walker) counts(a ir.Array, c ir.Items, p place, base value) {
	beyond, most := c.Limit+1, "most"
	if c.Op == ir.AtLeast {
		beyond, most = c.Limit-1, "least"
	}
	if max(beyond, c.Limit) > maxCount {
		return
	}
	w.add(p, most+"-items", "%s has as many items as it may just have.", replace(base, p.path, w.sampler.items(a, c.Limit)))
	if beyond >= 0 {
		w.add(p, c.Failure.Rule, "%s has one item more or less than it may have.", replace(base, p.path, w.sampler.items(a, beyond)))
	}
}

func (w *walker) entry(m ir.Map, p place, base value, now object) {
	if len(now) == 0 {
		now = object{{"key", w.sampler.smallest(m.Values)}}
		if base = replace(base, p.path, now); !w.valid(w.typ, base) {
			return
		}
		w.add(p, "entry", "%s has a member.", base)
	}
	w.value(m.Values, p.of(now[0].name, "entry", ""), base)
}
