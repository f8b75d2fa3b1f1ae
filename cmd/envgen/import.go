package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/regular"
)

type importCmd struct {
	Source       []string `arg:"" optional:"" help:"Schemas or documents to import: JSON or YAML files. With --check the default is the files that the spec names." placeholder:"FILE"`
	Out          string   `help:"Spec to write." placeholder:"FILE" required:""`
	Root         string   `help:"Type of a message: the name of a definition, or a JSON Pointer into the first source. Default: the root of the first source." placeholder:"NAME"`
	Kind         string   `help:"Kind of the sources: auto, jsonschema, openapi, asyncapi or mcp-tools." enum:"auto,jsonschema,openapi,asyncapi,mcp-tools" default:"auto"`
	Ref          []string `help:"File of a URI that a source refers to." placeholder:"URI=FILE" sep:"none"`
	Protocol     string   `help:"Name of the protocol. Default: from the name of the first source." placeholder:"NAME"`
	SpecVersion  string   `name:"protocol-version" help:"Version of the protocol. Default: 1." placeholder:"TEXT"`
	Formats      string   `help:"Meaning of format: assert or annotate. Default: assert up to draft 7, annotate after it." placeholder:"assert|annotate"`
	Descriptions string   `help:"Whether texts of the sources are kept: keep or drop." enum:"keep,drop" default:"keep"`
	Untyped      string   `help:"Meaning of properties without type: any value is valid, or only an object." enum:"any,object" default:"any"`
	Overlay      string   `help:"Overlay with additions of your own: a file in the folder of the spec, or below." placeholder:"FILE"`
	Report       string   `help:"File for the list of changes, as JSON." placeholder:"FILE"`
	Strict       bool     `help:"Fail if a change has another effect than \"same\"."`
	Check        bool     `help:"Write nothing. Fail if the import would change the spec, and list the differences."`
}

// importing is one run of the command.
type importing struct {
	cmd     *importCmd
	streams command.Streams
	texts   map[string][]byte // of the spec and the overlay, for diagnostics
	options importer.Options
}

// Run imports the sources and writes the spec, or compares it.
func (c *importCmd) Run(s command.Streams) error {
	r := &importing{cmd: c, streams: s, texts: map[string][]byte{}}
	if err := r.read(); err != nil {
		return err
	}
	if c.Check {
		return r.check()
	}
	result, err := r.result()
	if err != nil {
		return err
	}
	if err := c.report(result); err != nil {
		return err
	}
	c.list(s, result)
	if c.Strict && result.Worst() > 0 {
		fmt.Fprintf(s.Err, "not exact: %d changes have another effect than same; nothing is written\n", result.Worst())
		return command.ErrInvalid
	}
	return writeAtomically(c.Out, result.Spec)
}

// result imports, and prints the diagnostics.
func (r *importing) result() (*importer.Result, error) {
	result, diags, err := importer.Import(r.options)
	if err != nil {
		return nil, err
	}
	maps.Copy(r.texts, result.Texts)
	return result, r.print(diags)
}

func (r *importing) print(diags diag.List) error {
	if err := diag.WriteText(r.streams.Err, diags, func(file string) []byte { return r.texts[file] }); err != nil {
		return err
	}
	return command.InvalidUnless(!diags.HasErrors())
}

// check compares the spec with the result of the import. Where entries of the overlay dangle, it compares without the overlay.
func (r *importing) check() error {
	have, err := regular.Read(r.cmd.Out)
	if err != nil {
		return err
	}
	result, err := r.result()
	invalid := errors.Is(err, command.ErrInvalid)
	if err != nil && !invalid {
		return err
	}
	if invalid && r.options.Overlay != "" {
		r.options.ReadOverlay = func(string) ([]byte, error) { return []byte("envgen: 1\n"), nil }
		if result, _, err = importer.Import(r.options); err != nil {
			return err
		}
	}
	if result.Spec == nil {
		return command.ErrInvalid
	}
	if err := r.cmd.report(result); err != nil {
		return err
	}
	differences := importer.Differences(have, result.Spec)
	for _, d := range differences {
		fmt.Fprintln(r.streams.Out, d)
	}
	if len(differences) == 0 && !invalid {
		fmt.Fprintf(r.streams.Out, "%s is up to date\n", r.cmd.Out)
	}
	return command.InvalidUnless(len(differences) == 0 && !invalid)
}

