package main

import (
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/specs"
)

// loader loads specs, and the project that lists them.
type loader struct{ *specs.Loader }

func newLoader(s command.Streams) *loader { return &loader{specs.New(s)} }
