package derive

import (
	"fmt"
	"strconv"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
)

// proposal is a value that may show something.
type proposal struct {
	of    *walker
	place place
	text  string
}

// settle adds a case for each proposal that is the first to break a check alone, or to just keep it.
func (d *deriver) settle() {
	all := d.cases
	for i := range d.proposals {
		p := &d.proposals[i]
		all = append(all, &conformance.Case{Protocol: d.protocol.Name, ID: strconv.Itoa(i), Type: p.of.typ.Name, Text: &p.text})
	}
	if d.err != nil {
		return
	}
	coverage, err := checks.Cover(d.oracle, d.protocol, all)
	if err != nil {
		d.err = err
		return
	}
	for _, e := range coverage.Entries {
		check := fmt.Sprintf("`%s` of `%s`", e.Failure.Rule, e.Owner()+e.Member)
		d.take(e.Broken, "breaks", e, "%s breaks "+check+".")
		d.take(e.Kept, "keeps", e, "%s just keeps "+check+".")
	}
}

// take makes a case of the proposal of a number, unless it is one already. Its id names the check: that stays, whichever
// value shows it.
func (d *deriver) take(id, verb string, e checks.Entry, about string) {
	i, err := strconv.Atoi(id)
	if err != nil || d.proposals[i].of == nil {
		return // a case
	}
	p := d.proposals[i]
	d.proposals[i].of = nil
	p.of.addCase(p.place, []string{verb, e.Owner() + e.Member, e.Failure.Rule}, about, p.text)
}
