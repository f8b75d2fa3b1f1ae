package naming

import (
	"fmt"

	"github.com/envgen/envgen/internal/diag"
)

// scope is a set of identifiers that exclude each other.
type scope struct {
	reserved map[string]bool
	owner    map[string]owner
}

type owner struct {
	what   string
	pos    diag.Pos
	entity any // the owner of a clash; nil for an identifier that is generated for something else
}

func newScope(reserved map[string]bool) *scope {
	return &scope{reserved, map[string]owner{}}
}

// free is the visible rule: a reserved name gets an underscore.
func (s *scope) free(name string) string {
	if s.reserved[name] {
		return name + "_"
	}
	return name
}

// claim assigns an identifier to the declaration at pos, or reports its owner. It returns whether the name was free.
func (a *assigner) claim(s *scope, name, what string, pos diag.Pos) bool {
	return a.claimWith(s, name, owner{what, pos, nil}, "x-name")
}

// claimWith is claim for a declaration that another keyword renames.
func (a *assigner) claimWith(s *scope, name string, by owner, keyword string) bool {
	first, taken := s.owner[name]
	if !taken {
		s.owner[name] = by
		return true
	}
	a.clashes = append(a.clashes, clash{name, first, by, keyword})
	a.diags.Add(diag.Diagnostic{Pos: by.pos, Code: "name-collision",
		Message:    fmt.Sprintf("%s and %s both have the name %s in %s", by.what, first.what, name, a.language.Title),
		Suggestion: "rename one of them, or give it another identifier with `" + keyword + "`",
		Notes:      []diag.Note{{Pos: first.pos, Message: first.what + " is here"}}})
	return false
}
