package ir

// Check is a condition on a value of the right Kind. The set is closed: OneOf, Bound, Length, Pattern,
// Format, Items.
type Check interface {
	check()
	Fails() Failure // the failure that it raises
}

type (
	// OneOf requires one of these scalars, all of the Kind's JSON type. (A vocabulary of strings is a *Enum.)
	OneOf struct {
		Literals []Literal
		Failure  Failure
	}
	// Bound compares a number with Limit. Digits, if set, are the limit in decimal digits, which an integer of 64 bits is compared with. In the Checks of
	// such an integer they are always set, and the limit is in its range.
	Bound struct {
		Op      Op
		Limit   float64
		Digits  string
		Failure Failure
	}
	// Length compares the number of code points of a string with Limit; Op is AtLeast or AtMost.
	Length struct {
		Op      Op
		Limit   int
		Failure Failure
	}
	// Pattern requires the regular expression to match somewhere in a string.
	Pattern struct {
		Regexp  *Regexp
		Failure Failure
	}
	// Format asserts a format on a string.
	Format struct {
		Name    FormatName
		Failure Failure
	}
	// Items compares the number of items of an array with Limit; Op is AtLeast or AtMost.
	Items struct {
		Op      Op
		Limit   int
		Failure Failure
	}
)

func (OneOf) check()   {}
func (Bound) check()   {}
func (Length) check()  {}
func (Pattern) check() {}
func (Format) check()  {}
func (Items) check()   {}

// Fails returns the failure that the check raises.
func (c OneOf) Fails() Failure   { return c.Failure }
func (c Bound) Fails() Failure   { return c.Failure }
func (c Length) Fails() Failure  { return c.Failure }
func (c Pattern) Fails() Failure { return c.Failure }
func (c Format) Fails() Failure  { return c.Failure }
func (c Items) Fails() Failure   { return c.Failure }

// Op is a comparison that a value must satisfy.
type Op uint8

const (
	AtLeast Op = iota // value >= limit
	AtMost            // value <= limit
	Above             // value > limit
	Below             // value < limit
)

// Holds reports whether n compares with limit by the operator.
func (op Op) Holds(n, limit float64) bool {
	switch op {
	case AtLeast:
		return n >= limit
	case AtMost:
		return n <= limit
	case Above:
		return n > limit
	default:
		return n < limit
	}
}

// FormatName is an asserted format. JSON-Schema-Test-Suite's optional/format/<name>.json defines the accepted strings. For other strings, the RFC
// behind it decides; conformance/formats/edges.ndjson lists our own decisions.
type FormatName string

const (
	DateTime     FormatName = "date-time"     // RFC 3339
	Date         FormatName = "date"          // RFC 3339, full-date
	Time         FormatName = "time"          // RFC 3339, full-time
	Duration     FormatName = "duration"      // RFC 3339, appendix A
	UUID         FormatName = "uuid"          // RFC 4122, of any version and variant
	URI          FormatName = "uri"           // RFC 3986
	URIReference FormatName = "uri-reference" // RFC 3986
	Email        FormatName = "email"         // RFC 5321, Mailbox and the lengths of 4.5.3.1
	Hostname     FormatName = "hostname"      // RFC 1123; an A-label is a label like others
	IPv4         FormatName = "ipv4"          // RFC 2673, dotted-quad
	IPv6         FormatName = "ipv6"          // RFC 4291, section 2.2
	JSONPointer  FormatName = "json-pointer"  // RFC 6901

	RelativeJSONPointer FormatName = "relative-json-pointer" // draft-bhutton-relative-json-pointer-00
	URITemplate         FormatName = "uri-template"          // RFC 6570
)

// Formats returns every FormatName.
func Formats() []FormatName {
	return []FormatName{DateTime, Date, Time, Duration, UUID, URI, URIReference, Email, Hostname, IPv4, IPv6, JSONPointer, RelativeJSONPointer, URITemplate}
}
