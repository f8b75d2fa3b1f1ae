package main

import (
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		read, size int64
		since      time.Duration
		want       string
	}{
		{100 << 20, 400 << 20, 2 * time.Second, "a: 25 % of 400.0 MiB, 50.0 MiB/s, 6 s left"},
		{0, 1 << 20, 2 * time.Second, "a: 0 % of 1.0 MiB, 0.0 MiB/s, 1048576 s left"},
		{1 << 20, 1 << 20, time.Second, "a: 100 % of 1.0 MiB, 1.0 MiB/s, 0 s left"},
		{0, 0, time.Second, "a: 0 % of 0.0 MiB, 0.0 MiB/s, 0 s left"},
	} {
		if got := progressLine("a", c.read, c.size, c.since); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
