package wire

import (
	"fmt"
	"reflect"
	"testing"
)

// TestTrials checks that a branch which refuses a value leaves no trace in the Reader: each field is restored, or has a reason to stay.
func TestTrials(t *testing.T) {
	stays := map[string]string{
		"text":          "the text is the same for all branches",
		"count":         "it is read right behind the array that sets it",
		"trail":         "each array and object leaves it as it was",
		"writer":        "a value of a program has no trials",
		"options":       "the options are the same for all branches",
		"step":          "a value of a stage leaves it as it was",
		"cause":         "a syntax error is one for all branches",
		"faultAt":       "a syntax error is one for all branches",
		"ahead":         "it contains offsets of the text",
		"quiet":         "it is set before a text is read",
		"form":          "it is read right behind the value that sets it",
		"beyond":        "it starts a search of the whole text",
		"protocol":      "it is set before a text is read",
		"root":          "it is set before a text is read",
		"wide":          "it contains offsets of the text",
		"openExchanges": "it is set before a text is read",
		"sender":        "it is set before a text is read",
	}
	found := func(invalid bool) collector {
		return collector{invalid: invalid, found: []violation{{rule: fmt.Sprint(invalid)}}}
	}
	r := Reader{pos: 1, opened: true, issues: found(true), later: []collector{found(true)}, valid: 2, aside: true, hushed: true, closed: 3}
	before := r
	trial := r.try()
	r.pos, r.opened, r.issues, r.later, r.valid, r.aside, r.hushed, r.closed = 7, false, found(false), nil, 8, false, false, 9
	r.drop(&trial)
	for i := range reflect.TypeFor[Reader]().NumField() {
		name := reflect.TypeFor[Reader]().Field(i).Name
		was, is := reflect.ValueOf(before).Field(i), reflect.ValueOf(r).Field(i)
		switch reason := stays[name]; {
		case reason != "" && !was.IsZero():
			t.Errorf("%s is tried, and stays because %s", name, reason)
		case reason == "" && was.IsZero():
			t.Errorf("%s has no reason to stay, and is not tried here", name)
		case fmt.Sprint(was) != fmt.Sprint(is):
			t.Errorf("%s was %v and is %v", name, was, is)
		}
		delete(stays, name)
	}
	for name := range stays {
		t.Errorf("there is no field %s", name)
	}
}
