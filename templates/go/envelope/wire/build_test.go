package wire

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"
)

// filler is a Filler as Build begins it.
func filler(t *testing.T, s Source) *Filler {
	t.Helper()
	r := new(Reader)
	r.prepare(s.Options, nil)
	return &Filler{source: s, reader: r}
}

func TestIDs(t *testing.T) {
	now := time.UnixMilli(0x0123456789ab)
	f := filler(t, Source{Now: func() time.Time { return now }})
	uuids, ulids := map[string]bool{}, map[string]bool{}
	for range 1000 {
		uuid, ulid := f.UUID(), f.ULID()
		if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(uuid) {
			t.Fatalf("no UUID of version 4: %s", uuid)
		}
		if !regexp.MustCompile(`^014D2PF2DB[0-9A-HJKMNP-TV-Z]{16}$`).MatchString(ulid) {
			t.Fatalf("no ULID of the time: %s", ulid)
		}
		uuids[uuid], ulids[ulid] = true, true
	}
	if len(uuids)+len(ulids) != 2000 {
		t.Error("ids come twice")
	}
	if last := filler(t, Source{Now: func() time.Time { return time.UnixMilli(1<<48 - 1) }}).ULID(); last[:10] != "7ZZZZZZZZZ" {
		t.Errorf("the last ULID %s", last)
	}
	own := filler(t, Source{NewID: func(kind string) string { return "my " + kind }})
	if own.UUID() != "my uuid" || own.ULID() != "my ulid" {
		t.Errorf("%s, %s", own.UUID(), own.ULID())
	}
}

func TestClocks(t *testing.T) {
	calls := 0
	clock := func() time.Time {
		calls++
		return time.Date(1969, 12, 31, 23, 59, 59, 999_999_999, time.FixedZone("", -3600)).Add(time.Duration(calls-1) * time.Hour)
	}
	f := filler(t, Source{Now: clock, Started: time.Date(1970, 1, 1, 0, 59, 59, 0, time.UTC), Options: []Option{Now(time.Unix(5, 0))}})
	if text := f.DateTime(); text != "1970-01-01T00:59:59.999Z" {
		t.Error(text)
	}
	if n, ok := f.Elapsed(); n != 999 || !ok || f.Unix() != 3599 || calls != 1 {
		t.Errorf("%d, %d seconds, %d calls", n, f.Unix(), calls)
	}
	f = filler(t, Source{Options: []Option{Now(time.Unix(5, 0))}})
	if _, ok := f.Elapsed(); ok || f.Unix() != 5 {
		t.Errorf("the time of the options is %d", f.Unix())
	}
	if f = filler(t, Source{}); time.Since(f.Time()) > time.Hour {
		t.Errorf("the clock of the system says %v", f.Time())
	}
}

func TestWord(t *testing.T) {
	env := map[string]string{"B": "1", "C": "1", "E": ""}
	f := filler(t, Source{Getenv: func(name string) string { return env[name] }})
	for _, c := range []struct {
		want    string
		choices [][2]string
	}{{"b", [][2]string{{"A", "a"}, {"B", "b"}, {"C", "c"}}}, {"c", [][2]string{{"C", "c"}, {"B", "b"}}}, {"else", [][2]string{{"E", "e"}}}, {"else", nil}} {
		if word := f.Word("else", c.choices...); word != c.want {
			t.Errorf("%v gives %s", c.choices, word)
		}
	}
}

func TestLacking(t *testing.T) {
	f := filler(t, Source{})
	f.Lacks(true, "a")
	f.Lacks(true, "b", "c")
	f.Lacks(true, "d", "e")
	f.Lacks(true, "n")
	f.Lacks(true, "n", "o")
	f.Lacks(false, "x")
	f.reader.options.refused = []member{{[]string{"b", "y"}, "1"}, {[]string{"m", "n"}, "null"}}
	if text := f.asGiven([]byte(`{"a":1,"b":{"c":2,"x":3},"d":4,"n":{"o":1},"x":5}`)); string(text) != `{"b":{"x":3,"y":1},"d":4,"x":5,"m":{"n":null}}` {
		t.Errorf("%s", text)
	}
}

func TestLists(t *testing.T) {
	empty, full, none := Some([]int{}), Some([]int{1}), Opt[[]int]{}
	for _, o := range []*Opt[[]int]{&empty, &full, &none} {
		DropEmpty(o)
	}
	null, gone := OptNull[[]int](), OptNonNull([]int{})
	DropEmptyOrNull(&null)
	DropEmptyOrNull(&gone)
	if got := []bool{empty.Has(), full.Has(), none.Has(), null.IsNull(), gone.Has()}; !slices.Equal(got, []bool{false, true, false, true, false}) {
		t.Error(got)
	}
}

func TestLayout(t *testing.T) {
	for want, l := range map[string]Layout{"{\"a\":[1,{}]}\n": {End: "\n"}, "{\n   \"a\": [\n      1,\n      {}\n   ]\n}": {Indent: "   "}} {
		text := []byte(`{"a":[1,{}]}`)
		if got, err := l.Text(text, nil); string(got) != want || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
	failed := errors.New("failed")
	if text, err := new(Layout).Text([]byte("{}"), failed); text != nil || err != failed {
		t.Errorf("%s, %v", text, err)
	}
	var out bytes.Buffer
	if err := new(Layout).Emit(&out, nil, nil); err == nil || out.Len() > 0 {
		t.Errorf("nil gives %s, %v", &out, err)
	}
}

// TestDateTimes compares with package time.
func TestDateTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		at := time.Unix(random.Int64N(600_000_000_000)-250_000_000_000, random.Int64N(1e9)).In(time.FixedZone("", random.IntN(100_000)-50_000))
		text := filler(t, Source{Now: func() time.Time { return at }}).DateTime()
		if want := at.UTC().Format("2006-01-02T15:04:05.000Z"); text != want {
			t.Fatalf("%v gives %s, not %s", at, text, want)
		}
	}
}
