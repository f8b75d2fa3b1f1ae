package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/envgen/envgen/conformance/witnesses"
)

const (
	page = "docs/reference/others.md"
	mark = "<!-- make test-witnesses compares the rest of this page; `go run ./conformance/witnesses/others` writes it. -->\n"
)

// write writes the tables of the page, or compares them.
func write(bundles []*witnesses.Bundle, scores [][]score, check bool) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	head, rest, marked := strings.Cut(string(data), mark)
	if !marked {
		return fmt.Errorf("%s has no %s", page, mark)
	}
	tables := tables(bundles, scores)
	switch {
	case rest == tables:
		return nil
	case check:
		return fmt.Errorf("%s is not current; `go run ./conformance/witnesses/others` writes it:\n%s", page, tables)
	default:
		return os.WriteFile(page, []byte(head+mark+tables), 0o666)
	}
}

func tables(bundles []*witnesses.Bundle, scores [][]score) string {
	var b strings.Builder
	b.WriteString("\n## Options\n\n| tool | options |\n|---|---|\n")
	for _, t := range tools {
		fmt.Fprintf(&b, "| %s | %s |\n", t.name, t.options)
	}
	for _, part := range []struct {
		title string
		cell  func(score) string
	}{
		{"Invalid fixtures that are accepted: a keyword is violated", func(s score) string { return s.keyword.String() }},
		{"Invalid fixtures that are accepted: the text, a rule or the version is wrong", func(s score) string { return s.other.String() }},
		{"Valid fixtures that are refused", func(s score) string { return s.valid.String() }},
		{"Fixtures of types without a decoder", func(s score) string { return fmt.Sprint(s.without) }},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n| tool", part.title)
		for _, bundle := range bundles {
			b.WriteString(" | " + bundle.Protocol)
		}
		b.WriteString(" |\n|---" + strings.Repeat("|---", len(bundles)) + "|\n")
		for i, t := range tools {
			b.WriteString("| " + t.name)
			for _, s := range scores[i] {
				cell := part.cell(s)
				if s.refused != "" {
					cell = "no code"
				}
				b.WriteString(" | " + cell)
			}
			b.WriteString(" |\n")
		}
	}
	b.WriteString(refusals(bundles, scores))
	return b.String()
}

// refusals lists the schemas that a tool refuses.
func refusals(bundles []*witnesses.Bundle, scores [][]score) string {
	var b strings.Builder
	for i, t := range tools {
		for j, s := range scores[i] {
			if s.refused != "" {
				fmt.Fprintf(&b, "- %s has no code for %s: `%s`\n", t.name, bundles[j].Protocol, s.refused)
			}
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n## Schemas that are refused\n\n" + b.String()
}
