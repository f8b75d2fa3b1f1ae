package bulk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const spec = `envgen: 1
protocol: p
version: "1"
types:
  Item: {type: object, required: [n], properties: {n: {type: integer, minimum: 0}, s: {type: string}}}
  Word: {type: object, required: [w], properties: {w: {type: string, maxLength: 3}}}
  Message:
    type: object
    required: [kind]
    properties: {kind: {type: string}}
root: Item
`

func protocol(t *testing.T, text string) *ir.Protocol {
	t.Helper()
	p, diags := compile.Source("p.yaml", []byte(text))
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

// result are the offsets, lines and rules of the records with issues.
func check(t *testing.T, s Settings) (*Summary, []string, error) {
	t.Helper()
	var bad []string
	if s.Jobs == 0 {
		s.Jobs = 3
	}
	if s.Form == "" {
		s.Form = Auto
	}
	s.Examples = 2
	r, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := r.Check(Hooks{Bad: noted(&bad)})
	return sum, bad, err
}

// noted returns a hook that notes the issues of records.
func noted(list *[]string) func(*Record) error {
	return func(r *Record) error {
		for _, i := range r.Issues {
			*list = append(*list, fmt.Sprintf("%s:%d:%d %s %s", filepath.Base(r.File), r.Line, r.Offset, i.Path, i.Rule))
		}
		return nil
	}
}

func smallChunks(t *testing.T, size int) {
	old := chunkBytes
	chunkBytes = size
	t.Cleanup(func() { chunkBytes = old })
}

// eager saves the state after each chunk.
func eager(t *testing.T) {
	old := saveEvery
	saveEvery = 0
	t.Cleanup(func() { saveEvery = old })
}

func TestForms(t *testing.T) {
	p := protocol(t, spec)
	zst, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	gz := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const lines = "{\"n\":1}\n{\"n\":-1}\n\n{\"n\":2}\r\n{\"s\":\"]},{[\"}"
	linesBad := []string{"f:2:8 /n minimum", "f:5:27 /n required"}
	for name, c := range map[string]struct {
		text    string
		form    Form
		records int64
		bad     []string
	}{
		"lines":               {lines, Auto, 4, linesBad},
		"lines, gzip":         {gz(lines), Auto, 4, linesBad},
		"two members of gzip": {gz(lines[:10]) + gz(lines[10:]), Auto, 4, linesBad},
		"lines, zstd":         {string(zst.EncodeAll([]byte(lines), nil)), Auto, 4, linesBad},
		"array":               {"[{\"n\":1},\n {\"s\":\"\\\"],[\"} , {\"n\":[1,{}]}]\n", Auto, 3, []string{"f:2:11 /n required", "f:2:27 /n type"}},
		"array of one line":   {"[{\"n\":1},{\"n\":-1}]", Array, 2, []string{"f:1:9 /n minimum"}},
		"empty array":         {"[ ]", Array, 0, nil},
		"text after an array": {"[{\"n\":1}] x", Array, 2, []string{"f:1:10  json"}},
		"value":               {"{\n \"n\": -1\n}\n", Auto, 1, []string{"f:1:0 /n minimum"}},
		"array as a value":    {"[1]", Whole, 1, []string{"f:1:0  type"}},
		"empty":               {"", Auto, 0, nil},
		"white space":         {" \n\n", Auto, 0, nil},
		"no JSON":             {"{\"n\":1}\nnull\nx\n{\"n\":1}\n", Auto, 4, []string{"f:2:8  type", "f:3:13  json"}},
		"no UTF-8":            {"{\"n\":1,\"s\":\"\xff\"}\n", Auto, 1, []string{"f:1:0  json"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 7, 16, 1 << 20} {
				smallChunks(t, size)
				file := filepath.Join(t.TempDir(), "f")
				if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
					t.Fatal(err)
				}
				sum, bad, err := check(t, Settings{Protocol: p, Files: []string{file}, Form: c.form})
				if err != nil {
					t.Fatal(err)
				}
				if sum.Records != c.records || !slices.Equal(bad, c.bad) || sum.Invalid != int64(len(c.bad)) {
					t.Errorf("chunks of %d: %d records, %q; want %d, %q", size, sum.Records, bad, c.records, c.bad)
				}
			}
		})
	}
}

func TestLongRecords(t *testing.T) {
	smallChunks(t, 64)
	p := protocol(t, spec)
	file := filepath.Join(t.TempDir(), "f")
	long := "{\"n\":1,\"s\":\"" + strings.Repeat("x", 1000) + "\"}"
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("{\"n\":1}\n" + long + "\n{\"n\":-1}\n" + long)
	sum, bad, err := check(t, Settings{Protocol: p, Files: []string{file}, Options: reference.Options{MaxBytes: 100}})
	want := []string{"f:2:8  json", fmt.Sprintf("f:3:%d /n minimum", 9+len(long)), fmt.Sprintf("f:4:%d  json", 18+len(long))}
	if err != nil || sum.Records != 4 || !slices.Equal(bad, want) {
		t.Errorf("%d records, %q, %v; want %q", sum.Records, bad, err, want)
	}
	put("[{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":4},{\"n\":5},{\"n\":6},{\"n\":7},{\"n\":8}," + long + "]")
	sum, _, err = check(t, Settings{Protocol: p, Files: []string{file}, Form: Array, Options: reference.Options{MaxBytes: 100}})
	if err == nil || !strings.Contains(err.Error(), "longer than 100 bytes") || sum.Records != 8 {
		t.Errorf("%d records, %v", sum.Records, err)
	}
	put("[{\"n\":1}")
	if sum, _, err = check(t, Settings{Protocol: p, Files: []string{file}}); err == nil || !strings.Contains(err.Error(), "no end") {
		t.Errorf("%d records, %v", sum.Records, err)
	}
}

