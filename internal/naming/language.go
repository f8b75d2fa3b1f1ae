package naming

import (
	"embed"
	"strings"
)

// Language is what naming has to know about a language, as data.
type Language struct {
	Name  string // as in flags: go, ts, py
	Title string // as in sentences

	types    map[string]bool // no type may be called so
	members  map[string]bool // no member may be called so
	packages map[string]bool // no package may be called so
	derived  []string        // identifiers that come with each type; {Type} and {type} stand for its name in two cases
	variants []string        // members that each variant of a union has beside the spec's; {Type} is the union

	typeCase   func([]string) string
	memberCase func([]string) string                   // nil: members keep their JSON names
	valueCase  func(typ string, words []string) string // nil: values of a vocabulary have no identifiers
}

// The languages.
var (
	Go         = load(Language{Name: "go", Title: "Go", typeCase: goCase, memberCase: goCase, valueCase: func(t string, w []string) string { return t + goCase(w) }})
	TypeScript = load(Language{Name: "ts", Title: "TypeScript", typeCase: upperCamel})
	Python     = load(Language{Name: "py", Title: "Python", typeCase: normal(upperCamel), memberCase: normal(snake)})
)

//go:embed words/*.txt
var wordFiles embed.FS

// load fills the word lists of a language from words/<name>.<list>.txt, one word a line, # starting a comment.
func load(l Language) *Language {
	l.types, l.members, l.packages = wordSet(l.Name+".types"), wordSet(l.Name+".members"), wordSet(l.Name+".packages")
	l.derived, l.variants = wordList(l.Name+".derived"), wordList(l.Name+".variants")
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
func derive(pattern, typ string) string {
	return strings.NewReplacer("{Type}", typ, "{type}", Snake(typ)).Replace(pattern)
}

// Snake returns an identifier as it stands inside of snake_case ones: peer_id for PeerId.
func Snake(identifier string) string { return snake(words(identifier)) }
