package normative_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

// builtIn are the rules that the contract defines for every protocol, so no spec can lack them. Only Check checks their fixtures.
var builtIn = []string{"json", "blank-line", "cut-line", "long-line", "bad-header", "cut-frame", "long-frame", "batch"}

// TestClaimsNeedTheirCarriers removes the things that a statement names from the compiled spec, one piece at a time, and gives the statement's
// fixtures to an interpreter of the rest. The answer to one of them must change. Otherwise the statement claims too much.
func TestClaimsNeedTheirCarriers(t *testing.T) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]*conformance.Case{}
	for _, c := range cases {
		byID[c.ID] = c
	}
	for p, d := range protocols(t) {
		name := p.Name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRemoval(t, name, byID)
			for _, section := range d.Sections {
				for _, s := range section.Statements {
					r.statement(fmt.Sprintf("%s, %q", section.Heading, s.Says), s)
				}
			}
		})
	}
}

// removal is one protocol from which something is taken away.
type removal struct {
	t         *testing.T
	protocol  *ir.Protocol
	reference *reference.Reference
	cases     map[string]*conformance.Case
	whole     map[string]string // answers of the whole protocol, by case
	lacks     *lacks
}

func newRemoval(t *testing.T, name string, cases map[string]*conformance.Case) *removal {
	t.Helper()
	text, err := spec.FS.ReadFile(name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	library := compile.Library{Shipped: func(p string) ([]byte, bool) { data, err := spec.FS.ReadFile(p + ".yaml"); return data, err == nil }}
	p, diags := library.Source(name+".yaml", text)
	if p == nil {
		t.Fatal(diags)
	}
	made, err := reference.New(reference.Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	return &removal{t, p, made, cases, map[string]string{}, &lacks{}}
}

// statement finds, for each carrier, a case that needs it.
func (r *removal) statement(at string, s normative.Statement) {
	for _, carrier := range carriers(r.protocol, s, r.lacks) {
		if !slices.ContainsFunc(carrier.pieces, func(p piece) bool { return r.needed(p, carrier.anew, s.Cases) }) {
			r.t.Errorf("%s: no fixture needs %s: %s", at, carrier.name, strings.Join(s.Cases, " "))
		}
	}
}

// needed reports whether one of the cases is answered otherwise without a piece.
func (r *removal) needed(p piece, anew bool, cases []string) bool {
	for _, id := range cases {
		if _, known := r.whole[id]; !known {
			r.whole[id] = r.answer(r.cases[id])
		}
	}
	put := p()
	defer put()
	if anew {
		whole := r.reference
		defer func() { r.reference = whole }()
		var err error
		if r.reference, err = reference.New(reference.Source{Protocol: r.protocol}); err != nil {
			r.t.Log(err)
			return false // rules cannot do without it
		}
	}
	return slices.ContainsFunc(cases, func(id string) bool { return r.answer(r.cases[id]) != r.whole[id] })
}

// answer returns the interpreter's answer to a case, as text. If the interpreter cannot run without the removed part, the answer is that of the whole
// protocol.
func (r *removal) answer(c *conformance.Case) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = r.whole[c.ID]
		}
	}()
	o, err := reference.ReadOptions(c.Now, c.Params)
	if err != nil {
		return err.Error()
	}
	var answer any
	switch c.Op {
	case "check":
		answer, err = r.reference.Check(c.Protocol, c.Type, textOf(c), o)
	case "stream":
		answer, err = r.reference.Stream(c.Protocol, c.Conversation, textOf(c), o)
	case "converse":
		var events []reference.WrittenEvent
		if err = json.Unmarshal(c.Events, &events); err == nil {
			answer, err = r.reference.ConverseAll(c.Protocol, c.Conversation, c.As, events, c.Now, c.Params)
		}
	case "build":
		call := reference.Building{Args: r.lacks.given(c.Args), Answers: c.Answers, Started: c.Started, IDs: c.IDs, Env: c.Env, Store: c.Store, Options: o}
		if c.Secrets != nil && !r.lacks.secrets {
			call.Secrets = &reference.Secrets{Names: c.Secrets.Names, Values: c.Secrets.Values}
		}
		answer, err = r.reference.Build(c.Protocol, c.Builder, call)
	case "dispatch":
		answer, err = r.reference.Dispatch(c.Protocol, c.Dispatch, c.Type, textOf(c), o)
	case "refuse":
		if c.Size != nil {
			answer, err = r.reference.RefuseSize(c.Protocol, *c.Size, o)
		} else {
			answer, err = r.reference.Refuse(c.Protocol, c.Type, textOf(c), o)
		}
	case "digest":
		answer = r.lacks.compare || reference.VerifyDigest(c.Digest, textOf(c))
	default:
		r.t.Fatalf("%s: op %s", c.ID, c.Op)
	}
	return fmt.Sprintf("%s %v", mustJSON(answer), err)
}

func mustJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // answers are data
	}
	return string(data)
}

func textOf(c *conformance.Case) []byte {
	if c.Base64 != nil {
		data, err := base64.StdEncoding.DecodeString(*c.Base64)
		if err != nil {
			panic(err) // LoadCases has read it
		}
		return data
	}
	return []byte(*c.Text)
}
