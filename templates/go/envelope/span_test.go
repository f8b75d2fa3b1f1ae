package envelope

import (
	"testing"
	"time"
)

func span(t *testing.T, seconds, nanoseconds int64) Span {
	t.Helper()
	s, ok := NewSpan(seconds, nanoseconds)
	if !ok {
		t.Fatalf("no span of %d s %d ns", seconds, nanoseconds)
	}
	return s
}

func TestParseSpan(t *testing.T) {
	for text, want := range map[string][2]int64{
		"300s":                {300, 0},
		"1h30m":               {5400, 0},
		"-1h30m":              {-5400, 0},
		"+1.5s":               {1, 5e8},
		"-0.5s":               {-1, 5e8},
		".5s":                 {0, 5e8},
		"1.s":                 {1, 0},
		"0":                   {0, 0},
		"-0":                  {0, 0},
		"1ns":                 {0, 1},
		"1us1µs1μs":           {0, 3000},
		"1ms":                 {0, 1e6},
		"0.0000000019s":       {0, 1},
		"0.1h":                {360, 0},
		"2.000000000277h":     {7200, 997},
		"0.9999999999999999s": {0, 999999999},
		"0.00000000000000000000000000000000000000000001h": {0, 0},
		"87660000h":            {315_576_000_000, 0},
		"-87660000h":           {-315_576_000_000, 0},
		"315575999999.999999s": {315_575_999_999, 999999000},
	} {
		if got, ok := ParseSpan(text); !ok || got != (Span{want[0], int32(want[1])}) {
			t.Errorf("%s is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "+", "1", "s", ".s", "1.5", "1 s", "1S", "1d", "--1s", "1s-1s", "1e3s", "1_0s", "00", "0x1s", "٣s", "1s ", "1..5s",
		"87660000h1ns", "-87660000h1ns", "9223372036854775807h", "99999999999999999999s", "200000000000s200000000000s"} {
		if got, ok := ParseSpan(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]time.Time{
		"2026-05-12T00:00:00Z":              time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC),
		"2026-05-12T00:00:00.123456789999Z": time.Date(2026, 5, 12, 0, 0, 0, 123456789, time.UTC),
		"2016-12-31T23:59:60Z":              time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC),
		"2026-05-12T00:00:00+23:59":         time.Date(2026, 5, 11, 0, 1, 0, 0, time.UTC),
		"0001-01-01T00:00:00Z":              time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		"0000-12-31T23:59:00-00:01":         time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		"9999-12-31T23:59:59.999999999Z":    time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC),
	} {
		if got, ok := ParseTime(text); !ok || !got.Equal(want) {
			t.Errorf("%s is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "2026-05-12", "2026-02-30T00:00:00Z", "0001-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-00:01",
		"2026-05-12T00:00:00,5Z", "2026-05-12T0:00:00Z", "2026-05-12T00:00:00+24:00", "2026-05-12 00:00:00Z"} {
		if got, ok := ParseTime(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestTimeArithmetic(t *testing.T) {
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)
	whole, ok := TimeBetween(last, first)
	if want := span(t, 315_537_897_599, 999999999); !ok || whole != want {
		t.Errorf("between the first and the last moment are %v, want %v", whole, want)
	}
	if got, ok := AddTime(first, whole); !ok || !got.Equal(last) {
		t.Errorf("the last moment is %v, %v", got, ok)
	}
	if got, ok := SubTime(last, whole); !ok || !got.Equal(first) {
		t.Errorf("the first moment is %v, %v", got, ok)
	}
	nanosecond := SpanOf(1)
	if got, ok := AddTime(last, nanosecond); ok {
		t.Errorf("after the last moment is %v", got)
	}
	if got, ok := SubTime(first, nanosecond); ok {
		t.Errorf("before the first moment is %v", got)
	}
	if got, _ := TimeBetween(first, first.Add(1)); got != SpanOf(-1) || got.Compare(Span{}) != -1 {
		t.Errorf("a moment before is %v", got)
	}
	if got, ok := TimeAt(253_402_300_800); ok {
		t.Errorf("in the year 10000 is %v", got)
	}
	if got, ok := TimeAt(1 << 62); ok {
		t.Errorf("far in the future is %v", got)
	}
	if got, ok := TimeAt(1778574030); !ok || got.Unix() != 1778574030 {
		t.Errorf("%v", got)
	}
	most := span(t, maxSpanSeconds, 0)
	if got, ok := AddSpan(most, nanosecond); ok {
		t.Errorf("longer than the longest is %v", got)
	}
	if got, ok := SubSpan(Span{}, most); !ok || got.Compare(most) != -1 {
		t.Errorf("%v, %v", got, ok)
	}
	if a, b := SpanOf(-1500*time.Millisecond), SpanOf(-1400*time.Millisecond); a.Compare(b) != -1 || b.Compare(a) != 1 || a.Compare(a) != 0 {
		t.Error("negative spans are out of order")
	}
}
