package randomspecs

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/ir"
)

// Options select the parts of a run.
type Options struct {
	Root  string // the checkout
	Specs []*Spec
	Batch int                                  // how many specs share a folder, and one run of compilers and linters
	Keep  string                               // where the folders of batches with findings stay, or ""
	Open  []Open                               // findings that are known
	Done  func(batch []*Spec, r *Report) error // called after each batch
}

// Finding is something that is not as it should be.
type Finding struct {
	Spec   *Spec // nil where no spec is to blame alone
	Tool   string
	Detail string
}

// Run puts the specs to everything. An error means that something could not be run.
func Run(ctx context.Context, o Options) (*Report, error) {
	r := &Report{Refused: map[string][]*Spec{}}
	for batch := range slices.Chunk(o.Specs, max(1, o.Batch)) {
		if err := r.batch(ctx, o, batch); err != nil {
			return r, err
		}
		if o.Done == nil {
			continue
		}
		if err := o.Done(batch, r); err != nil {
			return r, err
		}
	}
	return r, nil
}

// batch runs specs in one folder.
func (r *Report) batch(ctx context.Context, o Options, specs []*Spec) error {
	r.Specs += len(specs)
	specs = r.legal(specs)
	before := len(r.Findings)
	for len(specs) > 0 {
		dir, err := os.MkdirTemp("", "envgen-specs-")
		if err != nil {
			return err
		}
		b := &batch{report: r, options: o, specs: specs}
		left, err := b.run(ctx, dir)
		if err := r.clear(o.Keep, dir, len(r.Findings) > before); err != nil {
			return err
		}
		if err != nil {
			return err
		}
		specs = left
	}
	return nil
}

// clear removes a folder, or keeps one with findings.
func (r *Report) clear(keep, dir string, findings bool) error {
	if keep == "" || !findings {
		return os.RemoveAll(dir)
	}
	if err := os.MkdirAll(keep, 0o777); err != nil {
		return err
	}
	to := filepath.Join(keep, filepath.Base(dir))
	r.Kept = append(r.Kept, to)
	return os.Rename(dir, to)
}

// batch is one testbed.
type batch struct {
	report  *Report
	options Options
	specs   []*Spec
	testbed *testbed.Testbed
}

// run returns the specs that are left to be run where one cannot be built: all the others.
func (b *batch) run(ctx context.Context, dir string) ([]*Spec, error) {
	files := fstest.MapFS{}
	for _, s := range b.specs {
		maps.Copy(files, s.files())
	}
	var err error
	if b.testbed, err = testbed.New(b.options.Root, dir, files); err != nil {
		return nil, err
	}
	if err := b.testbed.Build(ctx); err != nil {
		return b.without(ctx, err)
	}
	b.lint(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, b.compare(ctx)
}

// lint runs the linters side by side.
func (b *batch) lint(ctx context.Context) {
	linters := b.testbed.Linters()
	said := make([]string, len(linters))
	refused := make([]bool, len(linters))
	var wait sync.WaitGroup
	for i, l := range linters {
		wait.Go(func() {
			out, err := l.Run(ctx)
			said[i], refused[i] = out, err != nil
		})
	}
	wait.Wait()
	for i, l := range linters {
		if refused[i] {
			b.complaints(l.Name, said[i])
		}
	}
}

var specName = regexp.MustCompile(`\brandom[0-9]+(?:lib)?\b`)

// without reports the complaints of the compilers, and removes the specs that they name.
func (b *batch) without(ctx context.Context, err error) ([]*Spec, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	before := len(b.report.Findings)
	b.complaints("build", err.Error())
	blamed := map[string]bool{}
	for _, f := range b.report.Findings[before:] {
		if f.Spec != nil {
			blamed[f.Spec.Name] = true
		}
	}
	for _, name := range specName.FindAllString(err.Error(), -1) {
		blamed[name] = true // known ones, too
	}
	left := slices.DeleteFunc(slices.Clone(b.specs), func(s *Spec) bool { lib, _ := s.Library(); return blamed[s.Name] || blamed[lib] })
	if len(left) == len(b.specs) {
		return nil, nil // nobody is to blame alone
	}
	return left, nil
}

// belongs are lines that name a spec and begin no complaint: a heading, or more about the one before.
var belongs = regexp.MustCompile(`^/\S+$|^# |^\t|: note: |^    answered: `)

// complaints splits the output of a tool: a line that names a spec begins a complaint, and the next lines belong to it.
func (b *batch) complaints(tool, out string) {
	var current *Finding
	var all []*Finding
	head := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if name := specName.FindString(line); name != "" && !belongs.MatchString(line) {
			current = &Finding{Spec: b.named(name), Tool: tool, Detail: head + line}
			all = append(all, current)
			head = ""
		} else if strings.HasPrefix(line, "FAIL ") { // the report of the conformance package on a fixture, before the fixture
			head = line + "\n"
		} else if current != nil {
			current.Detail += "\n" + line
		}
	}
	if len(all) == 0 {
		all = append(all, &Finding{Tool: tool, Detail: out})
	}
	for _, f := range all {
		b.report.find(*f, b.options.Open)
	}
}