// read reads the flags, and with --check the section `imported` of the spec.
func (r *importing) read() error {
	c := r.cmd
	o := &r.options
	*o = importer.Options{File: c.Out, Root: c.Root, Kind: c.Kind, Protocol: c.Protocol, Version: c.SpecVersion, Formats: c.Formats, Read: readSource,
		ReadOverlay: func(file string) ([]byte, error) {
			data, err := regular.Import(c.Out, filepath.FromSlash(file))
			r.texts[file] = data
			return data, err
		},
		Check: func(p *ir.Protocol) diag.List { return generators.Check([]*ir.Protocol{p}) }}
	if c.Descriptions == importer.Drop {
		o.Descriptions = c.Descriptions
	}
	if c.Untyped == importer.ObjectOnly {
		o.Untyped = c.Untyped
	}
	if c.Overlay != "" {
		s, err := sourceOf(filepath.Dir(c.Out), c.Overlay)
		if err != nil {
			return err
		}
		o.Overlay = s.Header
	}
	if err := r.files(); err != nil {
		return err
	}
	if !c.Check {
		return nil
	}
	have, err := regular.Read(c.Out)
	if err != nil {
		return err
	}
	r.texts[c.Out] = have
	if err := importer.Repeat(c.Out, have, o); err != nil {
		return err
	}
	for i := range o.Sources {
		r.locate(&o.Sources[i])
	}
	for i := range o.Refs {
		r.locate(&o.Refs[i].Source)
	}
	return nil
}

// locate finds a file that the spec names relative to its folder.
func (r *importing) locate(s *importer.Source) {
	if s.File == "" {
		s.File = filepath.FromSlash(s.Header)
		if !filepath.IsAbs(s.File) {
			s.File = filepath.Join(filepath.Dir(r.cmd.Out), s.File)
		}
	}
}

// files reads the names of the sources and of the files of --ref.
func (r *importing) files() error {
	folder := filepath.Dir(r.cmd.Out)
	for _, file := range r.cmd.Source {
		s, err := sourceOf(folder, file)
		if err != nil {
			return err
		}
		r.options.Sources = append(r.options.Sources, s)
	}
	for _, ref := range r.cmd.Ref {
		uri, file, ok := strings.Cut(ref, "=")
		if !ok || uri == "" || file == "" {
			return fmt.Errorf("--ref must be URI=FILE, not %q", ref)
		}
		s, err := sourceOf(folder, file)
		if err != nil {
			return err
		}
		r.options.Refs = append(r.options.Refs, importer.Ref{URI: uri, Source: s})
	}
	return nil
}

// sourceOf names a file as the user does, and relative to the folder of the spec.
func sourceOf(folder, file string) (importer.Source, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return importer.Source{}, err
	}
	base, err := filepath.Abs(folder)
	if err != nil {
		return importer.Source{}, err
	}
	header, err := filepath.Rel(base, absolute)
	if err != nil {
		header = absolute
	}
	return importer.Source{File: file, Header: filepath.ToSlash(header)}, nil
}

// readSource reads a source up to the limit and one byte more. A file that a source refers to must be in the folder of the source, also where
// symbolic links lead to it.
func readSource(from, file string) ([]byte, error) {
	if from != "" {
		if err := regular.Contained(from, file); err != nil {
			return nil, err
		}
	}
	f, err := regular.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, importer.MaxBytes+1))
}

// report writes the list of changes.
func (c *importCmd) report(r *importer.Result) error {
	if c.Report == "" {
		return nil
	}
	changes := r.Changes
	if changes == nil {
		changes = []importer.Change{}
	}
	data, err := json.MarshalIndent(map[string]any{"changes": changes}, "", "  ")
	if err != nil {
		return err
	}
	return writeAtomically(c.Report, append(data, '\n'))
}

// list prints the changes with an effect, and counts the others.
func (c *importCmd) list(s command.Streams, r *importer.Result) {
	same := 0
	for _, change := range r.Changes {
		if change.Effect == importer.Same {
			same++
			continue
		}
		fmt.Fprintf(s.Err, "%s:%d:%d: %s: %s %s (%s)\n", change.Pos.File, change.Pos.Line, change.Pos.Column, change.Effect, change.Keyword, change.Action, change.At)
	}
	kept := counted(same, "change") + " keep"
	if same == 1 {
		kept += "s"
	}
	fmt.Fprintf(s.Out, "%s: %s every verdict, %d do not\n", c.Out, kept, r.Worst())
	if r.Untyped > 0 {
		fmt.Fprintf(s.Out, "schemas with properties and without type: %d. Values other than objects are valid there, so generated code may have no records for them. "+
			"--untyped object limits them to objects.\n", r.Untyped)
	}
}
