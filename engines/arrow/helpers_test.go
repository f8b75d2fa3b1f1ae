package arrow

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

var now = time.Date(2026, 5, 12, 8, 41, 7, 0, time.UTC)

// protocol returns a shipped protocol.
func protocol(t testing.TB, name string) *ir.Protocol {
	t.Helper()
	for _, p := range fixtures.Protocols() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no protocol %s", name)
	return nil
}

// messages returns mutants of the root's fixtures.
func messages(t testing.TB, p *ir.Protocol, n int) [][]byte {
	t.Helper()
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	g, err := mutants.New(p, cases, 1)
	if err != nil {
		t.Fatal(err)
	}
	var list [][]byte
	for m := range g.Mutants(1 << 30) {
		if m.Type != "" {
			continue
		}
		if list = append(list, m.Text); len(list) == n {
			break
		}
	}
	return list
}

// stream writes batches of columns.
func stream(t testing.TB, schema *arrow.Schema, batches ...arrow.RecordBatch) []byte {
	t.Helper()
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	for _, batch := range batches {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// column makes an array of a type; a nil text is a null.
func column(typ arrow.DataType, texts [][]byte) arrow.Array {
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	for _, text := range texts {
		if text == nil {
			b.AppendNull()
			continue
		}
		switch to := b.(type) {
		case interface{ Append(string) }:
			to.Append(string(text))
		case interface{ Append([]byte) }:
			to.Append(text)
		}
	}
	return b.NewArray()
}

// textTypes are the types of a column of messages.
var textTypes = []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView,
	arrow.BinaryTypes.Binary, arrow.BinaryTypes.LargeBinary, arrow.BinaryTypes.BinaryView}

// one returns a stream with a column, in batches of at most size rows.
func one(t testing.TB, typ arrow.DataType, texts [][]byte, size int) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "value", Type: typ, Nullable: true}}, nil)
	var batches []arrow.RecordBatch
	for begin := 0; begin < len(texts); begin += size {
		part := texts[begin:min(begin+size, len(texts))]
		batches = append(batches, array.NewRecordBatch(schema, []arrow.Array{column(typ, part)}, int64(len(part))))
	}
	return stream(t, schema, batches...)
}

// answer is a row of the result.
type answer struct {
	null, valid bool
	issues      []reference.Issue
}

// answers reads a stream of answers.
func answers(t testing.TB, in io.Reader) (list []answer, batches int) {
	t.Helper()
	r, err := ipc.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Schema().Equal(Schema) {
		t.Fatalf("the schema is %s", r.Schema())
	}
	for r.Next() {
		batches++
		list = append(list, rowsOf(r.RecordBatch())...)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return list, batches
}

func rowsOf(batch arrow.RecordBatch) (list []answer) {
	valid, issues := batch.Column(0).(*array.Boolean), batch.Column(1).(*array.List)
	items := issues.ListValues().(*array.Struct)
	get := func(field, i int) string { return strings.Clone(items.Field(field).(*array.String).Value(i)) }
	for i := range int(batch.NumRows()) {
		a := answer{null: valid.IsNull(i) && issues.IsNull(i), valid: valid.IsValid(i) && valid.Value(i)}
		begin, end := issues.ValueOffsets(i)
		for j := int(begin); j < int(end); j++ {
			a.issues = append(a.issues, reference.Issue{Rule: get(0, j), Path: get(1, j), Level: get(2, j), Message: get(3, j)})
		}
		list = append(list, a)
	}
	return list
}

// expected returns the answers of the reference.
func expected(t testing.TB, p *ir.Protocol, texts [][]byte) (list []answer) {
	t.Helper()
	r, err := reference.NewInterpreter(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if text == nil {
			list = append(list, answer{null: true})
			continue
		}
		result, err := r.Verdict(p.Root, text, reference.Options{Now: &now})
		if err != nil {
			t.Fatal(err)
		}
		a := answer{valid: true, issues: result.Issues}
		for _, issue := range result.Issues {
			a.valid = a.valid && issue.Level != ir.Must.String()
		}
		if len(a.issues) == 0 {
			a.issues = nil
		}
		list = append(list, a)
	}
	return list
}

func settings(p *ir.Protocol) Settings {
	return Settings{Protocol: p, Options: reference.Options{Now: &now}, Jobs: 2}
}

func check(t testing.TB, in []byte, s Settings) []answer {
	t.Helper()
	var out bytes.Buffer
	if err := Check(bytes.NewReader(in), &out, s); err != nil {
		t.Fatal(err)
	}
	list, _ := answers(t, &out)
	return list
}
