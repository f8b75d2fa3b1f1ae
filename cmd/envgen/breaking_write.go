package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/diag"
)

func writeFindings(w io.Writer, format string, all []breaking.Finding, source diag.Source) error {
	switch format {
	case "sarif":
		return writeSARIF(w, all)
	case "github":
		return writeAnnotations(w, all)
	case "markdown":
		return writeMarkdown(w, all)
	}
	var list diag.List
	for _, f := range all {
		list = append(list, diag.Diagnostic{Pos: f.New, Code: code(f), Message: sentence(f), Notes: []diag.Note{{Pos: f.Old, Message: evidence(f)}}})
	}
	if format == "json" {
		return diag.WriteJSON(w, list)
	}
	if err := diag.WriteText(w, list, source); err != nil {
		return err
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "no breaking changes")
		return err
	}
	return nil
}

func code(f breaking.Finding) diag.Code {
	return diag.Code(strings.ToLower(string(f.Category)) + "-" + f.Rule)
}

// whom describes who is hurt.
var whom = map[breaking.Category]string{
	breaking.Read:   "new receivers refuse what old senders send",
	breaking.Write:  "old receivers refuse what new senders send",
	breaking.Order:  "one version refuses a sequence that the other one accepts",
	breaking.Issues: "both versions report other issues",
	breaking.Bytes:  "both versions write other bytes",
}

func sentence(f breaking.Finding) string {
	return fmt.Sprintf("%s: %s: %s", f.Type, whom[f.Category], f.About)
}

// evidence is the message that shows the finding, or why there is none.
func evidence(f breaking.Finding) string {
	if f.Unknown {
		if f.Category == breaking.Order {
			return "unknown: no trace was found that only one version accepts, and none was proven not to exist"
		}
		return "unknown: no message was found that only one version accepts, and none was proven not to exist"
	}
	if f.Trace != nil {
		return "the older version; a trace that shows it: " + f.Witness
	}
	return "the older version; a message that shows it: " + f.Witness
}

func writeAnnotations(w io.Writer, all []breaking.Finding) error {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range all {
		if _, err := fmt.Fprintf(w, "::error file=%s,line=%d,col=%d,title=%s::%s\n", property.Replace(f.New.File), f.New.Line, f.New.Column, code(f),
			escape.Replace(sentence(f)+"; "+evidence(f))); err != nil {
			return err
		}
	}
	return nil
}

func writeMarkdown(w io.Writer, all []breaking.Finding) error {
	var b strings.Builder
	if len(all) == 0 {
		b.WriteString("No breaking changes.\n")
	}
	for _, f := range all {
		fmt.Fprintf(&b, "- **%s** `%s:%d`: %s\n", code(f), f.New.File, f.New.Line, sentence(f))
		if f.Unknown {
			fmt.Fprintf(&b, "  (%s)\n", evidence(f))
		} else {
			fmt.Fprintf(&b, "\n  ```json\n  %s\n  ```\n", f.Witness)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSARIF writes a log of SARIF 2.1.0.
func writeSARIF(w io.Writer, all []breaking.Finding) error {
	results := []any{}
	for _, f := range all {
		results = append(results, map[string]any{
			"ruleId": code(f), "level": "error", "message": map[string]any{"text": sentence(f) + "; " + evidence(f)},
			"locations": []any{location(f.New)}, "relatedLocations": []any{location(f.Old)},
		})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{
		"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"runs": []any{map[string]any{"tool": map[string]any{"driver": map[string]any{"name": "envgen", "version": generator()}}, "results": results}},
	})
}

func location(p diag.Pos) map[string]any {
	return map[string]any{"physicalLocation": map[string]any{
		"artifactLocation": map[string]any{"uri": p.File},
		"region":           map[string]any{"startLine": max(p.Line, 1), "startColumn": max(p.Column, 1)},
	}}
}
