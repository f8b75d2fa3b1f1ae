// Command console evaluates the lines of standard input in a HotREPL server, and prints what they give.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// printer shows what the server says unasked.
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
		value, err := s.eval(ctx, hotrepl.RequestID(fmt.Sprint(n)), lines.Text())
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
