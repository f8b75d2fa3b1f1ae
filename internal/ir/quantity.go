package ir

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// DurationText spells a duration as people write it: "5 min", "24 h", "1 s 500 ms".
func DurationText(d time.Duration) string {
	if d == 0 {
		return "0 s"
	}
	var parts []string
	left := d.Abs()
	for _, u := range []struct {
		size time.Duration
		name string
	}{{time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}, {time.Nanosecond, "ns"}} {
		if n := left / u.size; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, u.name))
			left %= u.size
		}
	}
	text := strings.Join(parts, " ")
	if d < 0 {
		return "-" + text
	}
	return text
}

// SizeText spells a number of bytes as people write it: "1 MiB (1,048,576 bytes)", "1,000 bytes".
func SizeText(bytes int64) string {
	all := Grouped(bytes) + " bytes"
	for _, u := range []struct {
		size int64
		name string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if bytes >= u.size && bytes%u.size == 0 {
			return fmt.Sprintf("%s %s (%s)", Grouped(bytes/u.size), u.name, all)
		}
	}
	return all
}

// Grouped spells a whole number with a comma between each three digits.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}
