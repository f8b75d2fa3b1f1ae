package bulk

import (
	"cmp"
	"maps"
	"slices"
)

// Place is where a record is: a file, and the byte of its beginning after decompression.
type Place struct {
	File   string `json:"file"`
	Line   int64  `json:"line"`
	Offset int64  `json:"offset"`
}

// Counts are the verdicts of some records.
type Counts struct {
	Records int64 `json:"records"`
	Valid   int64 `json:"valid"`   // without any issue, or with issues of level should only
	Advised int64 `json:"advised"` // of the valid ones, those with issues
	Invalid int64 `json:"invalid"`
}

func (c *Counts) add(o Counts) {
	c.Records += o.Records
	c.Valid += o.Valid
	c.Advised += o.Advised
	c.Invalid += o.Invalid
}

// Kind contains the common parts of issues: the type of the message, the rule, the path with * for indices and free names, and the level.
type Kind struct {
	Type  string `json:"type"`
	Rule  string `json:"rule"`
	Path  string `json:"path"`
	Level string `json:"level"`
}

// Found are the issues of a kind.
type Found struct {
	Kind
	Count    int64   `json:"count"`
	Message  string  `json:"message"` // of the first one
	Examples []Place `json:"examples"`
}

// Summary is the result of a run.
type Summary struct {
	Counts
	Skipped    int64             `json:"skipped"`    // records without a message
	Unfinished int64             `json:"unfinished"` // conversations that ended in a state that is not accepting
	Abandoned  int64             `json:"abandoned"`  // conversations that were dropped, because too many were open
	Bytes      int64             `json:"bytes"`      // of records, after decompression
	Files      int64             `json:"files"`      // with records
	Types      map[string]Counts `json:"types"`
	Groups     map[string]Counts `json:"groups,omitempty"`
	Days       map[string]Counts `json:"days,omitempty"`
	Issues     []*Found          `json:"issues"`

	kinds map[Kind]*Found
}

func newSummary() *Summary {
	return &Summary{Types: map[string]Counts{}, Groups: map[string]Counts{}, Days: map[string]Counts{}, kinds: map[Kind]*Found{}}
}

// mostGroups bounds the groups, and the kinds of issues, that a run remembers. Strangers choose the names of groups.
const mostGroups = 10_000

// Others is the name of the groups beyond mostGroups.
const Others = "(others)"

func addTo(counts map[string]Counts, name string, c Counts) {
	sum, known := counts[name]
	if !known && len(counts) >= mostGroups {
		name = Others
		sum = counts[name]
	}
	sum.add(c)
	counts[name] = sum
}

// add adds the results of later records.
func (s *Summary) add(o *Summary, examples int) {
	s.Counts.add(o.Counts)
	s.Skipped += o.Skipped
	s.Unfinished += o.Unfinished
	s.Abandoned += o.Abandoned
	s.Bytes += o.Bytes
	for _, pair := range []struct{ to, from map[string]Counts }{{s.Types, o.Types}, {s.Groups, o.Groups}, {s.Days, o.Days}} {
		for name, c := range pair.from {
			addTo(pair.to, name, c)
		}
	}
	for _, f := range o.kinds {
		s.issue(f.Kind, f.Count, f.Message, f.Examples, examples)
	}
}

func (s *Summary) issue(k Kind, count int64, message string, places []Place, examples int) {
	known := s.kinds[k]
	if known == nil && len(s.kinds) >= mostGroups {
		k = Kind{Type: Others, Rule: Others, Level: k.Level}
		known = s.kinds[k]
	}
	if known == nil {
		known = &Found{Kind: k, Message: message}
		s.kinds[k] = known
	}
	known.Count += count
	for _, place := range places {
		if last := len(known.Examples) - 1; len(known.Examples) < examples && (last < 0 || known.Examples[last] != place) {
			known.Examples = append(known.Examples, place)
		}
	}
}

// finish sorts the issues: the most frequent first.
func (s *Summary) finish() {
	s.Issues = slices.SortedFunc(maps.Values(s.kinds), func(a, b *Found) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Level, b.Level))
	})
}
