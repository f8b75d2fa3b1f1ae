package normative

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Check compares the list with the protocol and its fixtures: the names in a statement exist, a fixture violates the statement, and a statement names
// every rule of the spec.
func (d *Document) Check(p *ir.Protocol, cases []Case) error {
	c := checker{protocol: p, cases: map[string]Case{}, named: map[string]bool{}}
	for _, one := range cases {
		c.cases[one.ID] = one
	}
	for _, section := range d.Sections {
		for _, s := range section.Statements {
			c.at = fmt.Sprintf("%s, %s, %q", d.Protocol, section.Heading, s.Says)
			c.statement(s)
		}
		for _, n := range section.Nothing {
			c.at = fmt.Sprintf("%s, %s, nothing at %v", d.Protocol, section.Heading, n.At)
			c.nothing(n)
		}
	}
	c.at = d.Protocol
	for _, t := range p.Types {
		for _, r := range t.Rules {
			if !c.named[r.ID] {
				c.named[r.ID] = true
				c.fail("no statement names the rule %s", r.ID)
			}
		}
	}
	for _, id := range sequenceChecks(p) {
		if !c.named[id] {
			c.fail("no statement names the check %s", id)
		}
	}
	return errors.Join(c.errs...)
}

type checker struct {
	protocol *ir.Protocol
	cases    map[string]Case
	at       string
	named    map[string]bool // rules
	errs     []error
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s", c.at, fmt.Sprintf(format, args...)))
}

func (c *checker) statement(s Statement) {
	carried := len(s.By)+len(s.Rules)+len(s.Builders)+len(s.Dispatches) > 0
	switch {
	case len(s.At) == 0:
		c.fail("no sentence says it")
	case s.Says == "":
		c.fail("says nothing")
	case !carried && s.Open == "":
		c.fail("nothing carries it out, and it is not open")
	case carried && s.Open != "":
		c.fail("it is carried out and open: these are two statements")
	case (s.Open == "") != (s.Why == ""):
		c.fail("open and why go together")
	case s.Open != "" && !slices.Contains(openFor, s.Open):
		c.fail("%s is nothing that it could be open for", s.Open)
	}
	for _, name := range s.By {
		if !exists(c.protocol, name) {
			c.fail("there is no %s", name)
		}
	}
	for _, id := range s.Rules {
		c.named[id] = true
		if !hasRule(c.protocol, id) {
			c.fail("there is no rule %s", id)
		}
	}
	for _, text := range s.Builders {
		step, err := ParseStep(text)
		if err != nil {
			c.fail("%v", err)
		} else if !stepExists(c.protocol, step) {
			c.fail("there is no step %q", text)
		}
	}
	for _, name := range s.Dispatches {
		if !slices.ContainsFunc(c.protocol.Dispatches, func(d *ir.Dispatch) bool { return d.Name == name }) {
			c.fail("there is no dispatch %s", name)
		}
	}
	for _, id := range s.Cases {
		if _, ok := c.cases[id]; !ok {
			c.fail("there is no fixture %s", id)
		}
	}
	if carried {
		c.shown(s)
	}
}

// opOf are the ops of executors for the statements that no builder implements.
var opOf = map[string]string{refusalName: "refuse", digestName: "digest"}

// shown finds a fixture that violates each rule, and one that violates each member; for a permission, a valid one.
func (c *checker) shown(s Statement) {
	if s.Permits {
		if !slices.ContainsFunc(s.Cases, func(id string) bool { return c.cases[id].Valid }) {
			c.fail("no fixture shows that it may be so")
		}
		return
	}
	for _, text := range s.Builders {
		name, _, _ := strings.Cut(text, ":")
		builds := func(id string) bool {
			by := c.cases[id].Builder
			return by == name || name == outputName && by != ""
		}
		if op := opOf[name]; op != "" {
			builds = func(id string) bool { return c.cases[id].Op == op }
		}
		if !slices.ContainsFunc(s.Cases, builds) {
			c.fail("no fixture builds %s", name)
		}
	}
	for _, name := range s.Dispatches {
		if !slices.ContainsFunc(s.Cases, func(id string) bool { return c.cases[id].Dispatch == name }) {
			c.fail("no fixture shows the dispatch %s", name)
		}
	}
	breaks := func(found func(Issue) bool) bool {
		return slices.ContainsFunc(s.Cases, func(id string) bool { return slices.ContainsFunc(c.cases[id].Issues, found) })
	}
	for _, id := range s.Rules {
		if !breaks(func(i Issue) bool { return i.Rule == id }) {
			c.fail("no fixture breaks the rule %s", id)
		}
	}
	for _, name := range s.By {
		t, member := Resolve(c.protocol, name)
		_, record := recordOf(t)
		if !breaks(func(i Issue) bool {
			return !record || member == "" || slices.Contains(strings.Split(i.Path, "/"), pointer(member))
		}) {
			c.fail("no fixture breaks %s", name)
		}
	}
}

func recordOf(t *ir.Type) (*ir.Record, bool) {
	if t == nil {
		return nil, false
	}
	r, ok := t.Value.Kind.(*ir.Record)
	return r, ok
}

// pointer spells a name as JSON Pointers do.
func pointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

func (c *checker) nothing(n Nothing) {
	switch {
	case len(n.At) == 0:
		c.fail("no sentence")
	case !slices.Contains(reasons, n.Reason):
		c.fail("%q is no reason", n.Reason)
	case (n.Reason == Repeats) != (n.Of != ""):
		c.fail("what repeats says of what")
	}
}
