// Package gotemplates holds the support code of generated Go as files to copy. It is written and tested in package envelope below,
// which is not imported here.
package gotemplates

import (
	"embed"
	"io/fs"
	"strings"
)

// The files are listed one by one to keep the tests out of the binary.
//
//go:embed envelope/accept.go envelope/address.go envelope/arithmetic.go envelope/canonical.go envelope/codec.go envelope/collect.go envelope/conversation.go envelope/conversations.go envelope/datetime.go
//go:embed envelope/doc.go envelope/doubt.go envelope/email.go envelope/equal.go envelope/evaluate.go envelope/evaluated.go envelope/failure.go envelope/formats.go envelope/issue.go envelope/items.go envelope/jsontypes.go envelope/lines.go envelope/lookup.go envelope/map.go envelope/members.go
//go:embed envelope/multiple.go envelope/object.go envelope/options.go envelope/params.go envelope/params_units.go envelope/presence.go envelope/raw.go envelope/read_containers.go
//go:embed envelope/reader.go envelope/schema.go envelope/sets.go envelope/skip.go envelope/stages.go envelope/surplus.go envelope/tag.go envelope/text.go envelope/timestamp.go envelope/tree.go
//go:embed envelope/unique.go envelope/uri.go envelope/version.go envelope/writer.go
var files embed.FS

// Folder is the name of the support package and its folder.
const Folder = "envelope"

// usesList says of each file which others it uses and what it has for generated code. A test writes it.
//
//go:embed uses.txt
var usesList string

// File is one file of the support package.
type File struct {
	Path     string // begins with Folder
	Data     []byte
	Uses     []string // paths of other files
	Declares []string // exported functions, types, variables and constants
	Methods  []string // exported methods of types of other files, which generated code calls
}

// Support returns the support package without its tests, sorted by file name.
func Support() ([]File, error) {
	paths, err := fs.Glob(files, Folder+"/*.go")
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
	for _, path := range paths {
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
