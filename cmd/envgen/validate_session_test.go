package main

import (
	"testing"

	"github.com/envgen/envgen/internal/command"
)

// TestValidateSession reads records of sessions in which both sides send requests.
func TestValidateSession(t *testing.T) {
	const (
		find = `{"jsonrpc":"2.0","id":1,"method":"book/find","params":{"title":"Emma"}}` + "\n"
		book = `{"jsonrpc":"2.0","id":1,"result":{"pages":3}}` + "\n"
	)
	validate := func(input string, more ...string) result {
		return envgen(t, input, append([]string{"validate", "--spec", "../../conformance/odd/rpc_module.yaml", "--session", "session"}, more...)...)
	}
	validate("# a comment\n\n> "+find+"<"+book, "--as", "client").want(t, 0, "-: valid, 2 messages, 0 of them not valid\n")
	validate("< "+find+"> "+book, "--as", "server").want(t, 0, "-: valid, 2 messages, 0 of them not valid\n")
	validate("< "+find, "--as", "client").want(t, 1, "-:1: not valid\n  (the message): must come from the client [wrong-direction, must]\n")
	validate("> "+find+"\r\n< {}\r\n", "--as", "client").want(t, 1, "-:3: not valid\n", "(the end): must not end before")
	validate("> "+find, "--as", "client", "--format", "json").want(t, 1, `{"input":"-","line":1,"valid":false,"end":true,"issues":[{"rule":"incomplete"`)
	for _, c := range []struct {
		input string
		args  []string
	}{
		{find, []string{"--as", "client"}}, // no direction
		{"> " + find, nil},
		{"> " + find, []string{"--as", "desk"}},
		{"> " + find, []string{"--as", "client", "--type", "Message"}},
		{"> " + find, []string{"--as", "client", "--lines"}},
	} {
		if r := validate(c.input, c.args...); r.code != command.ExitCouldNot {
			t.Errorf("%q: exit %d: %s%s", c.args, r.code, r.out, r.err)
		}
	}
}
