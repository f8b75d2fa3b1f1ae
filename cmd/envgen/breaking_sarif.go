package main

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"

	"github.com/envgen/envgen/internal/breaking/rules"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
)

// writeSARIF writes a log of SARIF 2.1.0. Exceptions of the project become suppressions.
func writeSARIF(w io.Writer, all []entry) error {
	results := []any{}
	for _, e := range all {
		text := e.message
		if e.found != nil {
			text += "; " + evidence(e, 1000)
		}
		result := map[string]any{"ruleId": e.code, "level": "error", "message": map[string]any{"text": text}, "locations": []any{location(e.new, "")}}
		if e.old.IsValid() {
			result["relatedLocations"] = []any{location(e.old, "the older version: "+e.old.File)}
		}
		if e.excepted != nil {
			result["suppressions"] = []any{map[string]any{"kind": "external", "status": "accepted", "justification": e.excepted.Reason.Value}}
		}
		results = append(results, result)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(map[string]any{
		"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"runs": []any{map[string]any{
			"tool":       map[string]any{"driver": map[string]any{"name": "envgen", "version": command.Generator(), "rules": descriptors()}},
			"columnKind": "unicodeCodePoints",
			"results":    results,
		}},
	})
}

// descriptors are the rules of findings and of exceptions.
func descriptors() []any {
	var list []any
	add := func(id, text string) {
		list = append(list, map[string]any{"id": id, "shortDescription": map[string]any{"text": text}})
	}
	for _, r := range rules.All {
		for _, category := range r.Categories {
			add(rules.Code(category, r.Name), r.Meaning)
		}
	}
	add("exception-expired", "The last day of an exception has passed.")
	add("exception-unused", "An exception matches no finding.")
	return list
}

// location is a place with a note, or "". A file of a revision has the path that it had: a revision is no part of a URI.
func location(p diag.Pos, note string) map[string]any {
	file := p.File
	if _, path, revision := strings.Cut(file, ":"); revision && note != "" {
		file = path
	}
	l := map[string]any{"physicalLocation": map[string]any{
		"artifactLocation": map[string]any{"uri": (&url.URL{Path: file}).String()},
		"region":           map[string]any{"startLine": max(p.Line, 1), "startColumn": max(p.Column, 1)},
	}}
	if note != "" {
		l["message"] = map[string]any{"text": note}
	}
	return l
}
