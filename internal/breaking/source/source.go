// Package source compares the exported API of generated bindings: programs that compiled against the old files and do not against the new
// ones.
//
// It reads the declarations of Go, TypeScript and Python from their text, into one model of symbols. It does not check types: a declaration
// counts as equal if its normal form is. We rejected tsc and mypy at run time because the command must work from one binary, on machines
// without Node and Python. We rejected go/types because it adds 1.8 MB to a binary; go/format, which the back end of Go needs, contains
// go/parser anyway. The tests use the three type checkers as witnesses.
//
// These changes break programs, in every language:
//
//   - A removed symbol, and another type of a symbol.
//   - A new member that a program must give or implement: a required member of a TypeScript interface or a Python class, a method of an
//     interface that a program implements. A type that no function takes is never given, so a new member of it is compatible.
//   - A new parameter that is not optional, and a new parameter of a Go function.
//   - In TypeScript and Python, a value or branch that a union loses, where a program gives the union, and one that it gains, where a
//     program reads it. A program that lists all values, in a `switch` that ends with `never` or a `match` with `assert_never`, no longer
//     compiles. Members of messages are given and read, so both count.
//
// Compatible are new symbols, new optional members, and in Go new fields of structs and new constants. A new field breaks a composite literal
// without keys, which `go vet` reports, and the promise of Go 1 excludes. It is a finding if the struct can no longer be compared by ==.
package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/sorting"
)

// Files are the texts of an output folder by their slash-separated paths.
type Files map[string][]byte

// Change is one change of an API that breaks a program.
type Change struct {
	Rule     string // removed, changed, narrowed, widened, required, optional, parameters, readonly, comparable or variant
	Symbol   string // with its module: greeter.Hello.name
	About    string // a clause
	Old, New string // the declarations, on one line each; "" for none
}

// readers read the API of a language. The names are those of targets.
var readers = map[string]func(Files) *api{"go": readGo, "ts": readTypeScript, "py": readPython}

// Compare returns the changes that break programs in a language, go, ts or py, in the order of their symbols.
func Compare(language string, old, new Files) []Change {
	if sameFiles(old, new) {
		return nil
	}
	read := readers[language]
	c := &comparer{old: read(old), new: read(new)}
	for _, s := range c.old.list {
		if s.parent == "" || c.old.symbols[s.parent] == nil {
			c.symbol(s)
		}
	}
	for _, s := range c.new.list {
		c.added(s)
	}
	sorting.Stable(c.changes, func(a, b Change) int { return cmp.Compare(a.Symbol, b.Symbol) })
	seen := map[Change]bool{}
	return slices.DeleteFunc(c.changes, func(one Change) bool {
		one.Old, one.New = "", "" // a type and a value of one name
		again := seen[one]
		seen[one] = true
		return again
	})
}

// Symbols returns the names of all symbols of an API, sorted.
func Symbols(language string, files Files) []string {
	var names []string
	for _, s := range readers[language](files).list {
		names = append(names, s.name)
	}
	slices.Sort(names)
	return names
}

func sameFiles(a, b Files) bool {
	if len(a) != len(b) {
		return false
	}
	for path, data := range a {
		if other, there := b[path]; !there || string(other) != string(data) {
			return false
		}
	}
	return true
}

// api contains the symbols that a program can name.
type api struct {
	symbols map[string]*symbol
	list    []*symbol // in the order of files and declarations
	members map[string][]*symbol
	public  map[string]bool
}

func newAPI() *api {
	return &api{symbols: map[string]*symbol{}, members: map[string][]*symbol{}, public: map[string]bool{}}
}

// hide marks the symbols that no program can name: the API leads to them.
func (a *api) hide() {
	for _, s := range a.list {
		s.hidden = s.parent == "" && !a.public[strings.TrimSuffix(s.name, ofValue)]
	}
}

// add keeps the first symbol of a name. Overloads belong to one symbol.
func (a *api) add(s *symbol) *symbol {
	if known := a.symbols[s.name]; known != nil {
		known.signatures = append(known.signatures, s.signatures...)
		return known
	}
	a.symbols[s.name] = s
	a.list = append(a.list, s)
	if s.parent != "" {
		a.members[s.parent] = append(a.members[s.parent], s)
	}
	return s
}

// use is how programs handle the values of a type.
type use int

const (
	given use = 1 << iota // a program makes them, or implements the type
	read                  // a program takes them
)

// symbol is one name of an API.
type symbol struct {
	name, parent string
	hidden       bool   // programs cannot name it: the API leads to it
	kind         string // the word for people: constant, type, method
	text         string // its declaration, on one line
	typ          typ
	signatures   []signature
	bases        []string // types that have further members of this one
	drafts       []draft
	full         func(typ) typ // expands the names of unions; nil for none
	optional     bool          // a program may leave it out
	defaulted    bool          // a program that makes a value may leave it out, and one that reads it always finds it
	readonly     bool
	demanded     bool // a program that makes a value of the parent has to give it, or to implement it
	pointer      bool // a method of pointers only
	comparable   bool // values can be compared by ==
	use          use  // 0 for both
}

// typ is the normal form of a type.
type typ struct {
	any []string // the branches of a union, or one; sorted
}

// one is a type that is no union.
func one(text string) typ { return typ{[]string{text}} }

// signature is one way to call a function.
type signature struct {
	generic string // type parameters
	params  []param
	result  typ
}

type param struct {
	label    string // its name in the declaration
	name     string // the same, or "" where calls do not name parameters
	kind     string // "", "keyword" or "rest"
	typ      typ
	optional bool
}

// member finds a member of a type or of its bases.
func (a *api) member(parent, name string) *symbol {
	seen := map[string]bool{}
	for open := []string{parent}; len(open) > 0; open = open[1:] {
		at := open[0]
		if seen[at] || a.symbols[at] == nil {
			continue
		}
		seen[at] = true
		if s := a.symbols[at+"."+name]; s != nil {
			return s
		}
		open = append(open, a.symbols[at].bases...)
	}
	return nil
}

// short is the name of a member without its type.
func (s *symbol) short() string { return s.name[len(s.parent)+1:] }

func (c *comparer) report(rule, symbol string, old, new *symbol, format string, args ...any) {
	plain := strings.NewReplacer(ofValue, "")
	change := Change{Rule: rule, Symbol: plain.Replace(symbol), About: plain.Replace(fmt.Sprintf(format, args...))}
	if old != nil {
		change.Old = old.text
	}
	if new != nil {
		change.New = new.text
	}
	c.changes = append(c.changes, change)
}
