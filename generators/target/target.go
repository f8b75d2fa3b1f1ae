// Package target defines the interface of a back end: a function from a compiled protocol and its names to files.
package target

import (
	"github.com/envgen/envgen/generators/link"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Job is one protocol to print in one language.
type Job struct {
	Protocol *ir.Protocol
	Names    *naming.Names // nil for a target without a Language
	// Imports contains the packages of the protocols that Protocol imports directly or indirectly, each once.
	Imports []Import
	// SupportImport is the Go import path of package envelope; other languages ignore it.
	SupportImport string
	// Support is the path of the support code in the form of an import: in TypeScript "./envelope", in Python "..", or a path in another
	// package.
	Support string
	// Features are the features of support code that are written.
	Features link.Features
	// License is an SPDX expression. Run of generators writes it into files with comments; a target writes it into its other files.
	License string
	// Observe adds the module for observers.
	Observe bool
	// Self is the path of the protocol's own package, in the form of an import.
	Self string
	// Warn reports a part of the spec that the output expresses incompletely.
	Warn func(diag.Diagnostic)
}

// Import is the package of an imported protocol.
type Import struct {
	Protocol *ir.Protocol
	Path     string // in the form of an import: example.com/gen/base, ./base.js, ..base
}

// Target is one back end. An error from it is a defect of envgen, never the user's.
type Target struct {
	Name     string           // as in the flag: go, ts, py, schema
	Language *naming.Language // nil if the output has no identifiers
	// Generate returns the files of one protocol.
	Generate func(Job) ([]output.File, error)
	// Support returns the files that all protocols of an output folder share. Its argument is the SupportImport of jobs.
	Support func(supportImport string) ([]output.File, error)
	// Program returns the support code for linking; nil if Support always returns whole files.
	Program func() (link.Linker, error)
	// File returns the path of a protocol's file in the single layout.
	File func(*naming.Names) string
	// Entries returns the files beside the linked support code: those that programs import, and markers.
	Entries func(link.Features) []output.File
	// Respell changes the spelling of imports, as the options demand; may be nil.
	Respell func(data []byte, supportImport string) []byte
	// Finish completes a file of a protocol, before the layout folder links it to its support code and after the layout single has joined both; may be nil.
	Finish func(names *naming.Names, data []byte) []byte
	// Merge joins files of a protocol for the folder layout; may be nil.
	Merge func([]output.File) []output.File
}
