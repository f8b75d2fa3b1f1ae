package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// Progress shows after patience, and again after each refresh.
const (
	patience = time.Second
	refresh  = 100 * time.Millisecond
)

// progress shows on a terminal how far a file has been read.
type progress struct {
	in    io.Reader
	out   *os.File
	name  string
	size  int64
	read  int64
	since time.Time
	shown time.Time // zero: never
}

// withProgress returns a reader that shows its progress, if in is a file of known size and err a terminal; done takes the line away.
func withProgress(in io.Reader, name string, err io.Writer) (r io.Reader, done func()) {
	file, isFile := in.(*os.File)
	out, isOut := err.(*os.File)
	if !isFile || !isOut || !term.IsTerminal(int(out.Fd())) {
		return in, func() {}
	}
	info, e := file.Stat()
	if e != nil || !info.Mode().IsRegular() {
		return in, func() {}
	}
	p := &progress{in: in, out: out, name: name, size: info.Size(), since: time.Now()}
	return p, p.finish
}

// newProgress returns the progress of reading some bytes, or nil if err is no terminal.
func newProgress(name string, size int64, err io.Writer) *progress {
	out, isOut := err.(*os.File)
	if !isOut || !term.IsTerminal(int(out.Fd())) {
		return nil
	}
	return &progress{out: out, name: name, size: size, since: time.Now()}
}

// Read implements io.Reader.
func (p *progress) Read(data []byte) (int, error) {
	n, err := p.in.Read(data)
	p.add(n)
	return n, err
}

// add notes that bytes have been read.
func (p *progress) add(n int) {
	p.read += int64(n)
	if now := time.Now(); now.Sub(p.since) > patience && now.Sub(p.shown) > refresh {
		p.shown = now
		fmt.Fprint(p.out, clearLine, progressLine(p.name, p.read, p.size, now.Sub(p.since)))
	}
}

// clearLine moves to the beginning of the terminal's line and clears it.
const clearLine = "\r\x1b[K"

// progressLine describes how far a file has been read: "a.ndjson: 25 % of 400.0 MiB, 50.0 MiB/s, 6 s left". The libraries for progress bars
// bring a terminal's tables of widths, templates or a network stack into the command.
func progressLine(name string, read, size int64, since time.Duration) string {
	const mebibyte = 1 << 20
	rate := float64(read) / since.Seconds()
	left := time.Duration(float64(size-read) / max(rate, 1) * float64(time.Second))
	return fmt.Sprintf("%s: %d %% of %.1f MiB, %.1f MiB/s, %.0f s left", visible(name), 100*read/max(size, 1), float64(size)/mebibyte, rate/mebibyte, left.Seconds())
}

// finish takes the line away.
func (p *progress) finish() {
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, clearLine)
	}
}
