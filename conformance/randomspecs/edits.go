package randomspecs

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// editor changes the tree of a spec.
type editor struct {
	*rand.Rand
	spec *Spec
	told []string
}

// Edited writes the spec of a seed and a number again, with so many random edits, and describes them. The edits may change the meaning of the spec,
// or make it illegal.
func Edited(seed uint64, n, edits int) (*Spec, []string) {
	return edited(seed, n, edits, (*editor).change)
}

// Rewritten is Edited with edits that do not change the meaning.
func Rewritten(seed uint64, n, edits int) (*Spec, []string) {
	return edited(seed, n, edits, (*editor).rewrite)
}

func edited(seed uint64, n, edits int, one func(*editor) bool) (*Spec, []string) {
	s := WithBuilders(seed, n)
	e := &editor{Rand: rand.New(rand.NewPCG(seed+1000, uint64(n)*7+uint64(edits))), spec: s}
	for tries := 0; len(e.told) < edits && tries < 200; tries++ {
		one(e)
	}
	s.YAML = s.print()
	return s, e.told
}

// tell notes an edit.
func (e *editor) tell(parts ...string) bool {
	e.told = append(e.told, strings.Join(parts, " "))
	return true
}

// schemas are all schemas of the types that are objects, each with the name of its type.
func (e *editor) schemas() (list []*object) {
	var visit func(any)
	visit = func(v any) {
		s, is := v.(*object)
		if !is {
			return
		}
		list = append(list, s)
		for _, m := range s.members {
			switch places[m.name] {
			case oneSchema:
				visit(m.value)
			case listOfSchemas:
				items, _ := m.value.([]any)
				for _, item := range items {
					visit(item)
				}
			case namedSchemas:
				if named, is := m.value.(*object); is {
					for _, inner := range named.members {
						visit(inner.value)
					}
				}
			}
		}
	}
	for _, t := range e.spec.types {
		visit(t.schema)
	}
	return list
}

func (e *editor) change() bool {
	if len(e.spec.author.builders) > 0 && e.IntN(3) == 0 {
		return e.changeBuilder()
	}
	switch n := e.IntN(12); {
	case n < 9:
		all := e.schemas()
		return e.changeSchema(all[e.IntN(len(all))])
	case n == 9:
		return e.changeRule()
	default:
		return e.spec.talk != nil && e.changeTalk(e.spec.talk.orders)
	}
}

func (e *editor) changeSchema(s *object) bool {
	if len(s.members) == 0 {
		return false
	}
	m := s.members[e.IntN(len(s.members))]
	switch m.name {
	case "properties":
		return e.changeMembers(m.value.(*object))
	case "required":
		names := m.value.([]any)
		if len(names) == 0 {
			return false
		}
		i := e.IntN(len(names))
		s.set("required", slices.Delete(slices.Clone(names), i, i+1))
		return e.tell("required without", spelling(names[i]))
	case "additionalProperties":
		if closed, is := m.value.(bool); is {
			s.set(m.name, !closed)
			return e.tell("additionalProperties becomes", strconv.FormatBool(!closed))
		}
		return false
	case "enum":
		words := m.value.([]any)
		if e.IntN(2) == 0 && len(words) > 1 {
			s.set("enum", slices.Clone(words[1:]))
			return e.tell("enum without", spelling(words[0]))
		}
		s.set("enum", append(slices.Clone(words), "zz"))
		return e.tell("enum with zz")
	case "type":
		return e.changeType(s, m.value)
	case "format", "pattern", "uniqueItems", "not", "if", "minContains", "propertyNames", "dependentRequired", "multipleOf", "contains":
		s.remove(m.name)
		return e.tell("without", m.name)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return e.changeLimit(s, m)
	}
	return false
}

func (e *editor) changeLimit(s *object, m member) bool {
	by := []int{1, -1}[e.IntN(2)]
	switch v := m.value.(type) {
	case number:
		s.set(m.name, neighbour(v, float64(by)))
	case int:
		if v+by < 0 && strings.Contains(m.name, "m") && !strings.HasSuffix(m.name, "imum") {
			return false
		}
		s.set(m.name, v+by)
	default:
		return false
	}
	return e.tell(m.name, "from", spelling(m.value), "to", spelling(s.get(m.name)))
}

func (e *editor) changeType(s *object, old any) bool {
	name, is := old.(string)
	if !is || name == "object" || s.has("const") || s.has("enum") {
		return false
	}
	switch e.IntN(3) {
	case 0:
		s.set("type", []any{name, "null"})
	case 1:
		if name != "integer" {
			return false
		}
		s.set("type", "number")
	default:
		s.set("type", []string{"string", "boolean", "integer"}[e.IntN(3)])
	}
	return e.tell("type from", spelling(old), "to", spelling(s.get("type")))
}

