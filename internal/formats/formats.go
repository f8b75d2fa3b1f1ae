// Package formats implements the asserted formats for the compiler and the reference. The bindings have implementations of their own,
// which tests compare with this one.
package formats

import (
	"strconv"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// Matches reports whether a string has a format. JSON-Schema-Test-Suite's optional/format is the authority.
func Matches(format ir.FormatName, s string) bool { return remembered(format, s, matchers[format]) }

// Named returns the test of a format by its name in JSON Schema; asserted is false for a format that is only an annotation.
func Named(name string) (matches func(string) bool, asserted bool) {
	matches, asserted = matchers[ir.FormatName(name)]
	return matches, asserted
}

// Names lists the asserted formats.
func Names() []string {
	var names []string
	for _, f := range ir.Formats() {
		names = append(names, string(f))
	}
	return names
}

var matchers = map[ir.FormatName]func(string) bool{
	ir.DateTime:     isDateTime,
	ir.Date:         isDate,
	ir.Time:         isTime,
	ir.Duration:     duration.MatchString,
	ir.UUID:         uuid.MatchString,
	ir.URI:          uri.MatchString,
	ir.URIReference: isURIReference,
	ir.Email:        isEmail,
	ir.Hostname:     isHostname,
	ir.IPv4:         ipv4.MatchString,
	ir.IPv6:         isIPv6,
	ir.JSONPointer:  jsonPointer.MatchString,

	ir.RelativeJSONPointer: relativePointer.MatchString,
	ir.URITemplate:         uriTemplate.MatchString,
}

var dateTime = compiled(
	`\A([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))\z`)

// isDateTime reads RFC 3339. Second 60 is accepted in the last minute of a day in UTC, on any day: a validator has no list of days with
// a leap second.
func isDateTime(s string) bool {
	part := dateTime.FindStringSubmatch(s)
	if part == nil {
		return false
	}
	if _, err := time.Parse(time.DateOnly, part[1]); err != nil {
		return false
	}
	hour, minute, second := digits(part[2]), digits(part[3]), digits(part[4])
	offsetHour, offsetMinute := digits(part[6]), digits(part[7])
	if hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59 {
		return false
	}
	offset := 60*offsetHour + offsetMinute
	if part[5] == "-" {
		offset = -offset
	}
	const day = 24 * 60
	inUTC := (60*hour + minute - offset + day) % day
	return second < 60 || inUTC == day-1
}

// digits reads a match of the expression. An offset of Z has no digits and counts as zero.
func digits(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
