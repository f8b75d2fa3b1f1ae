package wire

import "testing"

// TestRedact marks a place in a text, whose members no record declares.
func TestRedact(t *testing.T) {
	s := &Secrets{Names: []string{"Key@", "é", "a\"b"}, Values: []string{"*", "ab", "abc", "\xc3", "", "\n"}}
	for _, c := range []struct{ text, want string }{
		{`{"kEY@":1,"key` + "`" + `":1,"Key":1}`, `{"kEY@":"***","key` + "`" + `":1,"Key":1}`},
		{`{"é":[1,{"x":"]}\""}],"É":"é"}`, `{"é":"***","É":"é"}`},
		{`{"a\"b":{"x":[]},"key@":null}`, `{"a\"b":"***","key@":null}`},
		{`["abcab","a*b","a\nb","xab"]`, `["******","a***b","a***b","x***"]`},
		{`[[{"key@":true}],{"key@":{}}]`, `[[{"key@":"***"}],{"key@":"***"}]`},
		{`"ab"`, `"***"`},
		{`{"ab":"\u0001"}`, `{"ab":"\u0001"}`},
	} {
		m := newMarks()
		m.open[0] = len(c.text)
		if got := s.redact(c.text, m); string(got) != c.want {
			t.Errorf("%s gives %s, not %s", c.text, got, c.want)
		}
	}
	closed := `{"key@":"x","n":{"key@":1},"l":[1,"x"]}`
	if got := s.redact(closed, newMarks()); string(got) != closed {
		t.Errorf("%s gives %s", closed, got)
	}
	m := newMarks()
	m.entries[1], m.entries[17], m.entries[12] = true, true, true
	if got := s.redact(closed, m); string(got) != `{"key@":"***","n":{"key@":1},"l":[1,"x"]}` {
		t.Errorf("%s", got)
	}
}

// TestPreviews checks the bound of a preview byte by byte: every part that fits is present, and no other part.
func TestPreviews(t *testing.T) {
	var list, object tree
	list.read(`{"a":[1,2]}`)
	object.read(`{"a":{"b":"c"},"d":2}`)
	for most, want := range map[int]string{10: `{"n":[]}`, 11: `{"n":["a"]}`, 16: `{"n":["a"]}`, 17: `{"n":["a"],"r":1}`} {
		p := Preview{Names: "n", Record: "r", Most: most}
		if got := p.text(&list, 3); got != want {
			t.Errorf("%d: %s, not %s", most, got, want)
		}
	}
	for most, want := range map[int]string{
		36: `{"n":["a","d"],"r":{"a":{"b":"c"}}}`, 40: `{"n":["a","d"],"r":{"a":{"b":"c"}}}`, 41: `{"n":["a","d"],"r":{"a":{"b":"c"},"d":2}}`, 21: `{"n":["a","d"]}`, 22: `{"n":["a","d"],"r":{}}`,
	} {
		p := Preview{Names: "n", Record: "r", Most: most}
		if got := p.text(&object, 0); got != want {
			t.Errorf("%d: %s, not %s", most, got, want)
		}
	}
}
