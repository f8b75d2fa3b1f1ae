// Command go answers the conformance suite for the generated Go packages: one JSON request a line in, one answer a
// line out. It holds no knowledge of the protocols beyond the table of their lookups.
package main

import (
	"fmt"
	"os"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/helper"
)

// protocol is the entry by name of one generated package. What protocols share has one type, whichever package
// it is named by; here that is agh.
type protocol struct {
	name   string
	root   string
	lookup func(string) (agh.Codec, bool)
}

var protocols = []protocol{
	{"agh", agh.RootType, agh.Lookup},
	{"helper", helper.RootType, helper.Lookup},
}

func main() {
	if err := serve(protocols, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
