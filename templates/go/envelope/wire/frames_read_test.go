package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// cutFrames returns the texts and the rules of a stream.
func cutFrames(t *testing.T, in io.Reader, most int) []string {
	t.Helper()
	var found []string
	frames := HeaderFrames(bufio.NewReaderSize(in, 16), most)
	for {
		l, err := frames.next()
		switch {
		case errors.Is(err, io.EOF):
			return found
		case err != nil:
			t.Fatal(err)
		case l.fault != nil:
			found = append(found, l.fault.Rule)
		default:
			found = append(found, string(l.text))
		}
	}
}

// TestFrameReader reads frames from readers that return much or little at once.
func TestFrameReader(t *testing.T) {
	const most = 5000
	full := strings.Repeat("é", most/2)
	frame := func(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }
	for _, c := range []struct {
		stream string
		want   []string
	}{
		{"", nil},
		{frame("é") + frame("") + frame(full) + frame(full+"x") + frame("2"), []string{"é", "", full, "long-frame", "2"}},
		{frame("1") + "Content-Length: 2\r\n\r\nx", []string{"1", "cut-frame"}},
		{frame("1") + "Content-Length: 2\r\n\r\n", []string{"1", "cut-frame"}},
		{frame("1") + "C", []string{"1", "cut-frame"}},
		{frame("1") + "Content-Length: 5001\r\n\r\nx", []string{"1", "long-frame"}},
		{"CONTENT-LENGTH:01\r\nX: " + strings.Repeat("y", 8100) + "\r\n\r\n1" + frame("2"), []string{"1", "2"}},
		{"Content-Length: 1\r\nX: " + strings.Repeat("y", 8200) + "\r\n\r\n1" + frame("2"), []string{"bad-header"}},
		{"Content-Type: x; charset=\"UTF8\"\r\nContent-Length: 1\r\n\r\n1", []string{"1"}},
		{"Content-Type: x; charset=utf-16\r\nContent-Length: 1\r\n\r\n1", []string{"bad-header"}},
		{"\r\n" + frame("1"), []string{"bad-header"}},
		{"{}\n" + frame("1"), []string{"bad-header"}},
	} {
		for name, in := range map[string]func(io.Reader) io.Reader{
			"all": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "data with the end": iotest.DataErrReader,
		} {
			if got := cutFrames(t, in(strings.NewReader(c.stream)), most); !slices.Equal(got, c.want) {
				t.Errorf("%s of %.60q: got %.200q, want %.200q", name, c.stream, got, c.want)
			}
		}
	}
	broken := errors.New("broken")
	for _, before := range []string{"", "Content", "Content-Length: 3\r\n\r\nx", "Content-Length: 5001\r\n\r\nx"} {
		frames := HeaderFrames(bufio.NewReader(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken))), most)
		l, err := frames.next()
		if l.fault != nil && l.fault.Rule == "long-frame" {
			_, err = frames.next()
		}
		if !errors.Is(err, broken) {
			t.Errorf("the fault behind %q: %v", before, err)
		}
	}
}

// zeros is an endless stream.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// TestFrameMemory announces 2 GiB. They cost no memory, whether they are skipped or do not come.
func TestFrameMemory(t *testing.T) {
	const gigabytes = 1 << 31
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	long := io.MultiReader(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", gigabytes)), io.LimitReader(zeros{}, gigabytes), strings.NewReader("Content-Length: 1\r\n\r\n1"))
	if got, want := cutFrames(t, long, 1000), []string{"long-frame", "1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := cutFrames(t, strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\nx", gigabytes-1)), gigabytes-1); !slices.Equal(got, []string{"cut-frame"}) {
		t.Errorf("got %q", got)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%d bytes are allocated", after.TotalAlloc-before.TotalAlloc)
	}
}

func TestFrameWriter(t *testing.T) {
	var out strings.Builder
	w := NewFrameWriter[*counted](&out, &counting, "", true, nil)
	for _, kind := range []string{"step", "€", "end"} {
		err := w.Write(&counted{said: said{kind: kind}})
		if wanted := kind != "€"; (err == nil) != wanted {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if got, want := out.String(), "Content-Length: 8\r\n\r\nstep 0 0Content-Length: 7\r\n\r\nend 0 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	broken := &torn{}
	w = NewFrameWriter[*counted](broken, &counting, "", false, nil)
	for range 2 {
		if err := w.Write(&counted{said: said{kind: "step"}}); !errors.Is(err, errUnsendable) || broken.writes != 1 {
			t.Errorf("%v after %d writes", err, broken.writes)
		}
	}
}

func TestFrameTexts(t *testing.T) {
	stream := "Content-Length: 1\r\n\r\n1Content-Length: 9\r\n\r\n123456789Content-Length: 0\r\n\r\n\r\n"
	var got []string
	for text, err := range FrameTexts(strings.NewReader(stream), []Option{MaxBytes(8)}) {
		got = append(got, string(text)+ruleOf(err))
	}
	if want := []string{"1", "long-frame", "", "bad-header"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	broken := errors.New("broken")
	got = nil
	for text, err := range FrameTexts(io.MultiReader(strings.NewReader(stream), iotest.ErrReader(broken)), nil) {
		if got = append(got, string(text)+ruleOf(err)); len(got) == 2 {
			break
		}
	}
	if want := []string{"1", "123456789"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for text, err := range FrameTexts(iotest.ErrReader(broken), nil) {
		if text != nil || !errors.Is(err, broken) {
			t.Errorf("%q, %v", text, err)
		}
	}
}
