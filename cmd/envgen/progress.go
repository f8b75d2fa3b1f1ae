package main

import (
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
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
	bars  *mpb.Progress
	bar   *mpb.Bar
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

// Read implements io.Reader.
func (p *progress) Read(data []byte) (int, error) {
	n, err := p.in.Read(data)
	p.read += int64(n)
	if p.bar == nil && time.Since(p.since) > patience {
		p.show()
	}
	if p.bar != nil {
		p.bar.SetCurrent(p.read)
	}
	return n, err
}

// show starts the bar. Its rates count from the beginning of the file.
func (p *progress) show() {
	p.bars = mpb.New(mpb.WithOutput(p.out), mpb.WithRefreshRate(100*time.Millisecond))
	p.bar = p.bars.AddBar(p.size,
		mpb.PrependDecorators(decor.Name(visible(p.name)+" "), decor.CountersKibiByte("% .1f / % .1f")),
		mpb.AppendDecorators(decor.Percentage(), decor.NewAverageSpeed(decor.SizeB1024(0), " % .1f ", p.since), decor.NewAverageETA(decor.ET_STYLE_GO, p.since, nil)))
}

// finish takes the bar away.
func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
