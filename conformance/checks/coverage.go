package checks

import (
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Coverage reports which fixtures cover each check of a protocol.
type Coverage struct {
	Protocol string
	Entries  []Entry // one a check, in the order of the spec
}

// Entry is a check and the first fixtures that break and keep it, or "".
type Entry struct {
	Check
	// Broken is a fixture in which only this check fails. It can be impossible: the checks of a schema may depend on others, and another schema may
	// have a stricter requirement whose issue always replaces this one.
	Broken string
	Kept   string // the check runs and is satisfied, at its limit if it has one; the schema false is never satisfied
}

// Cover compares the cases of one protocol, which the oracle must support, with its checks. Cases about the limits of texts do not count.
func Cover(oracle *reference.Reference, p *ir.Protocol, cases []*conformance.Case) (Coverage, error) {
	c := Coverage{Protocol: p.Name}
	entries := map[key]*Entry{}
	list := List(p)
	c.Entries = make([]Entry, len(list))
	for i, check := range list {
		c.Entries[i].Check = check
		entries[check.key()] = &c.Entries[i]
	}
	for _, fixture := range cases {
		if fixture.Protocol != p.Name || fixture.Limited() || fixture.Op != "" && fixture.Op != "check" {
			continue
		}
		options, err := reference.ReadOptions(fixture.Now, fixture.Params)
		if err != nil {
			return Coverage{}, fmt.Errorf("%s: %w", fixture.ID, err)
		}
		trace, err := oracle.Trace(p.Name, fixture.Type, text(fixture), options)
		if err != nil {
			return Coverage{}, fmt.Errorf("%s: %w", fixture.ID, err)
		}
		for _, a := range trace.Kept {
			if e := entries[keyOf(a)]; e != nil && e.Kept == "" && e.justKept(a.Value) {
				e.Kept = fixture.ID
			}
		}
		for _, a := range shown(trace) {
			if e := entries[keyOf(a)]; e != nil && e.Broken == "" {
				e.Broken = fixture.ID
			}
		}
	}
	return c, nil
}

// shown are the checks that a message shows to be violated. A violated should does not obscure a violated must, because it has no effect on the
// verdict.
func shown(t reference.Trace) []reference.Asked {
	deciding := slices.DeleteFunc(slices.Clone(t.Broken), func(a reference.Asked) bool { return a.Failure.Level == ir.Should })
	if len(deciding) == 0 {
		deciding = t.Broken
	}
	if len(deciding) == 1 && deciding[0].Schema == nil || onlyRule(deciding) {
		return deciding
	}
	return slices.DeleteFunc(slices.Concat(t.Broken, t.Hidden), func(a reference.Asked) bool { return a.Schema == nil })
}

// onlyRule reports whether all of it is one rule, at one value or at several.
func onlyRule(broken []reference.Asked) bool {
	return len(broken) > 0 && !slices.ContainsFunc(broken, func(a reference.Asked) bool {
		return a.Rule == nil || keyOf(a) != keyOf(broken[0])
	})
}

// text returns the bytes of a case's message; LoadCases has seen that they can be had.
func text(c *conformance.Case) []byte {
	if c.Text != nil {
		return []byte(*c.Text)
	}
	data, err := base64.StdEncoding.DecodeString(*c.Base64)
	if err != nil {
		panic(err)
	}
	return data
}

// Gaps returns the checks that lack a fixture.
func (c Coverage) Gaps() []Entry {
	return slices.DeleteFunc(slices.Clone(c.Entries), func(e Entry) bool { return e.lacks() == "" })
}

// Print writes a line for each gap and one for the whole.
func (c Coverage) Print(w io.Writer) error {
	var b strings.Builder
	gaps := c.Gaps()
	for _, e := range gaps {
		fmt.Fprintf(&b, "%s %s: no fixture %s\n", c.Protocol, e.Check, e.lacks())
	}
	fmt.Fprintf(&b, "%s: %d checks, %d without\n", c.Protocol, len(c.Entries), len(gaps))
	_, err := io.WriteString(w, b.String())
	return err
}

func (e Entry) lacks() string {
	var lacks []string
	if e.Broken == "" {
		lacks = append(lacks, "breaks it alone")
	}
	if _, never := e.Assertion.(ir.Never); e.Kept == "" && !never {
		lacks = append(lacks, "just keeps it")
	}
	return strings.Join(lacks, ", no fixture ")
}
