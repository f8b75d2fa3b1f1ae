package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/coder/websocket"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

// maxFrame is the maximum size of a message of the server, in bytes.
const maxFrame = 4 << 20

// session is a connection with a server: the requests of hotrepl.ConnectionClient, over a WebSocket.
type session struct {
	*hotrepl.ConnectionClient
	socket *websocket.Conn
	done   sync.WaitGroup
}

// watcher receives messages that are not replies, and invalid messages.
type watcher interface {
	pushed(m hotrepl.Message)
	wrong(err error) // for an invalid message, which does not change the session
}

// dial connects. It reads messages until the connection ends. Then all waiting requests get an error.
func dial(ctx context.Context, url string, w watcher) (*session, error) {
	socket, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(maxFrame)
	s := &session{socket: socket}
	s.ConnectionClient = hotrepl.NewConnectionClient(func(m hotrepl.Message) error {
		text, err := hotrepl.EncodeUnchecked(m)
		if err != nil {
			return err
		}
		return socket.Write(context.WithoutCancel(ctx), websocket.MessageText, text)
	})
	greeted := make(chan struct{})
	s.done.Go(func() { s.read(context.WithoutCancel(ctx), w, sync.OnceFunc(func() { close(greeted) })) })
	select {
	case <-greeted: // the client must not send before the handshake
		return s, nil
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), s.close())
	}
}

// read handles all messages until the connection ends. It calls greeted after the first one.
func (s *session) read(ctx context.Context, w watcher, greeted func()) {
	defer greeted()
	for {
		kind, text, err := s.socket.Read(ctx)
		if err != nil {
			s.Close(err)
			return
		}
		if kind != websocket.MessageText {
			w.wrong(errors.New("a frame is no text"))
			continue
		}
		s.take(text, w)
		greeted()
	}
}

// take passes a text to the client. An invalid reply fails its request.
func (s *session) take(text []byte, w watcher) {
	m, answers, issues := s.ReceiveText(text)
	switch {
	case slices.ContainsFunc(issues, func(i hotrepl.Issue) bool { return i.Level == hotrepl.Must }):
		w.wrong(&hotrepl.ValidationError{Issues: issues})
	case !answers:
		w.pushed(m)
	}
}

// close ends the connection and waits until the reading has ended.
func (s *session) close() error {
	err := s.socket.Close(websocket.StatusNormalClosure, "")
	s.done.Wait()
	return err
}

// eval evaluates code and returns the value as JSON.
func (s *session) eval(ctx context.Context, id hotrepl.RequestID, code string) (string, error) {
	reply, err := s.Eval(ctx, &hotrepl.Eval{ID: id, Code: code})
	if err != nil {
		return "", err
	}
	switch reply := reply.(type) {
	case *hotrepl.EvalResult:
		value, _ := reply.Value.Get()
		return value.String(), nil
	case *hotrepl.EvalError:
		return "", &reply.Error
	}
	return "", fmt.Errorf("an unknown reply %T", reply)
}
