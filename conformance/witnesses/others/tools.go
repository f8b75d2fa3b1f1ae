package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// folder is where the code of the tools goes.
const folder = "build/others"

// A tool makes code of a bundle. Other programs judge messages with that code.
type tool struct {
	name     string
	options  string
	generate func(ctx context.Context, schema, protocol string) error // nil if the code is part of the repository
	judge    []string
}

const (
	modules = "tools/witnesses/node_modules/.bin/"
	venv    = "build/witnesses/bin/"
	preset  = "standard-py311-20261027"
)

var tools = []tool{
	{"go-jsonschema", "`--tags json`", nil, []string{folder + "/control"}},
	{"quicktype (TypeScript)", "runtime checks, which are on by default; `--src 'SCHEMA#/$defs/'`", quicktype, []string{"node", "tools/witnesses/judge.mjs", "quicktype", folder + "/quicktype"}},
	{"datamodel-code-generator, pydantic", "`--preset " + preset + "`, `validate_json(strict=True)`", models("pydantic", "pydantic_v2.BaseModel"), []string{venv + "python", "tools/witnesses/judge.py", "pydantic", folder + "/pydantic"}},
	{"datamodel-code-generator, msgspec", "`--preset " + preset + "`, `--use-msgspec-tagged-unions`, `--use-msgspec-nullable-enum-alias`; msgspec is strict by default", models("msgspec", "msgspec.Struct", "--use-msgspec-tagged-unions", "--use-msgspec-nullable-enum-alias"), []string{venv + "python", "tools/witnesses/judge.py", "msgspec", folder + "/msgspec"}},
	{"json-schema-to-typescript with Ajv", "Ajv in [strict mode](schema-limits.md#validators) with ajv-formats", types, []string{"node", "tools/witnesses/judge.mjs", "ajv", "gen/schema"}},
}

// errRefused is the error of a tool that refuses a schema.
var errRefused = errors.New("the schema is refused")

func run(ctx context.Context, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, out)
	}
	return nil
}

// control builds the module of its own that contains the code of go-jsonschema.
func control(ctx context.Context) error {
	out, err := filepath.Abs(folder + "/control")
	if err != nil {
		return err
	}
	return run(ctx, "go", "-C", "conformance/control", "build", "-o", out, ".")
}

// quicktype makes a converter for each definition, and compiles them. It reports a message for a schema that it refuses.
func quicktype(ctx context.Context, schema, protocol string) error {
	out := filepath.Join(folder, "quicktype", protocol+".ts")
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	err := run(ctx, modules+"quicktype", "--telemetry", "disable", "--lang", "ts", "--src-lang", "schema", "--out", out, "--src", schema+"#/$defs/")
	if err != nil {
		if _, reason, found := strings.Cut(err.Error(), "Error: "); found {
			return fmt.Errorf("%w: %s", errRefused, strings.TrimSpace(reason))
		}
		return err
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(out), "package.json"), []byte("{}\n"), 0o666); err != nil { // CommonJS
		return err
	}
	return run(ctx, modules+"tsc", "--target", "es2022", "--module", "commonjs", "--strict", out)
}

// models makes the models of a kind. Definitions with a dot in their names require a folder of modules.
func models(kind, output string, options ...string) func(context.Context, string, string) error {
	return func(ctx context.Context, schema, protocol string) error {
		data, err := os.ReadFile(schema)
		if err != nil {
			return err
		}
		out := filepath.Join(folder, kind, protocol)
		names := out + ".models.json" // the places of the models in the bundle, for the judge
		if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
			return err
		}
		if !dotted(data) {
			out += ".py"
		}
		args := []string{"--input", schema, "--input-file-type", "jsonschema", "--output-model-type", output, "--preset", preset,
			"--class-name", "WholeMessage", "--emit-model-metadata", names, "--output", out}
		return run(ctx, venv+"datamodel-codegen", append(args, options...)...)
	}
}

// dotted reports whether a bundle has a definition with a dot in its name.
func dotted(bundle []byte) bool {
	for line := range bytes.Lines(bundle) {
		if name, found := strings.CutPrefix(string(line), `    "`); found && strings.HasSuffix(name, "\": {\n") && strings.Contains(name, ".") {
			return true
		}
	}
	return false
}

// types makes types without checks, which must compile.
func types(ctx context.Context, schema, protocol string) error {
	out := filepath.Join(folder, "json2ts", protocol+".ts")
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	if err := run(ctx, modules+"json2ts", "--input", schema, "--output", out); err != nil {
		return err
	}
	return run(ctx, modules+"tsc", "--strict", "--noEmit", out)
}
