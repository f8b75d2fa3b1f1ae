package wire

import (
	"math"
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	const longest = math.MaxInt64
	for text, want := range map[string]time.Duration{
		"300s":                  5 * time.Minute,
		"1h30m":                 90 * time.Minute,
		"0.000000000000277778h": 1, // the last of 18 decimals counts
		"-1h30m":                -90 * time.Minute,
		"+1.5s":                 1500 * time.Millisecond,
		"-0.5s":                 -500 * time.Millisecond,
		".5s":                   500 * time.Millisecond,
		"1.s":                   time.Second,
		"0":                     0,
		"-0":                    0,
		"1ns":                   1,
		"1us1µs1μs":             3 * time.Microsecond,
		"1ms":                   time.Millisecond,
		"0.0000000019s":         1,
		"0.1h":                  6 * time.Minute,
		"2.000000000277h":       2*time.Hour + 997,
		"0.9999999999999999s":   999999999,
		"0.00000000000000000000000000000000000000000001h": 0,
		"0.00000000000027777777777777778h":                0, // all decimals would give a nanosecond
		"2562047h47m16.854775807s":                        longest,
		"9223372036854775807ns":                           longest,
		"-9223372036854775808ns":                          -longest - 1,
		"-9223372036.854775808s":                          -longest - 1,
	} {
		if got, ok := ParseDuration(text); !ok || got != want {
			t.Errorf("%s is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "+", "1", "s", ".s", "1.5", "1 s", "1S", "1d", "--1s", "1s-1s", "1e3s", "1_0s", "00", "0x1s", "٣s", "1s ", "1..5s",
		"9223372036854775808ns", "-9223372036854775809ns", "9223372036.854775808s", "2562048h", "9223372036854775807h", "99999999999999999999s", "5000000000s5000000000s"} {
		if got, ok := ParseDuration(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestDurationText(t *testing.T) {
	for want, d := range map[string]time.Duration{"0s": 0, "0.000000001s": 1, "-90.5s": -90500 * time.Millisecond, "7200s": 2 * time.Hour,
		"9223372036.854775807s": math.MaxInt64, "-9223372036.854775808s": math.MinInt64} {
		if got := DurationText(d); got != want {
			t.Errorf("%v is spelled %s", d, got)
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
	const longest, shortest time.Duration = math.MaxInt64, math.MinInt64
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)
	if got, ok := TimeBetween(last, first); ok {
		t.Errorf("between the first and the last timestamp are %v", got)
	}
	for _, d := range []time.Duration{longest, shortest, 0, 1, -1} {
		middle := time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC)
		after, ok := AddTime(middle, d)
		if back, fine := SubTime(after, d); !ok || !fine || !back.Equal(middle) {
			t.Errorf("%v after it and before it is %v, %v", d, back, fine)
		}
		if got, ok := TimeBetween(after, middle); !ok || got != d {
			t.Errorf("%v is measured as %v, %v", d, got, ok)
		}
		if got, ok := TimeBetween(middle, after); ok != (d != shortest) || ok && got != -d {
			t.Errorf("%v is measured back as %v, %v", d, got, ok)
		}
	}
	if got, ok := AddTime(last, 1); ok {
		t.Errorf("after the last timestamp is %v", got)
	}
	if got, ok := SubTime(first, 1); ok {
		t.Errorf("before the first timestamp is %v", got)
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
	if got, ok := AddDuration(longest, 1); ok {
		t.Errorf("longer than the longest is %v", got)
	}
	if got, ok := SubDuration(shortest, 1); ok {
		t.Errorf("shorter than the shortest is %v", got)
	}
	if got, ok := SubDuration(shortest+1, 1); !ok || got != shortest {
		t.Errorf("the shortest is %v, %v", got, ok)
	}
}
