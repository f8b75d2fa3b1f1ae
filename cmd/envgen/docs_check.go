package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/examples"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/regular"
)

type docsCheckCmd struct {
	Spec string `help:"Spec of the examples. Default: the only spec of the project, the envgen.yaml in this folder or above." placeholder:"FILE"`
	judging
	Format string   `help:"Output format: text, or json with one object for each example." enum:"text,json" default:"text"`
	Page   []string `arg:"" help:"Markdown files to check. - is standard input."`
}

// pageCheck is one run of the command.
type pageCheck struct {
	cmd       *docsCheckCmd
	streams   command.Streams
	protocol  *ir.Protocol
	reference *reference.Reference
	options   reference.Options
	types     map[string]bool // whether the protocol has a type

	page                             string
	valid, invalid, refused, ignored int
	faults                           int
}

// exampleVerdict is the output of --format json.
type exampleVerdict struct {
	Input   string         `json:"input"`
	Line    int            `json:"line"`
	Column  int            `json:"column"`
	Type    string         `json:"type,omitempty"`
	Result  string         `json:"result"` // valid, not valid, refused, ignored or fault
	Message string         `json:"message,omitempty"`
	Help    string         `json:"help,omitempty"`
	Issues  []exampleIssue `json:"issues"`
}

// exampleIssue is an issue with its place in the page.
type exampleIssue struct {
	reference.Issue
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Run checks every page. It goes on after an example that is not valid, and stops at a page that cannot be read.
func (c *docsCheckCmd) Run(s command.Streams) error {
	l := newLoader(s)
	spec, err := c.spec(l)
	if err != nil {
		return err
	}
	protocols, err := l.Load([]string{spec})
	if err != nil {
		return err
	}
	v := &pageCheck{cmd: c, streams: s, protocol: protocols[0], types: map[string]bool{}}
	if v.reference, err = oracleOf(v.protocol); err != nil {
		return err
	}
	if v.options, err = c.options(v.protocol); err != nil {
		return err
	}
	if _, err := v.reference.Check(v.protocol.Name, "", nil, v.options); err != nil {
		return err // of a parameter
	}
	for _, page := range c.Page {
		if err := v.check(page); err != nil {
			return err
		}
	}
	if c.Format == "text" {
		if err := v.summary(); err != nil {
			return err
		}
	}
	return command.InvalidUnless(v.invalid+v.faults == 0)
}

// spec returns the spec of the command line, or the only one of the project.
func (c *docsCheckCmd) spec(l *loader) (string, error) {
	if c.Spec != "" {
		return c.Spec, nil
	}
	specs, err := projectSpecs(l)
	switch {
	case errors.Is(err, command.ErrInvalid):
		return "", err
	case err != nil:
		return "", errors.New("there is no spec: name it with --spec, or run in a project")
	case len(specs) != 1:
		return "", fmt.Errorf("the project has %d specs: name one with --spec", len(specs))
	}
	return specs[0], nil
}

func (v *pageCheck) check(page string) error {
	source, err := v.read(page)
	if err != nil {
		return err
	}
	v.page = page
	parsed, err := examples.Parse(source)
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	for _, b := range parsed.Blocks {
		if err := v.block(b); err != nil {
			return err
		}
	}
	return v.report(parsed.Faults)
}

// read returns the text of a page, up to the limit and one byte more.
func (v *pageCheck) read(page string) ([]byte, error) {
	in := v.streams.In
	if page != "-" {
		if info, err := os.Stat(page); err == nil && !info.Mode().IsRegular() {
			return nil, regular.Irregular(page, info)
		}
		f, err := os.Open(page)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return io.ReadAll(io.LimitReader(in, examples.MaxBytes+1))
}

// block checks the values of a block.
func (v *pageCheck) block(b *examples.Block) error {
	if err := v.report(b.Faults); err != nil {
		return err
	}
	if b.Ignored != "" {
		v.ignored++
		return v.write(exampleVerdict{Line: b.Place.Line, Column: b.Place.Column, Result: "ignored", Message: b.Ignored})
	}
	if len(b.Faults) > 0 {
		return nil
	}
	if !v.exists(b.Type) {
		var names []string
		for _, t := range v.protocol.Types {
			names = append(names, t.Name)
		}
		help := cmp.Or(diag.DidYouMean(b.Type, names), "name a type of the spec, or exempt the block with `<!-- envgen: ignore: REASON -->` before it")
		return v.fault(examples.Fault{Place: b.Place, Message: fmt.Sprintf("protocol %s has no type %q", v.protocol.Name, b.Type), Help: help})
	}
	values, faults := b.Values()
	for _, value := range values {
		if err := v.value(b, value); err != nil {
			return err
		}
	}
	return v.report(faults)
}

// report prints faults.
func (v *pageCheck) report(faults []examples.Fault) error {
	for _, f := range faults {
		if err := v.fault(f); err != nil {
			return err
		}
	}
	return nil
}

// exists reports whether the protocol has a type.
func (v *pageCheck) exists(name string) bool {
	known, ok := v.types[name]
	if !ok {
		_, err := v.reference.Check(v.protocol.Name, name, nil, v.options)
		known = err == nil
		v.types[name] = known
	}
	return known
}

// value checks one value.
func (v *pageCheck) value(b *examples.Block, value examples.Value) error {
	result, err := v.reference.Check(v.protocol.Name, b.Type, value.Text, v.options)
	if err != nil {
		return err
	}
	pointers, rules := []string{""}, []string{}
	for _, i := range result.Issues {
		pointers = append(pointers, i.Path)
		if !slices.Contains(rules, i.Rule) {
			rules = append(rules, i.Rule)
		}
	}
	places := b.Places(value, pointers)
	out := exampleVerdict{Line: places[""].Line, Column: places[""].Column, Type: cmp.Or(b.Type, v.protocol.Root.Name), Result: "valid"}
	for _, i := range result.Issues {
		out.Issues = append(out.Issues, exampleIssue{i, places[i.Path].Line, places[i.Path].Column})
	}
	valid := result.Valid && !(v.cmd.Strict && len(result.Issues) > 0)
	missing := slices.DeleteFunc(slices.Clone(b.Rules), func(rule string) bool { return slices.Contains(rules, rule) })
	switch {
	case b.Invalid && len(rules) == 0:
		out.Result, out.Message = "not valid", "the example is valid, but `invalid` marks it as refused"
		out.Help = "correct the example, or remove `invalid`"
	case b.Invalid && len(missing) > 0:
		out.Result, out.Message = "not valid", "the example has no issue of the rule "+strings.Join(missing, ", ")
		out.Help = "its rules: " + strings.Join(rules, ", ")
	case b.Invalid:
		out.Result = "refused"
	case !valid:
		out.Result = "not valid"
	}
	switch out.Result {
	case "valid":
		v.valid++
	case "refused":
		v.refused++
	default:
		v.invalid++
	}
	return v.write(out)
}

func (v *pageCheck) fault(f examples.Fault) error {
	v.faults++
	return v.write(exampleVerdict{Line: f.Line, Column: f.Column, Result: "fault", Message: f.Message, Help: f.Help})
}

// write prints a verdict. In text, an example without anything to report is not printed.
func (v *pageCheck) write(out exampleVerdict) error {
	out.Input = v.page
	if v.cmd.Format == "json" {
		if out.Issues == nil {
			out.Issues = []exampleIssue{}
		}
		enc := json.NewEncoder(v.streams.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(out)
	}
	var b strings.Builder
	if out.Message != "" && out.Result != "ignored" {
		fmt.Fprintf(&b, "%s:%d:%d: %s\n", v.page, out.Line, out.Column, out.Message)
	}
	if out.Help != "" {
		fmt.Fprintf(&b, "  = help: %s\n", out.Help)
	}
	if out.Result == "valid" || out.Result == "not valid" {
		for _, i := range out.Issues {
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s, %s]\n", v.page, i.Line, i.Column, cmp.Or(i.Path, "(the message)"), i.Message, i.Rule, i.Level)
		}
	}
	_, err := io.WriteString(v.streams.Out, b.String())
	return err
}

func (v *pageCheck) summary() error {
	text := fmt.Sprintf("%s, %s: %d valid, %d not valid", counted(len(v.cmd.Page), "page"), counted(v.valid+v.invalid+v.refused, "example"), v.valid, v.invalid)
	if v.refused > 0 {
		text += fmt.Sprintf(", %d refused as marked", v.refused)
	}
	if v.ignored > 0 {
		text += "; " + counted(v.ignored, "block") + " ignored"
	}
	if v.faults > 0 {
		text += "; " + counted(v.faults, "fault")
	}
	_, err := fmt.Fprintln(v.streams.Out, text)
	return err
}
