package importer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

const (
	// MaxBytes is the largest source that is read.
	MaxBytes = 32 << 20
	maxTotal = 64 << 20  // bytes of all sources
	maxNodes = 1_000_000 // keys and values of all sources
	maxFiles = 500
)

// document is one file.
type document struct {
	file   string // as diagnostics print it
	header string // as the section `imported` spells it, or "" for a bundled metaschema
	sha    string
	uris   []string // for which the user gave the file
	from   string   // the source whose folder contains the file
	given  bool     // a source of the command line
	root   *syntax.Node
	base   *url.URL
	draft  draft
	index  int
	meta   metaPart // of a bundled metaschema

	front FrontEnd
	// vocabulary is the kind whose keywords the schemas have beside those of JSON Schema, or "".
	vocabulary string
	named      []*place // the schemas that have names, if the root is no schema
}

// sources reads the files of the command line.
func (im *importer) sources() error {
	if len(im.o.Sources) == 0 {
		return errors.New("name at least one source")
	}
	if err := im.validOptions(); err != nil {
		return err
	}
	for _, s := range im.o.Sources {
		if im.byFile[path.Clean(filepath.ToSlash(s.File))] != nil {
			continue
		}
		d, err := im.load("", s.File, 0)
		if err != nil {
			return err
		}
		if d == nil {
			continue
		}
		d.given, d.header, d.from = true, s.Header, s.File
		if d.front, err = frontEnd(im.o.Kind, d.root, strings.HasPrefix(strings.TrimPrefix(im.o.Root, "#"), "/")); err != nil {
			return fmt.Errorf("%s: %w", s.File, err)
		}
		im.open(d, retrieval(s.File))
	}
	return nil
}

func (im *importer) validOptions() error {
	if f := im.o.Formats; f != "" && f != Assert && f != Annotate {
		return fmt.Errorf("formats must be %s or %s, not %q", Assert, Annotate, f)
	}
	if d := im.o.Descriptions; d != "" && d != Keep && d != Drop {
		return fmt.Errorf("descriptions must be %s or %s, not %q", Keep, Drop, d)
	}
	if u := im.o.Untyped; u != "" && u != AnyValue && u != ObjectOnly {
		return fmt.Errorf("untyped must be %s or %s, not %q", AnyValue, ObjectOnly, u)
	}
	return nil
}

// load reads and parses a file. The document is nil if the diagnostics have the reason.
func (im *importer) load(from, file string, inherited draft) (*document, error) {
	key := path.Clean(filepath.ToSlash(file))
	if d, known := im.byFile[key]; known {
		return d, nil
	}
	if len(im.byFile) >= maxFiles {
		return nil, fmt.Errorf("the sources lead to more than %d files", maxFiles)
	}
	data, err := im.o.Read(from, file)
	if err != nil {
		return nil, err
	}
	im.texts[file] = data
	start := diag.Pos{File: file, Line: 1, Column: 1}
	if im.loaded += len(data); len(data) > MaxBytes || im.loaded > maxTotal {
		im.fail(start, "too-large", "", "a source may have at most %d bytes, and all sources %d", MaxBytes, maxTotal)
		return nil, nil
	}
	root, diags := im.parse(file, data)
	im.diags = append(im.diags, diags...)
	if root == nil || diags.HasErrors() {
		return nil, nil
	}
	sum := sha256.Sum256(data)
	d := &document{file: file, sha: hex.EncodeToString(sum[:]), from: from, root: root, index: len(im.docs)}
	if d.draft = im.draftOf(d); d.draft == 0 {
		d.draft = inherited
	}
	if d.draft == 0 {
		d.draft = guess(root)
	}
	im.byFile[key] = d
	im.docs = append(im.docs, d)
	return d, nil
}

func (im *importer) parse(file string, data []byte) (*syntax.Node, diag.List) {
	data = []byte(strings.TrimPrefix(string(data), "\ufeff"))
	if ext := strings.ToLower(path.Ext(file)); ext == ".yaml" || ext == ".yml" {
		return syntax.Source(file, data)
	}
	return readJSON(file, data, &im.loadedNodes)
}

// retrieval is the URI of a file, for the resolution of references in it.
func retrieval(file string) *url.URL {
	absolute, err := filepath.Abs(file)
	if err != nil {
		absolute = file
	}
	absolute = filepath.ToSlash(absolute)
	if !strings.HasPrefix(absolute, "/") {
		absolute = "/" + absolute
	}
	return &url.URL{Scheme: "file", Path: absolute}
}

// find returns the resource of a URI, and reads a file for it if necessary. It reports why there is none.
func (im *importer) find(uri *url.URL, written string, at *syntax.Node, d *document) *resource {
	key := uri.String()
	if r := im.resources[key]; r != nil {
		if first := im.twice[key]; first != nil {
			im.ambiguous(at.Pos, key, first, "give one of them another identifier")
			return nil
		}
		return r
	}
	for _, r := range im.o.Refs {
		if trimmed := strings.TrimSuffix(r.URI, "#"); trimmed == key || trimmed == written {
			found := im.adopt(key, uri, at, d, "", r.File, func(other *document) { other.header, other.from = r.Header, r.File })
			if found != nil && !slices.Contains(found.doc.uris, r.URI) {
				found.doc.uris = append(found.doc.uris, r.URI)
			}
			return found
		}
	}
	if r := im.metaschema(key); r != nil {
		return r
	}
	relative, err := url.Parse(written)
	if err != nil || relative.Scheme != "" || relative.Host != "" || strings.HasPrefix(relative.Path, "/") || relative.Path == "" {
		im.fail(at.Pos, "not-given", "add --ref "+key+"=FILE", "%q is in a file that is not given; envgen opens no connection", written)
		return nil
	}
	file := filepath.Join(filepath.Dir(d.file), filepath.FromSlash(relative.Path))
	if inside, err := filepath.Rel(filepath.Dir(d.from), file); err != nil || !filepath.IsLocal(inside) {
		im.fail(at.Pos, "outside", "add --ref "+strconv.Quote(written)+"=FILE", "%q is outside the folder of the source", written)
		return nil
	}
	from := d.from
	return im.adopt(key, uri, at, d, from, file, func(other *document) {
		other.from = from
		if source := im.docOf(from); source != nil {
			if inside, err := filepath.Rel(filepath.Dir(from), file); err == nil {
				other.header = path.Join(path.Dir(source.header), filepath.ToSlash(inside))
			}
		}
	})
}

func (im *importer) docOf(file string) *document {
	return im.byFile[path.Clean(filepath.ToSlash(file))]
}

// adopt loads a file as the resource of a URI.
func (im *importer) adopt(key string, uri *url.URL, at *syntax.Node, d *document, from, file string, set func(*document)) *resource {
	before := len(im.docs)
	other, err := im.load(from, file, d.draft)
	var missing *fs.PathError
	switch {
	case errors.As(err, &missing) && errors.Is(err, fs.ErrNotExist):
		im.fail(at.Pos, "not-given", "add --ref "+key+"=FILE", "the file %q does not exist", file)
		return nil
	case err != nil:
		im.fail(at.Pos, "not-given", "", "%q cannot be read: %s", file, reason(err))
		return nil
	case other == nil:
		return nil
	}
	if len(im.docs) > before {
		set(other)
		if other.front = detected(other.root); other.front.Kind() == "jsonschema" {
			other.vocabulary = d.vocabulary
		}
		im.open(other, uri)
	}
	im.resources[key] = im.places[other.root].res
	return im.resources[key]
}

// reason is an error without the path, which is in the message already.
func reason(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}
