package wire

import "slices"

// A value that must be valid is checked while it is written. The writer validates each part, and reports only whether a check fails. Then the text is
// parsed again to produce the issues. We rejected a checker of values that raises issues itself, because it would repeat all of the readers. Rules,
// which both share, raise their own issues.

// Checks reports whether the value is to be checked, and nothing written so far is in doubt.
func (w *Writer) Checks() bool { return w.rules != nil && !w.doubt }

// Doubt records that the value may be invalid.
func (w *Writer) Doubt() { w.doubt = true }

// Missing writes null for a value that the program has not set.
func (w *Writer) Missing() {
	w.Null()
	w.Doubt()
}

// BeginRecord enters the object of a record that may be missing. It reports whether the members follow.
func (w *Writer) BeginRecord(present bool) bool {
	if !present {
		w.Missing()
	}
	return present && w.BeginObject()
}

// Rules returns the Reader that evaluates rules on the last written value.
func (w *Writer) Rules() *Reader { return w.rules }

// encodeValid appends the output of a function if it is valid: if there is no doubt about it, or reading it finds no issue. With an error it returns
// b. Without needed, the text is only checked.
func encodeValid(b []byte, needed bool, p *Protocol, opts []Option, at root, write func(*Writer), read func(*Reader)) ([]byte, error) {
	r, w := readers.Get().(*Reader), writers.Get().(*Writer)
	r.prepare(opts, p.Params)
	if b == nil {
		w.startKept(optionsOf(opts))
	} else {
		w.Start(b, opts)
	}
	text, doubt, err := r.follow(w, p, write)
	if doubt {
		err = decode(text[len(b):], p, opts, at, read)
	}
	if w.keeps && err == nil && needed {
		text = w.owned(text)
	}
	r.release()
	w.release()
	if err != nil {
		return b, err
	}
	return text, nil
}

// follow evaluates the rules of a function's output. With doubt, reading the text decides about its validity; otherwise the error does.
func (r *Reader) follow(w *Writer, p *Protocol, write func(*Writer)) (text []byte, doubt bool, err error) {
	if w.doubt = r.options.wrong != nil; !w.doubt {
		w.rules, r.writer = r, w
		r.hush()
	}
	write(w)
	if text, err = w.Finish(); err != nil {
		return text, false, err
	}
	if w.doubt || r.refuses(text[w.start:], p) {
		return text, true, nil
	}
	return text, false, r.finishRules()
}

// refuses reports whether a rule of level Must in a known stage is violated, or the version of a text is rejected.
func (r *Reader) refuses(text []byte, p *Protocol) bool {
	if r.issues.invalid || slices.ContainsFunc(r.later, func(c collector) bool { return c.invalid }) {
		return true
	}
	if p.Accepts == nil {
		return false
	}
	r.writer = nil
	r.text = string(text)
	return !p.Accepts(r)
}

// finishRules ends a check that found only violations of rules of level Should.
func (r *Reader) finishRules() error {
	r.join()
	return r.issues.finish(&r.options)
}
