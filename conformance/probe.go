package conformance

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"
)

// Probe is a message without an expectation of its own: every binding owes the answer of a baseline.
type Probe struct {
	Protocol string
	Type     string // "" for the root of the spec
	Text     []byte
	Bytes    bool // sent as bytes, though it may be well-formed Unicode
	Limits   Limits
	Now      string         // RFC 3339, or ""
	Own      map[string]any // parameters of the protocol's own, as YAML has them

	// Conversation makes the probe one of a conversation: Text is then the list of its events (contract, section 6), or a stream. The answer is
	// FlattenVerdicts.
	Conversation string
	Stream       bool
	Pieces       int    // the size of the pieces of a stream, or 0 for one piece
	As           string // the side whose tracker converses, or ""

	Building *Building // makes the probe a call of a builder, unless it is nil
}

// EventRule is the rule of the issue that counts events in flattened verdicts.
const EventRule = "event"

// FlattenVerdicts writes the issues of events one behind the other, each event behind an issue that counts it.
func FlattenVerdicts(verdicts [][]Issue) []Issue {
	var list []Issue
	for i, issues := range verdicts {
		list = append(append(list, Issue{Rule: EventRule, Path: "/" + strconv.Itoa(i)}), issues...)
	}
	return list
}

// Limits are the parameters that bound a check; a zero one is left to its default.
type Limits struct {
	MaxDepth  int `json:"max_depth,omitzero"`
	MaxBytes  int `json:"max_bytes,omitzero"`
	MaxIssues int `json:"max_issues,omitzero"`
	// MaxRemembered is of conversations.
	MaxRemembered int `json:"max_remembered,omitzero"`
}

// Limited reports whether the case is about a limit or a mistake in the call, not about its protocol.
func (c *Case) Limited() bool {
	var l Limits
	return c.Expect.Error != "" || len(c.Params) > 0 && (json.Unmarshal(c.Params, &l) != nil || l != (Limits{}))
}

// Params returns limits and parameters in the form of a request, or nothing.
func (p Probe) Params() json.RawMessage {
	all := map[string]any{}
	maps.Copy(all, p.Own)
	for name, limit := range map[string]int{"max_depth": p.Limits.MaxDepth, "max_bytes": p.Limits.MaxBytes, "max_issues": p.Limits.MaxIssues, "max_remembered": p.Limits.MaxRemembered} {
		if limit != 0 {
			all[name] = limit
		}
	}
	if len(all) == 0 {
		return nil
	}
	data, err := json.Marshal(all)
	if err != nil {
		panic(err) // scalars only
	}
	return data
}

func (p Probe) request() request {
	r := request{Op: "check", Protocol: p.Protocol, Type: p.Type, Now: p.Now, Params: p.Params()}
	if p.Building != nil {
		return request{Op: "build", Protocol: p.Protocol, Now: p.Now, Params: p.Params(), Building: *p.Building}
	}
	if p.Stream {
		r = request{Op: "stream", Protocol: p.Protocol, Conversation: p.Conversation, Pieces: p.Pieces, Now: p.Now, Params: p.Params()}
	} else if p.Conversation != "" {
		return request{Op: "converse", Protocol: p.Protocol, Conversation: p.Conversation, As: p.As, Events: p.Text, Now: p.Now, Params: p.Params()}
	}
	if p.Bytes || !utf8.Valid(p.Text) {
		encoded := base64.StdEncoding.EncodeToString(p.Text)
		r.Base64 = &encoded
	} else {
		text := string(p.Text)
		r.Text = &text
	}
	return r
}

// Answer is the answer of a baseline to a probe.
type Answer struct {
	Issues []Issue
	Output *string // the value written again, if it is valid
	Exit   *int    // for a built message that sets the exit code of its process
}

// Comparison is the input of Compare. The timeouts have the defaults of Options; nothing else has one.
type Comparison struct {
	Executors []Executor
	Probes    iter.Seq[Probe]
	// Baseline answers as every executor should; it is called for one probe at a time, in their order. Where it
	// returns an error, that is a fault, and the probe is not compared.
	Baseline func(Probe) (Answer, error)
	// Known, unless nil, is called with each difference; one for which it returns true is skipped.
	Known func(executor string, p Probe, what string) bool
	// Batch is the number of probes under way at once. Default: 1,000, which keeps executors busy and fits in memory.
	Batch        int
	StartTimeout time.Duration
	Timeout      time.Duration

	after alarms // nil for the clock
}

const usualBatch = 1000

