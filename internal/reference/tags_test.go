package reference

import (
	"reflect"
	"testing"
)

// A secret may have hit the tag of a union, of which a builder computes something still.
func TestTagsThatAreGone(t *testing.T) {
	union := &zoo().Root.Value
	message := object{{"kind", "f***st"}, {"slug", "a"}, {"level", 1.0}}
	if got, want := native(union, message, everyStage), any(map[string]any{"kind": "f***st", "slug": "a", "level": 1.0}); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	s := &Secrets{Values: []string{"a"}}
	if got := s.redact(union, message); got.(object)[1].value != mask {
		t.Errorf("%v", got)
	}
	if got := arrange(union, message); !reflect.DeepEqual(got, any(message)) {
		t.Errorf("%v", got)
	}
}
