package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// behaviour, where set in the environment, makes the test binary an executor that behaves so.
const behaviour = "CONFORMANCE_TEST_EXECUTOR"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		f := fake{how: how, hung: os.Getenv(hangFile)}
		f.serve()
		return
	}
	os.Exit(m.Run())
}

// behaving is an executor that behaves in one of fake's ways. It needs env(1): an Executor has no environment.
func behaving(t *testing.T, name, how string) Executor {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Executor{Name: name, Command: []string{"env", behaviour + "=" + how, self}}
}

// hangFile, in the environment, is a file that an executor writes before it hangs: how many requests it has answered.
const hangFile = "CONFORMANCE_TEST_HANGS"

// hanging is an executor that hangs, with alarms that ring as soon as it hangs and all its earlier answers have been read. So these
// tests take no time and need none, however busy the machine is.
func hanging(t *testing.T, name, how string) (Executor, alarms) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hangs")
	e := behaving(t, name, how)
	e.Command = append([]string{"env", hangFile + "=" + file}, e.Command...)
	answered := new(atomic.Int64)
	return e, func(_ time.Duration, f func()) alarm {
		r := &ringer{answered: answered}
		go r.watch(file, f)
		return r
	}
}

// ringer is one alarm.
type ringer struct {
	answered *atomic.Int64 // by the process that runs
	stopped  atomic.Bool
}

func (r *ringer) Reset(time.Duration) bool { r.answered.Add(1); return true }
func (r *ringer) Stop() bool               { return !r.stopped.Swap(true) }

func (r *ringer) watch(file string, f func()) {
	for !r.stopped.Load() {
		data, err := os.ReadFile(file)
		if n, bad := strconv.ParseInt(string(data), 10, 64); err == nil && bad == nil && n == r.answered.Load() && r.Stop() {
			os.Remove(file)
			r.answered.Store(0) // the next process begins anew
			f()
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// fake answers every text that contains "bad" with one issue and writes every other one back. Its behaviour decides about texts
// that contain "odd".
type fake struct {
	how, hung string
	answers   int
}

func (f *fake) serve() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := readLine(lines, maxLine)
		if err != nil {
			return
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Println(f.answer(r))
		f.answers++
		if r.Op == "stop" {
			f.stop()
			return
		}
	}
}

func (f *fake) stop() {
	switch f.how {
	case "exits badly":
		os.Exit(3)
	case "stays":
		_, _ = io.Copy(io.Discard, os.Stdin) // until the runner waits for the end of this process
		f.hang()
	}
}

// hang never returns. A file that is written under another name first is never read half.
func (f *fake) hang() {
	if f.hung != "" {
		if err := os.WriteFile(f.hung+".new", []byte(strconv.Itoa(f.answers)), 0o666); err != nil {
			panic(err)
		}
		if err := os.Rename(f.hung+".new", f.hung); err != nil {
			panic(err)
		}
	}
	time.Sleep(time.Hour)
}

func (f *fake) answer(r request) string {
	switch r.Op {
	case "start":
		return f.identity(r)
	case "stop":
		return fmt.Sprintf(`{"seq":%d}`, r.Seq)
	}
	if f.how == "dies at once" {
		os.Exit(4)
	}
	text := *r.Text
	if strings.Contains(text, "odd") {
		if answer := f.odd(r, text); answer != "" {
			return answer
		}
	}
	if strings.Contains(text, "bad") {
		return fmt.Sprintf(`{"seq":%d,"issues":[{"rule":"type","path":"/a","level":"must","message":"wrong"}]}`, r.Seq)
	}
	return fmt.Sprintf(`{"seq":%d,"issues":[],"output":%s}`, r.Seq, quoted(text))
}

func (f *fake) identity(r request) string {
	contract, language, protocols := 1, "go", `["p","q"]`
	switch f.how {
	case "another contract":
		contract = 2
	case "no language":
		language = ""
	case "one protocol":
		protocols = `["p"]`
	}
	return fmt.Sprintf(`{"seq":%d,"executor":%s,"language":%q,"contract":%d,"protocols":%s}`,
		r.Seq, quoted("fake "+f.how), language, contract, protocols)
}

// odd is the answer to the text that brings the behaviour out; "" for the usual answer.
func (f *fake) odd(r request, text string) string {
	issue := `{"seq":%d,"issues":[{"rule":%q,"path":"/a","level":"must","message":%q}]}`
	switch f.how {
	case "wrong rule":
		return fmt.Sprintf(issue, r.Seq, "const", "wrong")
	case "wrong message":
		return fmt.Sprintf(issue, r.Seq, "type", "not right")
	case "wrong output":
		return fmt.Sprintf(`{"seq":%d,"issues":[],"output":"{ }"}`, r.Seq)
	case "no output":
		return fmt.Sprintf(`{"seq":%d,"issues":[]}`, r.Seq)
	case "output beside issues":
		return strings.TrimSuffix(fmt.Sprintf(issue, r.Seq, "type", "wrong"), "}") + `,"output":"{}"}`
	case "nothing":
		return fmt.Sprintf(`{"seq":%d}`, r.Seq)
	case "wrong seq":
		return fmt.Sprintf(`{"seq":%d,"issues":[],"output":%s}`, r.Seq+1, quoted(text))
	case "no seq":
		return `{"issues":[]}`
	case "garbage":
		return "panic: oh"
	case "unknown member":
		return fmt.Sprintf(`{"seq":%d,"issues":[],"output":%s,"valid":true}`, r.Seq, quoted(text))
	case "error":
		return fmt.Sprintf(`{"seq":%d,"error":"it crashed"}`, r.Seq)
	case "skips":
		return fmt.Sprintf(`{"seq":%d,"skipped":"not yet"}`, r.Seq)
	case "half a line":
		fmt.Printf(`{"seq":%d`, r.Seq)
		os.Exit(0)
	case "dies":
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(1)
	case "hangs":
		f.hang()
	case "deaf":
		go func() { _, _ = io.Copy(io.Discard, os.Stdin) }()
		f.hang()
	case "long":
		return fmt.Sprintf(`{"seq":%d,"issues":[],"output":%s}`, r.Seq, quoted(strings.Repeat("x", 3<<20)))
	}
	return ""
}

func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}
