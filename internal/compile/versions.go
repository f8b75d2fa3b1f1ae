package compile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// versionPattern accepts exactly the versions of the policy semver-major. The help suggests it for a member without a pattern.
const versionPattern = `^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`

// onlyVersions reports a member of messages that can be a string that is not a version: the check of the version would accept it. Other types are
// left to structure.
func (c *compiler) onlyVersions(root ir.Value, steps []string, at syntax.Text) {
	versions, _ := pattern.Translate(versionPattern)
	p := prover{versions: versions.Automaton()}
	p.along(root, steps, diag.Pos{})
	if !p.fails {
		return
	}
	message := fmt.Sprintf("%q can be a string that is not a version, which would be accepted", at.Value)
	if p.example != nil {
		message = fmt.Sprintf("%q can be %s, which is not a version but would be accepted", at.Value, strconv.Quote(*p.example))
	}
	d := diag.Diagnostic{Pos: at.Pos, Code: "version-pattern", Message: message, Suggestion: "give the member the pattern '" + versionPattern + "', or a stricter one"}
	if p.pos.IsValid() {
		d.Notes = []diag.Note{{Pos: p.pos, Message: "declared here"}}
	}
	c.Diags.Add(d)
}

// prover looks for a string that a member can be and that is no version.
type prover struct {
	versions *ir.Table
	fails    bool
	example  *string // such a string, if one is known
	pos      diag.Pos
}

func (p *prover) fail(example *string, pos diag.Pos) {
	if !p.fails {
		p.fails, p.example, p.pos = true, example, pos
	}
}

// along follows a pointer to the places that it leads to, as pointsAt does.
func (p *prover) along(v ir.Value, steps []string, pos diag.Pos) {
	if ref, is := v.Kind.(ir.Ref); is && len(steps) > 0 {
		p.along(ref.Type.Value, steps, pos)
		return
	}
	if len(steps) == 0 {
		p.value(v, pos)
		return
	}
	switch k := v.Kind.(type) {
	case *ir.Union:
		for _, variant := range k.Variants {
			if k.By != ir.ByPresence || host.Declares(variant.Type, steps[0]) {
				p.along(variant.Type.Value, steps, pos)
			}
		}
	case ir.Map:
		p.along(*k.Values, steps[1:], pos)
	case *ir.Record:
		for _, f := range k.Fields {
			if f.Name == steps[0] {
				p.along(f.Value, steps[1:], f.Pos)
			}
		}
	case *ir.Choice:
		for _, o := range k.Options {
			p.along(o, steps, pos)
		}
	case ir.Any, ir.Object:
		p.fail(nil, pos)
	}
}

// possible are the strings that a value can be: some words, or all that match several patterns. Length and format only leave fewer.
type possible struct {
	none     bool // no string at all
	words    []string
	isWords  bool
	patterns []*ir.Regexp
	narrowed bool // by keywords that this analysis ignores
}

// value looks at one place.
func (p *prover) value(v ir.Value, pos diag.Pos) {
	for _, w := range ofVersion(v) {
		switch {
		case w.none:
		case w.isWords:
			for _, word := range w.words {
				if !semver.MatchString(word) && !slices.ContainsFunc(w.patterns, func(re *ir.Regexp) bool { return !re.Match(word) }) {
					p.fail(&word, pos)
				}
			}
		default:
			if example, found := outside(w.patterns, p.versions); found {
				if w.narrowed || example == nil {
					p.fail(nil, pos)
				} else {
					p.fail(example, pos)
				}
			}
		}
	}
}

// ofVersion returns the alternatives for a value.
func ofVersion(v ir.Value) []possible {
	var all []possible
	switch k := v.Kind.(type) {
	case ir.Ref:
		all = ofVersion(k.Type.Value)
	case *ir.Choice:
		for _, o := range k.Options {
			all = append(all, ofVersion(o)...)
		}
	case ir.String, ir.Any:
		all = []possible{{}}
	case ir.Const:
		all = []possible{{isWords: true, words: []string{k.Literal.String}, none: k.Literal.Kind != ir.StringLiteral}}
	case *ir.Enum:
		if k.Open {
			return narrow([]possible{{}}, v.Checks)
		}
		w := possible{isWords: true}
		for _, value := range k.Values {
			w.words = append(w.words, value.Value)
		}
		all = []possible{w}
	}
	all = narrow(all, v.Checks)
	if v.Schema != nil {
		for i := range all {
			all[i] = bySchema(all[i], v.Schema, map[*ir.Schema]bool{})
		}
	}
	return all
}

