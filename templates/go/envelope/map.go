package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Map contains values of one type by name, in insertion order. Get, Set and Delete work on one value, and All iterates over all. Copies
// share their contents, like those of a Go map; Clone returns a map of its own. The zero Map is empty and ready for use.
type Map[T any] = wire.Map[T]
