package randomspecs

import (
	"slices"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/internal/ir"
)

// amounts are how many messages are made of a spec: a type, sound ones, shaken ones and random ones; and mutants of the valid ones.
type amounts struct{ sound, shaken, random, mutants int }

var usual = amounts{sound: 5, shaken: 5, random: 3, mutants: 60}

// messages are made from the spec as it is written, type by type.
func (s *Spec) messages(of amounts) []conformance.Probe {
	p := newSampler(s, s.Seed)
	var list []conformance.Probe
	for _, t := range s.types {
		if t.part {
			continue
		}
		add := func(v any) {
			protocol, name := s.protocolOf(t.name)
			list = append(list, conformance.Probe{Protocol: protocol, Type: name, Text: []byte(spelling(v))})
		}
		for range of.sound {
			add(p.sound(t))
		}
		for range of.shaken {
			add(p.shaken(p.sound(t)))
		}
		for range of.random {
			add(p.random(3))
		}
	}
	return list
}

// mutantsOf derives further messages from the valid ones, with the compiled spec.
func (s *Spec) mutantsOf(p *ir.Protocol, messages []conformance.Probe, valid func(conformance.Probe) bool, n int) ([]conformance.Probe, error) {
	aims := slices.ContainsFunc(checks.List(p), func(c checks.Check) bool { return c.Failure.Rule != "false-schema" })
	var cases []*conformance.Case
	yes := true
	for _, m := range messages {
		if m.Protocol == s.Name && valid(m) {
			text := string(m.Text)
			cases = append(cases, &conformance.Case{ID: s.Name + "/sound", Protocol: s.Name, Op: "check", Type: m.Type, Text: &text, Expect: conformance.Expect{Valid: &yes}})
		}
	}
	if !aims || len(cases) == 0 {
		return nil, nil
	}
	g, err := mutants.New(p, cases, s.Seed)
	if err != nil {
		return nil, err
	}
	return slices.Collect(g.Mutants(n)), nil
}
