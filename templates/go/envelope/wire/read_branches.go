package wire

// trial is the state of a Reader before it reads a value that a branch of a union may refuse.
type trial struct {
	issues        collector
	later         []collector
	start, valid  int
	opened, aside bool
	hushed        bool
	closed        int
}

// try starts a trial: the issues of the next value are kept apart.
func (r *Reader) try() trial {
	t := trial{issues: r.issues, later: r.later, start: r.pos, valid: r.valid, opened: r.opened, aside: r.aside, hushed: r.hushed, closed: r.closed}
	if r.aside = r.aside || r.issues.invalid; r.valid == allValid {
		r.valid = 0 // schemas choose the branch
	}
	r.issues, r.later = collector{}, nil
	return t
}

// accepted ends a trial and reports whether the value is valid. Then its other issues are kept; else the reader is before the value again.
func (r *Reader) accepted(t *trial) bool {
	if r.declines() {
		r.drop(t)
		return false
	}
	if t.valid == allValid {
		r.valid = allValid
	}
	found, later := r.issues.found, r.later
	r.issues, r.later, r.aside, r.closed = t.issues, t.later, t.aside, t.closed
	for _, f := range found {
		r.add(structureStep, f, &spot{outer: f.at})
	}
	for i, step := range later {
		for _, f := range step.found {
			r.add(i+1, f, &spot{outer: f.at})
		}
	}
	return true
}

// declines reports whether the value of a trial is invalid. The structure of a value that is deferred to a stage has its issues in a later step.
func (r *Reader) declines() bool {
	return r.cause != "" || r.issues.invalid || r.step > structureStep && r.step <= len(r.later) && r.found(r.step).invalid
}

// drop ends a trial without a trace.
func (r *Reader) drop(t *trial) {
	r.issues, r.later, r.aside, r.hushed, r.closed = t.issues, t.later, t.aside, t.hushed, t.closed
	if r.cause == "" {
		r.pos, r.opened, r.valid = t.start, t.opened, t.valid // a schema has accepted a later member alone, not this value
	}
}

// refuseValue skips the next value and raises a failure.
func (r *Reader) refuseValue(f Failure) {
	if r.cause == "" {
		r.Skip()
		r.fail(f)
	}
}

// Branch reads a value of a union without a discriminator. read returns nil without reading if no branch has the value's tag. If the value is
// invalid for the branch, or there is no branch, none is its only issue.
func Branch[T comparable](r *Reader, none Failure, read func(*Reader) T) T {
	t := r.try()
	v := read(r)
	var absent T
	if v != absent && r.accepted(&t) {
		return v
	}
	if v == absent {
		r.drop(&t)
	}
	r.refuseValue(none)
	return absent
}

// FirstBranch reads a value of a union whose branches have no tag, as the first branch that accepts it. If there is none, none is the only
// issue of the value.
func FirstBranch[T any](r *Reader, none Failure, branches ...func(*Reader) T) (v T) {
	for _, read := range branches {
		t := r.try()
		if v = read(r); r.accepted(&t) {
			return v
		}
	}
	r.refuseValue(none)
	return *new(T)
}

// OnlyBranch is FirstBranch for branches of which exactly one must accept the value.
func OnlyBranch[T any](r *Reader, none Failure, branches ...func(*Reader) T) (v T) {
	chosen := -1
	for i, read := range branches {
		t := r.try()
		read(r)
		valid := !r.declines()
		r.drop(&t)
		if valid && chosen >= 0 {
			chosen = -1
			break
		}
		if valid {
			chosen = i
		}
	}
	if chosen < 0 {
		r.refuseValue(none)
		return v
	}
	return branches[chosen](r)
}
