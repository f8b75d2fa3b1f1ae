package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Undeclared members are kept, or refused in a closed record, and a second one of the same name is an error of the text.
func TestSurplus(t *testing.T) {
	for _, count := range []int{0, 1, 15, 16, 17, 18, 40} {
		for _, twice := range []bool{false, true} {
			var members []string
			for i := range count {
				members = append(members, fmt.Sprintf(`"n%d":%d`, i, i))
			}
			if twice && count > 0 {
				members = append(members, `"n0":0`)
			}
			text := "{" + strings.Join(members, ",") + "}"
			var extra Object
			keep := start(text)
			for m := keep.Members(&Record{}, &extra); m.Next(); {
				t.Errorf("%s: %d is declared", text, m.Number)
			}
			refuse := start(text)
			for m := refuse.Members(&Record{Surplus: Failure{Rule: "surplus", Message: "m", Should: true}}, nil); m.Next(); {
				t.Errorf("%s: %d is declared", text, m.Number)
			}
			broken := twice && count > 0
			if err := keep.Finish(); (err != nil) != broken {
				t.Errorf("open record, %s: %v", text, err)
			}
			if err := refuse.Finish(); (err != nil) != broken {
				t.Errorf("closed record, %s: %v", text, err)
			}
			if !broken && extra.String() != text {
				t.Errorf("kept %s of %s", extra, text)
			}
		}
	}
}

// manyNames are more than one word has bits, and more than two words have.
func manyNames(count int) []string {
	var names []string
	for i := range count {
		names = append(names, fmt.Sprint("n", i))
	}
	return names
}

func TestRequiredMembers(t *testing.T) {
	failure := Failure{Rule: "needs", Message: "m", Should: true}
	two := &Record{Names: []string{"a", "b"}, Required: 0b11, Missing: map[int]Failure{1: failure}}
	many := &Record{Names: manyNames(150), Required: 1 << 63, More: []uint64{0b11, 1 << 20}, Missing: map[int]Failure{65: failure}}
	for _, c := range []struct {
		record *Record
		text   string
		want   string
	}{
		{two, `{"a":1,"b":1}`, ""},
		{two, `{"b":1,"x":2,"a":1}`, ""},
		{two, `{"b":1}`, "/a required must"},
		{two, `{"a":1}`, "/b needs should"},
		{two, `{}`, "/a required must, /b needs should"},
		{two, `{"a":1,"a":1}`, " json must"},
		{two, `{"\u0061":1,"b":1}`, ""},
		{two, `[]`, " type must"},
		{&Record{Mismatch: "must be an object or null"}, "true", " type must"},
		{many, `{"n148":0,"n65":0,"n64":0,"n63":0}`, ""},
		{many, `{"n148":0,"n63":0}`, "/n64 required must, /n65 needs should"},
		{many, `{"n63":0,"n64":0}`, "/n148 required must, /n65 needs should"},
		{many, `{"n64":0,"n65":0,"n148":0}`, "/n63 required must"},
		{many, `{"n64":0,"n64":0}`, " json must"},
		{many, `{"n149":0,"n149":0}`, " json must"},
	} {
		var issues []Issue
		r := start(c.text, Report(&issues))
		var extra Object
		for m := r.Members(c.record, &extra); m.Next(); {
			if name := c.record.Names[m.Number]; name != r.Name() || !m.Has(m.Number) {
				t.Errorf("%s: %s has the number of %s", c.text, r.Name(), name)
			}
			r.Skip()
		}
		r.Finish()
		var got []string
		for _, i := range issues {
			got = append(got, fmt.Sprint(i.Path, " ", i.Rule, " ", i.Level))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// Members come in any order, and those that only conditions speak of may be kept.
func TestMembersAreFound(t *testing.T) {
	for _, count := range []int{3, 15, 16, 17, 200} {
		record := &Record{Names: manyNames(count), Others: 1}
		var members []string
		for i := range count + 2 {
			members = append(members, fmt.Sprintf(`"n%d":%d`, i, i))
		}
		slices.Reverse(members)
		var extra Object
		var found []int
		r := start("{" + strings.Join(members, " , ") + "}")
		m := r.Members(record, &extra)
		for m.Next() {
			if m.Number == count-1 {
				m.Keep()
				continue
			}
			n, _ := r.Integer()
			found = append(found, int(n))
		}
		err := r.Finish()
		slices.Reverse(found)
		want := make([]int, count-1)
		for i := range want {
			want[i] = i
		}
		if err != nil || !slices.Equal(found, want) || extra.Len() != 3 || !extra.Has(fmt.Sprint("n", count-1)) || !m.IsObject() {
			t.Errorf("%d: %v, %v, extra %v", count, err, found, extra)
		}
	}
}

// A name that JSON escapes is compared as it is read, and its text is checked.
func TestEscapedNames(t *testing.T) {
	record := &Record{Names: []string{`a"b`, "c\nd"}}
	for text, want := range map[string]string{`{"a\"b":1,"c\nd":2}`: "01", `{"a"b":1}`: "error", "{\"c\nd\":1}": "error", `{"c\u000ad":1}`: "1"} {
		r, got := start(text), ""
		for m := r.Members(record, nil); m.Next(); r.Skip() {
			got += fmt.Sprint(m.Number)
		}
		if r.Finish() != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Guards raise their failures at the members that are absent.
func TestRequire(t *testing.T) {
	r := start(`{"b":1}`)
	m := r.Members(&Record{Names: []string{"a", "b", "c"}}, nil)
	for m.Next() {
		r.Skip()
	}
	m.Require(Failure{Rule: "needs", Message: "m"}, 1, 2)
	if err := r.Finish(); fmt.Sprint(err) != `"/c" m (needs)` {
		t.Error(err)
	}
}
