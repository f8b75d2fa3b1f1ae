// Command host answers the requests of HotRepl that it reads, one a line, with the messages that a host sends: it adds, and cannot do more.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

func main() {
	if err := serve(os.Stdin, os.Stdout, hotrepl.Builder{Now: time.Now}); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer, b hotrepl.Builder) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		reply, err := answer(b, lines.Bytes())
		if err != nil {
			return err
		}
		if err := hotrepl.Emit(out, reply); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return lines.Err()
}

// answer is the reply to a request, or an error of the protocol where there is none to reply to.
func answer(b hotrepl.Builder, text []byte) (hotrepl.MessageFromServer, error) {
	m, err := hotrepl.ParseMessageFromClient(text)
	var invalid *hotrepl.ValidationError
	if errors.As(err, &invalid) {
		failure, _ := errors.AsType[*hotrepl.ErrorEnvelope](hotrepl.RefusalOf(invalid.Issues))
		return b.ProtocolError(failure)
	}
	if err != nil {
		return nil, err
	}
	switch m := m.(type) {
	case *hotrepl.Eval:
		begin := b.Now()
		sum, err := add(m.Code)
		if err != nil {
			return b.EvalError(m, hotrepl.NewErrorEnvelopeInvalidRequest("notASum", err.Error(), false))
		}
		took := float64(b.Now().Sub(begin).Milliseconds())
		return b.EvalResult(m, true, took, func(m *hotrepl.EvalResult) { m.Value.Set(hotrepl.MustRaw(sum)) })
	case *hotrepl.Reset:
		return b.ResetResult(m, true)
	}
	failure := hotrepl.NewErrorEnvelopeUnsupportedOperation("unsupported", "this host adds", false)
	return b.ProtocolError(failure, func(e *hotrepl.ProtocolError) { e.ID.Set(m.MessageFromClientHead().ID) })
}

// add adds the numbers of a sum.
func add(code string) (sum float64, err error) {
	for part := range strings.SplitSeq(code, "+") {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return 0, fmt.Errorf("no number: %q", part)
		}
		sum += n
	}
	return sum, nil
}
