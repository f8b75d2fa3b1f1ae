package source

import (
	"path"
	"slices"
	"strings"
)

// tsModule has the declarations of a file.
type tsModule struct {
	file    string
	decls   map[string][]*tsDecl // by name, in order: a type and a value may share a name
	names   []string
	imports map[string]tsName // by local name; a name "*" is the whole module
	exports []tsExport
	stars   []string // modules whose names are exported as well
}

// tsName is a name of a module.
type tsName struct{ file, name string }

type tsExport struct {
	name string
	of   tsName
}

// tsDecl is a declaration, by its tokens.
type tsDecl struct {
	kind   string // interface, type, const, function, class or enum
	name   string
	tokens []tsToken // from the keyword, without the body of a function
	module *tsModule
}

// tsKinds are the kinds of declarations by keyword.
var tsKinds = map[string]string{"interface": "interface", "type": "type", "const": "const", "let": "const", "var": "const", "function": "function", "class": "class", "enum": "enum", "namespace": "namespace"}

func readTSModule(file, text string) *tsModule {
	m := &tsModule{file: file, decls: map[string][]*tsDecl{}, imports: map[string]tsName{}}
	for tokens := scanTS(text); len(tokens) > 0; {
		n := statementLength(tokens)
		m.statement(tokens[:n])
		tokens = tokens[n:]
	}
	return m
}

// statementLength is the number of tokens of the first statement. A block ends it, except in a declaration of a value, a type, an import or
// an export list, which end with a semicolon.
func statementLength(tokens []tsToken) int {
	head := tokens
	for len(head) > 1 && slices.Contains([]string{"export", "declare", "default", "async", "abstract"}, head[0].text) {
		head = head[1:]
	}
	semicolon := slices.Contains([]string{"const", "let", "var", "type", "import", "{", "*"}, head[0].text)
	depth := 0
	for i, t := range tokens {
		switch {
		case t.kind != tsSign:
		case strings.Contains("([{", t.text):
			depth++
		case strings.Contains(")]}", t.text):
			depth--
			if depth == 0 && t.text == "}" && !semicolon && !continues(tokens[i+1:]) {
				return i + 1
			}
		case t.text == ";" && depth == 0:
			return i + 1
		}
	}
	return len(tokens)
}

// continues reports whether a brace closed a type, such as that of a result: a body follows.
func continues(rest []tsToken) bool {
	return len(rest) > 0 && (rest[0].text == "{" || rest[0].text == "|" || rest[0].text == "&" || rest[0].text == ">" || rest[0].text == ";" || rest[0].text == "[")
}

func (m *tsModule) statement(tokens []tsToken) {
	exported := tokens[0].text == "export"
	if exported {
		tokens = tokens[1:]
	}
	for len(tokens) > 1 && slices.Contains([]string{"declare", "default", "async", "abstract"}, tokens[0].text) {
		tokens = tokens[1:]
	}
	if len(tokens) < 2 {
		return
	}
	first, second := tokens[0].text, tokens[1].text
	switch {
	case first == "import":
		m.imported(tokens[1:])
	case exported && (first == "{" || first == "type" && second == "{"):
		m.reexported(tokens)
	case exported && first == "*":
		m.starred(tokens)
	case tsKinds[first] != "":
		m.declare(exported, tokens)
	}
}

func (m *tsModule) declare(exported bool, tokens []tsToken) {
	at := 1
	if tokens[0].text == "function" && tokens[1].text == "*" {
		at = 2
	}
	if tokens[at].kind != tsWord {
		return
	}
	d := &tsDecl{tsKinds[tokens[0].text], tokens[at].text, tokens, m}
	if tokens[0].text == "const" && tokens[1].text == "enum" && len(tokens) > 2 {
		d.kind, d.name = "enum", tokens[2].text
	}
	m.decls[d.name] = append(m.decls[d.name], d)
	m.names = append(m.names, d.name)
	if exported && !slices.ContainsFunc(m.exports, func(e tsExport) bool { return e.name == d.name }) {
		m.exports = append(m.exports, tsExport{d.name, tsName{m.file, d.name}})
	}
}