func narrow(all []possible, checks []ir.Check) []possible {
	for i := range all {
		for _, check := range checks {
			switch check := check.(type) {
			case ir.Pattern:
				all[i].patterns = append(all[i].patterns, check.Regexp)
			case ir.OneOf:
				all[i].isWords, all[i].words = true, nil
				for _, l := range check.Literals {
					if l.Kind == ir.StringLiteral {
						all[i].words = append(all[i].words, l.String)
					}
				}
			default:
				all[i].narrowed = true
			}
		}
	}
	return all
}

// bySchema adds the requirements of a schema on every value. Requirements on some values only reduce the strings further.
func bySchema(w possible, s *ir.Schema, seen map[*ir.Schema]bool) possible {
	if seen[s] {
		return w
	}
	seen[s] = true
	for _, assertion := range s.Assertions {
		switch a := assertion.(type) {
		case ir.IsType:
			w.none = w.none || a.Types&ir.StringType == 0
		case ir.Equals:
			if w.isWords {
				continue // which are fewer
			}
			w.isWords = true
			for _, text := range a.Texts {
				var word string
				if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &word) == nil {
					w.words = append(w.words, word)
				}
			}
		case ir.Pattern:
			w.patterns = append(w.patterns, a.Regexp)
		case ir.AllOf:
			for _, inner := range a.Schemas {
				w = bySchema(w, inner, seen)
			}
		case ir.Nullable:
			w = bySchema(w, a.Schema, seen)
		case ir.Never:
			w.none = true
		default:
			w.narrowed = true
		}
	}
	return w
}

// mostPairs bounds the states of the search; one that needs more has proved nothing.
const mostPairs = 200_000

// outside finds a string that matches all patterns but is not a version. If the search is undecided, it returns found without an example.
func outside(patterns []*ir.Regexp, versions *ir.Table) (example *string, found bool) {
	var tables []*ir.Table
	for _, re := range patterns {
		tables = append(tables, re.Automaton())
	}
	tables = append(tables, versions)
	last := len(tables) - 1
	type step struct {
		states []int
		text   string
	}
	start := step{states: make([]int, len(tables))}
	seen := map[string]bool{fmt.Sprint(start.states): true}
	letters := lettersOf(tables)
	for waiting := []step{start}; len(waiting) > 0; waiting = waiting[1:] {
		at := waiting[0]
		if isOutside(tables, at.states, last) {
			return &at.text, true
		}
		for _, letter := range letters {
			states, dead := follow(tables, at.states, letter, last)
			key := fmt.Sprint(states)
			if dead || seen[key] {
				continue
			}
			if len(seen) == mostPairs {
				return nil, true
			}
			seen[key] = true
			waiting = append(waiting, step{states, at.text + string(letter)})
		}
	}
	return nil, false
}

// lettersOf returns one code point for each class that the tables distinguish. A digit or a letter represents its run if possible.
func lettersOf(tables []*ir.Table) []rune {
	var starts []rune
	for _, t := range tables {
		starts = append(starts, t.Starts...)
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	for i, lo := range starts {
		for _, nice := range "0a-" {
			if lo <= nice && (i+1 == len(starts) || nice < starts[i+1]) {
				starts[i] = nice
			}
		}
	}
	return starts
}

func follow(tables []*ir.Table, states []int, letter rune, last int) (next []int, dead bool) {
	next = make([]int, len(states))
	for i, t := range tables {
		if states[i] == ir.NoState || t.Rows[states[i]].Final {
			next[i] = states[i]
			continue
		}
		next[i] = t.Step(states[i], letter)
		dead = dead || next[i] == ir.NoState && i != last
	}
	return next, dead
}

// isOutside reports whether a string that ends here matches all but the last.
func isOutside(tables []*ir.Table, states []int, last int) bool {
	for i, t := range tables {
		accepts := states[i] != ir.NoState && (t.Rows[states[i]].Final || t.Rows[states[i]].Accept)
		if accepts == (i == last) {
			return false
		}
	}
	return true
}
