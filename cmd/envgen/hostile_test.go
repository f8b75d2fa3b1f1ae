package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// watchdog ends tests that would never end. No test waits for it, and none depends on the speed of the machine.
const watchdog = 20 * time.Minute

// generateAll runs gen for every target into a folder that it returns.
func generateAll(t *testing.T, spec string) (result, string) {
	t.Helper()
	dir := t.TempDir()
	file := put(t, filepath.Join(dir, "demo.yaml"), spec)
	out := filepath.Join(dir, "out")
	done := make(chan result, 1)
	go func() {
		done <- envgen(t, "", "gen", "--spec", file, "--go", filepath.Join(out, "go"), "--go-import", "example.com/x",
			"--ts", filepath.Join(out, "ts"), "--py", filepath.Join(out, "py"), "--schema", filepath.Join(out, "schema"))
	}()
	select {
	case r := <-done:
		return r, out
	case <-time.After(watchdog):
		t.Fatalf("gen runs for more than %v", watchdog)
		panic("unreachable")
	}
}

const hostileHead = "envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T0\ntypes:\n"

// each writes n lines with the number of each.
func each(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("{i}", fmt.Sprint(i), "{next}", fmt.Sprint(i+1)).Replace(line))
	}
	return b.String()
}

// contradictory are the hostile specs that are valid, with warnings.
var contradictory = []string{"a value over again", "closed parts"}

// TestHostileSpecs reads specs that could exhaust memory, the stack or patience. Each is refused with a short explanation, and nothing
// is written, unless the spec is only contradictory.
func TestHostileSpecs(t *testing.T) {
	for name, test := range map[string]struct{ types, code string }{
		"10 MB":               {"  T0: {type: string} #" + strings.Repeat("x", 10<<20), "too-large"},
		"description of 5 MB": {"  T0: {type: string, description: \"" + strings.Repeat("x", 5<<20) + "\"}\n", "too-large"},
		"empty lists":         {"  T0: [" + strings.Repeat("[],", 1_300_000) + "]\n", "too-large"},
		"empty schemas":       {"  T0: {allOf: [" + strings.Repeat("{},", 1_300_000) + "]}\n", "too-large"},
		"flow sequences":      {"  T0: " + strings.Repeat("[", 100_000), "yaml"},
		"flow mappings":       {"  T0: " + strings.Repeat("{a: ", 9_000) + "1" + strings.Repeat("}", 9_000) + "\n", "too-deep"},
		"block sequences":     {"  T0:\n  " + strings.Repeat("- ", 1_000_000) + "a\n", "yaml"},
		"deep keys":           {"  T0: " + strings.Repeat("{? ", 9_000) + strings.Repeat("}", 9_000) + "\n", "too-deep"},
		"anchors":             {"  T0: [" + each(150_000, "&a{i} x, ") + "]\n", "yaml-anchor"},
		"alias bomb": {"  A: &a [x, x, x, x, x, x, x, x, x]\n  B: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n  C: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\n" +
			"  D: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n  T0: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\n", "yaml-anchor"},
		"alias of itself":    {"  T0: &a [*a]\n", "yaml-anchor"},
		"one key":            {"  T0: {type: object, properties: {" + each(100_000, "a: {}, ") + "}}\n", "too-many"},
		"pattern of 100 kB":  {"  T0: {type: string, pattern: \"" + strings.Repeat("abcdefghij", 10_000) + "\"}\n", "pattern-too-large"},
		"groups":             {"  T0: {type: string, pattern: \"" + strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000) + "\"}\n", "pattern-too-large"},
		"repetitions":        {each(10_000, "  T{i}: {type: string, pattern: \"^(?:[a-z]{1,200}x[a-c]{30}){i}$\"}\n"), "too-many"},
		"automata":           {each(10_000, "  T{i}: {type: string, pattern: \"^x{i}[ab]*a[ab]{8}$\"}\n"), "too-large"},
		"100,000 members":    {"  T0: {type: object, properties: {" + each(99_000, "m{i}: {}, ") + "}}\n", "too-large"},
		"100,000 values":     {"  T0: {type: string, enum: [" + each(100_000, "v{i}, ") + "]}\n", "too-large"},
		"100,000 integers":   {"  T0: {type: integer, enum: [" + each(100_000, "{i}, ") + "]}\n", "too-large"},
		"a value over again": {"  T0: {type: string, enum: [" + each(100_000, "v, ") + "]}\n", "too-many"},
		"required alone":     {"  T0: {type: object, required: [" + each(100_000, "m{i}, ") + "]}\n", "too-many"},
		"chain of allOf":     {each(10_000, "  T{i}: {allOf: [T{next}], properties: {p{i}: {}}}\n") + "  T10000: {type: object}\n", "too-large"},
		"chain of 64 bits":   {each(9_000, "  T{i}: {allOf: [T{next}], minimum: 1}\n") + "  T9000: {$ref: std.Int64}\n", "too-large"},
		"sets of 64 bits": {"  T0: {type: object, properties: {a: {anyOf: [T0, T1]}, b: T0}, additionalProperties: false}\n  U: {type: object, properties: {t: T0}}\n" +
			strings.ReplaceAll(each(30, "  T{i}: {type: object, properties: {a: T{next}, b: T{next}}, additionalProperties: false}\n"), "  T0: {type: object, properties: {a: T1, b: T1}, additionalProperties: false}\n", "") +
			"  T30: {type: object, properties: {v: {$ref: std.Int64}}, additionalProperties: false}\n", "too-large"},
		"chain of references": {each(10_000, "  T{i}: T{next}\n") + "  T10000: {type: object}\n", "too-deep"},
		"chain of arrays":     {each(10_000, "  T{i}: {type: array, items: T{next}}\n") + "  T10000: {type: object}\n", "too-deep"},
		"ring of references":  {each(10_000, "  T{i}: T{next}\n") + "  T10000: T0\n", "cycle"},
		"closed parts":        {"  T0: {allOf: [" + each(2_000, "{type: object, properties: {a{i}: {}}, additionalProperties: false}, ") + "]}\n", "too-many"},
		"narrowed values": {"  T0: {type: object, properties: {k: {type: string, enum: [" + each(20_000, "v{i}, ") + "]}}}\n" +
			each(9_000, "  U{i}: {allOf: [T0], properties: {k: {const: v{i}}}}\n"), "too-large"},
		"one variant": {"  T0: {discriminator: {propertyName: k}, oneOf: [" + strings.Repeat("T1, ", 40_000) + "]}\n" +
			"  T1: {type: object, required: [k], properties: {k: {const: a}}}\n", "too-many"},
	} {
		t.Run(name, func(t *testing.T) {
			r, out := generateAll(t, hostileHead+test.types)
			valid := slices.Contains(contradictory, name)
			if valid {
				r.want(t, 0, "warning["+test.code+"]")
			} else {
				r.want(t, 1, "error["+test.code+"]")
			}
			if len(r.err) > 100_000 {
				t.Errorf("%d bytes of explanation", len(r.err))
			}
			if _, err := os.Stat(out); !valid && !os.IsNotExist(err) {
				t.Errorf("something was written: %v", err)
			}
		})
	}
}

