package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// Evidence is a finding about messages, which shows that a change breaks.
type Evidence struct {
	Old, New diag.Pos
	Label    string // the meaning of the message: "Accepted before, refused now"
	About    string // one clause, for a finding that belongs to no change
	Message  string // the message; "" if none is known
	IsTrace  bool   // it is a message on each line
}

// Release is a protocol in two versions.
type Release struct {
	Old, New *ir.Protocol // Old is nil for a new protocol
	Changes  []Change
	Evidence []Evidence
	Bindings []string // sentences about programs
}

// Changelog writes the changes for users since a version. Its text depends on the releases alone.
func Changelog(since string, releases []Release) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Changes since %s\n", prose(since))
	for _, r := range releases {
		r.write(&b)
	}
	return b.String()
}

func (r Release) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", prose(r.New.Name+" "+r.New.Version))
	switch {
	case r.Old == nil:
		b.WriteString("This protocol is new.\n")
		return
	case r.Old.Version == r.New.Version:
		b.WriteString("The version is unchanged.\n")
	default:
		fmt.Fprintf(b, "The version was %s.\n", code(r.Old.Version))
	}
	items := r.items()
	if len(items) == 0 && len(r.Bindings) == 0 {
		b.WriteString("Nothing has changed for users.\n")
		return
	}
	b.WriteString(summary(items))
	for kind, title := range []string{"Added", "Changed", "Removed"} {
		of := slices.DeleteFunc(slices.Clone(items), func(i *entry) bool { return i.Kind != Kind(kind) })
		if len(of) > 0 {
			fmt.Fprintf(b, "\n### %s\n\n", title)
		}
		for n, i := range of {
			if n > 0 && (i.isLong() || of[n-1].isLong()) {
				b.WriteString("\n")
			}
			i.write(b)
		}
	}
	if len(r.Bindings) > 0 {
		b.WriteString("\n### Programs\n\nThese changes of the bindings stop programs from compiling.\n\n")
		for _, line := range r.Bindings {
			fmt.Fprintf(b, "- %s\n", line)
		}
	}
}

func summary(items []*entry) string {
	breaking := 0
	for _, i := range items {
		if len(i.evidence) > 0 {
			breaking++
		}
	}
	switch breaking {
	case 0:
		return "No change breaks the exchange of messages.\n"
	case 1:
		return "One change breaks the exchange of messages with the other version.\n"
	}
	return fmt.Sprintf("%d changes break the exchange of messages with the other version.\n", breaking)
}

// entry is a change with its evidence.
type entry struct {
	Change
	evidence []Evidence
}

// items gives each finding to the change at its place. A finding without one is an entry of its own.
func (r Release) items() []*entry {
	var list []*entry
	for _, c := range r.Changes {
		list = append(list, &entry{Change: c})
	}
	for _, e := range r.Evidence {
		if to := closest(list, e); to != nil {
			to.evidence = append(to.evidence, e)
			continue
		}
		list = append(list, &entry{Change{Kind: Changed, Old: e.Old, New: e.New, Text: capital(prose(e.About)) + "."}, []Evidence{e}})
	}
	return list
}

// closest is the change that shares the most places with a finding. Of the words of a vocabulary, which share one place, it is that of the message.
func closest(list []*entry, e Evidence) *entry {
	var best *entry
	most := 0
	for _, i := range list {
		n := 0
		for _, pair := range [][2]diag.Pos{{i.Old, e.Old}, {i.New, e.New}} {
			if pair[0].IsValid() && pair[0] == pair[1] {
				n++
			}
		}
		if i.word != "" && n > 0 {
			n = 3*strings.Count(e.Message, jsontext.Of(i.word)) + n - 1 // its word is in the message
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

func (i *entry) isLong() bool { return i.Example != "" || len(i.evidence) > 0 }

func (i *entry) write(b *strings.Builder) {
	lines := strings.Split(i.Text, "\n")
	if len(i.evidence) > 0 {
		lines[0] = "**Breaking.** " + lines[0]
	}
	fmt.Fprintf(b, "- %s\n", strings.Join(lines, "\n  "))
	shown := map[string]bool{}
	show := func(label, message, language string) {
		key := label
		if language == "text" {
			key += message // each trace shows another part of an order
		}
		if !shown[key] {
			shown[key] = true
			fmt.Fprintf(b, "\n  %s:\n\n  ```%s\n  %s\n  ```\n", label, language, strings.ReplaceAll(message, "\n", "\n  "))
		}
	}
	for _, e := range i.evidence {
		if e.Message != "" {
			show(e.Label, e.Message, map[bool]string{false: "json", true: "text"}[e.IsTrace])
		} else if !shown[e.Label] {
			shown[e.Label] = true
			fmt.Fprintf(b, "\n  %s: no message is known that shows it, and none was proven not to exist.\n", e.Label)
		}
	}
	if i.Example != "" && len(shown) == 0 {
		show("For example", i.Example, "json")
	}
}
