// Package executors contains the sources of the executors in Go, TypeScript and Python, to build them for other protocols. The lists of
// protocols are not part of them.
package executors

import "embed"

// Sources are <language>/<file>.
//
//go:embed go/actions.go go/build.go go/converse.go go/main.go go/perturb.go go/serve.go
//go:embed ts/actions.ts ts/answer.ts ts/build.ts ts/executor.ts ts/module.ts ts/package.json
//go:embed py/building.py py/executor.py py/serve.py
var Sources embed.FS
