package ir

import (
	"reflect"
	"testing"
)

func TestJoined(t *testing.T) {
	short, long, words := Length{Limit: 1}, Length{Limit: 2}, OneOf{Literals: []Literal{{String: "a"}}}
	for name, test := range map[string]struct{ of, beside, want []Check }{
		"nothing beside":           {[]Check{short, long}, nil, []Check{short, long}},
		"what the type says first": {[]Check{short}, []Check{long}, []Check{short, long}},
		"words before all":         {[]Check{short}, []Check{long, words}, []Check{words, short, long}},
	} {
		if got := Joined(test.of, test.beside); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}
