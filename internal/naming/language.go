package naming

import (
	"embed"
	"strings"
)

// Language is the description of a language for naming, as data.
type Language struct {
	Name  string // as in flags: go, ts, py
	Title string // as in sentences

	types     map[string]bool // no type may be called so
	globals   map[string]bool // a type may be called so, and hides a global
	members   map[string]bool // no member may be called so
	columns   map[string]bool // no column of a catalog may be called so
	constants map[string]bool // constants of each package, after which no other is called
	packages  map[string]bool // no package may be called so
	imports   map[string]bool // no package may be imported as that
	derived   []pattern       // identifiers that come with types
	own       []pattern       // identifiers of a package or module that come with no type
	variants  []string        // members that each variant of a union has beside the spec's; {Type} is the union
	failures  []string        // members that a record that describes a failure has beside the spec's
	handlers  []string        // methods that the handler of a union has for each variant; {Type} is the variant

	params []string // identifiers that come with a parameter; {Param} is its words

	conversations []string // identifiers that come with conversations; {Conversation} is the words of one

	builders   []string // identifiers that come with builders; {Builder} is the words of one
	dispatches []string // identifiers that come with dispatches; {Dispatch} is the words of one
	errors     []string // identifiers that come with records that describe a failure, once; {Protocol} is the words of the protocol

	typeCase     func([]string) string
	memberCase   func([]string) string                   // nil: members keep their JSON names
	memberSuffix string                                  // of a member that may not have its name
	valueCase    func(typ string, words []string) string // nil: values of a vocabulary have no identifiers
	codeCase     func(words []string) string             // nil: the integers of a catalog have identifiers of valueCase
	optionCase   func(typ, json string) string           // nil: options of a choice have no identifiers
}

// The languages.
var (
	Go = load(Language{Name: "go", Title: "Go", typeCase: goCase, memberCase: goCase, memberSuffix: "Member",
		valueCase:  func(t string, w []string) string { return t + goCase(w) },
		optionCase: func(t, json string) string { return t + capital(json) }})
	TypeScript = load(Language{Name: "ts", Title: "TypeScript", typeCase: upperCamel, codeCase: func(w []string) string { return Camel(upperCamel(w)) }})
	Python     = load(Language{Name: "py", Title: "Python", typeCase: normal(upperCamel), memberCase: normal(snake), memberSuffix: "_",
		codeCase: func(w []string) string { return strings.ToUpper(normal(snake)(w)) }})
)

//go:embed words/*.txt
var wordFiles embed.FS

// load fills the word lists of a language from words/<name>.<list>.txt, # starting a comment.
func load(l Language) *Language {
	set := func(list string) map[string]bool { return wordSet(l.Name + "." + list) }
	l.types, l.members, l.columns, l.packages, l.imports = set("types"), set("members"), set("columns"), set("packages"), set("imports")
	l.globals, l.constants = set("globals"), set("constants")
	l.own = ownList(l.Name + ".own")
	l.derived, l.variants, l.handlers = patternList(l.Name+".derived"), wordList(l.Name+".variants"), wordList(l.Name+".handlers")
	l.failures = wordList(l.Name + ".failures")
	l.params = wordList(l.Name + ".params")
	l.conversations = wordList(l.Name + ".conversations")
	l.builders = wordList(l.Name + ".builders")
	l.dispatches = wordList(l.Name + ".dispatches")
	l.errors = wordList(l.Name + ".errors")
	return &l
}

// wordLines reads words/<name>.txt, a list that a language may lack: the words of each line that has any.
func wordLines(name string) [][]string {
	data, err := wordFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		return nil
	}
	var lines [][]string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if w := strings.Fields(line); len(w) > 0 {
			lines = append(lines, w)
		}
	}
	return lines
}

func wordList(name string) []string {
	var list []string
	for _, line := range wordLines(name) {
		list = append(list, line...)
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

// Renamed reports whether an identifier differs from the plain spelling of its words, so that its comment can mention it.
func (l *Language) Renamed(identifier string) bool { return strings.HasSuffix(identifier, "_") }
