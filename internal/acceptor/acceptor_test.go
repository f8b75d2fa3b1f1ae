package acceptor_test

import (
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

var mutantsOf = flag.Int("mutants", 3000, "mutants of each protocol")

// TestFixtures compares the acceptor with the expectations of all fixtures: it accepts only messages without issues, and it accepts nearly all of these.
func TestFixtures(t *testing.T) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range fixtures.Protocols() {
		t.Run(p.Name, func(t *testing.T) {
			a := acceptor.New(p)
			accepted, clean := 0, 0
			for _, c := range cases {
				if c.Protocol != p.Name || c.Op != "check" || c.Text == nil || c.Expect.Valid == nil || c.Expect.Error != "" {
					continue
				}
				o, err := reference.ReadOptions(c.Now, c.Params)
				if err != nil {
					continue // a request that is an error
				}
				is := judge(t, a, c.Type, o).Accepts([]byte(*c.Text))
				issues := len(c.Expect.Issues) > 0 || !*c.Expect.Valid
				if is && issues {
					t.Errorf("%s is accepted, but has issues: %s", c.ID, *c.Text)
				}
				if !issues {
					clean++
					if is {
						accepted++
					} else {
						t.Logf("%s is not accepted: %s", c.ID, *c.Text)
					}
				}
			}
			t.Logf("accepted are %d of %d messages without issues; missing: %q", accepted, clean, a.Missing())
			if clean == 0 || accepted*100 < clean*97 {
				t.Errorf("accepted are %d of %d messages without issues; missing: %q", accepted, clean, a.Missing())
			}
		})
	}
}

func judge(t *testing.T, a *acceptor.Acceptor, typ string, o reference.Options) *acceptor.Judge {
	t.Helper()
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	if o.Now != nil {
		now = *o.Now
	}
	j, err := a.Judge(typ, acceptor.Options{MaxDepth: o.MaxDepth, MaxBytes: o.MaxBytes, Now: now, Params: o.Params})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestMutants compares the acceptor with the reference.
func TestMutants(t *testing.T) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range fixtures.Protocols() {
		t.Run(p.Name, func(t *testing.T) { compareMutants(t, p, cases) })
	}
}

func compareMutants(t *testing.T, p *ir.Protocol, cases []*conformance.Case) {
	r, err := reference.NewInterpreter(p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := mutants.New(p, cases, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := acceptor.New(p)
	accepted, clean := 0, 0
	for m := range g.Mutants(*mutantsOf) {
		o, err := reference.ReadOptions(m.Now, m.Params())
		if err != nil {
			t.Fatal(err)
		}
		typ := p.Root
		if m.Type != "" {
			typ = p.Types[slices.IndexFunc(p.Types, func(t *ir.Type) bool { return t.Name == m.Type })]
		}
		want, err := r.Verdict(typ, []byte(m.Text), o)
		if err != nil {
			t.Fatal(err)
		}
		is := judge(t, a, m.Type, o).Accepts([]byte(m.Text))
		if is && len(want.Issues) > 0 {
			t.Fatalf("a %s is accepted, but has issues: %s\n%+v", m.Type, m.Text, want.Issues)
		}
		if len(want.Issues) == 0 {
			if clean++; is {
				accepted++
			} else {
				t.Logf("a %s is not accepted: %s", m.Type, m.Text)
			}
		}
	}
	t.Logf("accepted are %d of %d messages without issues", accepted, clean)
	if clean == 0 || accepted*100 < clean*90 {
		t.Errorf("accepted are %d of %d messages without issues; missing: %q", accepted, clean, a.Missing())
	}
}
