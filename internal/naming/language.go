package naming

import (
	"embed"
	"strings"
	"unicode"
)

// Language is what naming has to know about a language, as data.
type Language struct {
	Name  string // as in flags: go, ts, py
	Title string // as in sentences

	types    map[string]bool // no type may be called so
	members  map[string]bool // no member may be called so
	packages map[string]bool // no package may be called so
	derived  []string        // identifiers that come with each type; {Type} and {type} stand for its name in two cases

	typeCase   func([]string) string
	memberCase func([]string) string                   // nil: members keep their JSON names
	valueCase  func(typ string, words []string) string // nil: values of a vocabulary have no identifiers
}

// The languages.
var (
	Go         = load(Language{Name: "go", Title: "Go", typeCase: goCase, memberCase: goCase, valueCase: func(t string, w []string) string { return t + goCase(w) }})
	TypeScript = load(Language{Name: "ts", Title: "TypeScript", typeCase: upperCamel})
	Python     = load(Language{Name: "py", Title: "Python", typeCase: upperCamel, memberCase: snake})
)

//go:embed words/*.txt
var wordFiles embed.FS

// load fills the word lists of a language from words/<name>.<list>.txt, one word a line, # starting a comment.
func load(l Language) *Language {
	l.types, l.members, l.packages = wordSet(l.Name+".types"), wordSet(l.Name+".members"), wordSet(l.Name+".packages")
	l.derived = wordList(l.Name + ".derived")
	return &l
}

func wordList(name string) []string {
	data, err := wordFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		return nil // the language has no such list
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		list = append(list, strings.Fields(line)...)
	}
	return list
}

func wordSet(name string) map[string]bool {
	set := map[string]bool{}
	for _, w := range wordList(name) {
		set[w] = true
	}
	return set
}

// derive fills a pattern such as Parse{Type} or parse_{type}.
func (l *Language) derive(pattern, typ string) string {
	return strings.NewReplacer("{Type}", typ, "{type}", snake(words(typ)), "{tYPE}", lowerFirst(typ)).Replace(pattern)
}

func lowerFirst(s string) string {
	r := []rune(s)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}
