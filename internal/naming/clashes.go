package naming

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Names that clash are assigned anew: with their symbols spelled out, then with their case. Names that do not clash never change. A type or value that
// clashes with an identifier that is generated for something else gets an underscore, as one with a reserved name does.

// clash is a pair of owners of one identifier.
type clash struct {
	name          string
	first, second owner
	keyword       string // that gives another name
}

// helper is an identifier that is generated for a type.
type helper struct{ of *ir.Type }

// word is a value of a vocabulary.
type word struct {
	of    *ir.Type
	index int
}

// effort describes how a name is distinguished from others.
type effort struct {
	spelled int  // how much of it is spelled out: nothing, symbols, case
	yields  bool // it gets an underscore
}

const mostSpelled = 2

// distinguish records for each clash how its names can differ. It returns false if there is nothing more to try.
func (a *assigner) distinguish() bool {
	changed := false
	spell := map[any]int{} // to which level
	for _, c := range a.clashes {
		first, second := c.first.entity, c.second.entity
		switch {
		case a.yielding(first, second) != nil:
			t := a.yielding(first, second)
			e := a.effort[t]
			e.yields, changed = true, true
			a.effort[t] = e
		case first != nil && reflect.TypeOf(first) == reflect.TypeOf(second) && reflect.TypeOf(first) != reflect.TypeFor[helper]():
			level := mostSpelled - 1
			if strings.EqualFold(nameOf(first), nameOf(second)) {
				level = mostSpelled // the case is the only difference
			}
			spell[first], spell[second] = max(spell[first], level), max(spell[second], level)
		}
	}
	for entity, level := range spell { // in any order: each has an entry of its own
		if e := a.effort[entity]; e.spelled < level {
			e.spelled = level
			a.effort[entity], changed = e, true
		}
	}
	return changed
}

// yielding returns the type or value that gets an underscore, because it or an identifier that is generated for it clashes with one that is generated
// for something else; nil for none.
func (a *assigner) yielding(first, second any) any {
	var candidates []any
	for _, pair := range [][2]any{{second, first}, {first, second}} {
		switch e := pair[0].(type) {
		case *ir.Type:
			switch pair[1].(type) {
			case nil, helper, *ir.Builder:
				candidates = append(candidates, e)
			}
		case word:
			if _, both := pair[1].(word); !both {
				candidates = append(candidates, e)
			}
		case helper:
			switch pair[1].(type) {
			case nil, helper: // nil is an identifier that is generated for a conversation
				candidates = append(candidates, e.of)
			}
		}
	}
	for _, c := range candidates {
		if !a.effort[c].yields {
			return c
		}
	}
	return nil
}

// warn reports the clashes that are avoided, with the identifiers.
func (a *assigner) warn(avoided []clash) {
	for _, c := range avoided {
		first, second, of := a.identifier(c.first, c.name), a.identifier(c.second, c.name), "they"
		before, helps := c.first.entity.(helper)
		after, both := c.second.entity.(helper)
		if helps && both {
			first, second, of = a.names.types[before.of], a.names.types[after.of], "the types"
		}
		result := fmt.Sprintf("%s have the names %s and %s", of, second, first)
		switch {
		case first == second && helps == both:
			continue // it is an error
		case first == second: // one is generated for a type, which is renamed
			helping := before
			if both {
				helping = after
			}
			result = fmt.Sprintf("the type %s has the name %s", helping.of.Name, a.names.types[helping.of])
		}
		a.diags.Add(diag.Diagnostic{Pos: c.second.pos, Severity: diag.Warning, Code: "name-collision",
			Message:    fmt.Sprintf("%s and %s would both have the name %s in %s; %s", c.second.what, c.first.what, c.name, a.language.Title, result),
			Suggestion: "rename one of them, or give it another identifier with `" + c.keyword + "`",
			Notes:      []diag.Note{{Pos: c.first.pos, Message: c.first.what + " is here"}}})
	}
}

// identifier returns the final identifier of an owner that had another one.
func (a *assigner) identifier(o owner, before string) string {
	switch e := o.entity.(type) {
	case *ir.Type:
		return a.names.types[e]
	case *ir.Field:
		return a.names.fields[e]
	case *ir.Builder:
		return a.names.builders[e]
	case word:
		return a.names.values[e.of][e.index]
	}
	return before
}

// nameOf returns the name of an entity in the spec.
func nameOf(entity any) string {
	switch e := entity.(type) {
	case *ir.Type:
		return e.Name
	case *ir.Field:
		return e.Name
	case *ir.Builder:
		return e.Name
	case word:
		return e.of.Vocabulary().Values[e.index].Value
	}
	panic(fmt.Sprintf("naming: unhandled entity %T", entity))
}

// wordsOf splits the name of an entity into words. Names that the spec gives with x-name are never spelled out.
func (a *assigner) wordsOf(entity any, name string, renames []ir.Rename) []string {
	level := a.effort[entity].spelled
	if level == 0 || a.renamed(renames) {
		return words(name)
	}
	list := spelledWords(name)
	if level == mostSpelled {
		list = append(list, caseOf(name))
	}
	return list
}

// typeWords splits the name of a type. The name of a lifted type is a place, of which every step counts, also one that has no letter or digit.
func (a *assigner) typeWords(t *ir.Type) []string {
	name := a.source(t.Name, t.Rename)
	if !t.Lifted {
		return capitalWords(name, a.wordsOf(t, name, t.Rename))
	}
	var list []string
	for step := range strings.SplitSeq(name, ".") {
		words := a.wordsOf(t, step, t.Rename)
		if list == nil {
			words = capitalWords(step, words)
		}
		list = append(list, words...)
	}
	return list
}

// renamed reports whether the name in this language is an x-name.
func (a *assigner) renamed(renames []ir.Rename) bool {
	for _, r := range renames {
		if r.Language == "" || r.Language == a.language.Name {
			return true
		}
	}
	return false
}

// caseOf names the case of the letters of a name.
func caseOf(name string) string {
	first, rest := true, ""
	for i, r := range name {
		if unicode.IsLetter(r) {
			first, rest = unicode.IsUpper(r), name[i+len(string(r)):]
			break
		}
	}
	switch {
	case strings.ToLower(name) == name:
		return "lower"
	case strings.ToUpper(name) == name:
		return "upper"
	case first && strings.ToLower(rest) == rest:
		return "capital"
	}
	return "mixed"
}
