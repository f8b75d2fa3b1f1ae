// Package fuzz contains the targets of fuzzers that call all executors. The folders ts and py contain those of one language.
package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// FuzzFrames compares Go, TypeScript, Python and the reference on streams of lines and of messages behind headers, in pieces of one size and whole.
func FuzzFrames(f *testing.F) {
	w := bed(f, "headers.yaml", "batch.yaml")
	var targets []conformance.Probe
	for _, p := range w.Protocols {
		for _, c := range p.Conversations {
			if c.HasLines() || c.HasFrames() {
				targets = append(targets, conformance.Probe{Protocol: p.Name, Conversation: c.Name, Stream: true})
				seed(f, uint8(len(targets)-1), c)
			}
		}
	}
	if len(targets) < 5 {
		f.Fatalf("only %d conversations have streams", len(targets))
	}
	same := start(f, w)
	f.Fuzz(func(t *testing.T, target uint8, stream []byte, pieces uint8, most uint16) {
		probe := targets[int(target)%len(targets)]
		probe.Text, probe.Limits.MaxBytes = stream, int(most)
		for _, probe.Pieces = range []int{0, 1 + int(pieces)} {
			if difference := same(probe); difference != "" {
				t.Errorf("%s", difference)
			}
		}
	})
}

// seed adds streams that are in order, and some that are not.
func seed(f *testing.F, target uint8, c *ir.Conversation) {
	f.Helper()
	ask, reply, end := `{"kind":"ask","id":1,"word":"é😀"}`, `{"kind":"reply","id":1}`, `{"kind":"end"}`
	framed := func(texts ...string) []byte {
		var b bytes.Buffer
		for _, text := range texts {
			if c.Framing == ir.NDJSON {
				b.WriteString(text + "\r\n")
			} else {
				fmt.Fprintf(&b, "Content-Type: a/b; charset=\"utf-8\"\r\ncontent-length: %d\r\n\r\n%s", len(text), text)
			}
		}
		return b.Bytes()
	}
	whole := framed(ask, reply, ask, end)
	f.Add(target, whole, uint8(0), uint16(0))
	f.Add(target, whole[:len(whole)-3], uint8(2), uint16(40))
	f.Add(target, framed("["+ask+","+reply+","+ask+"]", "[]", "[["+end+"]]", " [ "+end+"\t]"), uint8(4), uint16(0))
	f.Add(target, framed("", " ", "{", "\"\xff\"", end), uint8(0), uint16(12))
	f.Add(target, append(whole, "Content-Length: 00000000002\r\nContent-Length: 2\r\n\r\n{}\r\nX: \x00\r\n"...), uint8(6), uint16(0))
}

// bed is a testbed of some odd specs. Each process of a fuzzer has one.
func bed(f *testing.F, names ...string) *testbed.Testbed {
	f.Helper()
	needs.Time(f, "it builds executors")
	root := needs.Checkers(f)
	files := fstest.MapFS{}
	for _, name := range names {
		data, err := os.ReadFile("../odd/" + name)
		if err != nil {
			f.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	w, err := testbed.New(root, f.TempDir(), files)
	if err != nil {
		f.Fatal(err)
	}
	if err := w.Build(f.Context()); err != nil {
		f.Fatal(err)
	}
	return w
}

// start begins one comparison that all inputs share, because an executor takes longer to start than to answer. It returns a function that puts a probe
// to all executors and returns the differences.
func start(f *testing.F, w *testbed.Testbed) func(conformance.Probe) string {
	f.Helper()
	probes, done, failed := make(chan conformance.Probe), make(chan string), make(chan error, 1)
	var found []string
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, err := conformance.Compare(ctx, conformance.Comparison{Executors: w.Executors(), Batch: 1, Timeout: time.Minute,
			Baseline: func(p conformance.Probe) (conformance.Answer, error) {
				a, err := w.Answer(p)
				if err != nil {
					found = append(found, fmt.Sprintf("the reference: %v: %q", err, p.Text))
				}
				return a, err
			},
			Known: func(executor string, p conformance.Probe, what string) bool {
				found = append(found, fmt.Sprintf("%s %s: %s.%s in pieces of %d, at most %d bytes: %q", executor, what, p.Protocol, p.Conversation, p.Pieces, p.Limits.MaxBytes, p.Text))
				return true
			},
			Probes: func(yield func(conformance.Probe) bool) {
				for p := range probes {
					if found = nil; !yield(p) { // which returns when all have answered
						return
					}
					done <- strings.Join(found, "\n")
				}
			}})
		failed <- err
	}()
	f.Cleanup(func() {
		close(probes)
		if err := <-failed; err != nil {
			f.Error(err)
		}
		cancel()
	})
	return func(p conformance.Probe) string {
		select {
		case probes <- p:
			return <-done
		case err := <-failed:
			failed <- err
			return fmt.Sprintf("the comparison has ended: %v", err)
		}
	}
}
