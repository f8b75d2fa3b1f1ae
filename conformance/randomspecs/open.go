package randomspecs

import (
	_ "embed"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed open.txt
var openText string

// Open is a finding that is known and not mended yet.
type Open struct {
	Seed   uint64 // of a spec that shows it
	Number int
	Tool   string
	Reason string
	what   *regexp.Regexp
}

func (o *Open) String() string { return fmt.Sprintf("%s: %s (%s)", o.Tool, o.what, o.Reason) }

func (o *Open) matches(f Finding) bool { return f.Tool == o.Tool && o.what.MatchString(f.Detail) }

// Known reads the list of open findings. Each line has the seed and the number of a spec that shows it, the tool that reports it, a regular
// expression of the report in double quotes, and the reason why it is open.
func Known() ([]Open, error) {
	var list []Open
	for i, line := range strings.Split(openText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var o Open
		var text string
		if _, err := fmt.Sscanf(line, "%d %d %s %q", &o.Seed, &o.Number, &o.Tool, &text); err != nil {
			return nil, fmt.Errorf("open.txt:%d: %w", i+1, err)
		}
		var err error
		if o.what, err = regexp.Compile(text); err != nil {
			return nil, fmt.Errorf("open.txt:%d: %w", i+1, err)
		}
		_, o.Reason, _ = strings.Cut(line, strconv.Quote(text)+" ")
		if o.Reason == "" {
			return nil, fmt.Errorf("open.txt:%d: there is no reason", i+1)
		}
		list = append(list, o)
	}
	return list, nil
}

// sortedOpen is in the order of the list.
func sortedOpen(counts map[*Open]int) iter.Seq2[*Open, int] {
	var list []*Open
	for o := range counts {
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b *Open) int { return strings.Compare(a.String(), b.String()) })
	return func(yield func(*Open, int) bool) {
		for _, o := range list {
			if !yield(o, counts[o]) {
				return
			}
		}
	}
}
