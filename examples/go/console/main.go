// Command console evaluates the lines of standard input in a HotREPL server and prints the values. A line such as `:build {"target":"x"}`
// calls a command and prints its output and the verified artifacts.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// printer prints unsolicited messages of the server.
type printer struct{}

func (printer) pushed(m hotrepl.Message) { fmt.Fprintln(os.Stderr, "#", m) }

func (printer) wrong(err error) { fmt.Fprintln(os.Stderr, "!", err) }

func main() {
	url := flag.String("url", "ws://127.0.0.1:18590", "address of the server")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *url); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, url string) error {
	s, err := dial(ctx, url, printer{})
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	for n := 1; lines.Scan(); n++ {
		value, err := s.line(ctx, hotrepl.RequestID(fmt.Sprint(n)), lines.Text())
		if err != nil {
			value = err.Error()
		}
		fmt.Println(value)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return s.close()
}

// line evaluates code or calls a command.
func (s *session) line(ctx context.Context, id hotrepl.RequestID, text string) (string, error) {
	command, is := strings.CutPrefix(text, ":")
	if !is {
		return s.eval(ctx, id, text)
	}
	name, input, _ := strings.Cut(command, " ")
	args := hotrepl.Object{}
	if input != "" {
		if err := args.UnmarshalJSON([]byte(input)); err != nil {
			return "", err
		}
	}
	value, artifacts, err := s.call(ctx, id, name, args)
	for _, artifact := range slices.Sorted(maps.Keys(artifacts)) {
		value += fmt.Sprintf("\n# %s: %d bytes", artifact, len(artifacts[artifact]))
	}
	return value, err
}
