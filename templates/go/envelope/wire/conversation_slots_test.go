package wire

import (
	"fmt"
	"math"
	"testing"
)

// TestSizes compares sizes with the written texts.
func TestSizes(t *testing.T) {
	for _, s := range []string{"", "a", `"quoted"\`, "\b\t\n\f\r\x00\x1f\x7f", "é€😀", "</script>"} {
		if text, _ := appendString(nil, s); TextSize(s) != len(text) {
			t.Errorf("%s takes %d bytes, not %d", text, len(text), TextSize(s))
		}
	}
	for _, n := range []int64{0, 9, 10, -1, -10, 1<<53 - 1, 1 - 1<<53} {
		if IntegerSize(n) != len(fmt.Sprint(n)) {
			t.Errorf("%d: %d", n, IntegerSize(n))
		}
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1e15, 1e21, 1e-7, -123456789, 5e-324} {
		if text := appendNumber(nil, f); NumberSize(f) != len(text) {
			t.Errorf("%s: %d", text, NumberSize(f))
		}
	}
	if BooleanSize(true) != 4 || BooleanSize(false) != 5 {
		t.Error("booleans")
	}
	key := AppendKey(nil, "a\n", int64(-12), 0.25)
	if got := keySize(key); got != len(`"a\n"`)+len("-12")+len("0.25") {
		t.Errorf("the key takes %d", got)
	}
}

type inner struct {
	Texts []string
	Next  *inner
	Any   any
}

// TestOwnValue changes the source of a copy.
func TestOwnValue(t *testing.T) {
	raw, err := ParseRaw([]byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	var m Map[[]string]
	m.Set("x", []string{"y"})
	original := Some(inner{[]string{"a"}, &inner{Texts: []string{"b"}}, &said{id: "c"}})
	list, object, absent := []Raw{raw}, NewObject(Member{"n", raw}), Opt[[]string]{}
	own, ownMap, ownList := OwnValue(original), OwnValue(m), OwnValue(list)
	if OwnValue(absent).Has() || !OwnValue(object).Equal(object) || OwnValue([]string(nil)) != nil || OwnValue(any(nil)) != nil {
		t.Error("absent, or an object")
	}
	value, _ := original.Get()
	value.Texts[0], value.Next.Texts[0], value.Any.(*said).id, list[0] = "changed", "changed", "changed", Raw{}
	texts, _ := m.Get("x")
	texts[0] = "changed"
	kept, _ := own.Get()
	texts, _ = ownMap.Get("x")
	if kept.Texts[0] != "a" || kept.Next.Texts[0] != "b" || kept.Any.(*said).id != "c" || texts[0] != "y" || !ownList[0].Equal(raw) {
		t.Errorf("%v %v %v", kept, texts, ownList)
	}
}

// TestRemembered has a bound in bytes: exchanges that may end are forgotten, the one that has rested longest first, and none where that is not enough.
func TestRemembered(t *testing.T) {
	tracker := NewTracker[Message](&talk, "", []Option{MaxRemembered(23)})
	take := func(want string, m *said) {
		t.Helper()
		got := ""
		for _, i := range tracker.Receive(m) {
			got += i.Rule
		}
		if got != want {
			t.Errorf("%s %s: %q", m.kind, m.id+m.to, got)
		}
	}
	take("", &said{kind: "touch", to: "a", id: ""}) // "a" and the empty id that is kept: 3 and 2 bytes
	take("", &said{kind: "touch", to: "b", id: ""})
	take("", &said{kind: "touch", to: "a", id: ""}) // now b has rested longest
	if got := tracker.remembered(); got != 10 {
		t.Fatalf("%d bytes are remembered", got)
	}
	take("unexpected-message", &said{kind: "ask", id: "1234567890"}) // 12 and 12 bytes: too many, even after dropping all
	if tracker.Open() != 2 {
		t.Errorf("%d are open", tracker.Open())
	}
	take("", &said{kind: "ask", id: "12345678"}) // 10 and 10 bytes
	if tracker.remembered() != 20 || tracker.Open() != 1 {
		t.Errorf("%d bytes, %d open", tracker.remembered(), tracker.Open())
	}
	take("", &said{kind: "last", id: "12345678"})
	if got := tracker.remembered(); got != 0 {
		t.Errorf("%d bytes are remembered", got)
	}
}

// TestRememberedMessages reuses a message, and changes it.
func TestRememberedMessages(t *testing.T) {
	tracker := NewTracker[Message](&talk, "", nil)
	m := &said{kind: "ask", id: "a"}
	for _, id := range []string{"a", "b", "c"} {
		m.id = id
		if issues := tracker.Receive(m); len(issues) > 0 {
			t.Error(issues)
		}
	}
	for _, c := range []string{"a", "b", "c"} {
		if got := tracker.open[0].byKey.get(TextKey(c)).bound[0].message.(*said).id; got != c {
			t.Errorf("%s has kept %s", c, got)
		}
	}
}
