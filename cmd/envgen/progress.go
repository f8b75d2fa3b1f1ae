package main

import (
	"io"
	"os"
	"time"

	"github.com/cheggaaa/pb/v3"
	"golang.org/x/term"
)

// patience is how long a file is read before a progress bar shows.
const patience = time.Second

// progress shows on a terminal how far a file has been read.
type progress struct {
	in    io.Reader
	out   *os.File
	name  string
	size  int64
	read  int64
	since time.Time
	bar   *pb.ProgressBar
}

// withProgress returns a reader that shows a progress bar, if in is a file of known size and err a terminal; done takes the bar away.
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
	if p.bar == nil && time.Since(p.since) > patience {
		p.bar = pb.Full.New(0).SetTotal(p.size).SetWriter(p.out).SetRefreshRate(100*time.Millisecond).
			Set("prefix", visible(p.name)).Set(pb.Bytes, true).Set(pb.CleanOnFinish, true).Start()
	}
	if p.bar != nil {
		p.bar.SetCurrent(p.read)
	}
}

func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
