package source

import (
	"slices"
	"strings"
	"unicode"
)

// infer decides how programs handle the values of types of some kinds: they give those that a function takes, and read those that a
// function returns. A type that is in no declaration is read.
func (a *api) infer(kinds []string) {
	u := &uses{api: a, named: map[string]*symbol{}}
	for _, s := range a.list {
		if s.parent == "" && s.use == 0 && slices.Contains(kinds, s.kind) {
			u.named[s.name] = s
		}
	}
	for _, s := range a.list {
		if s.parent == "" && u.isKnown(s) || s.parent != "" && a.symbols[s.parent] != nil && u.isKnown(a.symbols[s.parent]) {
			continue // follows from the uses of the type
		}
		u.symbol(s, given|read)
	}
	for _, s := range a.list {
		if s.parent == "" && u.isKnown(s) && s.use == 0 {
			s.use = read
		}
	}
	for _, s := range a.list {
		if parent := a.symbols[s.parent]; parent != nil && u.isKnown(parent) {
			s.use = parent.use
		}
	}
}

type uses struct {
	api   *api
	named map[string]*symbol // types that have their uses inferred
}

func (u *uses) isKnown(s *symbol) bool { return u.named[s.name] == s }

// symbol marks the types in a declaration whose value has a use.
func (u *uses) symbol(s *symbol, of use) {
	if len(s.signatures) > 0 {
		if s.parent == "" || s.use == read {
			of = read
		}
		for _, sig := range s.signatures {
			for _, p := range sig.params {
				u.typ(p.typ, swapped(of))
			}
			u.typ(sig.result, of)
		}
		return
	}
	if s.kind == "constant" || s.kind == "variable" {
		for _, branch := range s.typ.any {
			if head, args := arguments(branch); head != "" {
				u.words(head, read)
				u.words(strings.Join(args, " "), given|read)
			} else {
				u.words(branch, read)
			}
		}
		return
	}
	u.typ(s.typ, of)
}

// swapped is the use of a parameter: who calls a function gives its arguments, who implements it reads them.
func swapped(of use) use {
	switch of {
	case given:
		return read
	case read:
		return given
	}
	return of
}

func (u *uses) typ(t typ, of use) {
	for _, branch := range t.any {
		u.words(branch, of)
	}
}

// words marks each type that a text names. Inside of a function type, uses are not distinguished.
func (u *uses) words(text string, of use) {
	if strings.Contains(text, "=>") || strings.Contains(text, "func(") || strings.Contains(text, "Callable[") {
		of = given | read
	}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '$' && c != '.' && c != '/'
	}) {
		if s := u.named[word]; s != nil {
			u.mark(s, of)
		}
	}
}

func (u *uses) mark(s *symbol, of use) {
	if s.use|of == s.use {
		return
	}
	s.use |= of
	u.typ(s.typ, s.use)
	for _, base := range s.bases {
		u.words(base, s.use)
	}
	for _, m := range u.api.members[s.name] {
		u.symbol(m, s.use)
	}
}
