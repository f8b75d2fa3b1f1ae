package bulk

import (
	"strings"
	"time"

	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// worker checks chunks, one after the other.
type worker struct {
	*run
	fast    *acceptor.Judge // of messages
	finder  *acceptor.Judge // of records around messages
	options reference.Options
	names   map[string]*ir.Type
	paths   map[Kind]string // templates that have been made
}

func (r *run) newWorker() (*worker, error) {
	w := &worker{run: r, options: r.Options, names: map[string]*ir.Type{}, paths: map[Kind]string{}}
	for _, t := range r.Protocol.Types {
		w.names[t.Name] = t
	}
	a := r.acceptor
	if a == nil {
		a = acceptor.New(r.Protocol)
	}
	settings := acceptor.Options{MaxDepth: r.Options.MaxDepth, MaxBytes: r.Options.MaxBytes, Params: r.Options.Params, Now: *r.Options.Now}
	var err error
	if w.fast, err = a.Judge(r.Type, settings); err != nil {
		return nil, err
	}
	w.finder, err = a.Judge(r.Type, settings)
	return w, err
}

func (w *worker) check(t *task) {
	t.sum = newSummary()
	if t.last {
		t.sum.Files++
	}
	t.err = t.each(func(text []byte, offset, line int64) error {
		t.sum.Bytes += int64(len(text))
		return w.record(t, text, Place{w.Files[t.file], line, offset})
	})
}

// record checks one record.
func (w *worker) record(t *task, text []byte, place Place) error {
	message, readable := text, true
	inRecord := w.At != nil || w.Now != nil || w.Key != nil
	if inRecord {
		readable = w.finder.Read(text)
		var found bool
		if message, found = w.message(text, readable); !found {
			if readable {
				t.sum.Skipped++
				return nil
			}
			message = text // which is then reported as it is
		}
		if w.Now != nil {
			w.setNow(readable)
		}
	}
	if w.streams != nil {
		return w.streamed(t, message, text, place, readable)
	}
	valid, advised, typ := true, false, ""
	if w.fast.Accepts(message) {
		typ = w.fast.Type()
	} else {
		result, err := w.judge.Verdict(w.root, message, w.options)
		if err != nil {
			return err
		}
		w.fast.Read(message)
		typ = w.fast.Type()
		valid, advised = w.isValid(result.Issues), len(result.Issues) > 0
		if advised {
			t.bad = append(t.bad, &Record{Place: place, Type: typ, Valid: valid, Issues: result.Issues, Text: text})
			w.note(t.sum, typ, result.Issues, place)
		}
	}
	one := verdictOf(valid, advised)
	t.sum.Counts.add(one)
	addTo(t.sum.Types, typ, one)
	if w.By != nil || w.Day != nil {
		from := w.fast
		if inRecord {
			from = w.finder
		}
		w.group(t.sum, from, one)
	}
	return nil
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

// message returns the message of a record that has been read: the text of a value, or the content of a string.
func (w *worker) message(text []byte, readable bool) ([]byte, bool) {
	if w.At == nil {
		return text, true
	}
	if !readable {
		return nil, false
	}
	part, found := w.finder.Find(w.At)
	if !found {
		return nil, false
	}
	if content, is := part.String(); is {
		return []byte(content), true
	}
	return part.Text(), true
}

func (w *worker) setNow(readable bool) {
	now := w.Options.Now
	if readable {
		if part, found := w.finder.Find(w.Now); found {
			if seconds, nanos, ok := part.Instant(); ok {
				own := time.Unix(seconds, int64(nanos)).UTC()
				now = &own
			}
		}
	}
	w.options.Now = now
	w.fast.SetNow(now.Unix(), int32(now.Nanosecond()))
}

func (r *run) isValid(issues []reference.Issue) bool {
	for _, i := range issues {
		if r.Strict || i.Level == ir.Must.String() {
			return false
		}
	}
	return true
}

// note counts issues by kind.
func (w *worker) note(sum *Summary, typ string, issues []reference.Issue, place Place) {
	for _, i := range issues {
		key := Kind{Type: typ, Path: i.Path}
		path, known := w.paths[key]
		if !known {
			t := w.names[typ]
			if t == nil {
				t = w.root
			}
			path = template(t, i.Path)
			if len(w.paths) > mostGroups {
				clear(w.paths)
			}
			w.paths[key] = path
		}
		sum.issue(Kind{typ, i.Rule, path, i.Level}, 1, i.Message, []Place{place}, w.Examples)
	}
}

// The names of groups for records without a value, and the length at which a name is cut.
const (
	None     = "(none)"
	mostName = 100
)

func (w *worker) group(sum *Summary, from *acceptor.Judge, one Counts) {
	if w.By != nil {
		name := None
		if part, found := from.Find(w.By); found {
			content, is := part.String()
			if !is {
				content = string(part.Text())
			}
			name = cut(content)
		}
		addTo(sum.Groups, name, one)
	}
	if w.Day != nil {
		day := None
		if part, found := from.Find(w.Day); found {
			if seconds, _, ok := part.Instant(); ok {
				day = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
			}
		}
		addTo(sum.Days, day, one)
	}
}

// cut returns a copy of a name, because the text of the record does not stay.
func cut(name string) string {
	if len(name) > mostName {
		name = strings.ToValidUTF8(name[:mostName], "") + "…"
	}
	return strings.Clone(name)
}
