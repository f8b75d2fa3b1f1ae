package randomspecs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// param is a parameter of the spec.
var paramKinds = []struct{ json, name, text string }{
	{"integer", "limit", "3"}, {"integer", "class", "10"}, {"number", "ratio", "1.5"}, {"string", "word", `"a"`}, {"boolean", "flag", "true"}, {"duration", "age", `"90s"`}, {"size", "most", `"32KiB"`},
}

func (a *author) planParams() {
	for _, k := range paramKinds {
		if a.one(4) {
			a.params = append(a.params, obj("name", k.name, "type", k.json, "default", number(k.text)))
		}
	}
}

// paramMembers are the parameters of a part. A library declares those that its rules, types and builders read.
func (a *author) paramMembers(p part, readers []any) []member {
	var list []member
	for _, param := range a.params {
		name := param.get("name").(string)
		reads := func(v any) bool {
			text := spelling(v)
			return strings.Contains(text, "params."+name) || strings.Contains(text, spelling(obj("param", name)))
		}
		if p.library == nil || p.imported != "" || slices.ContainsFunc(readers, reads) {
			list = append(list, member{name, obj("type", param.get("type"), "default", param.get("default"))})
		}
	}
	return list
}

// isPlainText reports whether a schema of a string restricts it no further.
func isPlainText(s *object) bool {
	return !slices.ContainsFunc(s.members, func(m member) bool {
		return !slices.Contains([]string{"type", "description", "title", "$comment", "deprecated", "readOnly", "writeOnly", "x-name"}, m.name)
	})
}

// accepts reads the version of the root, if it has one.
func (a *author) accepts(root *named) *object {
	s, isObject := root.schema.(*object)
	if !isObject || a.one(3) {
		return nil
	}
	properties, _ := s.get("properties").(*object)
	if properties == nil {
		return nil
	}
	for _, m := range properties.members {
		if text, is := m.value.(*object); is && text.get("type") == "string" && isPlainText(text) && strings.Trim(m.name, "abcdefghijklmnopqrstuvwxyz") == "" && m.name != "" {
			p := versionPattern()
			a.patterns[p.ecma()] = p
			text.set("pattern", p.ecma()) // any other string would pass for a version
			a.params = append(a.params, obj("name", "schema_version", "type", "string", "default", number(`"1.2.0"`)))
			return obj("at", "/"+m.name, "policy", "semver-major", "version", "params.schema_version")
		}
	}
	return nil
}

// content is the part of a value that a rule can read; json is "" if there is none.
type content struct {
	json     string
	nullable bool
	words    []string // of a vocabulary
	catalog  *catalog
	list     *content // items
	values   *content // of a map
	time     bool
	union    *selection
}

// content reads a schema as far as rules need it.
func (a *author) content(s any, depth int) content {
	if depth > 4 {
		return content{}
	}
	switch s := s.(type) {
	case reference:
		return a.contentOf(s.name, depth)
	case *object:
		if ref, is := s.get("$ref").(reference); is && len(s.members) == 1 {
			return a.contentOf(ref.name, depth)
		}
		return a.contentOfObject(s, depth)
	}
	return content{}
}

func (a *author) contentOf(name string, depth int) content {
	for _, c := range a.catalogs {
		if c.name == name {
			return content{json: "string", words: c.words, catalog: c}
		}
	}
	i := slices.IndexFunc(a.types, func(t *named) bool { return t.name == name })
	return a.content(a.types[i].schema, depth+1)
}

var simpleKeywords = strings.Fields(`type enum minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format items minItems maxItems
	additionalProperties description x-stage x-name title $comment source deprecated readOnly writeOnly default examples`)

func (a *author) contentOfObject(s *object, depth int) content {
	if u := a.selectionOf(s); u != nil {
		return content{union: u}
	}
	for _, m := range s.members {
		if !slices.Contains(simpleKeywords, m.name) {
			return content{}
		}
	}
	var c content
	switch t := s.get("type").(type) {
	case string:
		c.json = t
	case []any:
		if len(t) == 2 && t[1] == "null" {
			c.json, c.nullable = t[0].(string), true
		}
	}
	if values, is := s.get("enum").([]any); is {
		return a.contentOfEnum(c, values)
	}
	switch c.json {
	case "string":
		c.time = s.get("format") == "date-time"
	case "array":
		items := a.content(s.get("items"), depth+1)
		c.list = &items
	case "object":
		values := a.content(s.get("additionalProperties"), depth+1)
		c.values = &values
	}
	return c
}

func (a *author) contentOfEnum(c content, values []any) content {
	for _, v := range values {
		word, isText := v.(string)
		if !isText {
			return content{}
		}
		c.words = append(c.words, word)
	}
	c.json = "string"
	return c
}