// TestTallSpecs has schemas that are checked on two ways at each of many levels. Nothing may take twice the time for each.
func TestTallSpecs(t *testing.T) {
	const levels = 100
	for name, types := range map[string]string{
		"what a branch has evaluated": "  T0: " + strings.Repeat("{type: object, properties: {a: {type: string}}, unevaluatedProperties: false, anyOf: [{required: [a]}, ", levels) +
			"{type: object}" + strings.Repeat("]}", levels) + "\n",
		"anyOf and oneOf":    each(levels, "  T{i}: {anyOf: [{allOf: [T{next}]}, {minProperties: 2}], oneOf: [{allOf: [T{next}]}, {required: [a]}]}\n") + "  T100: {type: object}\n",
		"nothing is left":    each(levels, "  T{i}: {anyOf: [T{next}, {allOf: [T{next}]}], not: {allOf: [T{next}]}}\n") + "  T100: {not: {}}\n",
		"if, then and else":  each(levels, "  T{i}: {if: T{next}, then: {allOf: [T{next}]}, else: {not: {allOf: [T{next}]}}}\n") + "  T100: {type: object}\n",
		"items and contains": each(levels, "  T{i}: {prefixItems: [T{next}], items: {anyOf: [T{next}, {allOf: [T{next}]}]}, contains: T{next}, unevaluatedItems: {allOf: [T{next}]}}\n") + "  T100: {type: [object, array]}\n",
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := generateAll(t, hostileHead+types)
			r.want(t, 0)
		})
	}
}

// TestTenThousandTypes generates a large protocol for every target.
func TestTenThousandTypes(t *testing.T) {
	spec := hostileHead + each(9_999, "  T{i}: {type: object, properties: {next: T{next}, list: {type: array, items: {type: string}}}}\n") + "  T9999: {type: object}\n"
	r, out := generateAll(t, spec)
	r.want(t, 0)
	for file, text := range map[string]string{
		"go/demo/types.go": "type T9998 struct", "ts/demo.ts": "export interface T9998", "py/demo/_models.py": "class T9998", "schema/demo.schema.json": `"T9998"`,
	} {
		data, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(file)))
		if err != nil || !strings.Contains(string(data), text) {
			t.Errorf("%s lacks %q: %v", file, text, err)
		}
	}
}