func (b *batch) named(name string) *Spec {
	return ofProtocol(b.specs, name)
}

// ofProtocol is the spec with a protocol, or nil.
func ofProtocol(specs []*Spec, protocol string) *Spec {
	i := slices.IndexFunc(specs, func(s *Spec) bool {
		of, _ := s.Library()
		return protocol == s.Name || protocol == of
	})
	if i < 0 {
		return nil
	}
	return specs[i]
}

// answered is a message and the reference's answer.
type answered struct {
	message conformance.Probe
	answer  conformance.Answer
}

// compare puts messages to the executors, and then to the witness.
func (b *batch) compare(ctx context.Context) error {
	messages, err := b.messages()
	if err != nil {
		return err
	}
	var known []answered
	differences, err := conformance.Compare(ctx, conformance.Comparison{Executors: b.testbed.Executors(), Probes: slices.Values(messages),
		Baseline: func(p conformance.Probe) (conformance.Answer, error) {
			a, err := b.testbed.Answer(p)
			if err == nil && p.Building != nil {
				b.report.built(a)
			} else if err == nil && p.Conversation == "" {
				known = append(known, answered{p, a})
			} else if err == nil {
				b.report.tally(a)
			}
			return a, err
		},
		Known: func(executor string, p conformance.Probe, what string) bool {
			return b.report.expects(Finding{Spec: b.named(p.Protocol), Tool: executor, Detail: what}, b.options.Open)
		}})
	if err != nil {
		return err
	}
	counts := differences.Counts()
	b.report.Messages += len(messages)
	b.report.Answers += counts.Passed + counts.Failed + counts.Skipped
	if !differences.OK() {
		var text strings.Builder
		if err := differences.Print(&text); err != nil {
			return err
		}
		b.report.Differences += counts.Failed
		b.complaints("executors", findingsOnly(text.String()))
	}
	return b.witness(ctx, known)
}

// findingsOnly leaves the table out.
func findingsOnly(text string) string {
	i := strings.Index(text, "\nprotocol ")
	if i < 0 {
		return text
	}
	return text[:i]
}

func (b *batch) messages() ([]conformance.Probe, error) {
	var all []conformance.Probe
	for _, s := range b.specs {
		own := s.messages(usual)
		i := slices.IndexFunc(b.testbed.Protocols, func(p *ir.Protocol) bool { return p.Name == s.Name })
		valid := func(m conformance.Probe) bool {
			a, err := b.testbed.Answer(m)
			return err == nil && a.Output != nil
		}
		mutants, err := s.mutantsOf(b.testbed.Protocols[i], own, valid, usual.mutants)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s, err)
		}
		talk, err := b.walk(s, b.testbed.Protocols[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s, err)
		}
		made, err := b.drafts(s, own, talk)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s, err)
		}
		all = slices.Concat(all, own, mutants, talk, made)
	}
	return all, nil
}

// witness compares the reference with the witness.
func (b *batch) witness(ctx context.Context, known []answered) error {
	known = slices.DeleteFunc(known, func(k answered) bool { return !b.named(k.message.Protocol).witnessed(k.message, k.answer) })
	var messages []conformance.Probe
	for _, k := range known {
		messages = append(messages, k.message)
	}
	verdicts, err := testimony(ctx, b.options.Root, b.specs, messages)
	if err != nil {
		return err
	}
	b.report.Witnessed += len(verdicts)
	for i, v := range verdicts {
		if v.Full {
			b.report.Valid++
		}
		if what := contradicts(known[i].answer, v); what != "" {
			m := known[i].message
			b.report.find(Finding{Spec: b.named(m.Protocol), Tool: "witness", Detail: fmt.Sprintf("the reference %s\n    fixture:  %s\n    issues:   %v", what,
				spelling(obj("op", "check", "protocol", m.Protocol, "type", m.Type, "text", string(m.Text))), known[i].answer.Issues)}, b.options.Open)
		}
	}
	return nil
}
