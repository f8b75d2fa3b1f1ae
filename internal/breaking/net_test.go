package breaking_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/drafts"
	"github.com/envgen/envgen/conformance/randomspecs"
	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

var (
	netSpecs    = flag.Int("net", 24, "how many random specs are edited")
	netFrom     = flag.Int("net.from", 0, "the number of the first one")
	netMessages = flag.Int("net.messages", 300, "how many messages of each are judged")
	netUnknown  = flag.Bool("net.unknown", false, "list the findings without a witness")
	netTraces   = flag.Int("net.traces", 20, "how many traces of each are judged")
)

// net compares random specs with edited ones.
type net struct {
	*testing.T
	specs, silent, findings, unknowns, messages, traces, calls int
}

// TestNet edits random specs. No verdict, issue or byte of a random message or trace may differ without a finding.
func TestNet(t *testing.T) {
	n := &net{T: t}
	for i := range *netSpecs {
		number := *netFrom + i
		spec := randomspecs.WithBuilders(1, number)
		other, edits := randomspecs.Edited(1, number, 1+number%3)
		if number%4 == 3 {
			spec.Share()
			other.Share()
		}
		n.pair(spec, other, strings.Join(edits, "; "))
	}
	t.Logf("%d pairs, %d of them without a finding; %d findings, %d of them unknown; %d messages, %d traces, %d calls of builders", n.specs, n.silent, n.findings, n.unknowns, n.messages, n.traces, n.calls)
	if *netSpecs >= 24 && (n.specs < *netSpecs/3 || n.silent == n.specs || n.silent == 0 && *netFrom == 0) { // one pair in 45 is silent
		t.Errorf("%d of %d pairs are compared, %d of them without a finding: this shows too little", n.specs, *netSpecs, n.silent)
	}
}

// TestRewritten edits random specs without changing their meaning. There is no finding.
func TestRewritten(t *testing.T) {
	compared := 0
	for i := range *netSpecs {
		number := *netFrom + i
		other, edits := randomspecs.Rewritten(1, number, 1+number%3)
		old, new := compiled("old", randomspecs.WithBuilders(1, number)), compiled("new", other)
		if old == nil || new == nil {
			continue
		}
		compared++
		for _, f := range compare(t, old, new) {
			t.Errorf("random%d: %s: %s %s %s: %s: %s", number, edits, f.Category, f.Rule, f.Type, f.About, f.Witness)
		}
	}
	if compared < *netSpecs/2 {
		t.Errorf("only %d of %d pairs are legal", compared, *netSpecs)
	}
}

// stable is a spec in which no type or member is exempt.
func stable(source []byte) []byte {
	return bytes.ReplaceAll(source, []byte(`"x-stability": "unstable"`), []byte(`"x-stability": "stable"`))
}

// compiled is a spec, or nil if it is not legal.
func compiled(name string, s *randomspecs.Spec) *ir.Protocol {
	_, imported := s.Library()
	p, _ := compile.Library{Read: func(string) ([]byte, error) { return stable(imported), nil }}.Source(name, stable(s.YAML))
	return p
}

func (n *net) pair(spec, other *randomspecs.Spec, edits string) {
	old, new := compiled("old", spec), compiled("new", other)
	if old == nil || new == nil {
		return
	}
	n.specs++
	found := compare(n.T, old, new)
	n.findings += len(found)
	for _, f := range found {
		if f.Unknown {
			n.unknowns++
			if *netUnknown {
				n.Logf("%s: %s: unknown: %s %s %s: %s", spec.Name, edits, f.Category, f.Rule, f.Type, f.About)
			}
		}
	}
	if len(found) == 0 {
		n.silent++
	}
	p := &netPair{net: n, name: spec.Name + ": " + edits, old: old, new: new, found: found}
	var err error
	if p.before, err = referenceOf(old); err != nil {
		n.Fatal(err)
	}
	if p.after, err = referenceOf(new); err != nil {
		n.Fatal(err)
	}
	each := max(1, *netMessages/(5*max(1, len(old.Types))))
	for _, texts := range []map[string][]string{spec.Texts(each), other.Texts(each)} {
		for name, list := range texts {
			for _, text := range list {
				p.message(name, text)
			}
		}
	}
	p.walk(spec.Said())
	for _, texts := range []map[string][]string{spec.Texts(each), other.Texts(each)} {
		p.drafts(slices.Concat(slices.Collect(maps.Values(texts))...))
	}
}

// referenceOf judges messages of a protocol and of those that it imports.
func referenceOf(p *ir.Protocol) (*reference.Reference, error) {
	sources := []reference.Source{{Protocol: p}}
	for _, i := range p.Imports {
		sources = append(sources, reference.Source{Protocol: i})
	}
	return reference.New(sources...)
}

