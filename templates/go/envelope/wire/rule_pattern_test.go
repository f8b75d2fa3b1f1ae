package wire

import (
	"strings"
	"testing"
)

func TestWalk(t *testing.T) {
	vowels := ByteSet{0, 1<<('a'-64) | 1<<('e'-64)}
	tests := []struct {
		name string
		walk Walk
		yes  string // separated by spaces
		no   string
	}{
		{"^$", Walk{Whole: true}, " ", "a \xff"},
		{"^", Walk{}, " a \xff", ""},
		{"^[ae]{2}", Walk{Steps: []Step{{Min: 2, Max: 2, ASCII: vowels}}}, "ae aex ea\xff", " a ax \xff\xff"},
		{"^[ae]*x$", Walk{Steps: []Step{{Max: -1, ASCII: vowels}, {Min: 1, Max: 1, ASCII: ByteSet{0, 1 << ('x' - 64)}}}, Whole: true}, "x aeaex", " a xx aex\xff"},
		{"^ab[ae]*$", Walk{Steps: []Step{{Text: "ab"}, {Max: -1, ASCII: vowels}}, Whole: true}, "ab abea", " a ax ba abx"},
		{"^[ae]{0,2}$", Walk{Steps: []Step{{Max: 2, ASCII: vowels}}, Whole: true}, " a ae", "aea é a\xff"},
		{"^[aeé-ü]{1,2}$", Walk{Steps: []Step{{Min: 1, Max: 2, ASCII: vowels, Beyond: RuneSet{{'é', 'ü'}}}}, Whole: true}, "é aé ü", " x ééé à é\xff \xff"},
		{"^[ae\ufffd]+$", Walk{Steps: []Step{{Min: 1, Max: -1, ASCII: vowels, Beyond: RuneSet{{'\ufffd', '\ufffd'}}}}, Whole: true}, "\ufffd a\xff \xffa", " x 😀"},
	}
	for _, test := range tests {
		checkMatches(t, test.name, test.walk.Match, test.yes, test.no)
	}
}

func TestAutomaton(t *testing.T) {
	tests := []struct{ name, table, yes, no string }{
		{"nothing", "0\n0\n0", "", " a"},
		{"everything", "0\n0\n2", " a é \xff", ""},
		{"^$", "0\n0\n1", " ", "a é \xff"},
		{"b$", "0 98 99\n0 1 0\n0 0 1\n1 0 1", "b ab bb éb \xffb", " a ba bé b\xff"},
		{"^a(b|é)", "0 97 98 99 233 234\n0 1 2 0 3 0\n0 -1 1\n0 -1 -1 2 2\n2", "ab aé abc aé\xff", " a b ba aa aè a\xff"},
		{"😀|\ufffd", "0 65533 65534 128512 128513\n0 1 0 1 0\n0 0 1\n2", "😀 a😀b \xff a\ufffd", " a 😁 \ufffe"},
	}
	for _, test := range tests {
		automaton := Automaton{Table: "\n" + test.table + "\n"}
		checkMatches(t, test.name, automaton.Match, test.yes, test.no)
	}
}

func checkMatches(t *testing.T, name string, match func(string) bool, yes, no string) {
	t.Helper()
	for want, texts := range map[bool]string{true: yes, false: no} {
		if texts == "" {
			continue
		}
		for s := range strings.SplitSeq(texts, " ") {
			if match(s) != want {
				t.Errorf("%s on %q: %v", name, s, !want)
			}
		}
	}
}
