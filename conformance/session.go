package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/envgen/envgen/internal/version"
)

// The protocol: one JSON object a line each way, every answer repeats its request's seq. The first request is
// start, the last one stop.

const maxLine = 128 << 20

type request struct {
	Seq      int             `json:"seq"`
	Op       string          `json:"op"`
	Contract int             `json:"contract,omitempty"`
	Protocol string          `json:"protocol,omitempty"`
	Type     string          `json:"type,omitempty"`
	Text     *string         `json:"text,omitempty"`
	Base64   *string         `json:"base64,omitempty"`
	Now      string          `json:"now,omitempty"`
	Params   json.RawMessage `json:"params,omitempty"`

	Conversation string          `json:"conversation,omitempty"`
	As           string          `json:"as,omitempty"`
	Events       json.RawMessage `json:"events,omitempty"`
	Pieces       int             `json:"pieces,omitempty"`
	Building
	Action
}

// answer contains the members of all answers. The request determines which ones are present.
type answer struct {
	Seq *int `json:"seq"`
	identity
	Issues  *[]Issue `json:"issues"`
	Output  *string  `json:"output"`
	Skipped *string  `json:"skipped"`
	Error   *string  `json:"error"`

	Verdicts *[][]Issue `json:"verdicts"`
	Exit     *int       `json:"exit"`
	Case     *string    `json:"case"`
	Verified *bool      `json:"verified"`
}

// identity is the description of an executor in its first answer.
type identity struct {
	Executor  string   `json:"executor"`
	Language  string   `json:"language"`
	Contract  int      `json:"contract"`
	Protocols []string `json:"protocols"`
}

// Issue is one fault as an executor reports it.
type Issue struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Level   string `json:"level"`
	Message string `json:"message"`
}

// session is one running executor process.
type session struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   *bufio.Reader
	seq     int
	cause   atomic.Pointer[error] // why the session was aborted
	release func() bool
	after   alarms
}

// alarms starts a timer that calls a function after some time. Tests replace it, so that no test depends on a clock.
type alarms func(d time.Duration, f func()) alarm

// alarm is the part of *time.Timer in use.
type alarm interface {
	Reset(d time.Duration) bool
	Stop() bool
}

func clock(d time.Duration, f func()) alarm { return time.AfterFunc(d, f) }

// open starts the process. It must be ended with close.
func open(ctx context.Context, e Executor, stderr io.Writer, after alarms) (*session, error) {
	if len(e.Command) == 0 {
		return nil, errors.New("no command")
	}
	s := &session{process: exec.Command(e.Command[0], e.Command[1:]...), after: after}
	s.process.Stderr = stderr
	s.process.WaitDelay = time.Second // a grandchild may keep the pipe of stderr open
	var err error
	if s.in, err = s.process.StdinPipe(); err != nil {
		return nil, err
	}
	if s.out, err = s.process.StdoutPipe(); err != nil {
		return nil, err
	}
	s.lines = bufio.NewReader(s.out)
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { s.abort(ctx.Err()) })
	s.release = stop
	return s, nil
}

// abort ends the process at once. Closing the pipes ends every wait on them even if a grandchild lives on.
func (s *session) abort(cause error) {
	s.cause.CompareAndSwap(nil, &cause)
	_ = s.process.Process.Kill() // it may have ended by itself
	_ = s.in.Close()
	_ = s.out.Close()
}

// ask sends one request and waits for its answer. After an error the session is unusable.
func (s *session) ask(r request, timeout time.Duration) (answer, error) {
	var a answer
	_, err := s.askAll([]request{r}, timeout, func(_ int, got answer) { a = got })
	return a, err
}

// askAll sends requests without waiting for one answer before the next, and hands over every answer in order. The
// timeout is each answer's. It returns how many answers came; after an error the session is of no more use.
func (s *session) askAll(requests []request, timeout time.Duration, answered func(int, answer)) (int, error) {
	first := s.seq + 1
	s.seq += len(requests)
	sent := make(chan error, 1)
	go func() { sent <- s.send(requests, first) }()
	timer := s.after(timeout, func() { s.abort(fmt.Errorf("no answer within %v", timeout)) })
	defer timer.Stop()
	for i := range requests {
		a, err := s.receive(first + i)
		if err != nil {
			timer.Stop()
			s.abort(err) // frees the sender, too
			<-sent
			return i, *s.cause.Load()
		}
		timer.Reset(timeout)
		answered(i, a)
	}
	return len(requests), <-sent
}

func (s *session) send(requests []request, seq int) error {
	w := bufio.NewWriterSize(s.in, 64<<10)
	for i, r := range requests {
		r.Seq = seq + i
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(data, '\n')); err != nil {
			return fmt.Errorf("the executor has ended: %w", err)
		}
	}
	return w.Flush()
}

func (s *session) receive(seq int) (answer, error) {
	line, err := readLine(s.lines, maxLine)
	switch {
	case errors.Is(err, io.EOF):
		return answer{}, errors.New("the executor has ended without an answer")
	case err != nil:
		return answer{}, err
	}
	var a answer
	if err := decodeStrictly(line, &a); err != nil {
		return answer{}, fmt.Errorf("the answer is no answer (%w): %s", err, cut(string(line)))
	}
	if a.Seq == nil || *a.Seq != seq {
		return answer{}, fmt.Errorf("the answer does not repeat seq %d: %s", seq, cut(string(line)))
	}
	return a, nil
}

// readLine returns the next line without its end. A last line without end is an end of input.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > most {
			return nil, fmt.Errorf("the answer is longer than %d bytes", most)
		}
		line = append(line, part...)
		if err == nil {
			return bytes.TrimSuffix(line, []byte("\n")), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// start reads the executor's identity.
func (s *session) start(e Executor, timeout time.Duration) (identity, error) {
	a, err := s.ask(request{Op: "start", Contract: version.Executors}, timeout)
	switch {
	case err != nil:
		return identity{}, err
	case a.Error != nil:
		return identity{}, fmt.Errorf("error: %s", *a.Error)
	case a.Contract != version.Executors:
		return identity{}, fmt.Errorf("it speaks contract %d, not %d", a.Contract, version.Executors)
	case a.Executor == "" || a.Language == "":
		return identity{}, errors.New("it does not name itself and its language")
	case e.Announces != "" && e.Announces != a.Executor:
		return identity{}, fmt.Errorf("it calls itself %s, not %s", a.Executor, e.Announces)
	}
	return a.identity, nil
}

// close ends the session: politely if it still works, else it only waits for the process to be gone.
func (s *session) close(timeout time.Duration) error {
	_, err := s.ask(request{Op: "stop"}, timeout)
	_ = s.in.Close() // end of input, for one that did not understand
	timer := s.after(timeout, func() { s.abort(fmt.Errorf("still running %v after stop", timeout)) })
	waited := s.process.Wait()
	timer.Stop()
	s.release()
	if cause := s.cause.Load(); cause != nil {
		return *cause
	}
	return errors.Join(err, waited)
}

// discard ends a session that has gone wrong.
func (s *session) discard() {
	s.abort(errors.New("discarded"))
	_ = s.process.Wait() // killed: its status is meaningless
	s.release()
}

// tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

const tailSize = 4 << 10

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if excess := len(t.data) - tailSize; excess > 0 {
		t.data = append(t.data[:0], t.data[excess:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data)
}
