package conformance_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/spec"
)

var update = flag.Bool("update", false, "write the counts in docs/explanation/proof.md, and the golden files")

// published are the documents that carry JSON Schemas of their own.
var published = map[string]string{"agh": "agh-network-v0.txt", "hotrepl": "hotrepl-protocol-v2.txt"}

// TestSources counts the fixtures by the author of the expectation. It compares the fixtures with the published schemas of the documents,
// and the page of fixtures with the counts.
func TestSources(t *testing.T) {
	all, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	documents := map[string]publishedSchemas{}
	for protocol, file := range published {
		documents[protocol] = readPublished(t, filepath.Join(needs.Beside(t, "protocols"), file))
		documents[protocol].nameTypes(t, protocol)
	}
	var table strings.Builder
	table.WriteString("| protocol | by hand | also by the document | derived | also by the document |\n|---|---|---|---|---|\n")
	var protocols []string
	counts := map[string][4]int{}
	for _, c := range all {
		n, known := counts[c.Protocol]
		if !known {
			protocols = append(protocols, c.Protocol)
		}
		column := 0
		if topic := strings.Split(c.ID, "/")[1]; topic == "derived" || topic == "edges" {
			column = 2
		}
		n[column]++
		if confirms(t, documents[c.Protocol], c) {
			n[column+1]++
		}
		counts[c.Protocol] = n
	}
	for _, p := range protocols {
		n := counts[p]
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d |\n", p, n[0], n[1], n[2], n[3])
	}
	comparePage(t, table.String())
}

var countsOnPage = regexp.MustCompile(`(?s)(<!-- counts: [^\n]*\n).*(<!-- end -->)`)

func comparePage(t *testing.T, table string) {
	const page = "../docs/explanation/proof.md"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := countsOnPage.ReplaceAllString(string(data), "${1}"+table+"${2}")
	if want == string(data) {
		return
	}
	if !*update {
		t.Errorf("the counts in %s are not these; -update writes them:\n%s", page, table)
	} else if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// publishedSchemas are those of a document, by the name of the spec's type or by the tag of a message.
type publishedSchemas map[string]*jsonschema.Schema

// of returns the schema for a value of a type: the type's own, the one of the message that the tag names, or that of all messages.
func (s publishedSchemas) of(typ string, value any) *jsonschema.Schema {
	if schema := s[typ]; schema != nil || typ != "" {
		return schema
	}
	object, _ := value.(map[string]any)
	tag, _ := object["type"].(string)
	if schema := s[tag]; schema != nil {
		return schema
	}
	return s[everyMessage]
}

// everyMessage is the key of a schema for all messages of a protocol.
const everyMessage = "*"

// nameTypes adds the schemas under the names that the spec gives to messages.
func (s publishedSchemas) nameTypes(t *testing.T, protocol string) {
	data, err := spec.FS.ReadFile(protocol + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source(protocol+".yaml", data)
	if p == nil {
		t.Fatal(diags)
	}
	for _, v := range p.Root.Value.Kind.(*ir.Union).Variants {
		schema := s[everyMessage]
		if schema == nil {
			schema = s[v.Tags[0]]
		}
		s[v.Type.Name], s[p.Root.Name] = schema, s[everyMessage]
	}
}

// confirms reports whether the document's own schema gives the verdict that a fixture expects. It must never refuse a valid one.
func confirms(t *testing.T, schemas publishedSchemas, c *conformance.Case) bool {
	if len(schemas) == 0 || c.Text == nil || c.Conversation != "" {
		return false
	}
	value, ok := readValue(*c.Text)
	if !ok {
		return false // no value that a schema could judge
	}
	schema := schemas.of(c.Type, value)
	if schema == nil {
		return false
	}
	accepted := schema.Validate(value) == nil
	if !accepted && *c.Expect.Valid {
		t.Errorf("%s: the document's own schema refuses what the fixture calls valid: %v", c.ID, schema.Validate(value))
	}
	return accepted == *c.Expect.Valid
}

// readValue reads a message with the doubles nearest to its numbers; strconv drops digits behind the 800th.
func readValue(text string) (value any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil || d.More() {
		return nil, false
	}
	return rounded(value)
}

func rounded(value any) (any, bool) {
	all := true
	switch v := value.(type) {
	case json.Number:
		if _, err := v.Float64(); err != nil {
			return nil, false
		}
		exact, ok := new(big.Rat).SetString(string(v))
		if !ok {
			return nil, false
		}
		nearest, _ := exact.Float64()
		return nearest, true
	case []any:
		for i := range v {
			var ok bool
			v[i], ok = rounded(v[i])
			all = all && ok
		}
	case map[string]any:
		for name := range v {
			var ok bool
			v[name], ok = rounded(v[name])
			all = all && ok
		}
	}
	return value, all
}

// readPublished finds the JSON Schemas of a document.
func readPublished(t *testing.T, file string) publishedSchemas {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	schemas := publishedSchemas{}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		if !strings.EqualFold(strings.TrimSpace(line), "JSON schema") {
			continue
		}
		start := i + 1
		for lines[start] != "{" {
			start++
		}
		end := start
		for lines[end] != "}" {
			end++
		}
		var document map[string]any
		if err := json.Unmarshal([]byte(strings.Join(lines[start:end+1], "\n")), &document); err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
		schemas[nameOf(document, lines[:i])] = compilePublished(t, document)
	}
	if len(schemas) == 0 {
		t.Fatalf("%s has no schema", file)
	}
	return schemas
}

var heading = regexp.MustCompile(`^[A-Z][A-Za-z]+$`)

// nameOf returns the subject of a schema: from the required tag, from the heading above its example, or everything.
func nameOf(document map[string]any, above []string) string {
	if document["$id"] != nil {
		return everyMessage
	}
	properties, _ := document["properties"].(map[string]any)
	tag, _ := properties["type"].(map[string]any)
	if name, ok := tag["const"].(string); ok {
		return name
	}
	for i := len(above) - 1; ; i-- {
		if heading.MatchString(above[i]) && above[i] != "Example" {
			return above[i]
		}
	}
}

func compilePublished(t *testing.T, document map[string]any) *jsonschema.Schema {
	id, _ := document["$id"].(string)
	if id == "" {
		id = "urn:published"
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(id, document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
