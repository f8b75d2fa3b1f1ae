package main

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// Works that a conversation is measured by.
const (
	streamed = "read as a stream"
	tracked  = "track one message"
	million  = "track an exchange"
)

func conversationRaces() []race {
	return []race{
		{"foxctl-stream", streamed, []contestant{
			{"envgen", "ReadRun: order, checks between lines, numbers", readsRun},
			{"envgen's ParseEnvelope, line by line", "no order", readsLines},
		}},
		{"hotrepl", tracked, []contestant{{"envgen", "an eval and its result in turn, parsed before", steps()}}},
	}
}

func readsRun(text []byte) error {
	for _, err := range foxctl.ReadRun(bytes.NewReader(text)) {
		if err != nil {
			return err
		}
	}
	return nil
}

func readsLines(text []byte) error {
	for line := range bytes.Lines(text) {
		if _, err := foxctl.ParseEnvelope(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return err
		}
	}
	return nil
}

// connection is one that has begun with a handshake.
type connection struct {
	*hotrepl.ConnectionTracker
	eval   *hotrepl.Eval
	result *hotrepl.EvalResult
}

func connect(handshake []byte) (*connection, error) {
	m, err := hotrepl.ParseHandshake(handshake)
	if err != nil {
		return nil, err
	}
	c := &connection{hotrepl.NewConnectionTracker("client"), &hotrepl.Eval{ID: "1", Code: "1 + 1"}, &hotrepl.EvalResult{ID: "1", DurationMs: 1}}
	return c, refusedAs(c.Receive(m))
}

func refusedAs(issues []envelope.Issue) error {
	if len(issues) > 0 {
		return &envelope.ValidationError{Issues: issues}
	}
	return nil
}

// steps tracks messages on one connection, which the first call opens.
func steps() func([]byte) error {
	var c *connection
	n := 0
	return func(text []byte) (err error) {
		if c == nil {
			if c, err = connect(text); err != nil {
				return err
			}
		}
		if n++; n%2 == 1 {
			return refusedAs(c.Send(c.eval))
		}
		return refusedAs(c.Receive(c.result))
	}
}

// exchanges is how many the memory of a connection is looked at for.
const exchanges = 1_000_000

// evals opens and closes exchanges, each with an id of its own. It returns the nanoseconds of one of them, by round, and the memory
// of the connection before and after.
func (b *bench) evals(handshake []byte) (samples []float64, remark string, err error) {
	for range b.rounds {
		c, err := connect(handshake)
		if err != nil {
			return nil, "", err
		}
		before, begin := heap(), time.Now()
		for n := range exchanges {
			id := hotrepl.RequestID(strconv.Itoa(n))
			if err := errors.Join(refusedAs(c.Send(&hotrepl.Eval{ID: id, Code: "1"})), refusedAs(c.Receive(&hotrepl.EvalResult{ID: id, DurationMs: 1}))); err != nil {
				return nil, "", err
			}
		}
		samples = append(samples, float64(time.Since(begin).Nanoseconds())/exchanges)
		remark = fmt.Sprintf("a million of them; heap %d kB before, %d kB behind; %d open", before, heap(), c.Open())
		runtime.KeepAlive(c)
	}
	return samples, remark, nil
}

// heap returns the used heap, in kB.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc / 1000
}
