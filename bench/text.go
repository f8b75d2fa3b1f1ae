package main

import (
	"bytes"
	"encoding/json"
)

// compact takes the blanks out of a JSON text.
func compact(text string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		panic(err) // a valid fixture
	}
	return b.String()
}

// tagOf returns a message's member type.
func tagOf(text string) string {
	var m struct{ Type string }
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		panic(err) // a valid fixture
	}
	return m.Type
}
