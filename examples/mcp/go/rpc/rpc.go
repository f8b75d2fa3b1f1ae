// Package rpc has the errors of JSON-RPC that the servers of this folder send.
package rpc

import (
	"encoding/json"
	"errors"
	"log"

	"example.com/mcp/bindings/envelope"
	"example.com/mcp/bindings/mcp"
)

// Invalid is the error of a request whose parameters are invalid.
type Invalid string

func (e Invalid) Error() string { return string(e) }

// Failed returns the error of JSON-RPC.
func Failed(_ mcp.Message, key any, err error) mcp.Message {
	reply := &mcp.JSONRPCError{Error: mcp.JSONRPCErrorError{Code: -32603, Message: err.Error()}}
	if errors.Is(err, envelope.ErrUnimplemented) {
		reply.Error = mcp.JSONRPCErrorError{Code: -32601, Message: "there is no such method"}
	} else if errors.As(err, new(Invalid)) {
		reply.Error.Code = -32602
	}
	switch id := key.(type) {
	case string:
		reply.ID = mcp.RequestIDString(id)
	case float64:
		reply.ID = mcp.RequestIDInteger(id)
	}
	return reply
}

// Refuse answers a request that is not valid, by itself or in its place. The answer is no part of the conversation.
func Refuse(lines envelope.Transport) func([]byte, []envelope.Issue) error {
	return func(text []byte, issues []envelope.Issue) error {
		log.Println("refused:", issues)
		var head struct {
			ID     any
			Method string
		}
		if json.Unmarshal(text, &head) != nil || head.Method == "" || head.ID == nil {
			return nil
		}
		code := -32600
		if m, err := mcp.ParseMessage(text); err != nil {
			code = -32602
		} else if _, is := m.(*mcp.UnknownCall); is {
			code = -32601
		}
		failure := map[string]any{"code": code, "message": issues[0].Message}
		answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": head.ID, "error": failure})
		return errors.Join(err, lines.WriteText(answer))
	}
}
