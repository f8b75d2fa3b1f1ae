// Command go answers the conformance suite for the generated Go packages: one JSON request a line in, one answer a
// line out. It holds no knowledge of the protocols beyond the table of their lookups.
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
