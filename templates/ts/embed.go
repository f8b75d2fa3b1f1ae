// Package ts holds the support code of generated TypeScript as the files that are copied out. They are tested where
// they stand; nothing here changes them.
package ts

import "embed"

// Support holds envelope.ts, which users import, and the modules behind it.
//
//go:embed envelope.ts envelope/*.ts
var Support embed.FS
