package wire

import (
	"strings"
	"testing"
	"time"
)

func TestPresence(t *testing.T) {
	var o Opt[int]
	if _, ok := o.Get(); ok || o.Or(7) != 7 || o != (Opt[int]{}) {
		t.Error("the zero Opt is not absent")
	}
	o.Set(0)
	if v, ok := o.Get(); !ok || v != 0 || o.Or(7) != 0 || o != Some(0) {
		t.Errorf("%v is not Some(0)", o)
	}
	*o.Fill() = 3
	if o != Some(3) {
		t.Errorf("%v is not Some(3)", o)
	}
	if o.Clear(); o != (Opt[int]{}) {
		t.Errorf("%v is not absent", o)
	}

	var n Nullable[string]
	if _, ok := n.Get(); ok || n.Or("x") != "x" {
		t.Error("the zero Nullable is not null")
	}
	n.Set("")
	if v, ok := n.Get(); !ok || v != "" || n.Or("x") != "" || n != NonNull("") {
		t.Errorf("%v is not an empty string", n)
	}
	*n.Fill() = "y"
	if n != NonNull("y") {
		t.Errorf("%v is not y", n)
	}
	if n.Clear(); n != (Nullable[string]{}) {
		t.Errorf("%v is not null", n)
	}

	var b OptNullable[bool]
	if _, ok := b.Get(); ok || b.IsNull() || !b.Or(true) {
		t.Error("the zero OptNullable is not absent")
	}
	b.SetNull()
	if _, ok := b.Get(); ok || !b.IsNull() || !b.Or(true) || b != OptNull[bool]() {
		t.Errorf("%v is not null", b)
	}
	b.Set(false)
	if v, ok := b.Get(); !ok || v || b.IsNull() || b.Or(true) || b != OptNonNull(false) {
		t.Errorf("%v is not false", b)
	}
	*b.Fill() = true
	if b != OptNonNull(true) {
		t.Errorf("%v is not true", b)
	}
	b.SetNull()
	if b.Clear(); b != (OptNullable[bool]{}) {
		t.Errorf("%v is not absent", b)
	}
}

func TestDateTime(t *testing.T) {
	for s, want := range map[string]DateTime{
		"1970-01-01T00:00:00Z":                                 {},
		"1969-12-31T23:59:59z":                                 {Seconds: -1},
		"2026-05-12t10:20:30.123456789987+02:00":               {1778574030, 123456789, 120},
		"1937-01-01T12:00:27.87+00:20":                         {-1041337173, 870000000, 20},
		"0000-01-01T00:00:00-23:59":                            {-62167219200 + 86340, 0, -1439},
		"9999-12-31T23:59:59.000000001Z":                       {253402300799, 1, 0},
		"2000-02-29T00:00:00-00:00":                            {951782400, 0, 0},
		"1998-12-31T23:59:60Z":                                 {915148800, 0, 0},
		"1998-12-31T15:59:60.5-08:00":                          {915148800, 500000000, -480},
		"1998-12-31T23:59:59Z":                                 {915148799, 0, 0},
		"1970-01-01T00:00:00." + strings.Repeat("1", 50) + "Z": {0, 111111111, 0},
	} {
		got, ok := DateTimeOf(s)
		if !ok || got != want {
			t.Errorf("%s: %+v, %v, want %+v", s, got, ok, want)
			continue
		}
		if strings.Contains(s, ":60") {
			continue // not supported by package time
		}
		std, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s))
		if err != nil {
			t.Fatal(err)
		}
		if _, offset := got.Time().Zone(); !got.Time().Equal(std) || offset != got.OffsetMinutes*60 {
			t.Errorf("%s: time %v, want %v", s, got.Time(), std)
		}
	}
	for _, s := range []string{"", "2026-05-12", "2026-05-12T10:20:30", "2026-05-12 10:20:30Z", "2026-5-12T10:20:30Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
		"2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-05-12T24:00:00Z", "2026-05-12T23:60:00Z", "2026-05-12T23:59:61Z", "2026-05-12T10:20:60Z", "2026-05-12T10:20:30.Z",
		"2026-05-12T10:20:30+24:00", "2026-05-12T10:20:30+01:60", "2026-05-12T10:20:30+0100", "2026-05-12T10:20:30+01", "2026-05-12T10:20:30Z\n", " 2026-05-12T10:20:30Z", "২026-05-12T10:20:30Z",
		"2026-05-12T10:20:30ZZ", "2026-05-12T10:20:30,5Z", "-2026-05-12T10:20:30Z"} {
		if got, ok := DateTimeOf(s); ok {
			t.Errorf("%q is %+v", s, got)
		}
	}
}

func TestTimes(t *testing.T) {
	type name string
	for s, want := range map[name]string{
		"2026-05-12T10:20:30.9876+02:00": "2026-05-12T08:20:30.987Z",
		"1998-12-31T23:59:60Z":           "1999-01-01T00:00:00.000Z",
		"0000-01-01T00:00:00Z":           "0000-01-01T00:00:00.000Z",
		"9999-12-31T23:59:59.9999999Z":   "9999-12-31T23:59:59.999Z",
		"1969-12-31T23:59:59.0001z":      "1969-12-31T23:59:59.000Z",
	} {
		when, err := AsTime(s)
		if err != nil || DateTimeText(when) != want {
			t.Errorf("%s: %v, %v", s, when, err)
		}
	}
	if when, err := AsTime("2026-05-12 10:20:30Z"); err == nil || !when.IsZero() {
		t.Errorf("what is no date-time is %v, %v", when, err)
	}
	for _, s := range []string{"0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"} {
		when, err := AsTime(s)
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is %s in UTC", s, DateTimeText(when))
				}
			}()
			DateTimeText(when)
		}()
	}
}

// Every day from 1600 on, compared with package time.
func TestCalendar(t *testing.T) {
	for day := time.Date(1600, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2400; day = day.AddDate(0, 0, 1) {
		if got, ok := DateTimeOf(day.Format(time.RFC3339)); !ok || got.Seconds != day.Unix() {
			t.Fatalf("%v: %+v, %v", day, got, ok)
		}
	}
}

func TestSets(t *testing.T) {
	bytes := ByteSet{1 << '0', 1 << ('z' - 64), 1 << (0x80 - 128), 1 << (0xff - 192)}
	runes := RuneSet{{'0', '0'}, {'z', 'z'}, {0x80, 0x80}, {0xff, 0xff}, {0x1f600, 0x1f64f}}
	for c := range rune(256) {
		want := c == '0' || c == 'z' || c == 0x80 || c == 0xff
		if bytes.Has(byte(c)) != want || runes.Has(c) != want {
			t.Errorf("%x: %v, %v", c, bytes.Has(byte(c)), runes.Has(c))
		}
	}
	if !runes.Has('😀') || runes.Has(0x1f650) || Length("a😀é") != 3 {
		t.Error("code points are not told apart")
	}
}
