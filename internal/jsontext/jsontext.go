// Package jsontext writes JSON for people and generated code: encoding/json escapes <, > and & for HTML, which makes patterns and rules unreadable.
package jsontext

import (
	"encoding/json"
	"strings"
)

// Of returns a value as JSON on one line, with the members of maps sorted. It panics for a value that JSON cannot express: an infinite number, a function.
func Of(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
