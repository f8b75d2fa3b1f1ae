package testbed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// split puts the groups of a file that compile into as few specs as possible: one, or more where groups declare the same
// `$id`, and one for those that need remote documents. The others get the diagnostic that refuses them.
func (f *keywordFile) split(t *testing.T) fstest.MapFS {
	t.Helper()
	specs := fstest.MapFS{}
	name := "keyword" + strings.ToLower(strings.NewReplacer("/", "", "-", "", "_", "").Replace(f.name))
	if f.newer {
		name += "newer"
	}
	remotes := f.remotes
	local, remote := chunk{protocol: name}, chunk{protocol: name + "remote", groups: remotes}
	for i, g := range f.groups {
		g.typ = fmt.Sprintf("Group%d", i+1)
		if g.refusal = refusal(specOf(t, name, g)); g.refusal == "" {
			g.straight = isStraight(specOf(t, name, g), g.typ)
			local.add(t, specs, g, nil)
		} else if refusal(specOf(t, name, append(remotes[:len(remotes):len(remotes)], g)...)) == "" {
			g.refusal = ""
			g.straight = isStraight(specOf(t, name, append(remotes[:len(remotes):len(remotes)], g)...), g.typ)
			remote.add(t, specs, g, remotes)
		}
	}
	return specs
}

// isStraight reports whether a type of a spec, and all that it leads to, is checked without the evaluator.
func isStraight(spec []byte, typ string) bool {
	p, _ := compile.Source("suite.yaml", spec)
	seen := map[*ir.Type]bool{}
	var straight func(v ir.Value) bool
	ofType := func(t *ir.Type) bool {
		if seen[t] {
			return true
		}
		seen[t] = true
		return straight(t.Value)
	}
	straight = func(v ir.Value) bool {
		if v.Evaluated() != nil {
			return false
		}
		switch k := v.Kind.(type) {
		case ir.Ref:
			return ofType(k.Type)
		case ir.Array:
			return straight(*k.Items)
		case ir.Map:
			return straight(*k.Values)
		case *ir.Union:
			return !slices.ContainsFunc(k.Variants, func(v ir.Variant) bool { return !ofType(v.Type) })
		case *ir.Record:
			for _, f := range k.Fields {
				if !straight(f.Value) {
					return false
				}
			}
		}
		return true
	}
	return !slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return t.Name == typ && !ofType(t) })
}

// chunk is the spec that groups are added to.
type chunk struct {
	protocol string
	groups   []*keywordGroup
}

// add begins another spec where this one cannot take the group.
func (c *chunk) add(t *testing.T, specs fstest.MapFS, g *keywordGroup, before []*keywordGroup) {
	t.Helper()
	if refusal(specOf(t, c.protocol, append(c.groups, g)...)) != "" {
		c.groups, c.protocol = before, fmt.Sprintf("%s%d", c.protocol, len(specs)+1)
	}
	c.groups = append(c.groups[:len(c.groups):len(c.groups)], g)
	g.protocol = c.protocol
	specs[c.protocol+".yaml"] = &fstest.MapFile{Data: specOf(t, c.protocol, c.groups...)}
}

// remoteDocuments are the documents that groups refer to, as types with the address as their `$id`. Those that the
// compiler refuses are left out.
func remoteDocuments(t *testing.T, folder string) []*keywordGroup {
	t.Helper()
	var all []*keywordGroup
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skipOtherDialects(rel)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var schema map[string]json.RawMessage
		if err := json.Unmarshal(data, &schema); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		add := func(schema map[string]json.RawMessage) {
			data, err = json.Marshal(schema)
			all = append(all, &keywordGroup{Schema: data, typ: fmt.Sprintf("Remote%d", len(all)+1)})
		}
		address := json.RawMessage(strconv.Quote("http://localhost:1234/" + filepath.ToSlash(rel)))
		if own := schema["$id"]; own == nil {
			schema["$id"] = address
		} else if !bytes.Equal(own, address) {
			add(map[string]json.RawMessage{"$id": address, "$ref": own})
		}
		add(schema)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return compiling(t, all)
}

// skipOtherDialects passes over the folders draft7, v1 and so on.
func skipOtherDialects(folder string) error {
	if regexp.MustCompile(`^(draft|v)[\w-]+$`).MatchString(folder) && folder != "draft2020-12" {
		return fs.SkipDir
	}
	return nil
}

// compiling adds one document after the other, again and again, because they refer to each other.
func compiling(t *testing.T, all []*keywordGroup) []*keywordGroup {
	t.Helper()
	var accepted []*keywordGroup
	for before := -1; before < len(accepted); {
		before = len(accepted)
		for _, g := range all {
			if !slices.Contains(accepted, g) && refusal(specOf(t, "remote", append(accepted, g)...)) == "" {
				accepted = append(accepted, g)
			}
		}
	}
	return accepted
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
