package importer

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/syntax"
)

// nameAll names the types. A name depends on the type's own place only, so another type in the source renames nothing. If two names are equal,
// the type with the less published name takes a longer one.
func (im *importer) nameAll() {
	order := slices.Clone(im.types)
	slices.SortStableFunc(order, func(a, b *typ) int { return im.rank(a) - im.rank(b) })
	taken := map[string]*typ{}
	for _, t := range order {
		t.name = ""
		for _, name := range im.nameCandidates(t) {
			if taken[clashKey(name)] == nil {
				t.name = name
				taken[clashKey(name)] = t
				break
			}
		}
		if t.name == "" {
			im.fail(t.place.node.Pos, "name", "give one of them another name in the source", "%s has the name %s, which another schema has as well", t.place, im.nameOf(t.place))
		}
	}
}

// rank orders types by how published their names are.
func (im *importer) rank(t *typ) int {
	rank := 0
	switch p := t.place; {
	case p.late:
		rank = 2
	case isDefinition(p) && ident(p.step.key) == p.step.key:
	case isDefinition(p):
		rank = 1
	case p.parent == nil:
		rank = 2
	default:
		rank = 3 + strings.Count(p.pointer, "/")
	}
	if !t.place.doc.given {
		rank += 1000
	}
	return rank
}

// isDefinition reports whether a place is an entry of the definitions of a document.
func isDefinition(p *place) bool {
	return len(p.names) > 0 || p.parent != nil && p.parent.parent == nil && (p.step.keyword == "definitions" || p.step.keyword == "$defs")
}

// nameCandidates lists the names of a type, the preferred one first.
func (im *importer) nameCandidates(t *typ) []string {
	p := t.place
	name := im.nameOf(p)
	list := []string{name}
	if isDefinition(p) {
		if s := spelled(p.step.key); s != name && !p.late {
			list = append(list, s)
		}
		for _, other := range p.names[min(1, len(p.names)):] {
			list = append(list, ident(other))
		}
		list = append(list, rootName(p.doc)+capital(name), rootName(p.doc)+capital(spelled(p.step.key)), byCase(name))
	} else if p.parent == nil {
		list = append(list, name+"Document", folderName(p.doc)+name)
	} else {
		list = append(list, name+kindWord(p.node), name+"Schema")
	}
	if t.long {
		return list[1:]
	}
	return list
}

// kindWord names the JSON type of a schema.
func kindWord(n *syntax.Node) string {
	if t := n.Member("type"); t != nil && t.Kind == syntax.TextNode {
		return capital(t.Text)
	}
	return "Value"
}

// nameOf returns the preferred name of a place.
func (im *importer) nameOf(p *place) string {
	switch {
	case p.parent == nil:
		return rootName(p.doc)
	case isDefinition(p):
		return im.definitionName(p)
	}
	parent := ""
	if p.parent.parent != nil || !isContainer(p.parent.node) {
		parent = im.nameOf(p.parent)
		if t := im.typeAt[p.parent.node]; t != nil && t.name != "" {
			parent = t.name
		}
	}
	if t := im.typeAt[p.node]; t != nil && t.suffix != "" {
		return parent + capital(ident(t.suffix))
	}
	return im.step(parent, p)
}

// definitionName is the key. A key that is a URI loses the folder of the document's own identifier, or its host, and its extension.
func (im *importer) definitionName(p *place) string {
	key := p.step.key
	if len(p.names) > 0 {
		key = p.names[0]
	}
	if p.doc.meta.draft != 0 {
		return rootName(p.doc) + capital(ident(key))
	}
	u, err := url.Parse(key)
	if err != nil || u.Host == "" {
		return ident(key)
	}
	folder := im.places[p.doc.root].res.base
	if rest, ok := strings.CutPrefix(key, folder.Scheme+"://"+folder.Host+path.Dir(folder.Path)+"/"); ok {
		return ident(withoutExtension(rest))
	}
	return ident(withoutExtension(strings.Trim(u.Path, "/")))
}

// step extends a name by the last step to a place.
func (im *importer) step(parent string, p *place) string {
	switch s := p.step; s.keyword {
	case "properties", "definitions", "$defs", "dependentSchemas", "dependencies", "":
		return parent + capital(ident(s.key))
	case "items", "contains", "unevaluatedItems", "additionalItems":
		if s.key != "" {
			return parent + ordinal(s.key)
		}
		if one := singular(parent); one != parent {
			return one
		}
		return parent + "Item"
	case "prefixItems":
		return parent + ordinal(s.key)
	case "additionalProperties", "unevaluatedProperties":
		return parent + "Value"
	case "patternProperties":
		if m := p.parent.node.Member("patternProperties"); m != nil && len(m.Members) == 1 {
			return parent + "Value"
		}
		return parent + capital(spelled(s.key))
	case "allOf", "anyOf", "oneOf":
		if title := p.node.Member("title"); title != nil && title.Text != "" && utf8.RuneCountInString(title.Text) <= 40 && p.step.keyword != "allOf" {
			return parent + capital(ident(title.Text))
		}
		return parent + capital(s.keyword) + ordinal(s.key)
	default:
		return parent + capital(s.keyword)
	}
}

