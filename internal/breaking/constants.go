package breaking

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

const (
	mostConstants = 20    // of one rule
	mostPlanted   = 10    // messages that constants are planted in
	mostRepeated  = 2_000 // the length of a text
)

var (
	membersRead = regexp.MustCompile(`\bthis((?:\.[A-Za-z_][A-Za-z0-9_]*)+)`)
	numbersRead = regexp.MustCompile(`-?\b\d+(?:\.\d+)?\b`)
	textsRead   = regexp.MustCompile(`'([^'\\]*)'|"([^"\\]*)"`)
	nameRead    = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
)

// constantsOf plants the constants of rules, and the values beside them, at the members that the rules read. A derived message rarely has a text of
// just 41 letters. path leads from the messages to the values that the rules are about.
func constantsOf(rules, bases []string, path []string) (list []string) {
	for _, rule := range rules {
		values := constants(rule)
		for _, m := range membersRead.FindAllStringSubmatch(rule, -1) {
			names := nameRead.FindAllString(m[1], -1)
			for _, base := range bases[:min(len(bases), mostPlanted)] {
				tree, err := read(base)
				if err != nil {
					continue
				}
				for depth := 1; depth <= len(names); depth++ { // the last name may be a function
					for i := range values {
						if next, ok := planted(tree, append(slices.Clip(path), names[:depth]...), &values[i]); ok {
							list = append(list, jsontext.Of(next))
						}
					}
				}
			}
		}
	}
	return list
}

// constants are the values of a rule's text, their neighbours, and texts of these lengths.
func constants(rule string) (list []any) {
	add := func(text string) {
		if v, err := read(text); err == nil && len(list) < mostConstants {
			list = append(list, v)
		}
	}
	for _, m := range textsRead.FindAllStringSubmatch(rule, -1) {
		add(jsontext.Of(m[1] + m[2]))
	}
	for _, number := range numbersRead.FindAllString(rule, -1) {
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			continue
		}
		for _, by := range []float64{0, 1, -1} {
			add(strconv.FormatFloat(n+by, 'f', -1, 64))
			if length := n + by; length > 0 && length <= mostRepeated {
				add(repeated(int(length))[0])
			}
		}
	}
	return list
}

// otherRules are the texts of the rules that only one of two types has, with their level.
func otherRules(a, b *ir.Type) (list []string) {
	for _, pair := range [][2]*ir.Type{{a, b}, {b, a}} {
		for _, rule := range pair[0].Rules {
			if !slices.ContainsFunc(pair[1].Rules, func(o *ir.Rule) bool { return o.Text == rule.Text && o.Failure.Level == rule.Failure.Level }) {
				list = append(list, rule.Text)
			}
		}
	}
	return list
}
