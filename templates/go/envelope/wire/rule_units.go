package wire

import (
	"strings"
	"time"
)

// The types of parameters with a string format of their own.
var (
	VersionParam  = ParamType{"a semantic version such as 1.0.0, or several with one space between", isVersion}
	SizeParam     = ParamType{"a size such as 32768 or 32KiB", paramFrom(toSize)}
	DurationParam = ParamType{"a duration such as 300s", paramFrom(toDuration)}
)

func isVersion(value any) (any, bool) {
	text, _ := value.(string)
	for version := range strings.SplitSeq(text, " ") {
		if _, ok := majorOf(version); !ok {
			return value, false
		}
	}
	return value, true
}

func toDuration(value any) (time.Duration, bool) {
	if text, isText := value.(string); isText {
		return ParseDuration(text)
	}
	d, ok := value.(time.Duration)
	return d, ok
}

// toSize converts a number of bytes, or a string with a unit.
func toSize(value any) (int64, bool) {
	text, isText := value.(string)
	if !isText {
		n, ok := toInteger(value)
		return n, ok && n >= 0
	}
	digits, factor := strings.TrimSuffix(text, "B"), int64(1)
	for i, unit := range [...]string{"Ki", "Mi", "Gi"} {
		if number, found := strings.CutSuffix(digits, unit); found && digits != text {
			digits, factor = number, 1<<(10*(i+1))
		}
	}
	n, ok := ParseInt(digits)
	if !ok || !isVersionNumber(digits) || n > MaxInteger/factor {
		return 0, false
	}
	return n * factor, true
}