var ordinals = []string{"First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"}

// ordinal spells an index of the source.
func ordinal(index string) string {
	if len(index) == 1 && index[0] >= '0' && index[0] <= '9' {
		return ordinals[index[0]-'0']
	}
	return "At" + index + "th"
}

// singular returns a plural name without its ending, as far as the ending shows it.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "sses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"), strings.HasSuffix(name, "shes"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && !strings.HasSuffix(name, "us") && !strings.HasSuffix(name, "is") && len(name) > 3:
		return name[:len(name)-1]
	}
	return name
}

// rootName names the root of a document by its file.
func rootName(d *document) string {
	if d.meta.draft >= draft2019 {
		return "JSONSchema" + strings.ReplaceAll(d.meta.draft.String(), "-", "_") + capital(ident(d.meta.vocabulary))
	} else if d.meta.draft != 0 {
		return "JSONSchemaDraft" + strings.TrimPrefix(d.meta.draft.String(), "draft ")
	}
	base := withoutExtension(path.Base(strings.ReplaceAll(d.file, `\`, "/")))
	if base == "" || base == "schema" || base == "index" {
		if u := d.base; u != nil && u.Scheme != "file" && u.Path != "" {
			base = withoutExtension(path.Base(u.Path))
		}
	}
	if base == "" || base == "schema" || base == "index" {
		if title := d.root.Member("title"); title != nil && title.Text != "" && utf8.RuneCountInString(title.Text) <= 40 {
			base = title.Text
		}
	}
	return capital(ident(base))
}

func folderName(d *document) string {
	return capital(ident(path.Base(path.Dir(strings.ReplaceAll(d.file, `\`, "/")))))
}

// withoutExtension removes the endings of schema files.
func withoutExtension(name string) string {
	for _, ending := range []string{".json", ".yaml", ".yml", ".schema", "-schema", "_schema"} {
		if rest := strings.TrimSuffix(name, ending); rest != "" {
			name = rest
		}
	}
	return name
}

func clashKey(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

func isASCIILetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isASCIIDigit(c rune) bool  { return '0' <= c && c <= '9' }

// ident returns a name of letters, digits and underscores. A word after another character begins with a capital; digits stay apart.
func ident(name string) string {
	var b strings.Builder
	gap := false
	last := rune(0)
	for _, c := range name {
		switch {
		case isASCIILetter(c) || isASCIIDigit(c) || c == '_' && b.Len() > 0:
			if gap && isASCIIDigit(c) && isASCIIDigit(last) {
				b.WriteByte('_')
			}
			if gap && b.Len() > 0 {
				c = unicode.ToUpper(c)
			}
			b.WriteRune(c)
			gap, last = false, c
		case symbolWords[c] != "" && strings.ContainsRune("+#&@*%<>=!$", c):
			b.WriteString(capital(symbolWords[c]))
			gap, last = true, 0
		default:
			gap = true
		}
	}
	s := strings.TrimRight(b.String(), "_")
	if s == "" {
		s = spelled(name)
	}
	if !isASCIILetter(rune(s[0])) {
		s = "X" + s
	}
	if len(s) > maxName {
		s = s[:maxName]
	}
	return s
}

const maxName = 120

// spelled returns a name in which words replace symbols.
func spelled(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch word := symbolWords[c]; {
		case isASCIILetter(c) || isASCIIDigit(c):
			if b.Len() > 0 && strings.HasSuffix(b.String(), "_") {
				c = unicode.ToUpper(c)
			}
			b.WriteRune(c)
		case word != "":
			b.WriteString(capital(word) + "_")
		default:
			b.WriteString("U" + strings.ToUpper(codePoint(c)) + "_")
		}
	}
	s := strings.ReplaceAll(b.String(), "_", "")
	if s == "" {
		return "Empty"
	}
	if !isASCIILetter(rune(s[0])) {
		s = "X" + s
	}
	return s
}

func codePoint(c rune) string {
	const digits = "0123456789abcdef"
	s := ""
	for ; c > 0; c /= 16 {
		s = string(digits[c%16]) + s
	}
	return s
}

// symbolWords are the names of the characters of ASCII that are no letters or digits.
var symbolWords = map[rune]string{'!': "not", '"': "quote", '#': "hash", '$': "dollar", '%': "percent", '&': "and", '\'': "apostrophe", '(': "open", ')': "close",
	'*': "star", '+': "plus", ',': "comma", '-': "hyphen", '.': "dot", '/': "slash", ':': "colon", ';': "semicolon", '<': "less", '=': "equal", '>': "greater",
	'?': "question", '@': "at", '[': "openBracket", '\\': "backslash", ']': "closeBracket", '^': "caret", '_': "underscore", '`': "backtick", '{': "openBrace",
	'|': "bar", '}': "closeBrace", '~': "tilde", ' ': "space"}
