package breaking

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/sorting"
)

// Bounds of the steps that a search takes: of all messages, of those that a gap names, and of random walks.
const (
	fewSteps   = 6_000
	gapSteps   = 12_000
	walkSteps  = 20_000
	mostDepth  = 10
	mostIssues = 4 // findings of ISSUES for one conversation
)

// orderSearch looks for traces that both versions judge differently. It moves a tracker of each version.
type orderSearch struct {
	comparison *comparison
	pool       *pool
	gaps       []orderGap
	found      map[string]*difference
	traces     map[*difference][]event
	blocking   map[string]bool // checks that fail in both versions
}

// node is a state of both trackers and the way to it.
type node struct {
	trackers []*reference.Conversation
	way      []event
	differs  bool // both have had other issues
}

func (p *pool) start() node {
	n := node{}
	for _, t := range p.trackers {
		n.trackers = append(n.trackers, t.Fork())
	}
	return n
}

func (n node) situation() string {
	var list []string
	for _, t := range n.trackers {
		list = append(list, t.Situation())
	}
	return strings.Join(list, "#")
}

// then moves copies of the trackers. It returns the issues of each that are of the conversation.
func (p *pool) then(n node, e event) (next node, verdicts [][]reference.Issue) {
	next.way, next.differs = append(slices.Clip(n.way), e), n.differs
	for i, t := range n.trackers {
		t = t.Fork()
		issues := t.Take(e.judged[i], p.sent(i, e.from))
		own := e.judged[i].Issues
		issues = slices.DeleteFunc(slices.Clone(issues), func(x reference.Issue) bool { return slices.Contains(own, x) })
		next.trackers, verdicts = append(next.trackers, t), append(verdicts, issues)
	}
	return next, verdicts
}

// sent reports whether a message of a side is sent by the owner of a version's tracker.
func (p *pool) sent(version int, from string) bool {
	own := trackerSide(p.talks[version].Conversation)
	return own != "" && from == own
}

func firstMust(issues []reference.Issue) (reference.Issue, bool) {
	i := slices.IndexFunc(issues, func(x reference.Issue) bool { return x.Level == "must" })
	if i < 0 {
		return reference.Issue{}, false
	}
	return issues[i], true
}

// differing compares the verdicts on the last event; nil if they are alike.
func (p *pool) differing(at node, e event, verdicts [][]reference.Issue) *difference {
	before, refusedBefore := firstMust(verdicts[0])
	after, refusedAfter := firstMust(verdicts[1])
	d := &difference{category: Order, back: refusedBefore}
	version := 1
	switch {
	case refusedBefore == refusedAfter:
		if a, b := orderIssues(verdicts[0]), orderIssues(verdicts[1]); !slices.Equal(a, b) {
			return &difference{category: Issues, issue: strings.Join(a, ",") + ">" + strings.Join(b, ","),
				message: fmt.Sprintf("the issues are %s, and were %s", listed(b), listed(a))}
		}
		return nil
	case refusedBefore:
		d.issue, d.message, version = before.Rule, before.Message, 0
	default:
		d.issue, d.message = after.Rule, after.Message
	}
	d.inReply = !p.talks[version].has(d.issue)
	number := -1
	if e.message == nil {
		number = at.trackers[version].Unfinished()
	} else if d.kind() == "sequence" {
		number = at.trackers[version].Refuser(e.judged[version], p.sent(version, e.from))
	}
	if number >= 0 {
		d.order = p.talks[version].Exchanges[number].Name
	}
	return d
}

func orderIssues(issues []reference.Issue) (list []string) {
	for _, i := range issues {
		list = append(list, fmt.Sprintf("%s %s at %q", i.Level, i.Rule, i.Path))
	}
	return list
}

// closing compares the ends of a conversation.
func (p *pool) closing(n node) *difference {
	var verdicts [][]reference.Issue
	for _, t := range n.trackers {
		verdicts = append(verdicts, t.Fork().Close(reference.Options{}))
	}
	return p.differing(n, event{}, verdicts)
}

// note keeps the shortest trace of each difference.
func (s *orderSearch) note(d *difference, way []event, closes bool) {
	for _, e := range way {
		d.steps = append(d.steps, e.step())
	}
	if closes {
		d.steps = append(d.steps, Step{Close: true})
	}
	key := d.place()
	if d.category == Issues {
		key += d.issue
	}
	if known := s.found[key]; known == nil || d.compare(known) < 0 {
		s.found[key] = d
		s.traces[d] = way
	}
}

func (s *orderSearch) run() {
	s.traces, s.blocking = map[*difference][]event{}, map[string]bool{}
	everything := func(*message) bool { return true }
	narrow := s.pool.events(everything, false)
	s.explore(narrow, fewSteps)
	for i := range s.gaps {
		if !s.isShown(s.gaps[i]) {
			s.direct(&s.gaps[i])
		}
	}
	wide := s.pool.events(everything, true)
	if !s.allShown() {
		s.walks(narrow)
	}
	if !s.allShown() || len(s.gaps) == 0 {
		s.explore(wide, fewSteps)
		s.walks(wide)
	}
	for _, d := range s.list() {
		s.shrink(d)
	}
}

func (s *orderSearch) isShown(g orderGap) bool {
	shown := map[string]bool{}
	for _, d := range s.found {
		if d.category == Order {
			shown[d.place()] = true
		} else {
			shown[string(Issues)] = true
		}
	}
	return g.shown(shown)
}

