package golang

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"path"
	"strings"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
	gotemplates "github.com/envgen/envgen/templates/go"
)

// renderer renders declarations to files. Rendering and formatting take most of the time for large specs, so files are rendered
// concurrently.
type renderer struct {
	g     *generator
	files []*sourceFile
	all   sync.WaitGroup
}

// sourceFile is one file with its rendered text.
type sourceFile struct {
	output.File
	err error
}

// file adds a file, unless it has no declarations.
func (r *renderer) file(name string, declare func(add func(...jen.Code))) {
	var file *jen.File
	declare(func(code ...jen.Code) {
		for _, c := range code {
			if file == nil {
				file = r.g.newFile(name == "protocol.go")
			}
			file.Add(c).Line()
		}
	})
	if file == nil {
		return
	}
	f := &sourceFile{File: output.File{Path: path.Join(r.g.names.Package(), name)}}
	r.files = append(r.files, f)
	r.all.Go(func() {
		var text bytes.Buffer
		if f.err = file.Render(&text); f.err == nil {
			f.Data, f.err = formatted(text.Bytes())
		}
	})
}

// finish returns the files.
func (r *renderer) finish() (files []output.File, err error) {
	r.all.Wait()
	for _, f := range r.files {
		if f.err != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", f.Path, f.err))
		}
		files = append(files, f.File)
	}
	return files, err
}

// newFile returns a file with its head and imports.
func (g *generator) newFile(introduced bool) *jen.File {
	file := jen.NewFile(g.names.Package())
	file.NoFormat = true // the text is formatted later
	file.HeaderComment("// " + version.Header(oneLine(g.protocol.File)))
	if introduced {
		for _, line := range g.packageComment() {
			file.PackageComment(line)
		}
	}
	file.ImportName(g.support, gotemplates.Face)
	file.ImportName(g.wireImport(), path.Base(gotemplates.Wire))
	file.ImportName("unicode/utf8", "utf8")
	g.importNames(file)
	return file
}

// formatted returns source as gofmt formats it. gofmt formats only comments at its own positions, so other comments with layout need a
// second pass.
func formatted(source []byte) ([]byte, error) {
	data, err := format.Source(source)
	if err == nil && hasLayout(data) {
		data, err = format.Source(data)
	}
	return data, err
}

// hasLayout reports whether gofmt may format comments: double quotes of two characters, indented lines, lists and headings.
func hasLayout(data []byte) bool {
	if bytes.Contains(data, []byte("''")) || bytes.Contains(data, []byte("``")) {
		return true
	}
	for line := range bytes.Lines(data) {
		comment, found := bytes.CutPrefix(bytes.TrimLeft(line, "\t"), []byte("//"))
		if !found {
			continue
		}
		text := string(bytes.TrimRight(comment, "\n"))
		if strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "  ") {
			return true
		}
		if mark := strings.TrimPrefix(text, " "); mark != text && mark != "" && (isDigit(mark[0]) || strings.ContainsAny(mark[:1], "-+*#") || strings.HasPrefix(mark, "•")) {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
