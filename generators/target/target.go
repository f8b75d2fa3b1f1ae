// Package target says what a back end is: a function from a compiled protocol and its names to files.
// It does no work of its own.
package target

import (
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Job is one protocol to spell in one language.
type Job struct {
	Protocol *ir.Protocol
	Names    *naming.Names // nil for a target without a Language
	// Imports are the packages of the protocols that Protocol leads to through its imports, each once.
	Imports []Import
	// SupportImport is the Go import path of package envelope; other languages ignore it.
	SupportImport string
	// Support is where the support code stands, as the language writes imports, without what the language adds: in TypeScript
	// "./envelope", in Python "..", or the same inside of another package.
	Support string
}

// Import is the package of an imported protocol.
type Import struct {
	Protocol *ir.Protocol
	Path     string // as the language writes imports: example.com/gen/base, ./base.js, ..base
}

// Target is one back end. An error from it is a defect of envgen, never the user's.
type Target struct {
	Name     string           // as in the flag: go, ts, py, schema
	Language *naming.Language // nil where the output has no identifiers
	// Generate returns the files of one protocol.
	Generate func(Job) ([]output.File, error)
	// Support returns the files that all protocols of an output folder share. It takes the SupportImport of jobs.
	Support func(supportImport string) ([]output.File, error)
}
