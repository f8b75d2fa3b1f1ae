package wire

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

func observedNames() *ObservedNames {
	return &ObservedNames{
		Protocol: "flags",
		Text:     `[{"Flag":[],"Row":[0]},{"files":["Row","said"]},[[{"number":[],"a/b":[1]},[]],[{},[0]]]]`,
		Name: func(m any) string {
			if s, is := m.(*said); is && s != nil {
				return "said"
			}
			return ""
		},
	}
}

// events is a hook with the observations without their times, which it checks.
type events struct {
	t    *testing.T
	list []Observation
}

func (e *events) observe(o Observation) {
	if o.Duration < 0 || o.Duration > time.Minute {
		e.t.Errorf("the call has taken %v", o.Duration)
	}
	o.Duration = 0
	e.list = append(e.list, o)
}

func (e *events) see(expected ...Observation) {
	e.t.Helper()
	for i := range expected {
		expected[i].Protocol = "flags"
		if expected[i].Issues == nil {
			expected[i].Issues = []ObservedIssue{}
		}
	}
	if !reflect.DeepEqual(e.list, expected) {
		e.t.Errorf("observed:\n%+v\nnot:\n%+v", e.list, expected)
	}
	e.list = nil
}

// TestObservedCodec calls codecs with valid and invalid texts, values and options.
func TestObservedCodec(t *testing.T) {
	for _, inner := range []Codec{ValueCodec[flag]("Flag", part), FormCodec("Flag", flagForm)} {
		e := &events{t: t}
		c := NewObserver(observedNames(), e.observe).Codec(inner)
		truth := []ObservedIssue{{"truth", "", Should}}
		value, err := c.Parse([]byte("true"))
		advised, errAdvised := c.Parse([]byte(" false"))
		_, errInvalid := c.Parse([]byte("1"))
		_, errStrict := c.With(Strict()).Parse([]byte("false"))
		_, errOption := c.Parse([]byte("true"), MaxDepth(0))
		var option *OptionError
		if err != nil || errAdvised != nil || errInvalid == nil || errStrict == nil || !errors.As(errOption, &option) {
			t.Error(err, errAdvised, errInvalid, errStrict, errOption)
		}
		e.see(Observation{Type: "Flag", Operation: Decoding, Outcome: Accepted, Bytes: 4},
			Observation{Type: "Flag", Operation: Decoding, Outcome: Advised, Bytes: 6, Issues: truth},
			Observation{Type: "Flag", Operation: Decoding, Outcome: Rejected, Bytes: 1, Issues: []ObservedIssue{{"type", "", Must}}},
			Observation{Type: "Flag", Operation: Decoding, Outcome: Rejected, Bytes: 5, Issues: truth},
			Observation{Type: "Flag", Operation: Decoding, Outcome: Failed, Bytes: 4})
		text, err := c.Encode(value)
		_, errAdvised = c.Encode(advised)
		_, errWrong := c.Encode("no flag")
		unchecked, errUnchecked := c.EncodeUnchecked(value)
		if string(text) != "true" || string(unchecked) != "true" || err != nil || errAdvised != nil || errWrong == nil || errUnchecked != nil {
			t.Error(string(text), string(unchecked), err, errAdvised, errWrong, errUnchecked)
		}
		e.see(Observation{Type: "Flag", Operation: Encoding, Outcome: Accepted, Bytes: 4},
			Observation{Type: "Flag", Operation: Encoding, Outcome: Advised, Bytes: 5, Issues: truth},
			Observation{Type: "Flag", Operation: Encoding, Outcome: Failed},
			Observation{Type: "Flag", Operation: Encoding, Outcome: Accepted, Bytes: 4})
	}
}

