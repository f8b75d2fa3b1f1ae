package derive

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// texts are the requirements of checks on a string.
type texts struct {
	least, most int // code points; -1: no limit
	patterns    []*ir.Regexp
	formats     []ir.FormatName
}

func textOf(checks []ir.Check) texts {
	t := texts{most: -1}
	for _, c := range checks {
		switch c := c.(type) {
		case ir.Length:
			if c.Op == ir.AtLeast {
				t.least = max(t.least, c.Limit)
			} else {
				t.most = tighter(t.most, c.Limit)
			}
		case ir.Pattern:
			t.patterns = append(t.patterns, c.Regexp)
		case ir.Format:
			t.formats = append(t.formats, c.Name)
		}
	}
	return t
}

// accepts leaves formats out of account.
func (t texts) accepts(s string) bool {
	return t.fits(s) && !slices.ContainsFunc(t.patterns, func(re *ir.Regexp) bool { return !re.Match(s) })
}

// fits reports whether s is of a length that is required.
func (t texts) fits(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= t.least && (t.most < 0 || n <= t.most)
}

// sample is the shortest string, or one of the format.
func (t texts) sample() (string, bool) {
	if len(t.formats) > 0 {
		for _, s := range formatSamples[t.formats[0]].good {
			if t.accepts(s) {
				return s, true
			}
		}
		return formatSamples[t.formats[0]].good[0], false
	}
	return shortest(t.patterns, min(t.least, maxCount), t.most)
}

// ofLength is a string of so many code points that keeps the patterns, if there is one, and that there is one.
func (t texts) ofLength(n int) (string, bool) {
	if len(t.formats) > 0 {
		t.least, t.most = n, n
		return t.sample()
	}
	return shortest(t.patterns, n, n)
}

// off is a string that the pattern does not match, as near to s as it goes.
func off(re *ir.Regexp, t texts, s string) (string, bool) {
	for _, fitting := range []bool{true, false} {
		for _, o := range []string{strings.ToUpper(s), s + " ", " " + s, s + "\n", s + "!", s + "é", "", "!", "é", "a", "0"} {
			if !re.Match(o) && (!fitting || t.fits(o)) {
				return o, true
			}
		}
	}
	return "", false
}

type formatSample struct {
	good []string
	bad  string
}

// formatSamples are strings of each format, the usual one first, and one that looks as if it were.
var formatSamples = map[ir.FormatName]formatSample{
	ir.DateTime:     {[]string{"2026-04-16T12:00:00Z", "2026-04-16T12:00:00.000Z", "2026-04-16T12:00:00+02:00"}, "2026-04-16 12:00:00Z"},
	ir.Date:         {[]string{"2026-04-16"}, "2026-02-30"},
	ir.Time:         {[]string{"12:00:00Z", "12:00:00+02:00"}, "24:00:00Z"},
	ir.Duration:     {[]string{"P1D", "PT1H", "PT1M"}, "1D"},
	ir.UUID:         {[]string{"2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"}, "2eb8aa08aa9811eab4aa73b441d16380"},
	ir.URI:          {[]string{"https://example.org/", "urn:a:b", "file:///a"}, "//example.org/"},
	ir.URIReference: {[]string{"a", "https://example.org/", "/a", "#a"}, `a\b`},
	ir.Email:        {[]string{"a@example.org"}, "a.example.org"},
	ir.Hostname:     {[]string{"example.org", "a"}, "-example.org"},
	ir.IPv4:         {[]string{"192.0.2.1"}, "192.0.2.256"},
	ir.IPv6:         {[]string{"2001:db8::1", "::"}, "2001:db8:::1"},
	ir.JSONPointer:  {[]string{"/a", ""}, "a"},

	ir.RelativeJSONPointer: {[]string{"1/a", "0#", "0"}, "/a"},
	ir.URITemplate:         {[]string{"/a/{b}", "https://example.org/{?a,b*}", ""}, "/a/{b"},
}
