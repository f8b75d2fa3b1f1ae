package golang

import "strings"

// predeclared are the identifiers of Go's universe block. The list replaces go/types, which would add 1 MB to the command.
var predeclared = strings.Fields(`any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false float32 float64
	imag int int16 int32 int64 int8 iota len make max min new nil panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr`)
