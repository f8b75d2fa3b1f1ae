package randomspecs

import (
	"slices"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/internal/ir"
)

// perTalk is how many walks through a conversation are made, and as many streams; perLetter how many messages of a record they are made of.
const perTalk, perLetter = 60, 10

// texts are messages of the conversation. The members of answers are of the types that follow from requests, by chance the right one.
func (s *Spec) texts() []string {
	p := newSampler(s, s.Seed+1)
	var list []string
	for _, of := range slices.Concat(s.talk.requests, []*named{s.talk.tell}, s.talk.answers) {
		for range perLetter {
			m := p.sound(of)
			if o, isObject := m.(*object); isObject && o.has(s.talk.result) && p.IntN(5) > 0 {
				o.set(s.talk.result, p.sound(s.talk.replies[p.IntN(len(s.talk.replies))]))
			}
			list = append(list, spelling(m))
		}
	}
	return list
}

// walk makes walks through the conversation of a spec, and streams of its messages. A conversation without any valid message has none.
func (b *batch) walk(s *Spec, p *ir.Protocol) ([]conformance.Probe, error) {
	if s.talk == nil {
		return nil, nil
	}
	w, err := walks.New(b.testbed.Oracle, p, p.Conversations[0], s.texts(), s.Seed)
	if err != nil {
		return nil, err
	}
	list := slices.AppendSeq(slices.Collect(w.Walks(perTalk)), w.Streams(perTalk))
	b.report.Walks += len(list)
	return list, nil
}

// tally counts the events of a walk and their issues.
func (r *Report) tally(a conformance.Answer) {
	if r.Events == nil {
		r.Events = map[string]int{}
	}
	for _, i := range a.Issues {
		switch {
		case i.Rule == conformance.EventRule:
			r.Events[""]++
		case slices.Contains(ir.OrderRules, i.Rule):
			r.Events[i.Rule]++
		default:
			r.Events["others"]++
		}
	}
}
