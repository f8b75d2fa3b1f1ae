package wire

import "slices"

// A value that is to be valid is checked while it is written. What writes a part of it compares the part with the spec, and says only
// whether there is doubt; a value in doubt is read from its text, which finds the issues. The other way would be a checker of values that
// raises issues itself: all of the readers a second time. Rules, which both have, raise theirs.

// Checks reports whether the value is to be checked, and nothing written so far is in doubt.
func (w *Writer) Checks() bool { return w.rules != nil && !w.doubt }

// Doubt records that the value may be invalid.
func (w *Writer) Doubt() { w.doubt = true }

// Missing writes null for what the program has not set.
func (w *Writer) Missing() {
	w.Null()
	w.Doubt()
}

// Rules returns the Reader to evaluate rules with, on what has been written last.
func (w *Writer) Rules() *Reader { return w.rules }

// encodeValid appends what a function writes if it is valid: if there is no doubt about it, or reading it finds no issue. With an error
// it returns b.
func encodeValid(b []byte, p *Protocol, opts []Option, at root, write func(*Writer), read func(*Reader)) ([]byte, error) {
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
	if w.keeps && err == nil {
		text = w.owned(text)
	}
	r.release()
	w.release()
	if err != nil {
		return b, err
	}
	return text, nil
}

// follow evaluates the rules of what a function writes. With doubt, reading the text says whether it is valid; else the error does.
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

// refuses reports whether a rule of level Must does not hold, of which reading knows the stage, or the version of a text is not accepted.
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

// finishRules ends a check in which nothing but rules of level Should has been found not to hold.
func (r *Reader) finishRules() error {
	r.join()
	return r.issues.finish(&r.options)
}
