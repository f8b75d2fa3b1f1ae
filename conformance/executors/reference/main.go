// Command reference answers the conformance suite for the reference implementation, internal/reference.
// At its start it compiles the specs that ship with envgen.
// The first argument names another folder of specs. Further arguments select files of that folder.
package main

import (
	"fmt"
	"io/fs"
	"os"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	specs, names := fs.FS(spec.FS), []string(nil)
	if len(os.Args) > 1 {
		specs, names = os.DirFS(os.Args[1]), os.Args[2:]
	}
	loaded, err := load(specs, names...)
	if err != nil {
		return err
	}
	return serve(loaded, os.Stdin, os.Stdout)
}

// load compiles the named files of specs, or every *.yaml. They may import one another, and the specs that ship.
func load(specs fs.FS, names ...string) (*reference.Reference, error) {
	if len(names) == 0 {
		var err error
		if names, err = fs.Glob(specs, "*.yaml"); err != nil {
			return nil, err
		}
	}
	library := compile.Library{Shipped: shipped, Read: func(file string) ([]byte, error) { return fs.ReadFile(specs, file) }}
	var sources []reference.Source
	for _, name := range names {
		data, err := fs.ReadFile(specs, name)
		if err != nil {
			return nil, err
		}
		protocol, diags := library.Source(name, data)
		if protocol == nil {
			return nil, fmt.Errorf("%s does not compile: %v", name, diags)
		}
		bundle, err := jsonschema.Bundle(protocol)
		if err != nil {
			return nil, err
		}
		sources = append(sources, reference.Source{Protocol: protocol, Bundle: bundle,
			Spec: &oracle.Spec{Name: name, Data: data, Shipped: library.Shipped, Read: library.Read}})
	}
	return reference.New(sources...)
}

func shipped(protocol string) ([]byte, bool) {
	data, err := spec.FS.ReadFile(protocol + ".yaml")
	return data, err == nil
}
