package workshop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/naming"
)

// split puts the groups of a file that compile into as few specs as possible: one, or more where groups declare the same
// `$id`. The others get the diagnostic that refuses them.
func (f *keywordFile) split(t *testing.T) fstest.MapFS {
	t.Helper()
	specs := fstest.MapFS{}
	name := strings.ToLower(strings.NewReplacer("/", "", "-", "", "_", "").Replace(f.name))
	var open []*keywordGroup // those of the last spec
	protocol := name
	for i, g := range f.groups {
		g.typ = fmt.Sprintf("Group%d", i+1)
		if g.refusal = refusal(specOf(t, name, g)); g.refusal != "" {
			continue
		}
		if refusal(specOf(t, protocol, append(open, g)...)) != "" {
			open, protocol = nil, fmt.Sprintf("%s%d", name, len(specs)+1)
		}
		open = append(open, g)
		g.protocol = protocol
		specs[protocol+".yaml"] = &fstest.MapFile{Data: specOf(t, protocol, open...)}
	}
	return specs
}

// refusal is the first error about a spec, or "".
func refusal(spec []byte) string {
	p, diags := compile.Source("suite.yaml", spec)
	if p != nil {
		for _, target := range generators.Targets {
			if target.Language != nil {
				_, more := naming.Assign(p, target.Language)
				diags = append(diags, more...)
			}
		}
	}
	for _, d := range diags {
		if d.Severity == diag.Error {
			return d.Message
		}
	}
	return ""
}

// specOf is a spec with a type for each group.
func specOf(t *testing.T, protocol string, groups ...*keywordGroup) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "envgen: 1\nprotocol: %s\nversion: \"1\"\nroot: %s\ntypes:\n", protocol, groups[0].typ)
	for _, g := range groups {
		fmt.Fprintf(&b, "  %s: %s\n", g.typ, asYAML(t, g.Schema))
	}
	return b.Bytes()
}

// asYAML spells JSON as YAML reads it too: without escapes of slashes and of surrogates. All escapes of Go mean the same there.
func asYAML(t *testing.T, text []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var b strings.Builder
	if err := copyValue(&b, d); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatalf("%s: text after the value", text)
	}
	return b.String()
}

func copyValue(b *strings.Builder, d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch v := token.(type) {
	case json.Delim:
		return copyList(b, d, v)
	case string:
		b.WriteString(strconv.QuoteToGraphic(v))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, v) // a bool or a json.Number
	}
	return nil
}

func copyList(b *strings.Builder, d *json.Decoder, open json.Delim) error {
	b.WriteString(open.String())
	for first := true; d.More(); first = false {
		if !first {
			b.WriteString(", ")
		}
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			b.WriteString(strconv.QuoteToGraphic(name.(string)) + ": ")
		}
		if err := copyValue(b, d); err != nil {
			return err
		}
	}
	end, err := d.Token()
	fmt.Fprint(b, end)
	return err
}