// from is the file of the last literal of an import or export, or "" for another package.
func (m *tsModule) from(tokens []tsToken) (file string, found bool) {
	for i, t := range tokens {
		if t.text == "from" && i+1 < len(tokens) && tokens[i+1].kind == tsLiteral {
			at := strings.Trim(tokens[i+1].text, `"`)
			if !strings.HasPrefix(at, ".") {
				return at, true
			}
			at = path.Join(path.Dir(m.file), at)
			return strings.TrimSuffix(strings.TrimSuffix(at, ".js"), ".ts") + ".ts", true
		}
	}
	return m.file, false
}

func (m *tsModule) imported(tokens []tsToken) {
	file, _ := m.from(tokens)
	if len(tokens) > 1 && tokens[0].text == "type" && tokens[1].text != "from" {
		tokens = tokens[1:]
	}
	if len(tokens) > 2 && tokens[0].text == "*" {
		m.imports[tokens[2].text] = tsName{file, "*"}
		return
	}
	for name, local := range specifiers(tokens) {
		m.imports[local] = tsName{file, name}
	}
}

func (m *tsModule) reexported(tokens []tsToken) {
	file, elsewhere := m.from(tokens)
	for _, pair := range specifierList(tokens) {
		of := tsName{file, pair[0]}
		if known, is := m.imports[pair[0]]; is && !elsewhere {
			of = known
		}
		m.exports = append(m.exports, tsExport{pair[1], of})
	}
}

func (m *tsModule) starred(tokens []tsToken) {
	file, _ := m.from(tokens)
	if len(tokens) > 2 && tokens[1].text == "as" {
		m.exports = append(m.exports, tsExport{tokens[2].text, tsName{file, "*"}})
		return
	}
	m.stars = append(m.stars, file)
}

func specifiers(tokens []tsToken) map[string]string {
	all := map[string]string{}
	for _, pair := range specifierList(tokens) {
		all[pair[0]] = pair[1]
	}
	return all
}

// specifierList are the names and local names in the braces of an import or export.
func specifierList(tokens []tsToken) [][2]string {
	var list [][2]string
	for _, part := range tsSplit(inBraces(tokens), ",") {
		if len(part) > 1 && part[0].text == "type" && part[1].text != "as" {
			part = part[1:]
		}
		switch len(part) {
		case 1:
			list = append(list, [2]string{part[0].text, part[0].text})
		case 3:
			list = append(list, [2]string{part[0].text, part[2].text})
		}
	}
	return list
}

// inBraces are the tokens inside of the first pair of braces.
func inBraces(tokens []tsToken) []tsToken {
	start := tsIndex(tokens, "{")
	if start < 0 {
		return nil
	}
	return tsInside(tokens, start)
}

// tsInside are the tokens between the bracket at a place and the one that closes it.
func tsInside(tokens []tsToken, open int) []tsToken {
	return tokens[open+1 : max(tsClosing(tokens, open), open+1)]
}

// tsIndex is the place of a sign or word outside of all brackets before it, or -1.
func tsIndex(tokens []tsToken, texts ...string) int {
	for i := 0; i < len(tokens); i++ {
		if slices.Contains(texts, tokens[i].text) && tokens[i].kind != tsLiteral {
			return i
		}
		if tokens[i].kind == tsSign && strings.Contains("([{<", tokens[i].text) {
			i = tsClosing(tokens, i)
		}
	}
	return -1
}

// tsClosing is the place of the bracket that closes the one at a place, or the end.
func tsClosing(tokens []tsToken, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		if tokens[i].kind != tsSign {
			continue
		}
		switch tokens[i].text {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(tokens) - 1
}

// tsSplit cuts tokens at separators outside of brackets. Empty parts are left out.
func tsSplit(tokens []tsToken, separators ...string) [][]tsToken {
	var parts [][]tsToken
	for len(tokens) > 0 {
		i := tsIndex(tokens, separators...)
		if i < 0 {
			i = len(tokens)
		}
		if i > 0 {
			parts = append(parts, tokens[:i])
		}
		tokens = tokens[min(i+1, len(tokens)):]
	}
	return parts
}
