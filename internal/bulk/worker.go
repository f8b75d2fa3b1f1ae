package bulk

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// worker checks chunks, one after the other.
type worker struct {
	*Run
	fast    *acceptor.Judge // of messages
	finder  *acceptor.Judge // of records around messages
	wrapped bool            // the record is read apart from the message
	options reference.Options
	names   map[string]*ir.Type
	paths   map[Kind]string // templates that have been made
}

func (r *Run) newWorkers() ([]*worker, error) {
	var list []*worker
	for range r.Jobs {
		w, err := r.newWorker()
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

func (r *Run) newWorker() (*worker, error) {
	w := &worker{Run: r, wrapped: r.At != nil || r.Now != nil || r.Key != nil, options: r.Options, names: map[string]*ir.Type{}, paths: map[Kind]string{}}
	for _, t := range r.Protocol.Types {
		w.names[t.Name] = t
	}
	settings := acceptor.Options{MaxDepth: r.Options.MaxDepth, MaxBytes: r.Options.MaxBytes, Params: r.Options.Params, Now: *r.Options.Now}
	var err error
	if w.fast, err = r.acceptor.Judge(r.Type, settings); err != nil {
		return nil, err
	}
	w.finder, err = r.acceptor.Judge(r.Type, settings)
	return w, err
}

func (w *worker) check(t *task) {
	t.sum = newSummary()
	t.err = t.each(func(text []byte, offset, line int64) error {
		t.sum.Bytes += int64(len(text))
		return w.record(t, text, Place{w.Files[t.file], line, offset})
	})
}

// record checks one record.
func (w *worker) record(t *task, text []byte, place Place) error {
	message, found := w.open(text)
	switch {
	case !found:
		t.sum.Skipped++
		return nil
	case w.Order != nil:
		t.entries = append(t.entries, w.entry(text, place))
		return nil
	case w.streams != nil:
		key := w.key()
		if t.replay && !w.streams.replays(key, t.file, place.Offset) {
			return nil
		}
		one, err := w.turn(message, text, place, key)
		t.turns = append(t.turns, one)
		return err
	case w.fast.Accepts(message):
		w.count(t.sum, w.labels(), verdictOf(true, false))
		return nil
	}
	result, err := w.judge.Verdict(w.root, message, w.options)
	if err != nil {
		return err
	}
	w.fast.Read(message)
	w.judged(t, &Record{Place: place, Issues: result.Issues, Text: text}, w.labels())
	return nil
}

// open reads a record, sets its time, and returns its message: the text of a value, or the content of a string. A record that cannot be read is its own
// message, which is then reported as it is.
func (w *worker) open(text []byte) (message []byte, found bool) {
	if !w.wrapped {
		return text, true
	}
	readable := w.finder.Read(text)
	if w.Now != nil {
		w.setNow()
	}
	if w.At == nil || !readable {
		return text, true
	}
	part, found := w.finder.Find(w.At)
	if !found {
		return nil, false
	}
	return part.Content(), true
}

// setNow sets the time of the record, or that of the run if the record has none.
func (w *worker) setNow() {
	now := w.Options.Now
	if part, found := w.finder.Find(w.Now); found {
		if seconds, nanos, ok := part.Instant(); ok {
			own := time.Unix(seconds, int64(nanos)).UTC()
			now = &own
		}
	}
	w.options.Now = now
	w.fast.SetNow(now.Unix(), int32(now.Nanosecond()))
}

// labels are the names that a record is counted under.
type labels struct{ typ, group, day string }

// None is the group and the day of records without a value.
const None = "(none)"

// labels returns the names of the record that has been read.
func (w *worker) labels() labels {
	l, from := labels{typ: w.fast.Type()}, w.fast
	if w.wrapped {
		from = w.finder
	}
	if w.By != nil {
		l.group = None
		if part, found := from.Find(w.By); found {
			l.group = cut(string(part.Content()))
		}
	}
	if w.Day != nil {
		l.day = None
		if part, found := from.Find(w.Day); found {
			if seconds, _, ok := part.Instant(); ok {
				l.day = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
			}
		}
	}
	return l
}

func verdictOf(valid, advised bool) Counts {
	one := Counts{Records: 1, Valid: 1}
	switch {
	case !valid:
		one.Valid, one.Invalid = 0, 1
	case advised:
		one.Advised = 1
	}
	return one
}

// count counts a record.
func (w *worker) count(sum *Summary, l labels, one Counts) {
	sum.Counts.add(one)
	addTo(sum.Types, l.typ, one)
	if w.By != nil {
		addTo(sum.Groups, l.group, one)
	}
	if w.Day != nil {
		addTo(sum.Days, l.day, one)
	}
}

// judged counts a record with its issues, if it has any.
func (w *worker) judged(t *task, r *Record, l labels) {
	r.Type, r.Valid = l.typ, w.isValid(r.Issues)
	w.count(t.sum, l, verdictOf(r.Valid, len(r.Issues) > 0))
	if len(r.Issues) > 0 {
		t.bad = append(t.bad, r)
		w.note(t.sum, r)
	}
}

func (r *Run) isValid(issues []reference.Issue) bool {
	for _, i := range issues {
		if r.Strict || i.Level == ir.Must.String() {
			return false
		}
	}
	return true
}

// note counts issues by kind.
func (w *worker) note(sum *Summary, r *Record) {
	for _, i := range r.Issues {
		key := Kind{Type: r.Type, Path: i.Path}
		path, known := w.paths[key]
		if !known {
			t := w.names[r.Type]
			if t == nil {
				t = w.root
			}
			path = Template(t, i.Path)
			if len(w.paths) > mostGroups {
				clear(w.paths)
			}
			w.paths[key] = path
		}
		sum.issue(Kind{r.Type, i.Rule, path, i.Level}, 1, i.Message, []Place{r.Place}, w.Examples)
	}
}

// mostName is the length at which the name of a group is cut.
const mostName = 100

func cut(name string) string {
	if len(name) > mostName {
		return strings.ToValidUTF8(name[:mostName], "") + "…"
	}
	return name
}

// mostKey is the length of a key that is kept as it is. A longer one is replaced by a hash.
const mostKey = 200

// key returns the name of the conversation that the record belongs to.
func (w *worker) key() string {
	part, found := w.finder.Find(w.Key)
	if !found {
		return None
	}
	content := part.Content()
	if len(content) > mostKey {
		sum := sha256.Sum256(content)
		return hex.EncodeToString(sum[:])
	}
	return string(content)
}

// sender returns the name of the side that has sent the record, or "".
func (w *worker) sender() string {
	if w.Side == nil {
		return ""
	}
	part, found := w.finder.Find(w.Side)
	if !found {
		return ""
	}
	return string(part.Content())
}

// entry notes a record for its place in a conversation: a number, or a text. Records without a place are the first ones.
func (w *worker) entry(text []byte, place Place) *entry {
	e := &entry{Key: w.key(), Place: place, Record: text}
	part, found := w.finder.Find(w.Order)
	if !found {
		e.Number = math.Inf(-1)
		return e
	}
	var isNumber bool
	if e.Number, isNumber = part.Number(); !isNumber {
		e.Text, e.IsText = string(part.Content()), true
	}
	return e
}
