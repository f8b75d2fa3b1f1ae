// Command go is an agent between a command line and a network. It reads one run of foxctl as NDJSON from standard input. It reports the end
// of the run to a peer of AGH Network over HTTP, and writes an envelope as the answer to standard output. A run that violates the rules of
// its stream is not reported: the answer is an error, and the exit code is 1. With -listen the program is such a peer.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		slog.Error("the agent stops", "err", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) error {
	flags := flag.NewFlagSet("agent", flag.ContinueOnError)
	flags.SetOutput(errs)
	listen := flags.String("listen", "", "be a peer at this address, such as 127.0.0.1:8080")
	to := flags.String("peer", "http://127.0.0.1:8080", "the peer's URL")
	if err := flags.Parse(args); err != nil {
		return err
	}
	world := world{log: slog.New(slog.NewTextHandler(errs, nil)), now: time.Now, newID: rand.Text}
	if *listen != "" {
		server := http.Server{Addr: *listen, Handler: newInbox(world, "inbox"), ReadTimeout: 10 * time.Second}
		context.AfterFunc(ctx, func() { _ = server.Close() })
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	}
	a := &agent{world: world, peer: peer{world: world, url: *to, http: &http.Client{Timeout: 10 * time.Second}}}
	return a.follow(ctx, in, out)
}

// world contains the inputs of the program besides standard input.
type world struct {
	log   *slog.Logger
	now   func() time.Time
	newID func() string
}
