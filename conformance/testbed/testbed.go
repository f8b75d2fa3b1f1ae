// Package testbed sets up bindings and executors for any specs, so that the suite can be run on specs that do not
// ship with envgen.
//
// A testbed is a folder with the layout of a checkout: gen contains the output of the specs, conformance/executors copies of the
// executors, of which only the tables of protocols are written anew. So the same code runs in a testbed and in the
// checkout. The package does not validate answers.
package testbed

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/drafts"
	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/reference"
)

// module is the import path in the copied Go code.
const module = "github.com/envgen/envgen"

// packageFolder is where the output of a target lies, as in a checkout.
var packageFolder = map[string]string{"go": "gen/go", "ts": "gen/ts", "py": "gen/py/envgen_protocols", "schema": "gen/schema"}

// Testbed is a folder with bindings and executors.
type Testbed struct {
	Dir       string
	Protocols []*ir.Protocol // in the order of the specs' file names
	Oracle    *reference.Reference

	acceptors map[string]*acceptor.Acceptor
	texts     [][]byte // of the specs, in the same order
	read      func(file string) ([]byte, error)
	root      string // the checkout that everything comes from
}

// overlays end the names of files that are not specs, but parts of them.
const overlays = ".overlay.yaml"

// New compiles every *.yaml of specs, generates its bindings and copies the executors of the checkout root; dir must
// be empty. A spec that is refused is an error with all diagnostics.
func New(root, dir string, specs fs.FS) (*Testbed, error) {
	w := &Testbed{Dir: dir, root: root}
	if err := w.compile(specs); err != nil {
		return nil, err
	}
	for _, step := range []func() error{w.prepareOracle, w.generate, w.copyExecutors, w.writeTables} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Part returns the same testbed for some of its protocols: linters check only their bindings, and the reference loads only their specs.
func (w *Testbed) Part(protocols []*ir.Protocol) *Testbed {
	part := *w
	part.Protocols = protocols
	return &part
}

func (w *Testbed) compile(specs fs.FS) error {
	names, err := fs.Glob(specs, "*.yaml")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("testbed: there is no spec")
	}
	w.read = func(file string) ([]byte, error) { return fs.ReadFile(specs, file) }
	for _, name := range names {
		data, err := w.read(name)
		if err != nil {
			return err
		}
		if err := w.put(path.Join("spec", name), data); err != nil { // where the reference finds it
			return err
		}
		if strings.HasSuffix(name, overlays) {
			continue
		}
		p, diags := compile.Library{Read: w.read}.Source(name, data)
		if p == nil {
			return refused(diags)
		}
		w.Protocols, w.texts = append(w.Protocols, p), append(w.texts, data)
	}
	return nil
}

func refused(diags diag.List) error {
	var b strings.Builder
	if err := diag.WriteText(&b, diags, func(string) []byte { return nil }); err != nil {
		return err
	}
	return fmt.Errorf("testbed: a spec is refused:\n%s", b.String())
}

func (w *Testbed) prepareOracle() error {
	var sources []reference.Source
	for i, p := range w.Protocols {
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			return err
		}
		sources = append(sources, reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: p.File, Data: w.texts[i], Read: w.read}})
	}
	return w.judgeBy(sources)
}

// Judges returns a testbed without bindings: its answers are those of the reference, which it compares with the acceptor.
func Judges(sources ...reference.Source) (*Testbed, error) {
	w := &Testbed{}
	return w, w.judgeBy(sources)
}

func (w *Testbed) judgeBy(sources []reference.Source) (err error) {
	w.acceptors = map[string]*acceptor.Acceptor{}
	for _, s := range sources {
		w.acceptors[s.Protocol.Name] = acceptor.New(s.Protocol)
	}
	w.Oracle, err = reference.New(sources...)
	return err
}

func (w *Testbed) generate() error {
	for _, t := range generators.Targets {
		folder := packageFolder[t.Name]
		owned, diags, err := generators.Run(w.Protocols, generators.Destination{Target: t, Dir: folder, GoImport: path.Join(module, folder), Whole: true})
		if err != nil {
			return err
		}
		if owned == nil {
			return refused(diags)
		}
		for _, o := range owned {
			if err := w.putAll(folder, o.Files); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *Testbed) putAll(folder string, files []output.File) error {
	for _, f := range files {
		if err := w.put(path.Join(folder, f.Path), withoutHeader(f.Data)); err != nil {
			return err
		}
	}
	return nil
}

// withoutHeader removes the line that marks a file as generated: linters skip files with it.
func withoutHeader(data []byte) []byte {
	first, rest, _ := strings.Cut(string(data), "\n")
	if strings.Contains(first, "Code generated by envgen") {
		return []byte(strings.TrimLeft(rest, "\n"))
	}
	return data
}

func (w *Testbed) put(name string, data []byte) error {
	file := filepath.Join(w.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}

// refuses returns an error if the acceptor accepts a message with issues.
func (w *Testbed) refuses(p conformance.Probe, o reference.Options) error {
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	if o.Now != nil {
		now = *o.Now
	}
	j, err := w.acceptors[p.Protocol].Judge(p.Type, acceptor.Options{MaxDepth: o.MaxDepth, MaxBytes: o.MaxBytes, Now: now, Params: o.Params})
	if err != nil {
		return err
	}
	if j.Accepts(p.Text) {
		return fmt.Errorf("the acceptor accepts a message of %s with issues: %s", p.Protocol, p.Text)
	}
	return nil
}

// Answer is the reference's, as the baseline of a comparison.
func (w *Testbed) Answer(p conformance.Probe) (conformance.Answer, error) {
	if p.Stream {
		return walks.StreamAnswer(w.Oracle, p)
	}
	if p.Conversation != "" {
		return walks.Answer(w.Oracle, p)
	}
	if p.Building != nil {
		return drafts.Answer(w.Oracle, p)
	}
	options, err := reference.ReadOptions(p.Now, p.Params())
	if err != nil {
		return conformance.Answer{}, err
	}
	result, err := w.Oracle.Check(p.Protocol, p.Type, p.Text, options)
	if err == nil && len(result.Issues) > 0 {
		err = w.refuses(p, options)
	}
	if err != nil {
		return conformance.Answer{}, err
	}
	var a conformance.Answer
	for _, i := range result.Issues {
		a.Issues = append(a.Issues, conformance.Issue(i))
	}
	if result.Valid {
		output := string(result.Output)
		a.Output = &output
	}
	return a, nil
}
