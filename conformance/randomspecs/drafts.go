package randomspecs

import (
	"slices"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/drafts"
)

// perBuilder is how many drafts each builder gets.
const perBuilder = 20

// drafts are calls of the builders of a spec and of its library, made of messages.
func (b *batch) drafts(s *Spec, messages, talk []conformance.Probe) ([]conformance.Probe, error) {
	texts := map[string][]string{}
	for _, m := range messages {
		texts[m.Protocol] = append(texts[m.Protocol], string(m.Text))
	}
	if talk != nil {
		texts[s.Name] = append(texts[s.Name], s.texts()...)
	}
	var list []conformance.Probe
	for _, p := range b.testbed.Protocols {
		if ofProtocol([]*Spec{s}, p.Name) == nil {
			continue
		}
		d, err := drafts.New(b.testbed.Oracle, p, texts[p.Name], s.Seed)
		if err != nil {
			return nil, err
		}
		list = slices.AppendSeq(list, d.Calls(perBuilder))
		b.report.Builders += len(p.Builders)
		b.report.Lacking += len(d.Lacking())
	}
	b.report.Drafts += len(list)
	return list, nil
}

// built counts the messages that builders make.
func (r *Report) built(a conformance.Answer) {
	if a.Output != nil {
		r.Built++
	}
}
