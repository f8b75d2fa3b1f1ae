package witnesses

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/helper"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// lookups find the codecs of the bindings. The suite shows elsewhere that the other languages give the same issues.
var lookups = map[string]func(string) (envelope.Codec, bool){
	"agh": agh.Lookup, "delegator": delegator.Lookup, "foxctl": foxctl.Lookup, "helper": helper.Lookup, "hotrepl": hotrepl.Lookup,
}

// A Bundle is the exported schema of a protocol.
type Bundle struct {
	Protocol string
	File     string
	ID       string                     `json:"$id"`
	Ref      string                     `json:"$ref"`
	Defs     map[string]json.RawMessage `json:"$defs"`
}

// Root is the definition of the protocol's root.
func (b *Bundle) Root() string { return strings.TrimPrefix(b.Ref, "#/$defs/") }

// Bundles reads the schemas of the shipped protocols in a checkout.
func Bundles(root string) ([]*Bundle, error) {
	var all []*Bundle
	for _, p := range fixtures.Protocols() {
		b := &Bundle{Protocol: p.Name, File: filepath.Join(root, "gen", "schema", p.Name+".schema.json")}
		data, err := os.ReadFile(b.File)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, b); err != nil {
			return nil, fmt.Errorf("%s: %w", b.File, err)
		}
		all = append(all, b)
	}
	return all, nil
}

// message completes a message. A bundle has no definition of types that only one side has; then ok is false.
func (b *Bundle) message(id, typ, text string, rules []string) (m Message, ok bool) {
	if typ == "" {
		typ = b.Root()
	}
	_, ok = b.Defs[typ]
	return Message{ID: id, Protocol: b.Protocol, Type: typ, Text: text, Rules: rules}, ok
}

// Fixtures are the messages of the fixtures of a protocol with their expected verdicts, and the number of those whose type is not in the bundle.
func (b *Bundle) Fixtures(all []*conformance.Case) (list []Message, foreign int) {
	for _, c := range all {
		if c.Protocol != b.Protocol || c.Op != "check" || c.Expect.Error != "" {
			continue
		}
		m, ok := b.message(c.ID, c.Type, textOf(c), mustRules(c.Expect.Issues))
		if ok {
			list = append(list, m)
		} else {
			foreign++
		}
	}
	return list, foreign
}

func textOf(c *conformance.Case) string {
	if c.Text != nil {
		return *c.Text
	}
	data, err := base64.StdEncoding.DecodeString(*c.Base64)
	if err != nil {
		panic(err) // the loader of fixtures has decoded it
	}
	return string(data)
}

func mustRules(issues []conformance.ExpectedIssue) []string {
	var rules []string
	for _, i := range issues {
		if i.Level == "must" {
			rules = append(rules, i.Rule)
		}
	}
	return rules
}

// Mutants yields mutants that a schema alone can judge, without end. The bindings judge them without parameters and limits.
func (b *Bundle) Mutants(all []*conformance.Case, seed uint64) (iter.Seq2[Message, error], error) {
	for _, p := range fixtures.Protocols() {
		if p.Name != b.Protocol {
			continue
		}
		g, err := mutants.New(p, all, seed)
		if err != nil {
			return nil, err
		}
		return func(yield func(Message, error) bool) {
			n := 0
			for probe := range g.Mutants(1 << 30) {
				n++
				m, ok, err := b.judge(fmt.Sprintf("%s mutant %d of seed %d", b.Protocol, n, seed), probe)
				if (err != nil || ok && m.Judged()) && !yield(m, err) {
					return
				}
			}
		}, nil
	}
	return nil, fmt.Errorf("envgen ships no protocol %q", b.Protocol)
}

// judge lets the bindings decide on a mutant.
func (b *Bundle) judge(id string, p conformance.Probe) (m Message, ok bool, err error) {
	if m, ok = b.message(id, p.Type, string(p.Text), nil); !ok {
		return m, false, nil
	}
	codec, ok := lookups[b.Protocol](m.Type)
	if !ok {
		return m, false, fmt.Errorf("%s: the bindings have no type %s", b.Protocol, m.Type)
	}
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	if d, ok := envelope.DateTimeOf(p.Now); ok {
		now = d.Time()
	}
	var issues []envelope.Issue
	if _, err := codec.Parse(p.Text, envelope.Now(now), envelope.Report(&issues)); err != nil && len(issues) == 0 {
		return m, false, err
	}
	for _, i := range issues {
		if i.Level == envelope.Must {
			m.Rules = append(m.Rules, i.Rule)
		}
	}
	return m, true, nil
}