// TestObservedCheck calls a check whose issues have paths of all kinds.
func TestObservedCheck(t *testing.T) {
	e := &events{t: t}
	paths := []string{"", "/number", "/secret", "/a~1b/secret/a~1b/0/number", "/number/number", "/a/b"}
	check := ObserveCheck(NewObserver(observedNames(), e.observe), "Row", func(_ int, opts ...Option) (issues []Issue) {
		if newOptions(opts).wrong != nil {
			panic(newOptions(opts).wrong)
		}
		for _, path := range paths {
			issues = append(issues, Issue{Rule: "r", Path: path, Level: Should, Message: "secret"})
		}
		return issues
	})
	if got := check(1); len(got) != len(paths) || got[2].Path != "/secret" {
		t.Error(got)
	}
	var templates []ObservedIssue
	for _, path := range []string{"", "/number", "/*", "/a~1b/*/a~1b/*/number", "/number/*", "/*/*"} {
		templates = append(templates, ObservedIssue{"r", path, Should})
	}
	check(1, Strict())
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a wrong option does not panic")
			}
		}()
		check(1, MaxDepth(0))
	}()
	e.see(Observation{Type: "Row", Operation: Checking, Outcome: Advised, Issues: templates},
		Observation{Type: "Row", Operation: Checking, Outcome: Rejected, Issues: templates},
		Observation{Type: "Row", Operation: Checking, Outcome: Failed})
}

// TestObserverPanics checks that the panic of a hook changes no result, and that observers refuse names of other protocols.
func TestObserverPanics(t *testing.T) {
	o := NewObserver(observedNames(), func(Observation) { panic("broken") })
	if v, err := o.Codec(ValueCodec[flag]("Flag", part)).Parse([]byte("true")); err != nil || v != flag(true) {
		t.Error(v, err)
	}
	for name, call := range map[string]func(){
		`flags has no type "Other"`:         func() { o.Codec(ValueCodec[flag]("Other", part)) },
		"flags has no conversation strange": func() { ObserveTracker(o, NewTracker[Message](&Conversation{Name: "strange"}, "", nil)) },
	} {
		func() {
			defer func() {
				if got := recover(); got != name {
					t.Errorf("the panic is %v, not %s", got, name)
				}
			}()
			call()
		}()
	}
}

// TestObservedTracker follows a conversation with messages and with texts.
func TestObservedTracker(t *testing.T) {
	files := Conversation{Name: "files", Sides: []string{"left", "right"},
		Whole: Order{Letter: kindOf("hello", "bye"), Names: []string{"hello", "bye"}, States: []State{{Next: []int16{2}, Expected: "must be hello", Cut: "must not end"}, {Next: []int16{1: 3}, Expected: "must be bye"}, {}}}}
	e := &events{t: t}
	o := NewObserver(observedNames(), e.observe)
	tracker := ObserveTracker(o, NewTracker[Message](&files, "left", nil))
	at := func(expected ...string) *ObservedConversation {
		return &ObservedConversation{"files", "left", expected}
	}
	unexpected := []ObservedIssue{{"unexpected-message", "", Must}}
	if issues := tracker.Send(&said{kind: "bye"}); len(issues) != 1 {
		t.Error(issues)
	}
	tracker.Receive(&said{kind: "hello"})
	e.see(Observation{Type: "said", Operation: Sending, Outcome: Rejected, Issues: unexpected, Conversation: at("hello")},
		Observation{Type: "said", Operation: Receiving, Outcome: Accepted, Conversation: at("hello")})
	if got := tracker.Expected(); !reflect.DeepEqual(got, []string{"bye"}) {
		t.Error(got)
	}

	codec := NewConversationCodec(&files, func(text []byte, opts ...Option) (*said, error) {
		if newOptions(opts).wrong != nil {
			return nil, newOptions(opts).wrong
		}
		if string(text) == "no" {
			issues := []Issue{{Rule: "json", Level: Must}}
			o := newOptions(opts)
			o.report(issues)
			return nil, &ValidationError{issues}
		}
		return &said{kind: string(text)}, nil
	})
	texts := ObserveTexts(o, codec.Track("left"))
	_, errOption := texts.Receive([]byte("hello"), MaxDepth(0))
	_, errNone := texts.Receive([]byte("no"))
	_, err := texts.Send([]byte("hello"))
	issues := texts.Close()
	if errOption == nil || errNone != nil || err != nil || len(issues) != 0 {
		t.Error(errOption, errNone, err, issues)
	}
	e.see(Observation{Type: "Row", Operation: Receiving, Outcome: Failed, Bytes: 5, Conversation: at("hello")},
		Observation{Type: "Row", Operation: Receiving, Outcome: Rejected, Bytes: 2, Issues: []ObservedIssue{{"json", "", Must}}, Conversation: at("hello")},
		Observation{Type: "said", Operation: Sending, Outcome: Accepted, Bytes: 5, Conversation: at("hello")},
		Observation{Type: "Row", Operation: Closing, Outcome: Accepted, Conversation: at("bye")})
}
