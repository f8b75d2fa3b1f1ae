package python

import (
	"slices"
	"testing"
)

// The orders are those of ruff, which is also used by linters of users.
func TestOrderOfNames(t *testing.T) {
	for _, want := range [][]string{
		{"LIST007_VALUES", "LIST1_VALUES", "List", "List007Item", "List1", "List10", "list2"},
		{"NIL_VALUES", "Nil", "NilIn", "Nilİ", "NilRenamed"},
		{"PEACH_VALUES", "Peachß", "PEACHß_VALUES", "Proxy", "é"},
	} {
		names := names{}
		for _, name := range want {
			names[name] = true
		}
		if got := names.sorted(); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
