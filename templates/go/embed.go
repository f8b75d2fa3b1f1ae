// Package gotemplates holds the support code of generated Go as files to copy. It is written and tested in package wire below, which
// package envelope shows a part of; neither is imported here.
package gotemplates

import (
	"embed"
	"io/fs"
	"strings"
)

// The files are listed one by one to keep the tests out of the binary.
//
//go:embed envelope/wire/accept.go envelope/wire/address.go envelope/wire/arithmetic.go envelope/wire/canonical.go envelope/wire/client.go envelope/wire/codec.go envelope/wire/collect.go envelope/wire/conversation.go envelope/wire/conversations.go envelope/wire/courses.go envelope/wire/datetime.go
//go:embed envelope/wire/doc.go envelope/wire/doubt.go envelope/wire/email.go envelope/wire/embedding.go envelope/wire/equal.go envelope/wire/evaluate.go envelope/wire/evaluated.go envelope/wire/exact.go envelope/wire/exchanges.go envelope/wire/failure.go envelope/wire/fault.go envelope/wire/formats.go envelope/wire/formatting.go envelope/wire/inspect.go envelope/wire/issue.go envelope/wire/items.go envelope/wire/jsontypes.go envelope/wire/lines.go envelope/wire/linewriter.go envelope/wire/lookahead.go envelope/wire/lookup.go envelope/wire/map.go envelope/wire/members.go envelope/wire/memory.go envelope/wire/multiple.go envelope/wire/numbers.go envelope/wire/object.go envelope/wire/options.go envelope/wire/orders.go envelope/wire/params.go envelope/wire/params_units.go envelope/wire/pattern.go envelope/wire/presence.go envelope/wire/raw.go envelope/wire/read_containers.go envelope/wire/reader.go envelope/wire/requests.go envelope/wire/satisfies.go envelope/wire/schema.go envelope/wire/sets.go envelope/wire/skip.go envelope/wire/slots.go envelope/wire/stages.go envelope/wire/surplus.go envelope/wire/tag.go envelope/wire/text.go envelope/wire/timestamp.go envelope/wire/tree.go
//go:embed envelope/wire/unique.go envelope/wire/uri.go envelope/wire/version.go envelope/wire/writer.go
//go:embed envelope/wire/build.go envelope/wire/buildcodec.go envelope/wire/cut.go envelope/wire/digest.go envelope/wire/directory.go envelope/wire/ids.go envelope/wire/keep.go envelope/wire/layout.go envelope/wire/locks.go envelope/wire/marks.go envelope/wire/own.go envelope/wire/ownvalue.go envelope/wire/preview.go envelope/wire/printing.go envelope/wire/redact.go envelope/wire/refusals.go envelope/wire/secrets.go envelope/wire/sink.go envelope/wire/store.go
//go:embed envelope/artifacts.go envelope/builders.go envelope/clients.go envelope/conversations.go envelope/datetime.go envelope/doc.go envelope/envelope.go envelope/map.go envelope/values.go
var files embed.FS

// The folders of the two packages of support code. Their last elements are the names of the packages.
const (
	Face = "envelope"      // for programs
	Wire = "envelope/wire" // for generated code
)

// FaceImport is the import path of package envelope here, which begins what it imports. Copies have another one.
const FaceImport = "github.com/envgen/envgen/templates/go/" + Face

// usesList says of each file which others it uses and what it has for generated code. A test writes it.
//
//go:embed uses.txt
var usesList string

// File is one file of the support code.
type File struct {
	Path     string // begins with Face or Wire
	Data     []byte
	Uses     []string // paths of other files
	Declares []string // exported functions, types, variables and constants
	Methods  []string // exported methods of types of other files, which generated code calls
}

// Support returns the support code without its tests, package by package, sorted by file name.
func Support() ([]File, error) {
	face, err := fs.Glob(files, Face+"/*.go")
	if err != nil {
		return nil, err
	}
	wire, err := fs.Glob(files, Wire+"/*.go")
	if err != nil {
		return nil, err
	}
	listed := map[string]*File{}
	var file *File
	for line := range strings.Lines(usesList) {
		switch words := strings.Fields(line); words[0] {
		case "uses":
			file.Uses = words[1:]
		case "declares":
			file.Declares = words[1:]
		case "methods":
			file.Methods = words[1:]
		default:
			file = &File{Path: words[0]}
			listed[file.Path] = file
		}
	}
	var list []File
	for _, path := range append(face, wire...) {
		data, err := files.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f := listed[path]
		if f == nil {
			f = &File{Path: path} // the test of the list fails
		}
		f.Data = data
		list = append(list, *f)
	}
	return list, nil
}
