// Package spec contains the protocol specs that ship with envgen, and the JSON Schemas of the spec language and of envgen.yaml.
package spec

import "embed"

// FS contains *.yaml, spec.schema.json and project.schema.json.
//
//go:embed *.yaml spec.schema.json project.schema.json
var FS embed.FS
