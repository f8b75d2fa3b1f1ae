package ir

import (
	"testing"
	"time"
)

func TestQuantities(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0 s", 5 * time.Minute: "5 min", 24 * time.Hour: "24 h", 90*time.Minute + 1500*time.Millisecond: "1 h 30 min 1 s 500 ms",
		-time.Second: "-1 s", 1001: "1 µs 1 ns"} {
		if got := DurationText(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int64]string{1 << 20: "1 MiB (1,048,576 bytes)", 1000: "1,000 bytes", 32 << 10: "32 KiB (32,768 bytes)", 0: "0 bytes", 999: "999 bytes",
		1536 << 20: "1,536 MiB (1,610,612,736 bytes)", 1 << 30: "1 GiB (1,073,741,824 bytes)", -1000: "-1,000 bytes"} {
		if got := SizeText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
