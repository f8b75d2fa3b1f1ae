// Package spec holds the protocol specs that ship with envgen, and the JSON Schema of the spec language.
package spec

import "embed"

// FS holds *.yaml and spec.schema.json.
//
//go:embed *.yaml spec.schema.json
var FS embed.FS
