package main

import "path/filepath"

// peer is a program that reads each line of a file.
type peer struct {
	name, work string
	command    []string
}

// peers are the programs that make bulk installs. Each reads a file line by line, and counts the lines that it refuses.
func peers(protocol, file, _ string) []peer {
	bundle := filepath.Join("gen", "schema", protocol+".schema.json")
	python := filepath.Join("build", "bulk-venv", "bin", "python")
	return []peer{
		{"`jq -cR fromjson?`", "parses and prints; `jq -c .` ends at the first line that is no JSON", []string{"jq", "-cR", "fromjson? // \"refused\"", file}},
		{"Ajv 8, a loop in Node", "the exported schema: no rules, no duplicate members", []string{"node", "bench/bulk/ajv.mjs", bundle, file}},
		{"jsonschema-rs, a loop in Python", "the exported schema: no rules, no duplicate members", []string{python, "bench/bulk/loop.py", "jsonschema_rs", protocol, bundle, file}},
		{"pydantic, a loop in Python", "models by hand, strict: no rules of level should", []string{python, "bench/bulk/loop.py", "pydantic", protocol, bundle, file}},
	}
}
