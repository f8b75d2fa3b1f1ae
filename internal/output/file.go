// Package output is the only writer of files: it writes, compares and prunes what back ends produce.
// It knows nothing of specs and languages.
package output

// File is one generated file.
type File struct {
	Path string // slash-separated, relative to the output folder
	Data []byte
	// Needs are the paths of files in the folder that this one cannot do without.
	Needs []string
}
