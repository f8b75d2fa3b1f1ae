// Package ts holds the support code of generated TypeScript as files to copy. They are tested
// in this folder.
package ts

import "embed"

// Support holds envelope.ts, which users import, and the modules that it imports.
//
//go:embed envelope.ts envelope/*.ts
var Support embed.FS