func (s *orderSearch) allShown() bool {
	return !slices.ContainsFunc(s.gaps, func(g orderGap) bool { return !s.isShown(g) })
}

// direct searches for a trace that shows one gap, among messages of the records that the proof has gone through.
func (s *orderSearch) direct(g *orderGap) {
	version := 0
	if g.back {
		version = 1
	}
	of := func(m *message) bool { return g.records == nil || g.records[m.records[version]] }
	switch g.kind {
	case "framing":
		return
	case "most", "batch":
		s.count(g, s.pool.events(of, false))
		return
	case "unique":
		if g.most > 0 {
			s.count(g, s.pool.events(of, false))
			return
		}
		list := s.pool.events(of, false)
		s.explore(s.pool.timed(list, s.pool.times(list)), gapSteps)
		return
	}
	s.blocking = map[string]bool{}
	for _, events := range [][]event{s.pool.keyedEvents(of, false, 1), s.pool.events(of, false)} {
		if s.explore(events, gapSteps); s.isShown(*g) {
			return
		}
	}
	if g.open > 2 {
		if s.explore(s.pool.keyedEvents(of, false, g.open), gapSteps); s.isShown(*g) {
			return
		}
	}
	if s.pool.uniques = s.pool.uniquePaths(); s.pool.uniques != nil {
		s.explore(s.pool.keyedEvents(of, false, 1), gapSteps)
		if s.pool.uniques = nil; s.isShown(*g) {
			return
		}
	}
	s.blocking[g.id] = true
	s.pool.focus = s.blocking
	defer func() { s.pool.focus = nil }()
	for _, keys := range []int{1, 2} {
		events := s.pool.keyedEvents(of, true, keys)
		if s.explore(events, gapSteps); s.isShown(*g) {
			return
		}
		if s.walks(events); s.isShown(*g) {
			return
		}
	}
}

// timed are the events at each of some times.
func (p *pool) timed(list []event, times []string) (all []event) {
	for _, e := range list {
		for _, now := range times {
			o, err := reference.ReadOptions(now, nil)
			if err != nil {
				continue
			}
			m := *e.message
			for i, t := range p.trackers {
				if m.judged[i], err = t.Judge([]byte(m.text), o); err != nil {
					return all
				}
			}
			if m.judged[0].Valid && m.judged[len(p.trackers)-1].Valid {
				all = append(all, event{&m, e.from, now})
			}
		}
	}
	return all
}

// explore follows all traces of some events, the shorter ones first.
func (s *orderSearch) explore(events []event, steps int) {
	start := s.pool.start()
	seen := map[string]bool{start.situation(): true}
	for queue := []node{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if d := s.pool.closing(at); d != nil {
			s.note(d, at.way, true)
		}
		if len(at.way) >= mostDepth {
			continue
		}
		for _, e := range events {
			if steps--; steps < 0 {
				return
			}
			e = s.pool.distinct(e, len(at.way))
			next, verdicts := s.pool.then(at, e)
			if s.differ(at, &next, e, verdicts) {
				continue
			}
			if key := next.situation(); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
}

// differ notes a difference, and reports whether the trackers part there.
func (s *orderSearch) differ(at node, next *node, e event, verdicts [][]reference.Issue) bool {
	d := s.pool.differing(at, e, verdicts)
	if d == nil {
		for _, i := range verdicts[0] {
			s.blocking[i.Rule] = true
		}
		return false
	}
	if d.category == Order || !at.differs {
		s.note(d, next.way, false)
	}
	next.differs = true
	return d.category == Order || moved(verdicts[0]) != moved(verdicts[1])
}

// moved reports whether a tracker moves in spite of some issues: those of checks.
func moved(issues []reference.Issue) bool {
	return !slices.ContainsFunc(issues, func(i reference.Issue) bool { return i.Level == "must" && slices.Contains(ir.OrderRules, i.Rule) })
}

// walks follows random traces, of which most messages are accepted.
func (s *orderSearch) walks(events []event) {
	if len(events) == 0 {
		return
	}
	random := rand.New(rand.NewPCG(33, uint64(len(events))))
	for steps := walkSteps; steps > 0; {
		at := s.pool.start()
		for range 25 {
			e := events[random.IntN(len(events))]
			next, verdicts := s.pool.then(at, e)
			steps--
			if s.differ(at, &next, e, verdicts) {
				break
			}
			if _, refused := firstMust(verdicts[0]); !refused || random.IntN(8) == 0 {
				at = next
			}
		}
		if d := s.pool.closing(at); d != nil {
			s.note(d, at.way, true)
		}
	}
}

// list are the differences found, the old senders' first, without all but a few of ISSUES.
func (s *orderSearch) list() (list []*difference) {
	var issues []*difference
	for _, key := range sortedKeysOf(s.found) {
		d := s.found[key]
		if d.category == Issues {
			issues = append(issues, d)
		} else {
			list = append(list, d)
		}
	}
	sorting.Stable(issues, (*difference).compare)
	return append(list, issues[:min(len(issues), mostIssues)]...)
}

func sortedKeysOf(all map[string]*difference) (list []string) {
	for key := range all {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

// gapOf is the gap that a difference shows, or nil.
func (s *orderSearch) gapOf(d *difference) *orderGap {
	if d.category != Order {
		return nil
	}
	for i, g := range s.gaps {
		if g.shown(map[string]bool{d.place(): true}) && (g.kind == d.rule() || g.kind == "check" && d.rule() == "sequence") {
			return &s.gaps[i]
		}
	}
	return nil
}
