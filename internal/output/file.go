// Package output is the only writer of files: it writes, compares and prunes what back ends produce.
// It knows nothing of specs and languages.
package output

// File is one generated file.
type File struct {
	Path string // slash-separated, relative to the output folder
	Data []byte
}
