package derive

import "testing"

// TestTextsOfProposals requires that proposals, which share the text around their place, have the texts of their values.
func TestTextsOfProposals(t *testing.T) {
	root, err := read(`{"a":{"x":"1","y":[{"z":null},{"z":"\u0000"}]},"b":{},"":[]}`)
	if err != nil {
		t.Fatal(err)
	}
	g := &search{root: root}
	for _, path := range [][]string{{}, {"a"}, {"a", "x"}, {"a", "y"}, {"a", "y", "1"}, {"a", "y", "1", "z"}, {"a", "y", "0", "z"}, {"b"}, {""}} {
		for _, v := range []value{nil, true, number("0.5"), "", "\x00\"", object{{"x", array{}}}, array{"1"}} {
			if text, want := g.with(path, v), write(replace(root, path, v)); text != want {
				t.Errorf("%q: %s, want %s", path, text, want)
			}
		}
	}
}
