package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// answered is the work of a request and its reply, through a client and a server in one process.
const answered = "request and reply"

func serverRaces() []race {
	return []race{{"hotrepl", answered, []contestant{{"envgen", "an eval and its result, as texts, through ConnectionClient and ConnectionServer", roundTrips()}}}}
}

// adder answers evals.
type adder struct {
	hotrepl.UnimplementedConnectionHandler
}

func (adder) Eval(_ context.Context, m *hotrepl.Eval) (hotrepl.EvalReply, error) {
	return &hotrepl.EvalResult{ID: m.ID, DurationMs: 1}, nil
}

// pair is a client and a server that call each other.
type pair struct {
	client *hotrepl.ConnectionClient
	server *hotrepl.ConnectionServer
}

func paired(handshake []byte) (*pair, error) {
	p := &pair{}
	p.client = hotrepl.NewConnectionClient(func(m hotrepl.Message) error {
		text, err := hotrepl.EncodeUnchecked(m)
		if err == nil {
			_, _, _, err = p.server.ReceiveText(context.Background(), text)
		}
		return err
	})
	p.server = hotrepl.NewConnectionServer(func(m hotrepl.Message) error {
		text, err := hotrepl.EncodeUnchecked(m)
		if err != nil {
			return err
		}
		_, _, issues := p.client.ReceiveText(text)
		return refusedAs(issues)
	}, adder{}, envelope.Serving[hotrepl.Message]{})
	m, err := hotrepl.ParseHandshake(handshake)
	return p, errors.Join(err, p.server.Send(context.Background(), m))
}

// roundTrips sends requests on one connection, which the first call opens.
func roundTrips() func([]byte) error {
	var p *pair
	n := 0
	return func(text []byte) (err error) {
		if p == nil {
			if p, err = paired(text); err != nil {
				return err
			}
		}
		n++
		_, err = p.client.Eval(context.Background(), &hotrepl.Eval{ID: hotrepl.RequestID(strconv.Itoa(n)), Code: "1 + 1"})
		return err
	}
}