// drafts calls the builders of both versions with messages. A call that makes no sense to a version is not compared.
func (p *netPair) drafts(texts []string) {
	slices.Sort(texts)
	d, err := drafts.New(p.before, p.old, texts, 1)
	if err != nil {
		p.Fatal(err)
	}
	for call := range d.Calls(10) {
		if call.Building.Secrets != nil || call.Building.Store || len(call.Own) > 0 {
			continue // no input of the comparison
		}
		a, err := drafts.Answer(p.before, call)
		if err != nil {
			continue
		}
		call.Protocol = p.new.Name
		b, err := drafts.Answer(p.after, call)
		if err != nil {
			continue
		}
		p.calls++
		if (a.Output == nil) != (b.Output == nil) || a.Output != nil && *a.Output != *b.Output {
			p.need(call.Type, fmt.Sprintf("the builder %s answers %v and %v to %s, which answers %s", call.Building.Builder, a, b, call.Building.Args, call.Building.Answers), breaking.Bytes, breaking.Read, breaking.Write)
		}
	}
}

// netPair is one pair of specs.
type netPair struct {
	*net
	name          string
	old, new      *ir.Protocol
	before, after *reference.Reference
	found         []breaking.Finding
	missed        map[string]bool
	reached       map[string]map[string]bool
}

// message requires a finding if both versions judge a message differently.
func (p *netPair) message(name, text string) {
	a, err := p.before.Check(p.old.Name, name, []byte(text), reference.Options{})
	if err != nil {
		return // a part, or a type that is gone
	}
	b, err := p.after.Check(p.new.Name, name, []byte(text), reference.Options{})
	if err != nil {
		return
	}
	p.messages++
	switch {
	case a.Valid && !b.Valid:
		p.need(name, text, breaking.Read)
	case b.Valid && !a.Valid:
		p.need(name, text, breaking.Write)
	case !slices.EqualFunc(a.Issues, b.Issues, func(x, y reference.Issue) bool {
		return x.Rule == y.Rule && x.Path == y.Path && x.Level == y.Level
	}):
		p.need(name, fmt.Sprintf("%s: %v and %v", text, a.Issues, b.Issues), breaking.Issues, breaking.Read, breaking.Write)
	case a.Valid && !bytes.Equal(a.Output, b.Output):
		p.need(name, text, breaking.Bytes, breaking.Read, breaking.Write)
	}
}

// need requires a finding of one of some categories.
func (p *netPair) need(about, what string, categories ...breaking.Category) {
	reach := p.reach(about)
	if slices.ContainsFunc(p.found, func(f breaking.Finding) bool {
		return (reach[f.Type] || reach[fmt.Sprint(f.Old)] || reach[fmt.Sprint(f.New)]) && slices.Contains(categories, f.Category)
	}) {
		return
	}
	key := fmt.Sprint(about, categories)
	if p.missed[key] {
		return
	}
	if p.missed == nil {
		p.missed = map[string]bool{}
	}
	p.missed[key] = true
	p.Errorf("%s: %s: no finding of %v: %s", p.name, about, categories, what)
}

// reach are the names of the types that values of a type contain, in either version, and its own, with the positions of their parts: one finding is
// about all types that inherit a member. Of a conversation they are those of all messages.
func (p *netPair) reach(name string) map[string]bool {
	if known, has := p.reached[name]; has {
		return known
	}
	names := map[string]bool{name: true}
	for _, version := range []*ir.Protocol{p.old, p.new} {
		seen := map[uintptr]bool{}
		for _, t := range version.Types {
			if t.Name == name {
				typesIn(reflect.ValueOf(t), seen, names)
			}
		}
		for _, c := range version.Conversations {
			if c.Name == name {
				typesIn(reflect.ValueOf(c), seen, names)
			}
		}
	}
	if p.reached == nil {
		p.reached = map[string]map[string]bool{}
	}
	p.reached[name] = names
	return names
}

// typesIn collects the names of all types that a part of a protocol leads to.
func typesIn(v reflect.Value, seen map[uintptr]bool, names map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		if t, is := v.Interface().(*ir.Type); is {
			names[t.Name] = true
		}
		if schema, is := v.Interface().(*ir.Schema); is {
			names[schema.Place] = true // of a type, its name
		}
		typesIn(v.Elem(), seen, names)
	case reflect.Interface:
		typesIn(v.Elem(), seen, names)
	case reflect.Slice:
		for i := range v.Len() {
			typesIn(v.Index(i), seen, names)
		}
	case reflect.Struct:
		if pos, is := v.Interface().(diag.Pos); is {
			names[fmt.Sprint(pos)] = true
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				typesIn(v.Field(i), seen, names)
			}
		}
	}
}

// walk judges random traces of messages of the conversation.
func (p *netPair) walk(said []string) {
	if len(p.old.Conversations) == 0 || len(p.new.Conversations) == 0 || said == nil {
		return
	}
	w, err := walks.New(p.before, p.old, p.old.Conversations[0], said, 1)
	if err != nil {
		return // no valid message
	}
	for probe := range w.Walks(*netTraces) {
		a, err := walks.Answer(p.before, probe)
		if err != nil {
			continue
		}
		b, err := walks.Answer(p.after, probe)
		if err != nil {
			continue
		}
		p.traces++
		if !slices.EqualFunc(a.Issues, b.Issues, func(x, y conformance.Issue) bool { return x.Rule == y.Rule && x.Path == y.Path && x.Level == y.Level }) {
			p.need(p.old.Conversations[0].Name, fmt.Sprintf("as %q %s: %v and %v", probe.As, probe.Text, a.Issues, b.Issues), breaking.Order, breaking.Issues, breaking.Read, breaking.Write)
		}
	}
}
