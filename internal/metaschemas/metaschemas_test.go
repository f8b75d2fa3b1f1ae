package metaschemas

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestDocuments compiles every text under another address and compares its verdicts about all texts and some mistakes with the validator's own.
func TestDocuments(t *testing.T) {
	values := []string{`{}`, `true`, `5`, `{"type":"strng"}`, `{"type":["string","string"]}`, `{"minLength":-1}`, `{"$defs":{"a":{"type":5}}}`, `{"definitions":{"a":{"type":5}}}`,
		`{"properties":{"a":{"required":"a"}}}`, `{"multipleOf":0}`, `{"items":[true]}`, `{"dependencies":{"a":["b"]}}`, `{"enum":[]}`, `{"allOf":[]}`, `{"pattern":"("}`, `{"$ref":"#a b"}`}
	for _, address := range append(Of2020(), others...) {
		data, ok := Document(address)
		if !ok {
			t.Fatalf("no text for %s", address)
		}
		values = append(values, string(data))
	}
	for _, address := range append(Of2020(), others...) {
		data, _ := Document(address)
		own, copied := compile(t, address, nil), compile(t, strings.Replace(address, "json-schema.org", "example.org", 1), data)
		for _, text := range values {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if want, got := own.Validate(value) == nil, copied.Validate(value) == nil; want != got {
				t.Errorf("%s: %s is valid: %t, by the text: %t", address, text, want, got)
			}
		}
	}
	if _, ok := Document("https://json-schema.org/draft/2020-12/none"); ok {
		t.Error("an unknown address has a text")
	}
}

// compile compiles a metaschema, or the texts of all of them with another host in all addresses.
func compile(t *testing.T, address string, data []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if data != nil {
		for _, other := range append(Of2020(), others...) {
			text, _ := Document(other)
			text = bytes.ReplaceAll(text, []byte("//json-schema.org/"), []byte("//example.org/"))
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Fatal(err)
			}
			value.(map[string]any)["$schema"] = other
			if strings.Contains(other, "/meta/") {
				value.(map[string]any)["$schema"] = other[:strings.Index(other, "meta/")] + "schema"
			}
			if err := c.AddResource(strings.Replace(other, "json-schema.org", "example.org", 1), value); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := c.Compile(address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
