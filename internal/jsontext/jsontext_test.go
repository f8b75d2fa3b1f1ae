package jsontext_test

import (
	"math"
	"testing"

	"github.com/envgen/envgen/internal/jsontext"
)

func TestOf(t *testing.T) {
	value := map[string]any{"b": []any{1.5, nil, true, "\n"}, "a": "<&>\u2028 é"}
	if got, want := jsontext.Of(value), `{"a":"<&>\u2028 é","b":[1.5,null,true,"\n"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("an infinite number is written")
		}
	}()
	jsontext.Of(math.Inf(1))
}