// Compare sends every probe to every executor and compares the answers with the baseline's: rule, path, level and
// message of each issue (except the message of a fault of the text), and the output to the byte. An error means
// that nothing could be run. Faults of an executor are among the differences.
func Compare(ctx context.Context, c Comparison) (*Differences, error) {
	if err := checkExecutors(c.Executors); err != nil {
		return nil, err
	}
	options := Options{StartTimeout: c.StartTimeout, Timeout: c.Timeout, after: c.after}.withDefaults()
	d := &Differences{}
	for _, e := range c.Executors {
		d.sides = append(d.sides, &side{run: &run{executor: e, options: options}, known: c.Known})
	}
	for probes := range chunks(c.Probes, cmp.Or(c.Batch, usualBatch)) {
		d.compare(ctx, probes, c.Baseline)
		if ctx.Err() != nil {
			break
		}
	}
	for _, s := range d.sides {
		s.run.end()
	}
	return d, ctx.Err()
}

func chunks[T any](all iter.Seq[T], size int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var chunk []T
		for item := range all {
			if chunk = append(chunk, item); len(chunk) == size {
				if !yield(chunk) {
					return
				}
				chunk = nil
			}
		}
		if len(chunk) > 0 {
			yield(chunk)
		}
	}
}

// compare runs one batch, the baseline and the executors side by side.
func (d *Differences) compare(ctx context.Context, probes []Probe, baseline func(Probe) (Answer, error)) {
	replies := make([][]reply, len(d.sides))
	var wait sync.WaitGroup
	for i, s := range d.sides {
		wait.Go(func() { replies[i] = s.ask(ctx, probes) })
	}
	expected := make([]*Answer, len(probes))
	for i, p := range probes {
		if ctx.Err() != nil {
			break
		}
		want, err := baseline(p)
		if err != nil {
			d.faults.add("has no answer", finding{probe: p, detail: err.Error()})
			continue
		}
		expected[i] = &want
	}
	wait.Wait()
	for i, want := range expected {
		for j, s := range d.sides {
			if want != nil {
				s.judge(probes[i], *want, replies[j][i])
			}
		}
	}
}

// side is one executor in a comparison.
type side struct {
	*run
	counts   []protocolCounts // in order of appearance
	findings findings
	skips    findings
	known    func(executor string, p Probe, what string) bool
}

type protocolCounts struct {
	protocol string
	Counts
}

// reply is the result of one probe: an answer, or the reason for its absence.
type reply struct {
	answer answer
	broken error
	lost   error // the executor gave no answer
	absent bool  // the executor does not offer the protocol
}

// ask sends the probes to the executor. A probe that breaks the session has no answer, and the next one gets a new
// session.
func (s *side) ask(ctx context.Context, probes []Probe) []reply {
	replies := make([]reply, len(probes))
	for next := 0; next < len(probes); {
		if err := s.ready(ctx); err != nil {
			replies[next].lost = err
			next++
			continue
		}
		// Those that are not offered are a run of their own.
		end, offered := next, s.offers(probes[next])
		var requests []request
		for ; end < len(probes) && s.offers(probes[end]) == offered; end++ {
			replies[end].absent = !offered
			requests = append(requests, probes[end].request())
		}
		if !offered {
			next = end
			continue
		}
		count, err := s.session.askAll(requests, s.options.Timeout, func(i int, a answer) { replies[next+i].answer = a })
		next += count
		if err != nil && next < end {
			replies[next].broken = err
			next++
		}
		if err != nil {
			s.broken(err)
		}
	}
	return replies
}

func (s *side) offers(p Probe) bool { return slices.Contains(s.identity.Protocols, p.Protocol) }

// judge counts one reply and keeps it if it is not as it should be.
func (s *side) judge(p Probe, want Answer, got reply) {
	if verdicts := got.answer.Verdicts; verdicts != nil {
		issues := FlattenVerdicts(*verdicts)
		got.answer.Issues = &issues
	}
	found := finding{probe: p, want: want, got: got.answer}
	var what string
	result := failed
	switch {
	case got.absent:
		result, what, found.detail = skipped, "does not offer the protocol", p.Protocol
	case got.lost != nil:
		what, found.detail = "cannot be asked", got.lost.Error()
	case got.broken != nil:
		what, found.detail = "breaks down", got.broken.Error()
	case got.answer.Error != nil:
		what, found.detail = "answers an error", *got.answer.Error
	case got.answer.Skipped != nil:
		result, what, found.detail = skipped, "skips", *got.answer.Skipped
	case got.answer.Issues == nil:
		what, found.detail = "has no answer", "there are neither issues nor skipped nor error"
	default:
		if what = difference(want, got.answer); what == "" {
			result = passed
		}
	}
	if result == failed && s.known != nil && s.known(s.executor.Name, p, what) {
		result = skipped
	}
	s.count(p.Protocol, result)
	switch result {
	case failed:
		s.findings.add(what, found)
	case skipped:
		s.skips.add(what, found)
	}
}

func (s *side) count(protocol string, o outcome) {
	i := slices.IndexFunc(s.counts, func(c protocolCounts) bool { return c.protocol == protocol })
	if i < 0 {
		i = len(s.counts)
		s.counts = append(s.counts, protocolCounts{protocol: protocol})
	}
	s.counts[i].add(o)
}
