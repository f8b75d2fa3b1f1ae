package witnesses_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	. "github.com/envgen/envgen/conformance/witnesses"
)

// validator judges messages by the schemas of a checkout.
type validator struct {
	name  string
	judge func(ctx context.Context, root string, messages []Message) ([]bool, error)
}

// validators are in four languages: Go, JavaScript, Python, and Rust behind Python.
var validators = []validator{
	{"santhosh-tekuri/jsonschema/v6", inGo},
	{"Ajv", program("node", "tools/schemas/validate.mjs")},
	{"python-jsonschema", program(".venv/bin/python", "conformance/witnesses/validate.py", "jsonschema")},
	{"jsonschema-rs", program(".venv/bin/python", "conformance/witnesses/validate.py", "jsonschema-rs")},
}

// program judges by a program that reads a message a line, and answers each with `true` or `false`.
func program(name string, args ...string) func(context.Context, string, []Message) ([]bool, error) {
	return func(ctx context.Context, root string, messages []Message) ([]bool, error) {
		var in, out, logs bytes.Buffer
		lines := json.NewEncoder(&in)
		lines.SetEscapeHTML(false)
		for _, m := range messages {
			if err := lines.Encode(m); err != nil {
				return nil, err
			}
		}
		c := exec.CommandContext(ctx, name, append(args[:len(args):len(args)], filepath.Join(root, "gen", "schema"))...)
		c.Dir, c.Stdin, c.Stdout, c.Stderr = root, &in, &out, &logs
		if err := c.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", args[0], err, logs.String())
		}
		var verdicts []bool
		for lines := bufio.NewScanner(&out); lines.Scan(); {
			var verdict bool
			if err := json.Unmarshal(lines.Bytes(), &verdict); err != nil {
				return nil, fmt.Errorf("%s: %w", args[0], err)
			}
			verdicts = append(verdicts, verdict)
		}
		if len(verdicts) != len(messages) {
			return nil, fmt.Errorf("%s: %d answers to %d messages", args[0], len(verdicts), len(messages))
		}
		return verdicts, nil
	}
}

// inGo asserts formats, and reads numbers as doubles.
func inGo(_ context.Context, root string, messages []Message) ([]bool, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	bundles, err := Bundles(root)
	if err != nil {
		return nil, err
	}
	ids := map[string]string{}
	for _, b := range bundles {
		data, err := os.ReadFile(b.File)
		if err != nil {
			return nil, err
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if err := c.AddResource(b.ID, document); err != nil {
			return nil, err
		}
		ids[b.Protocol] = b.ID
	}
	verdicts := make([]bool, len(messages))
	for i, m := range messages {
		schema, err := c.Compile(ids[m.Protocol] + "#/$defs/" + m.Type)
		if err != nil {
			return nil, err
		}
		value, err := doubles(m.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.ID, err)
		}
		verdicts[i] = schema.Validate(value) == nil
	}
	return verdicts, nil
}

// doubles reads a text whose numbers are doubles.
func doubles(text string) (any, error) {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return rounded(value), nil
}

// rounded replaces the numbers in a value by the nearest doubles.
func rounded(value any) any {
	switch v := value.(type) {
	case json.Number:
		return double(v.String())
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = rounded(v[name])
		}
	}
	return value
}

// double reads a number. strconv ignores digits after the 800th, so long numbers take a longer way.
func double(text string) float64 {
	if len(text) <= 800 {
		short, _ := strconv.ParseFloat(text, 64) // no message that overflows is here: the bindings refuse its text
		return short
	}
	long, _, err := big.ParseFloat(text, 10, 1<<14, big.ToNearestEven)
	if err != nil {
		return 0 // the exponent underflows
	}
	nearest, _ := long.Float64()
	return nearest
}
