// Command go is an agent between a command line and a network. It reads foxctl envelopes as NDJSON from standard input, tells a peer of
// AGH Network over HTTP how each command has ended, and answers on standard output, an envelope a line. With -listen it is such a peer.
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"os"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		slog.Error("the agent stops", "err", err)
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
		server := http.Server{Addr: *listen, Handler: &inbox{world: world, name: "inbox"}, ReadTimeout: 10 * time.Second}
		return server.ListenAndServe()
	}
	a := &agent{world: world, ctx: ctx, out: out, peer: peer{world: world, url: *to, http: &http.Client{Timeout: 10 * time.Second}}}
	return a.readAll(in)
}

// world is what the program reads beside its input.
type world struct {
	log   *slog.Logger
	now   func() time.Time
	newID func() string
}