func (e *editor) changeMembers(o *object) bool {
	switch n := e.IntN(4); {
	case n == 0 || len(o.members) == 0:
		if o.has("zz") {
			return false
		}
		o.set("zz", obj("type", []string{"string", "integer", "boolean"}[e.IntN(3)]))
		return e.tell("member zz")
	case n == 1 && len(o.members) > 1:
		o.members[0], o.members[1] = o.members[1], o.members[0]
		return e.tell("members in another order")
	case n == 2:
		m := o.members[e.IntN(len(o.members))]
		o.remove(m.name)
		return e.tell("without the member", m.name)
	}
	return false
}

func (e *editor) changeRule() bool {
	rules := e.spec.author.rules
	if len(rules) == 0 {
		return false
	}
	i := e.IntN(len(rules))
	r := rules[i].(*object)
	switch e.IntN(3) {
	case 0:
		e.spec.author.rules = slices.Delete(slices.Clone(rules), i, i+1)
		return e.tell("without the rule", spelling(r.get("id")))
	case 1:
		if r.get("level") == "should" {
			r.remove("level")
		} else {
			r.set("level", "should")
		}
		return e.tell("another level of", spelling(r.get("id")))
	}
	r.set("id", "zz-other")
	return e.tell("another id of a rule")
}

// grammars are the changes of the text of a grammar: the first one there is made.
var grammars = [][2]string{{"*", "+"}, {"+", "*"}, {"?", ""}, {" answer", " answer?"}, {"hello other", "other"}, {" | other", ""}, {"(hello", "(hello? | hello"}}

func (e *editor) changeTalk(c *object) bool {
	exchanges, _ := c.get("exchanges").(*object)
	owner := c
	if exchanges != nil && len(exchanges.members) > 0 && e.IntN(3) > 0 {
		owner = exchanges.members[e.IntN(len(exchanges.members))].value.(*object)
	}
	m := owner.members[e.IntN(len(owner.members))]
	switch m.name {
	case "grammar":
		g := grammars[e.IntN(len(grammars))]
		text := m.value.(string)
		if !strings.Contains(text, g[0]) {
			return false
		}
		owner.set("grammar", strings.Replace(text, g[0], g[1], 1))
		return e.tell("grammar from", text, "to", spelling(owner.get("grammar")))
	case "sequence":
		return e.changeCheck(owner, m.value.([]any))
	case "most":
		owner.set("most", m.value.(int)+1)
		return e.tell("most is one more")
	case "unique", "replies", "ends", "batch":
		owner.remove(m.name)
		return e.tell("without", m.name)
	case "exchanges":
		if len(exchanges.members) > 1 {
			last := exchanges.members[len(exchanges.members)-1]
			exchanges.remove(last.name)
			return e.tell("without the exchange", last.name)
		}
	}
	return false
}

func (e *editor) changeCheck(owner *object, checks []any) bool {
	i := e.IntN(len(checks))
	check := checks[i].(*object)
	switch e.IntN(3) {
	case 0:
		if owner.set("sequence", slices.Delete(slices.Clone(checks), i, i+1)); len(checks) == 1 {
			owner.remove("sequence")
		}
		return e.tell("without the check", spelling(check.get("id")))
	case 1:
		if check.get("level") == "should" {
			check.remove("level")
		} else {
			check.set("level", "should")
		}
		return e.tell("another level of", spelling(check.get("id")))
	}
	text, is := check.get("each").(string)
	if !is || !strings.Contains(text, "<") {
		return false
	}
	check.set("each", strings.Replace(text, "<", "<=", 1))
	if strings.Contains(text, "<=") {
		check.set("each", strings.Replace(text, "<=", "<", 1))
	}
	return e.tell("check from", text, "to", spelling(check.get("each")))
}

// changeBuilder removes a section of a builder, or an entry.
func (e *editor) changeBuilder() bool {
	all := e.spec.author.builders
	of := all[e.IntN(len(all))]
	sections := of.value.(*object)
	i := e.IntN(len(sections.members))
	section := sections.members[i]
	switch v := section.value.(type) {
	case *object:
		if j := e.IntN(len(v.members)); e.IntN(2) == 0 || len(v.members) == 1 {
			sections.remove(section.name)
		} else {
			v.remove(v.members[j].name)
		}
		return e.tell("changes", section.name, "of the builder", of.name)
	case []any:
		sections.remove(section.name)
		return e.tell("removes", section.name, "of the builder", of.name)
	}
	return false
}

// Texts are messages of each type of a spec: sound ones, shaken ones and random ones.
func (s *Spec) Texts(of int) map[string][]string {
	texts := map[string][]string{}
	for _, m := range s.messages(amounts{sound: of, shaken: of, random: (of + 1) / 2}) {
		texts[m.Type] = append(texts[m.Type], string(m.Text))
	}
	return texts
}

// Said are messages of the conversation of a spec, or nil.
func (s *Spec) Said() []string {
	if s.talk == nil {
		return nil
	}
	return s.texts()
}
