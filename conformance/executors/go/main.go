// Command go answers the conformance suite for the generated Go packages: one JSON request on each line of input, one answer on each line of output.
// Only the table of lookups depends on the protocols.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := serve(protocols, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
