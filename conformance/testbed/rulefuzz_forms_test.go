package testbed_test

import (
	"regexp"
	"slices"
	"strings"
)

// form is one way to write an expression of a kind. In its text, <kind> is a hole for an expression of that kind, and
//
//	<x kind>              for a new variable of that kind, which the rest may use
//	<guard>               for a condition that must be true before some member may be read, which the rest may do from <known> to <unknown>
//	<optional>, <null>    for a member that may be absent, and one that may be null, where that may be tested
//	<value>               for anything in the message
//	<word>                for a value of a vocabulary, of which <listed> is a word
//	<whole>, <key>, <pattern>  for such literals
//
// Kinds are CEL's types, the names of the spec's objects, and `when`, `length` and `digits`: strings that timestamp(), duration()
// and int() accept.
type form struct {
	kind, text string
	parts      []part
}

// part is the text before a hole, and the hole, of which the last part has none.
type part struct{ before, hole string }

// family are forms for several types: T is each of them.
type family struct {
	of    []string
	forms [][2]string
}

var scalars = []string{"bool", "int", "double", "string", "time", "span"}

// families are the language. The first form of a kind is used if no place and no literal is of that kind.
var families = []family{
	{[]string{""}, [][2]string{
		{"bool", `!<bool>`}, {"bool", `<bool> && <bool>`}, {"bool", `<bool> || <bool>`}, {"bool", `<guard> && <known><bool>`}, {"bool", `!<guard> || <known><bool>`},
		{"bool", `!(<guard> && <known><bool>)`}, {"bool", `<guard> && <known><bool> || <unknown><bool>`},
		{"bool", `has(<optional>)`}, {"bool", `<null> == null`}, {"bool", `<null> != null`}, {"bool", `null != <null>`},
		{"bool", `<string>.startsWith(<string>)`}, {"bool", `<string>.endsWith(<string>)`}, {"bool", `<string>.contains(<string>)`},
		{"bool", `<string>.matches(<pattern>)`}, {"bool", `matches(<string>, <pattern>)`},
		{"bool", `<word> == <listed>`}, {"bool", `<word> != <listed>`}, {"bool", `<word> in [<listed>, <listed>]`},
		{"bool", `<string> in Code`}, {"bool", `<string> in Open`}, {"bool", `Code[<string>].final`}, {"string", `Code[<string>].meaning`},
		{"double", `Rank[<string>].weight`}, {"int", `Open[<string>].level`}, {"double", `Rank[Code[<string>].rank].weight`},
		{"bool", `<list(when)>.all(<x when>, <bool>)`}, {"bool", `<list(length)>.exists(<x length>, <bool>)`},
		{"list(time)", `<list(when)>.map(<x when>, <time>)`}, {"list(span)", `<list(length)>.map(<x length>, <span>)`},
	}},
	{[]string{""}, [][2]string{
		{"int", `<int> + <int>`}, {"int", `<int> - <int>`}, {"int", `<int> * <int>`}, {"int", `<int> / <int>`}, {"int", `<int> % <int>`}, {"int", `-<int>`},
		{"int", `size(<string>)`}, {"int", `<string>.size()`}, {"int", `int(<double>)`}, {"int", `int(<digits>)`}, {"int", `int(<string>)`}, {"int", `int(<time>)`}, {"int", `int(<int>)`},
		{"int", `<list(string)>.size()`}, {"int", `<map(int)>.size()`}, {"int", `jsonSize(<value>)`}, {"int", `jsonDepth(<value>)`}, {"int", `jsonItems(<value>)`}, {"bool", `satisfies(<value>, <value>)`}, {"int", `size(bytes(<string>))`}, {"int", `bytes(<string>).size()`},
		{"double", `<double> + <double>`}, {"double", `<double> - <double>`}, {"double", `<double> * <double>`}, {"double", `<double> / <double>`}, {"double", `-<double>`},
		{"double", `<double> * <whole>`}, {"bool", `<double> < <whole>`}, {"bool", `<whole> == <double>`}, {"bool", `<double> in [<whole>, <double>, <whole>]`},
		{"double", `double(<int>)`}, {"double", `double(<double>)`}, {"double", `double(<digits>)`}, {"double", `double(<string>)`},
		{"string", `<string> + <string>`}, {"string", `string(<int>)`}, {"string", `string(<string>)`}, {"string", `string(<bool>)`}, {"string", `string(<double>)`},
		{"string", `string(<time>)`}, {"string", `string(<span>)`}, {"bool", `bool(<string>)`}, {"bool", `bool(<digits>)`}, {"bool", `bool(<bool>)`},
	}},
	{[]string{""}, [][2]string{
		{"time", `timestamp(<when>)`}, {"time", `timestamp(<string>)`}, {"time", `timestamp(<int>)`}, {"time", `timestamp(<time>)`},
		{"time", `<time> + <span>`}, {"time", `<span> + <time>`}, {"time", `<time> - <span>`},
		{"span", `duration(<length>)`}, {"span", `duration(<string>)`}, {"span", `duration(<span>)`},
		{"span", `<time> - <time>`}, {"span", `<span> + <span>`}, {"span", `<span> - <span>`},
		{"int", `<time>.getFullYear()`}, {"int", `<time>.getMonth()`}, {"int", `<time>.getDate()`}, {"int", `<time>.getDayOfMonth()`}, {"int", `<time>.getDayOfYear()`},
		{"int", `<time>.getDayOfWeek()`}, {"int", `<time>.getHours()`}, {"int", `<time>.getMinutes()`}, {"int", `<time>.getSeconds()`}, {"int", `<time>.getMilliseconds()`},
		{"int", `<span>.getHours()`}, {"int", `<span>.getMinutes()`}, {"int", `<span>.getSeconds()`},
	}},
	{scalars, [][2]string{{"bool", `<T> < <T>`}, {"bool", `<T> <= <T>`}, {"bool", `<T> > <T>`}, {"bool", `<T> >= <T>`}}},
	{scalars, [][2]string{
		{"bool", `<T> == <T>`}, {"bool", `<T> != <T>`},
		{"T", `<bool> ? <T> : <T>`}, {"T", `<guard> ? <known><T> : <unknown><T>`}, {"T", `!<guard> ? <T> : <known><T>`}, {"T", `<list(T)>[<int>]`},
	}},
	{append(scalars, "list(int)"), [][2]string{
		{"list(T)", `[<T>]`}, {"list(T)", `[<T>, <T>]`}, {"bool", `<T> in <list(T)>`},
		{"list(T)", `<list(T)> + <list(T)>`}, {"bool", `<list(T)> == <list(T)>`}, {"bool", `<list(T)> != <list(T)>`},
		{"list(T)", `<list(T)>.filter(<x T>, <bool>)`}, {"list(T)", `<list(int)>.map(<x int>, <T>)`}, {"list(T)", `<list(T)>.map(<x T>, <bool>, <T>)`},
		{"list(T)", `<list(int)>.transformList(<i int>, <x int>, <T>)`}, {"list(T)", `<list(T)>.transformList(<i int>, <x T>, <bool>, <T>)`},
		{"bool", `<list(T)> == []`}, {"bool", `[] != <list(T)>`},
	}},
	{append(scalars, "list(int)", "Part", "Shape"), [][2]string{
		{"bool", `<list(T)>.all(<x T>, <bool>)`}, {"bool", `<list(T)>.exists(<x T>, <bool>)`}, {"bool", `<list(T)>.exists_one(<x T>, <bool>)`},
		{"bool", `<list(T)>.all(<i int>, <x T>, <bool>)`}, {"bool", `<list(T)>.exists(<i int>, <x T>, <bool>)`}, {"bool", `<list(T)>.existsOne(<i int>, <x T>, <bool>)`},
		{"int", `size(<list(T)>)`},
	}},
	{[]string{"int", "string", "double"}, [][2]string{
		{"T", `<map(T)>[<string>]`}, {"T", `<map(T)>.<key>`}, {"bool", `<map(T)> == <map(T)>`}, {"bool", `<map(T)> != <map(T)>`},
		{"list(T)", `<list(Part)>.map(<x Part>, <T>)`}, {"list(T)", `<list(Part)>.map(<x Part>, <bool>, <T>)`},
	}},
	{[]string{"int", "string", "double", "Part", "Shape"}, [][2]string{
		{"bool", `has(<map(T)>.<key>)`}, {"bool", `<string> in <map(T)>`}, {"int", `size(<map(T)>)`},
		{"bool", `<map(T)>.all(<x string>, <bool>)`}, {"bool", `<map(T)>.exists(<x string>, <bool>)`},
		{"bool", `<map(T)>.all(<k string>, <x T>, <bool>)`}, {"bool", `<map(T)>.exists(<k string>, <x T>, <bool>)`},
	}},
	{[]string{""}, [][2]string{
		{"Part", `<list(Part)>[<int>]`}, {"Part", `<map(Part)>[<string>]`}, {"int", `<Part>.n`}, {"string", `<Part>.s`},
		{"list(Part)", `<list(Part)>.filter(<x Part>, <bool>)`},
		{"Shape", `<list(Shape)>[<int>]`}, {"Shape", `<map(Shape)>[<string>]`}, {"string", `<Shape>.kind`}, {"string", `<Shape>.name`},
		{"list(Shape)", `<list(Shape)>.filter(<x Shape>, <bool>)`},
		{"list(string)", `<list(Shape)>.map(<x Shape>, <string>)`}, {"list(int)", `<list(Shape)>.map(<x Shape>, <bool>, <int>)`},
	}},
}

