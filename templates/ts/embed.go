// Package ts contains the support code of generated TypeScript as files to copy, with their tests.
package ts

import "embed"

// Support contains envelope.ts, which users import, and the modules that it imports.
//
//go:embed envelope.ts envelope/*.ts
var Support embed.FS
