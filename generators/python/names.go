package python

import (
	"github.com/envgen/envgen/generators/link"
	"maps"
	"regexp"
	"slices"
)

// names is a set of imported names.
type names map[string]bool

// use adds a name and returns it.
func (n names) use(name string) string {
	n[name] = true
	return name
}

// helpers are imported names of the support code and of the standard library. Those that the protocol uses have an alias.
type helpers struct {
	names
	own func(name string) string
}

// use adds a name and returns its alias.
func (h helpers) use(name string) string { return h.own(h.names.use(name)) }

// sorted returns the names in the order of import sorters: constants, classes, the rest.
func (n names) sorted() []string { return link.Sorted(slices.Collect(maps.Keys(n))) }

// listed returns the names in the order that linters require for __all__: like sorted, but case-sensitive.
func (n names) listed() []string { return link.SortedForAll(slices.Collect(maps.Keys(n))) }

// simple matches words that are identifiers already.
var simple = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