// writeRules writes some rules about records.
func (a *author) writeRules() {
	for _, t := range a.types {
		s, isObject := t.schema.(*object)
		if !isObject || s.get("type") != "object" || !a.one(2) {
			continue
		}
		properties, _ := s.get("properties").(*object)
		if properties == nil || len(properties.members) == 0 {
			continue
		}
		for range 1 + a.IntN(2) {
			a.writeRule(t, s, properties)
		}
	}
}

func (a *author) writeRule(t *named, s, properties *object) {
	required, _ := s.get("required").([]any)
	stage := 0
	if n := len(a.stages); n > 0 && t.staged {
		stage = a.IntN(n)
	} else if n > 0 {
		stage = n - 1 // its values may be in another type that waits for a stage
	}
	var conditions []string
	var at string
	for range 8 {
		if len(properties.members) == 0 || len(conditions) == 2 {
			break
		}
		m := a.memberToTest(properties.members)
		if o, is := m.value.(*object); is && o.has("x-stage") && slices.Index(a.stages, o.get("x-stage").(string)) > stage {
			continue
		}
		access, sayable := accessTo(m.name)
		c := a.content(m.value, 0)
		condition := a.condition(access, c)
		if !sayable || condition == "" || c.union != nil && at == pointerTo(m.name) { // two tests of one tag can contradict each other
			continue
		}
		conditions = append(conditions, a.guarded(access, condition, !slices.Contains(required, any(m.name)), c.nullable))
		at = pointerTo(m.name)
	}
	if len(conditions) == 0 || a.one(8) {
		a.writeEach(t, s, stage)
		return
	}
	rule := a.ruleHead(t, stage, strings.Join(conditions, pick(a, " && ", " || ")))
	if a.one(2) {
		rule.set("at", at)
	}
	a.rules = append(a.rules, rule)
}

// memberToTest is any member, or often one whose value is of a union, if there are any.
func (a *author) memberToTest(all []member) member {
	unions := slices.DeleteFunc(slices.Clone(all), func(m member) bool {
		c := a.content(m.value, 0)
		return c.union == nil && (c.list == nil || c.list.union == nil)
	})
	if len(unions) > 0 && a.one(2) {
		return pick(a, unions...)
	}
	return pick(a, all...)
}

func (a *author) ruleHead(t *named, stage int, check string) *object {
	rule := obj("id", fmt.Sprintf("rule-%d", len(a.rules)+1), "for", []any{reference{t.name, false}}, "check", check+"\n", "message", pick(a, "must hold", "must not \"break\" */ ${x}", "é 😀"))
	if len(a.stages) > 0 && (stage > 0 || a.one(2)) {
		rule.set("stage", a.stages[stage])
	}
	if a.one(2) {
		rule.set("level", pick(a, "must", "should"))
	}
	return rule
}

// writeEach writes a rule about the names of an open record's members.
func (a *author) writeEach(t *named, s *object, stage int) {
	way, open := a.wayToMap(s)
	if more := s.get("additionalProperties"); !open && (more != nil && more != true || s.has("unevaluatedProperties")) {
		return
	}
	if t.staged {
		stage = len(a.stages) - 1 // which sees all members
	}
	rule := a.ruleHead(t, stage, pick(a, `name.startsWith("a")`, `size(name) < 4`, `name != "id"`, `name.contains(".") || size(name) > 2`, `!name.matches("^[a-z]+$")`))
	rule.set("each", way)
	a.rules = append(a.rules, rule)
}

// wayToMap leads to a member that is a map, if there is one; else it is the value itself.
func (a *author) wayToMap(s *object) (way string, found bool) {
	properties, _ := s.get("properties").(*object)
	if properties == nil {
		return "", false
	}
	for _, m := range properties.members {
		if c := a.content(m.value, 0); c.values != nil && c.json == "object" {
			return pointerTo(m.name), true
		}
	}
	return "", false
}

func pointerTo(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	quotable   = regexp.MustCompile(`^[A-Za-z0-9_./ -]+$`)
	celTypes   = strings.Fields("bool bytes double int list map null_type string type uint")
	celWords   = strings.Fields("in true false null as break const continue else for function if import let loop package namespace return var void while")
)

// accessTo spells the selection of a member, if CEL can.
func accessTo(name string) (string, bool) { return accessIn("this", name) }

func accessIn(value, name string) (string, bool) {
	switch {
	case identifier.MatchString(name) && !slices.Contains(celWords, name):
		return value + "." + name, true
	case quotable.MatchString(name):
		return value + ".`" + name + "`", true
	}
	return "", false
}

