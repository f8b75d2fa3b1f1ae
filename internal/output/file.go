// Package output is the only writer of files: it writes, compares and prunes what back ends produce.
// It knows nothing of specs and languages.
package output

// File is one generated file.
type File struct {
	Path string // slash-separated, relative to the output folder
	Data []byte
	// Needs are the paths of files in the folder that this one cannot do without.
	Needs []string
	// Yields says that the file is not written where one of that name stands that envgen did not write; that one does as well.
	Yields bool
}