// TestMutants compares each issue with that of the reference, for messages as text and as values of a record.
func TestMutants(t *testing.T) {
	smallChunks(t, 10_000)
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range fixtures.Protocols() {
		g, err := mutants.New(p, cases, 7)
		if err != nil {
			t.Fatal(err)
		}
		r, err := reference.NewInterpreter(p)
		if err != nil {
			t.Fatal(err)
		}
		o, err := reference.ReadOptions("2000-01-01T00:00:00Z", nil)
		if err != nil {
			t.Fatal(err)
		}
		type counted struct {
			want []string
			data bytes.Buffer
		}
		var texts, values counted
		for m := range g.Mutants(4000) {
			if m.Type != "" || !utf8.Valid(m.Text) {
				continue
			}
			result, err := r.Verdict(p.Root, m.Text, o)
			if err != nil {
				t.Fatal(err)
			}
			add := func(c *counted, record []byte) {
				line := bytes.Count(c.data.Bytes(), []byte("\n")) + 1
				for _, i := range result.Issues {
					c.want = append(c.want, fmt.Sprintf("f:%d:%d %s %s", line, c.data.Len(), i.Path, i.Rule))
				}
				c.data.Write(append(record, '\n'))
			}
			quoted, err := json.Marshal(map[string]any{"id": 1, "log": map[string]any{"payload": string(m.Text)}})
			if err != nil {
				t.Fatal(err)
			}
			add(&texts, quoted)
			// A value that is a string has the text of a message.
			if json.Valid(m.Text) && !bytes.ContainsAny(m.Text, "\n\r") && !bytes.HasPrefix(bytes.TrimSpace(m.Text), []byte(`"`)) {
				add(&values, slices.Concat([]byte(`{"log":{"payload":`), m.Text, []byte(`}}`)))
			}
		}
		if len(texts.want) < 100 || len(values.want) < 60 {
			t.Fatalf("%s has too few issues: %d, %d", p.Name, len(texts.want), len(values.want))
		}
		for name, c := range map[string]*counted{"texts": &texts, "values": &values} {
			file := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(file, c.data.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			_, bad, err := check(t, Settings{Protocol: p, Files: []string{file}, At: []string{"log", "payload"}, Options: o})
			if err != nil {
				t.Fatal(err)
			}
			for i := range max(len(bad), len(c.want)) {
				if i >= len(bad) || i >= len(c.want) || bad[i] != c.want[i] {
					t.Errorf("%s, %s: issue %d of %d and %d: %q, want %q", p.Name, name, i, len(bad), len(c.want), bad[min(i, len(bad)-1)], c.want[min(i, len(c.want)-1)])
					break
				}
			}
		}
	}
}

const talk = `envgen: 1
protocol: talk
version: "1"
types:
  Hello: {type: object, required: [type, n], properties: {type: {const: hello}, n: {type: integer}}}
  Bye: {type: object, required: [type, n], properties: {type: {const: bye}, n: {type: integer}}}
  Message: {oneOf: [Hello, Bye], discriminator: {propertyName: type}}
root: Message
conversations:
  talk: {over: Message, grammar: Hello+ Bye}
`

// TestOrder shuffles the messages of many conversations. Sorted, they have the issues of their order; small runs are merged from files.
func TestOrder(t *testing.T) {
	p := protocol(t, talk)
	old := sortBytes
	t.Cleanup(func() { sortBytes = old })
	sortBytes = 3000
	var lines []string
	for key := range 200 {
		for n := range 3 {
			kind := []string{"hello", "hello", "bye"}[n]
			if key%10 == 3 && n == 1 {
				kind = "bye" // the last message follows the end
			}
			lines = append(lines, fmt.Sprintf(`{"key":"k%d","type":%q,"n":%d}`, key, kind, n*100))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	smallChunks(t, 500)
	settings := Settings{Protocol: p, Files: []string{file}, Stream: "talk", Key: []string{"key"}, Open: 1000}
	sum, _, err := check(t, settings)
	if err != nil || sum.Invalid < 50 {
		t.Fatalf("in the order of the archive %d messages are not valid, %v", sum.Invalid, err)
	}
	settings.Order = []string{"n"}
	sum, bad, err := check(t, settings)
	if err != nil || sum.Records != 600 || sum.Invalid != 20 || sum.Unfinished != 0 || len(bad) != 20 {
		t.Errorf("%+v, %d, %v", sum.Counts, len(bad), err)
	}
	settings.Open = 1
	if sum, _, err = check(t, settings); err != nil || sum.Abandoned != 0 || sum.Invalid != 20 {
		t.Errorf("%+v, %v", sum, err)
	}
	for _, line := range bad {
		n, err := strconv.Atoi(strings.Split(line, ":")[1])
		if err != nil || !strings.Contains(lines[n-1], `"n":200`) || !strings.Contains(lines[n-1], "3\"") {
			t.Errorf("%s: %s", line, lines[n-1])
		}
	}
}
