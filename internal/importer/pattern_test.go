package importer_test

import "regexp"

// pattern is a regular expression of the witness.
type pattern struct {
	source  string
	matches func(string) bool
}

func (p *pattern) String() string            { return p.source }
func (p *pattern) MatchString(s string) bool { return p.matches(s) }

// newPattern compiles a pattern. Go has no look-ahead: the examples have two such patterns, which are written out here.
func newPattern(source string) (*pattern, error) {
	switch source {
	case "^(?!x-)[a-z-]+$":
		word, prefix := regexp.MustCompile("^[a-z-]+$"), regexp.MustCompile("^x-")
		return &pattern{source, func(s string) bool { return word.MatchString(s) && !prefix.MatchString(s) }}, nil
	case "(?=.*a)":
		return &pattern{source, regexp.MustCompile(".*a").MatchString}, nil
	case "^(?!x-)":
		prefix := regexp.MustCompile("^x-")
		return &pattern{source, func(s string) bool { return !prefix.MatchString(s) }}, nil
	}
	r, err := regexp.Compile(source)
	if err != nil {
		return nil, err
	}
	return &pattern{source, r.MatchString}, nil
}
