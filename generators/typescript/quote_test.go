package typescript

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{`a'b`, `"a'b"`},
		{`a"b`, `'a"b'`},
		{`a'b"c`, `"a'b\"c"`},
		{`"\`, `'"\\'`},
		{"a\nb\r\t\x00\u2028\u2029", `"a\nb\r\t\u0000\u2028\u2029"`},
		{"\"\n", `'"\n'`},
		{"`${x}` </script> 😀", "\"`${x}` </script> 😀\""},
	} {
		if got := quote(c.in); got != c.want {
			t.Errorf("quote(%q) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestRegexpLiteral(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "/(?:)/u"},
		{"^a$", "/^a$/u"},
		{"a/b", `/a\/b/u`},
		{`a\/b`, `/a\/b/u`},
		{`a\\/b`, `/a\\\/b/u`},
		{`[/]`, `/[\/]/u`},
		{"\n\u2028😀", `/\u000a\u2028😀/u`},
	} {
		if got := regexpLiteral(c.in); got != c.want {
			t.Errorf("regexpLiteral(%q) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		in   float64
		want string
	}{{0, "0"}, {-1.5, "-1.5"}, {1e21, "1e+21"}, {1e-7, "1e-7"}, {123456789012345680000, "123456789012345680000"}} {
		if got := number(c.in); got != c.want {
			t.Errorf("number(%v) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestComment(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for _, c := range []struct {
		name, want string
		in         []string
		tag        string
	}{
		{"nothing", "", []string{"", " \n"}, ""},
		{"one line", "  /** Text. */\n", []string{"Text."}, ""},
		{"paragraphs", "  /**\n   * One.\n   *\n   * Two.\n   */\n", []string{"One.", "", "Two."}, ""},
		{"line breaks", "  /**\n   * a\n   * b\n   * c\n   * d\n   *\n   * e\n   */\n", []string{"a\r\nb\rc\u2028d\n\ne"}, ""},
		{"its own end", "  /** a *\\/ b *\\/ */\n", []string{"a */ b */"}, ""},
		{"tags and directives", "  /** \\@ts-ignore {\\@link x} a@b.c \\@param */\n", []string{"@ts-ignore {@link x} a@b.c @param"}, ""},
		{"long lines", "  /**\n   * " + strings.TrimSpace(long[:105]) + "\n   * " + strings.TrimSpace(long[105:]) + "\n   */\n", []string{long}, ""},
		{"a tag", "  /**\n   * Text.\n   *\n   * @deprecated\n   */\n", []string{"Text."}, "@deprecated"},
		{"a tag alone", "  /** @deprecated */\n", nil, "@deprecated"},
	} {
		if got := comment("  ", c.tag, c.in...); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
