package wire

import (
	"slices"
	"testing"
	"time"
)

// staged reads {"a":..., "body":{"x":...}} without a schema. The body is deferred to stage 1. Rules: in stage 0, a is 1 (2 is a
// should); in stage 1, x is 1; in the body, declared for stage 0, x is not 3.
func staged(text string, opts ...Option) (rules []string, err error) {
	var r Reader
	var issues []Issue
	r.Start([]byte(text), append(opts, Report(&issues)), nil)
	var a, x float64
	number := func() float64 {
		n, ok := r.Number()
		if !ok {
			r.Must("type", "must be a number")
		}
		return n
	}
	r.BeginObject()
	for r.NextMember() {
		if r.Name() == "a" {
			a = number()
			continue
		}
		outside := r.EnterStage(1)
		r.BeginObject()
		for r.NextMember() {
			x = number()
		}
		if r.Reaches(0) && x == 3 {
			r.Broken(0, Must, "inner", "m", "x")
		}
		r.LeaveStage(outside)
	}
	if r.Reaches(0) {
		if a == 2 {
			r.Broken(0, Should, "warn", "m", "a")
		} else if a != 1 {
			r.Broken(0, Must, "outer", "m", "a")
		}
	}
	if r.Reaches(1) && x != 1 {
		r.Broken(1, Must, "late", "m")
	}
	err = r.Finish()
	for _, issue := range issues {
		rules = append(rules, issue.Rule+issue.Path)
	}
	return rules, err
}

func TestStages(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a":1,"body":{"x":1}}`:       nil,
		`{"a":2,"body":{"x":1}}`:       {"warn/a"},
		`{"a":0,"body":{"x":1}}`:       {"outer/a"},
		`{"a":0,"body":{"x":""}}`:      {"outer/a"},
		`{"body":{"x":""},"a":0}`:      {"outer/a"},
		`{"a":"","body":{"x":""}}`:     {"type/a"},
		`{"body":{"x":""},"a":""}`:     {"type/a"},
		`{"a":1,"body":{"x":""}}`:      {"type/body/x"},
		`{"a":2,"body":{"x":""}}`:      {"warn/a", "type/body/x"},
		`{"a":1,"body":{"x":3}}`:       {"late", "inner/body/x"},
		`{"a":0,"body":{"x":3}}`:       {"outer/a"},
		`{"a":2,"body":{"x":2}}`:       {"late", "warn/a"},
		`{"a":0,"body":{"x":""}} x`:    {"json"},
		`{"a":1,"body":{"x":1,"x":1}}`: {}, // this reader does not check for duplicates
	} {
		if want != nil && len(want) == 0 {
			continue
		}
		if got, _ := staged(text); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestStrict(t *testing.T) {
	const warned = `{"a":2,"body":{"x":1}}`
	if _, err := staged(warned); err != nil {
		t.Error(err)
	}
	_, err := staged(warned, Strict())
	if err == nil || err.Error() != `"/a" m (warn)` {
		t.Errorf("error %v", err)
	}
	if _, err := staged(`{"a":1,"body":{"x":1}}`, Strict()); err != nil {
		t.Error(err)
	}
}

// The verdict on an outer value does not include a deferred one.
func TestValidAroundStage(t *testing.T) {
	schemas := Schemas{1: {}, 2: {Assertions: []Assertion{Never{Failure{Rule: "never", Message: "m"}}}}}
	var r Reader
	r.Start([]byte(`{"a":1,"b":2}`), nil, nil)
	if !r.Valid(schemas, 1) {
		t.Fatal("the outer schema does not accept it")
	}
	r.BeginObject()
	r.NextMember()
	outside := r.EnterStage(0)
	if r.Valid(schemas, 2) {
		t.Error("the inner schema was not asked")
	}
	r.LeaveStage(outside)
	r.NextMember()
	if !r.Valid(schemas, 2) {
		t.Error("what is valid is looked at again")
	}
}

// Rules are not evaluated for values of open types.
func TestReaches(t *testing.T) {
	var r Reader
	r.Start([]byte("1"), nil, nil)
	r.Should("warn", "m")
	r.Broken(0, Should, "warn", "m")
	if !r.Reaches(0) || !r.Reaches(1) {
		t.Error("warnings end the check")
	}
	r.Broken(0, Must, "broken", "m")
	if !r.Reaches(0) || r.Reaches(1) {
		t.Error("a broken rule ends its stage, or does not end the check")
	}
	outside := r.EnterStage(1)
	if r.Reaches(0) {
		t.Error("what waits is reached before it is its turn")
	}
	r.LeaveStage(outside)
	if r.Must("type", "m"); r.Reaches(0) {
		t.Error("a structural fault does not end the check")
	}
	r = Reader{}
	r.Start([]byte("x"), nil, nil)
	if r.Skip(); r.Reaches(0) {
		t.Error("rules are asked of what is no JSON")
	}
}

func TestNow(t *testing.T) {
	var r Reader
	fixed := time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC)
	r.Start([]byte("1"), []Option{Now(fixed)}, nil)
	if !r.Now().Equal(fixed) {
		t.Errorf("now is %v", r.Now())
	}
	r = Reader{}
	r.Start([]byte("1"), []Option{Now(time.Time{})}, nil)
	if !r.Now().IsZero() {
		t.Errorf("the first instant of the year 1 is %v", r.Now())
	}
	r = Reader{}
	before := time.Now()
	r.Start([]byte("1"), nil, nil)
	if first := r.Now(); first.Before(before) || !r.Now().Equal(first) {
		t.Errorf("now is %v, later %v", first, r.Now())
	}
}
