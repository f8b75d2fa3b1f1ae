package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Observer reports calls about one protocol to a function. The function New of a protocol's package observe returns one. Its method Codec returns a
// codec that reports. A panic of the function is dropped: an observer does not change the result of a call.
type Observer = wire.Observer

// Observation is one call. It contains no value and no undeclared name of a message.
type Observation = wire.Observation

// ObservedIssue is an issue of an Observation: rule, path with * for indices and undeclared names, and level.
type ObservedIssue = wire.ObservedIssue

// ObservedConversation is the conversation of an Observation: its name, the side of the tracker, and the letters that could come next.
type ObservedConversation = wire.ObservedConversation

// Operation is the kind of an observed call: decode, check, encode, send, receive or close.
type Operation = wire.Operation

// Outcome is the result of an observed call: valid, advised, invalid or error.
type Outcome = wire.Outcome

// The outcomes. Advised is valid, with issues of level Should. Failed is an error other than a *ValidationError, such as a wrong option.
const (
	Accepted = wire.Accepted
	Advised  = wire.Advised
	Rejected = wire.Rejected
	Failed   = wire.Failed
)

// ObserveParse returns a function such as ParseHello that reports each call. name is the type's name in the spec. It panics for an unknown one.
func ObserveParse[T any](o *Observer, name string, parse func([]byte, ...Option) (T, error)) func([]byte, ...Option) (T, error) {
	return wire.ObserveParse(o, name, parse)
}

// ObserveEncode returns a function such as the method expression (*Hello).Encode that reports each call.
func ObserveEncode[T any](o *Observer, name string, encode func(T, ...Option) ([]byte, error)) func(T, ...Option) ([]byte, error) {
	return wire.ObserveEncode(o, name, encode)
}

// ObserveCheck returns a function such as the method expression (*Hello).Check that reports each call.
func ObserveCheck[T any](o *Observer, name string, check func(T, ...Option) []Issue) func(T, ...Option) []Issue {
	return wire.ObserveCheck(o, name, check)
}

// ObservedTracker is a Tracker that reports each message and the end.
type ObservedTracker[M Message] = wire.ObservedTracker[M]

// ObservedTextTracker is a TextTracker that reports each text and the end.
type ObservedTextTracker = wire.ObservedTextTracker

// ObserveTracker returns a tracker that reports each call of Receive, Send and Close. It panics for a conversation of another protocol.
func ObserveTracker[M Message](o *Observer, t *Tracker[M]) *ObservedTracker[M] {
	return wire.ObserveTracker(o, t)
}

// ObserveTexts returns a tracker of texts that reports each call. A batch is one call. It panics for a conversation of another protocol.
func ObserveTexts(o *Observer, t *TextTracker) *ObservedTextTracker { return wire.ObserveTexts(o, t) }
