package randomspecs

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
)

//go:embed witness.py
var witnessProgram string

// documents are the schemas of all types by address: with members that wait for a stage, and without.
func (s *Spec) documents() *object {
	address := func(name string) string { return "urn:envgen:" + name }
	stages := obj()
	for _, stage := range []string{"early", "full"} {
		d := document{address: address, patterns: s.patterns, early: stage == "early"}
		schemas := obj()
		for _, t := range s.types {
			schemas.set(address(t.name), d.schema(t.schema))
		}
		for _, c := range s.catalogs {
			schemas.set(address(c.name), c.schema())
		}
		stages.set(stage, schemas)
	}
	return stages
}

// Document is the input of the witness: the schemas of all types, in JSON.
func (s *Spec) Document() []byte { return []byte(spelling(s.documents()) + "\n") }

// verdict is the witness's: whether all is valid that is not left to a stage, and whether all is.
type verdict struct{ Early, Full bool }

// testimony gets the verdicts of the witness on messages, all of which are JSON.
func testimony(ctx context.Context, root string, specs []*Spec, messages []conformance.Probe) ([]verdict, error) {
	all := obj()
	for _, s := range specs {
		all.set(s.Name, s.documents())
	}
	var in bytes.Buffer
	in.WriteString(spelling(all) + "\n")
	for _, m := range messages {
		s := ofProtocol(specs, m.Protocol)
		in.WriteString(spelling(obj("spec", s.Name, "uri", "urn:envgen:"+s.nameIn(m.Protocol, m.Type), "text", string(m.Text))) + "\n")
	}
	c := exec.CommandContext(ctx, filepath.Join(root, ".venv/bin/python"), "-c", witnessProgram)
	var out, errors bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = &in, &out, &errors
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("the witness: %w\n%s", err, errors.String())
	}
	var list []verdict
	for lines := bufio.NewScanner(&out); lines.Scan(); {
		var v verdict
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("the witness: %w", err)
		}
		list = append(list, v)
	}
	if len(list) != len(messages) {
		return nil, fmt.Errorf("the witness: %d answers to %d messages", len(list), len(messages))
	}
	return list, nil
}

// witnessed reports whether the witness can validate a message: it finds types by name, and supports no texts and versions.
func (s *Spec) witnessed(m conformance.Probe, a conformance.Answer) bool {
	name := s.nameIn(m.Protocol, m.Type)
	protocol, _ := s.protocolOf(name)
	named := protocol == m.Protocol && (slices.ContainsFunc(s.types, func(t *named) bool { return t.name == name }) ||
		slices.ContainsFunc(s.catalogs, func(c *catalog) bool { return c.name == name }))
	return named && m.Limits == (conformance.Limits{}) &&
		!slices.ContainsFunc(a.Issues, func(i conformance.Issue) bool { return i.Rule == "json" || i.Rule == "version" })
}

// contradicts describes the difference between an answer and the verdict of the witness, or returns "". The witness has no rules: a violated rule
// ends the check before the members that wait for a later stage. It has no advice on integers that may lose digits either.
func contradicts(a conformance.Answer, v verdict) string {
	structure, rules := false, false
	for _, i := range a.Issues {
		switch {
		case i.Rule == "integer-range" && i.Level == "should":
		case !strings.HasPrefix(i.Rule, "rule-"):
			structure = true
		case i.Level == "must":
			rules = true
		}
	}
	switch {
	case structure && v.Full:
		return "has issues of structure, and the witness has none"
	case !structure && !v.Full && !rules:
		return "has no issue of structure, and the witness has one"
	case !structure && !v.Early:
		return "has no issue of structure, and the witness has one that waits for no stage"
	}
	return ""
}