// allForms writes the families out.
func allForms() []*form {
	var list []*form
	for _, f := range families {
		for _, t := range f.of {
			each := strings.NewReplacer("T>", t+">", "T)", t+")")
			for _, pair := range f.forms {
				kind := pair[0]
				if kind == "T" {
					kind = t
				}
				list = append(list, newForm(each.Replace(kind), each.Replace(pair[1])))
			}
		}
	}
	return list
}

var hole = regexp.MustCompile(`<([a-zA-Z][^<>]*)>`)

func newForm(kind, text string) *form {
	f := &form{kind: kind, text: text}
	start := 0
	for _, m := range hole.FindAllStringSubmatchIndex(text, -1) {
		f.parts = append(f.parts, part{text[start:m[0]], text[m[2]:m[3]]})
		start = m[1]
	}
	f.parts = append(f.parts, part{before: text[start:]})
	return f
}

// asks reports whether an expression of a kind is part of the form.
func (f *form) asks(kind string) bool {
	return slices.ContainsFunc(f.parts, func(p part) bool { return p.hole == kind })
}

// loose reports whether an expression needs parentheses to be part of another one.
func loose(text string) bool {
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ', '!', '-':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// literals are the literals of a rule, by kind.
var literals = map[string][]string{
	"bool":   {"true"},
	"int":    {"0", "1", "2", "-1", "3", "10", "0x1f", "9007199254740991", "-9007199254740993", "9223372036854775807", "-9223372036854775808"},
	"double": {"0.0", "0.1", "0.2", "-1.5", "3.0", "1e308", "5e-324", "0.30000000000000004", "9007199254740993.0", "1e19"},
	"whole":  {"0", "1", "-2", "3", "9007199254740993"},
	"string": {`""`, `"a"`, `'ab'`, `"é"`, `"e\u0301"`, `"😀"`, `"\uff5e"`, `r'\d'`, `"12"`, `"constructor"`, `"low"`, `"T"`},
	"time": {"now", `timestamp("2000-01-01T00:00:00Z")`, `timestamp("1969-12-31T23:59:59.999999999Z")`, `timestamp("0001-01-01T00:00:00Z")`,
		`timestamp("9999-12-31T23:59:59.999999999Z")`, `timestamp("2016-12-31T16:00:00.5-07:59")`},
	"span":    {`duration("90s")`, `duration("-1h30m")`, `duration("0")`, `duration("1ns")`, `duration("2562047h47m16.854775807s")`, `duration("8760h")`},
	"when":    {`"2000-01-01T00:00:00Z"`},
	"length":  {`"1.5s"`},
	"digits":  {`"-12"`, `"1.5e3"`, `"0"`},
	"key":     {"a", "b", "constructor"},
	"pattern": {`"^a*$"`, `"a."`, `"(?i)É"`, `r'\d{2,3}'`, `"^$"`, `"[^a]"`, `"^(ab|😀)*$"`, `"."`, `r'\ba'`, `"^.{2}$"`, `'(?s)^.$'`},
}
