package envelope

import (
	"time"

	"github.com/envgen/envgen/templates/go/envelope/wire"
)

// Message is implemented by pointers to the records of all protocols, and hence by unions. Check returns all issues, and Validate an error
// if one has level Must. Encode returns the JSON text of a valid value, and AppendJSON appends that text.
type Message = wire.Message

// EncodeUnchecked returns the text of a message without validation. It fails for nil, and for a value that JSON cannot represent.
func EncodeUnchecked(m Message, opts ...Option) ([]byte, error) { return wire.EncodeUnchecked(m, opts) }

// Codec reads and writes the values of one type that is chosen at run time: its Parse takes JSON text and returns the value, its Encode
// takes the value and returns the text, and its Check returns all issues of a text. The function Lookup of a protocol package returns it
// by the name of the type.
type Codec = wire.Codec

// NoRecord finds structs that embed a type of a protocol. Such a struct inherits the methods of that type, so encoding/json and fmt write
// and read it as that type alone, and its other fields are lost without an error. Name the type as a field instead. The compiler refuses
// this line as an ambiguous selector if Row embeds such a type:
//
//	var _ = struct { Row; envelope.NoRecord }{}.EncodeTo
type NoRecord = wire.NoRecord

// Issue is a violation of a rule: the rule, the JSON Pointer of the place, the level, and a message that contains nothing of the value.
type Issue = wire.Issue

// Level is how strict a rule is, and so an issue: Must or Should.
type Level = wire.Level

// The levels. A value is valid if it has no issue of level Must.
const (
	Must   = wire.Must
	Should = wire.Should
)

// ValidationError is the error for an invalid value. Its field Issues contains the issues, sorted by path and rule.
type ValidationError = wire.ValidationError

// OptionError is the error for an invalid option, independent of the message. Its fields are the name of the option and its fault.
type OptionError = wire.OptionError

// Option changes how a value is read, checked or written. All functions that parse, check or encode take any number of them; packages
// of protocols with parameters have more options.
type Option = wire.Option

// MaxDepth limits the nesting depth of arrays and objects: 1 to 256, default 128.
func MaxDepth(n int) Option { return wire.MaxDepth(n) }

// MaxBytes limits the size of a text in bytes of UTF-8: 1 to 2147483647, default 16 MiB.
func MaxBytes(n int) Option { return wire.MaxBytes(n) }

// MaxIssues limits the number of issues returned: 1 to 2147483647, default 100.
func MaxIssues(n int) Option { return wire.MaxIssues(n) }

// Report stores all issues in *issues, including level Should, whether the value is valid or not. Given more than once, it stores them in
// each place.
func Report(issues *[]Issue) Option { return wire.Report(issues) }

// Strict makes a value with issues of level Should invalid, too.
func Strict() Option { return wire.Strict() }

// Now sets the current time for rules. The default is the system clock.
func Now(t time.Time) Option { return wire.Now(t) }

// MaxRemembered limits the memory of a conversation, in bytes of JSON: 1 to 2147483647, default 64 MiB.
func MaxRemembered(n int) Option { return wire.MaxRemembered(n) }

// Param sets a parameter of a protocol, or one of the limits max_depth, max_bytes, max_issues and max_remembered, by name. It is for generic tools;
// packages with parameters have an option for each. The value is a boolean, number, string or time.Duration; a size may be a string
// such as "32KiB", a duration one such as "300s". An unknown name or an invalid value is an *OptionError.
func Param(name string, value any) Option { return wire.Param(name, value) }

// Equal reports whether two messages are equal as JSON: the order of undeclared members and the spelling of numbers and strings in
// untyped parts do not count. An absent member differs from null. nil is equal to nil only. A value that JSON cannot represent, such as
// NaN, is equal to nothing.
func Equal[T Message](a, b T) bool { return wire.Equal(a, b) }

// Indent formats the text that Encode returns, with two spaces a level: Indent(m.Encode()). It returns err unchanged.
func Indent(text []byte, err error) ([]byte, error) { return wire.Indent(text, err) }
