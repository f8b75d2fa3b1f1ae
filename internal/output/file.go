// Package output is the only writer of files: it writes, compares and prunes the output of back ends.
// It is independent of specs and languages.
package output

// File is one generated file.
type File struct {
	Path string // slash-separated, relative to the output folder
	Data []byte
	// Needs are the paths of files in the folder that this one cannot do without.
	Needs []string
	// Yields is set if an existing file of that name that envgen did not write replaces this one.
	Yields bool
}
