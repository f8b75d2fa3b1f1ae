package wire

import (
	"strconv"
	"testing"
)

func TestWideIntegers(t *testing.T) {
	const beyond, fraction = "beyond", "no integer"
	for text, want := range map[string][2]string{ // as int64 and as uint64
		"9007199254740993":       {"9007199254740993", "9007199254740993"},
		"9223372036854775807":    {"9223372036854775807", "9223372036854775807"},
		"9223372036854775808":    {beyond, "9223372036854775808"},
		"18446744073709551615":   {beyond, "18446744073709551615"},
		"18446744073709551616":   {beyond, beyond},
		"-9223372036854775808":   {"-9223372036854775808", beyond},
		"-9223372036854775809":   {beyond, beyond},
		"9223372036854775807.0":  {beyond, "9223372036854775808"},
		"9007199254740993.0":     {"9007199254740992", "9007199254740992"},
		"1.0":                    {"1", "1"},
		"1e3":                    {"1000", "1000"},
		"1e18":                   {"1000000000000000000", "1000000000000000000"},
		"1e300":                  {beyond, beyond},
		"-0":                     {"0", "0"},
		"-0.0":                   {"0", "0"},
		"0.5":                    {fraction, fraction},
		"9007199254740993.5e-1":  {fraction, fraction},
		"true":                   {fraction, fraction},
		`"9007199254740993"`:     {fraction, fraction},
		"9007199254740993000e-3": {"9007199254740992", "9007199254740992"},
	} {
		spell := func(fit Fit, digits string) string {
			return map[Fit]string{IsInteger: digits, NotInteger: fraction, BeyondRange: beyond}[fit]
		}
		var r Reader
		r.Start([]byte(text), nil, Params{})
		n, fit := r.Int64()
		if got := spell(fit, strconv.FormatInt(n, 10)); got != want[0] {
			t.Errorf("%s is the int64 %s, want %s", text, got, want[0])
		}
		r = Reader{}
		r.Start([]byte(text), nil, Params{})
		u, fit := r.UInt64()
		if got := spell(fit, strconv.FormatUint(u, 10)); got != want[1] {
			t.Errorf("%s is the uint64 %s, want %s", text, got, want[1])
		}
	}
}

func TestWideNumbersOverflow(t *testing.T) {
	var r Reader
	r.Start([]byte("1e400"), nil, Params{})
	r.Int64()
	if r.Finish() == nil {
		t.Error("1e400 is a number")
	}
}

func TestWideDigits(t *testing.T) {
	ordered := []string{"-9223372036854775808", "-10", "-9", "0", "9", "10", "9007199254740992", "9007199254740993", "18446744073709551615"}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := compareDigits(a, b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%s compared with %s is %d", a, b, got)
			}
		}
	}
	if !isMultipleOf("18446744073709551615", "5") || isMultipleOf("18446744073709551614", "5") {
		t.Error("multiples of 5 are wrong")
	}
}