func (a *author) guarded(access, condition string, optional, nullable bool) string {
	if nullable {
		condition = fmt.Sprintf("(%s == null || %s)", access, condition)
	}
	if optional && a.one(2) {
		return fmt.Sprintf("(!has(%s) || %s)", access, condition)
	} else if optional {
		return fmt.Sprintf("(has(%s) && %s)", access, condition)
	}
	return condition
}

// hole marks the place of the access in a form.
const hole = "\u00a7"

// condition returns a condition on a value of a known content, or "".
func (a *author) condition(x string, c content) string {
	var forms []string
	switch {
	case c.union != nil:
		forms = a.aboutTag(c.union)
	case c.catalog != nil:
		forms = a.aboutEntries(x, c.catalog)
	case len(c.words) > 0:
		word := celText(pick(a, c.words...))
		forms = []string{"§ == " + word, "§ in [" + word + "]", "§ != " + word, "size(§) > 2"}
	case c.time:
		forms = []string{"timestamp(§) < now", "timestamp(§).getFullYear() > 2000", `now - timestamp(§) > duration("10s")`}
	case c.json == "string":
		forms = []string{"size(§) < 3", `§.startsWith("a")`, `§.contains("b")`, `§ != "a"`, `§ < "m"`, `§ in ["a", "b", "é"]`, `§.matches("^[a-z]*$")`, `§ + "x" == "ax"`, "§ != params.word"}
	case c.json == "integer":
		forms = []string{"§ > 1", "§ % 2 == 0", "§ + 1 < 10", "§ * § < 100", "§ in [1, 2, 3]", "10 / § > 2", "-§ < 5", "§ > params.limit", "§ == 2 ? § < 3 : § > 5", "string(§) == \"2\""}
	case c.json == "number":
		forms = []string{"§ < 1.5", "§ * 2.0 > 1.0", "§ / 0.5 <= 3.0", "§ != 1.0", "§ < params.ratio", "int(§) > 1"}
	case c.json == "boolean":
		forms = []string{"§", "!§", "§ == params.flag", "(§ ? 1 : 2) > 1"}
	case c.list != nil:
		forms = a.aboutList(c.list)
	case c.values != nil && c.values.json == "integer" && !c.values.nullable:
		forms = []string{"§.all(k, v, v > 0)", "§.exists(k, k == \"a\")", "size(§) < 2", `"a" in §`, `!("a" in §) || §["a"] > 1`}
	}
	if len(forms) == 0 {
		return ""
	}
	form := pick(a, forms...)
	if i := strings.Index(form, "params."); i >= 0 && !strings.Contains(a.declared(), " "+strings.Fields(form[i+7:])[0]+" ") {
		return ""
	}
	return "(" + strings.ReplaceAll(form, hole, x) + ")"
}

func (a *author) declared() string {
	all := " "
	for _, p := range a.params {
		all += p.get("name").(string) + " "
	}
	return all
}

func (a *author) aboutList(items *content) []string {
	forms := []string{"size(§) < 2", "size(§) != 1"}
	switch {
	case items.union != nil:
		forms = append(forms, a.aboutTags(items.union)...)
	case items.nullable || len(items.words) > 0:
	case items.json == "string" && !items.time:
		forms = append(forms, "§.all(x, size(x) > 1)", `§.exists(x, x == "a")`, `"a" in §`, `size(§.filter(x, x != "a")) > 0`, `§.map(x, size(x)).exists(n, n > 2)`)
	case items.json == "integer":
		forms = append(forms, "§.all(x, x > 1)", "§.exists_one(x, x == 2)", "2 in §", "size(§.map(x, x * 2)) < 3", "§.all(i, x, x > i)")
	}
	return forms
}

func (a *author) aboutEntries(x string, c *catalog) []string {
	if slices.Contains(celTypes, c.name) {
		return nil // rules cannot read such a catalog
	}
	if c.open {
		return []string{"§ in " + mention(c.name), "size(§) < 3"}
	}
	var forms []string
	for _, col := range c.columns {
		cell := mention(c.name) + "[§]." + col.name
		if slices.Contains(celWords, col.name) {
			cell = mention(c.name) + "[§].`" + col.name + "`"
		}
		switch {
		case col.nullable:
			if slices.ContainsFunc(c.entries.members, func(m member) bool { return !m.value.(*object).has(col.name) }) {
				forms = append(forms, cell+" == null")
			}
		case col.json == "string":
			forms = append(forms, "size("+cell+") > 1", cell+` != "a"`)
		case col.json == "integer":
			forms = append(forms, cell+" > 1")
		case col.json == "number":
			forms = append(forms, cell+" < 1.0")
		default:
			forms = append(forms, cell)
		}
	}
	return forms
}

// celText is a string as CEL spells it.
func celText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f || r == 0x2028:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
