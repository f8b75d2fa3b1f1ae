// Command control decodes messages with the Go types that go-jsonschema makes of the exported schemas: a binding that envgen did not write.
//
// Standard input is a line for each message, {protocol, type, base64}. Each is answered with a line: whether the message is decoded, or null
// where a definition has no Go type. With the argument -errors, the line is the error of the decoder or the empty string.
package main

//go:generate go run ./generate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/envgen/envgen/conformance/control/agh"
	"github.com/envgen/envgen/conformance/control/delegator"
	"github.com/envgen/envgen/conformance/control/foxctl"
	"github.com/envgen/envgen/conformance/control/helper"
	"github.com/envgen/envgen/conformance/control/hotrepl"
)

var protocols = map[string]map[string]func() any{
	"agh": agh.Types, "delegator": delegator.Types, "foxctl": foxctl.Types, "helper": helper.Types, "hotrepl": hotrepl.Types,
}

type message struct {
	Protocol string
	Type     string
	Base64   []byte
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "control:", err)
		os.Exit(1)
	}
}

func run() error {
	errors := len(os.Args) > 1 && os.Args[1] == "-errors"
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 128<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		if err := out.Encode(answer(m, errors)); err != nil {
			return err
		}
	}
	return lines.Err()
}

func answer(m message, errors bool) any {
	create, ok := protocols[m.Protocol][m.Type]
	if !ok {
		return nil
	}
	err := json.Unmarshal(m.Base64, create())
	switch {
	case !errors:
		return err == nil
	case err != nil:
		return err.Error()
	default:
		return ""
	}
}
