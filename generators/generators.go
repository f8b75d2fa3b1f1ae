// Package generators lists the back ends and runs them. Its input is compiled protocols, its output is files by output folder.
package generators

import (
	"errors"
	"fmt"
	"slices"

	"github.com/envgen/envgen/generators/golang"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/generators/link"
	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/python"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/generators/typescript"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Targets contains the back ends, in the order of the documentation.
var Targets = []target.Target{golang.Target, typescript.Target, python.Target, jsonschema.Target}

// Named returns the back end of a name. It panics if there is none.
func Named(name string) target.Target {
	return Targets[slices.IndexFunc(Targets, func(t target.Target) bool { return t.Name == name })]
}

// TypeScriptOptions contains the options of a project for TypeScript.
type TypeScriptOptions = typescript.Options

// TypeScript returns the target of TypeScript with these options.
func TypeScript(o TypeScriptOptions) target.Target { return typescript.With(o) }

// SchemaFormats returns the formats of the target schema. The first one is the default.
func SchemaFormats() []string { return jsonschema.Formats() }

// Schema returns the target of JSON Schema with these formats. It panics for a name that SchemaFormats does not contain.
func Schema(formats []string) target.Target { return jsonschema.With(formats) }

// Destination is an output folder for one target.
type Destination struct {
	Target target.Target
	Dir    string
	// GoImport is the import path of Dir, for Go.
	GoImport string
	// Whole selects all support code, for packages elsewhere that import these. Otherwise Run writes only the support code that the
	// protocols need.
	Whole bool
	// Small leaves out the support code that only saves time, and the bridge to Python's accelerator.
	Small bool
	// Single writes one file a protocol, with the support code that it needs.
	Single bool
	// License is the licence of the files, an SPDX expression. The default is spdx.Generated.
	License string
	// Observe adds a module for observers to each protocol.
	Observe bool
}

// features returns the features of support code that are written for a protocol.
func (d Destination) features(p *ir.Protocol) link.Features {
	if d.Whole && !d.Single {
		return link.Features{link.All}
	}
	features := append(link.Features{}, plan.Features(p)...)
	if !d.Small || len(p.Conversations) > 0 { // the support code of conversations uses the fast paths
		features = append(features, plan.FeatureFast)
	}
	if !d.Small {
		features = append(features, plan.FeatureAccel)
	}
	return features
}

// Check returns the errors of Run for any target: names that clash, and imports of incompatible packages.
func Check(protocols []*ir.Protocol) diag.List {
	var diags diag.List
	for _, t := range Targets {
		if t.Language == nil {
			continue
		}
		l := locate(protocols, Destination{Target: t})
		diags = append(diags, l.diags...)
		for _, p := range l.beside {
			_, more := naming.Assign(p, t.Language)
			diags = append(diags, more...)
		}
	}
	return diags.Tidy()
}

// run is Run without the licence in files with comments.
func run(protocols []*ir.Protocol, d Destination) ([]output.Owned, diag.List, error) {
	l := locate(protocols, d)
	diags := l.diags
	if d.Single {
		diags = append(diags, l.separate()...)
	}
	owned, features := []output.Owned{}, map[string]link.Features{}
	for _, p := range l.beside {
		var names *naming.Names
		features[d.Target.Name+"/"+p.Name] = d.features(p)
		job := target.Job{Protocol: p, Features: features[d.Target.Name+"/"+p.Name], Imports: l.importsOf(p), SupportImport: l.goSupport(), Support: l.support, License: d.license(), Observe: d.Observe, Self: l.besidePath(p), Warn: diags.Add}
		if d.Target.Language != nil {
			var more diag.List
			names, more = naming.Assign(p, d.Target.Language)
			diags = append(diags, more...)
			job.Names = names
		}
		if diags.HasErrors() {
			continue
		}
		files, err := d.Target.Generate(job)
		if err != nil {
			return nil, nil, fmt.Errorf("generate %s for %s: %w", p.Name, d.Target.Name, err)
		}
		if d.Single {
			files, err = single(d.Target, job.Features, names, files)
			if clash, is := errors.AsType[*link.ClashError](err); is {
				diags.Add(diag.Diagnostic{Pos: p.Types[0].Pos, Code: "name-collision", Message: clash.Error(), Suggestion: "use the layout `folder`"})
				continue
			}
			if err != nil {
				return nil, nil, fmt.Errorf("generate %s for %s: %w", p.Name, d.Target.Name, err)
			}
		}
		if d.Target.Finish != nil {
			for i := range files {
				files[i].Data = d.Target.Finish(names, files[i].Data)
			}
		}
		if l.external != "" {
			for i := range files {
				files[i].Needs = nil // the support code is beside the imported packages
			}
		}
		owned = append(owned, output.Owned{Owner: d.Target.Name + "/" + p.Name, Files: files})
	}
	if diags.HasErrors() {
		return nil, diags, nil
	}
	if d.Single {
		shared, err := remaining(d.Target, l.goSupport())
		return append(owned, shared), diags, err
	}
	if l.external != "" {
		return owned, diags, nil
	}
	if d.Target.Program != nil && !d.Whole {
		owned, err := linked(d.Target, features, owned, l.goSupport())
		return owned, diags, err
	}
	shared, err := d.Target.Support(l.goSupport())
	if err != nil {
		return nil, nil, fmt.Errorf("support code for %s: %w", d.Target.Name, err)
	}
	return append(owned, output.Owned{Owner: d.Target.Name, Files: shared, Shared: !d.Whole}), diags, nil
}
