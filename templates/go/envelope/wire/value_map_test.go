package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
)

func names(m Map[int]) []string {
	var list []string
	for name := range m.All() {
		list = append(list, name)
	}
	return list
}

func TestMap(t *testing.T) {
	var m Map[int]
	if _, ok := m.Get("a"); ok || m.Len() != 0 || names(m) != nil || m.Clone().Len() != 0 {
		t.Error("an empty map has something")
	}
	m.Delete("a")
	for i := range 40 {
		m.Set(fmt.Sprint("n", i), i)
	}
	shared, own := m, m.Clone()
	m.Set("n7", 700)
	m.Delete("n3")
	m.Set("last", 1)
	if v, ok := m.Get("n7"); v != 700 || !ok || m.Len() != 40 || shared.Len() != 40 || own.Len() != 40 {
		t.Errorf("n7 is %d, %d entries", v, m.Len())
	}
	if v, _ := own.Get("n7"); v != 7 {
		t.Errorf("the clone has %d", v)
	}
	if v, ok := m.Get("n39"); v != 39 || !ok {
		t.Errorf("n39 is %d", v)
	}
	if _, ok := m.Get("n3"); ok || slices.Index(names(m), "last") != 39 || names(m)[3] != "n4" {
		t.Errorf("names %q", names(m))
	}
	for range m.All() {
		break
	}
}

// `go test -race` detects a Map or an Object that concurrent readers modify.
func TestConcurrentReads(t *testing.T) {
	var m Map[int]
	members := make([]Member, 40)
	for i := range 40 {
		m.Set(fmt.Sprint("n", i), i)
		members[i] = Member{fmt.Sprint("n", i), Raw{text: "1"}}
	}
	shrunk := m.Clone()
	shrunk.Delete("n0")
	text, err := ParseRaw([]byte(`{"n1":1,"n2":[2]}`))
	if err != nil {
		t.Fatal(err)
	}
	read, _ := text.AsObject()
	changed := read
	changed.Set("n3", Raw{text: "3"})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, each := range []Map[int]{m, m.Clone(), shrunk} {
				if v, ok := each.Get("n39"); v != 39 || !ok || !each.Has("n20") || each.Has("no") {
					t.Error("a map misses an entry")
				}
			}
			for _, each := range []Object{NewObject(members...), read, changed} {
				if !each.Has("n2") || each.String() == "" {
					t.Error("an object misses a member")
				}
				each.Set("own", Raw{})
			}
		})
	}
	all.Wait()
}

func TestMapOrder(t *testing.T) {
	var m Map[int]
	for i, name := range []string{"b", "10", "a", "9", "01"} {
		m.Set(name, i)
	}
	var written []string
	for name := range m.Members() {
		written = append(written, name)
	}
	if want := []string{"9", "10", "b", "a", "01"}; !slices.Equal(written, want) || names(m)[0] != "b" {
		t.Errorf("written %q", written)
	}
	if got := m.String(); got != "map[b:0 10:1 a:2 9:3 01:4]" {
		t.Errorf("shown as %s", got)
	}
}

func TestMapAndStandardLibrary(t *testing.T) {
	var v struct{ M Map[[]string] }
	const text = `{"M":{"z":["<"],"1":null,"a":[]}}`
	if err := json.Unmarshal([]byte(text), &v); err != nil || v.M.Len() != 3 {
		t.Fatal(err)
	}
	if got, err := json.Marshal(v); err != nil || string(got) != `{"M":{"1":null,"z":["\u003c"],"a":[]}}` {
		t.Errorf("%s, %v", got, err)
	}
	for _, bad := range []string{`{"M":[]}`, `{"M":{"a":1}}`, `{"M":{"a":[],"a":[]}}`} {
		if err := json.Unmarshal([]byte(bad), &v); err == nil || v.M.Len() != 3 {
			t.Errorf("%s: %v, %v", bad, err, v)
		}
	}
	var fails Map[chan int]
	fails.Set("a", nil)
	if _, err := json.Marshal(fails); err == nil {
		t.Error("a channel was written")
	}
}

func TestReadMap(t *testing.T) {
	read := func(text string) (Map[float64], error) {
		var r Reader
		var m Map[float64]
		r.Start([]byte(text), nil, nil)
		r.BeginObject()
		for place := m.Next(&r); place != nil; place = m.Next(&r) {
			*place, _ = r.Number()
		}
		return m, r.Finish()
	}
	m, err := read(`{"b":1,"\u0061":2}`)
	if a, ok := m.Get("a"); err != nil || a != 2 || !ok || m.Len() != 2 {
		t.Errorf("%v, %v", m, err)
	}
	many := `{"n":0`
	for i := range 40 {
		many += fmt.Sprintf(`,"n%d":0`, i)
	}
	if _, err := read(many + `}`); err != nil {
		t.Error(err)
	}
	for _, text := range []string{many + `,"n39":0}`, `{"a":1,"\u0061":1}`, `{"a":1`, `{"a" 1}`} {
		if _, err := read(text); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}
