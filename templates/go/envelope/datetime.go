package envelope

import (
	"time"

	"github.com/envgen/envgen/templates/go/envelope/wire"
)

// DateTime is the instant of an RFC 3339 date-time in seconds and nanoseconds, with the offset as written. Time returns it as a time.Time.
type DateTime = wire.DateTime

// DateTimeOf parses an RFC 3339 date-time, and reports whether text is one.
func DateTimeOf(text string) (DateTime, bool) { return wire.DateTimeOf(text) }

// AsTime returns the instant of an RFC 3339 date-time, in the written offset. Second 60 counts as the second after 59, and digits after
// nanoseconds are truncated. The error is for texts that are not valid; date-time members of valid values are.
func AsTime[S ~string](text S) (time.Time, error) { return wire.AsTime(text) }

// DateTimeText returns an instant as RFC 3339 date-time in UTC, truncated to milliseconds. It panics outside the years 0 to 9999: RFC 3339
// has no others.
func DateTimeText(t time.Time) string { return wire.DateTimeText(t) }
