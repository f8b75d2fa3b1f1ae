// Package formats contains strings at the limits of the asserted formats, as data for any test.
package formats

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"sync"
)

//go:embed edges.ndjson
var edges []byte

// Edge is a string and whether it is of a format.
type Edge struct {
	Format string
	Value  string
	Valid  bool
}

// Edges returns the strings of edges.ndjson in its order.
func Edges() []Edge { return read() }

var read = sync.OnceValue(func() []Edge {
	var list []Edge
	lines := bufio.NewScanner(bytes.NewReader(edges))
	for lines.Scan() {
		var e Edge
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			panic(err) // the file is part of the program
		}
		list = append(list, e)
	}
	return list
})
