package arrow

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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

// TestMutants compares the answers with those of the reference, on mutants of each protocol and in columns of each type.
func TestMutants(t *testing.T) {
	for _, p := range fixtures.Protocols() {
		all := messages(t, p, 300)
		all[7], all[8] = nil, []byte("{\"\xff\":1}") // a column of strings may contain it, too
		want := expected(t, p, all)
		for _, typ := range textTypes {
			invalid, null := 0, 0
			for _, a := range want {
				if a.null {
					null++
				} else if !a.valid {
					invalid++
				}
			}
			if invalid < 40 || len(want)-invalid < 20 || null != 1 {
				t.Errorf("%s: %d of %d messages are invalid, %d null", p.Name, invalid, len(want), null)
			}
			have := check(t, one(t, typ, all, 170), settings(p))
			if len(have) != len(want) {
				t.Fatalf("%s, %s: %d answers, want %d", p.Name, typ, len(have), len(want))
			}
			for i := range want {
				if !reflect.DeepEqual(have[i], want[i]) {
					t.Errorf("%s, %s: %q has %+v, want %+v", p.Name, typ, all[i], have[i], want[i])
				}
			}
		}
	}
}

// TestDialogue writes a batch after the answer of the one before, as a caller in lockstep does, and ends without a batch.
func TestDialogue(t *testing.T) {
	p := protocol(t, "foxctl")
	in, toChild := io.Pipe()
	fromChild, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Check(in, out, settings(p))
		ended <- err
		out.CloseWithError(err)
	}()
	schema := arrow.NewSchema([]arrow.Field{{Name: "value", Type: arrow.BinaryTypes.String}}, nil)
	w := ipc.NewWriter(toChild, ipc.WithSchema(schema))
	var r *ipc.Reader
	texts := messages(t, p, 40)
	for i := range 10 {
		part := texts[4*i : 4*i+4]
		if err := w.Write(array.NewRecordBatch(schema, []arrow.Array{column(arrow.BinaryTypes.String, part)}, 4)); err != nil {
			t.Fatal(err)
		}
		if r == nil {
			var err error
			if r, err = ipc.NewReader(fromChild); err != nil {
				t.Fatal(err)
			}
		}
		if !r.Next() || !reflect.DeepEqual(rowsOf(r.RecordBatch()), expected(t, p, part)) {
			t.Fatalf("batch %d: %v", i, r.Err())
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if r.Next() || r.Err() != nil {
		t.Errorf("after the last batch: %v", r.Err())
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if have := check(t, stream(t, schema), settings(p)); have != nil {
		t.Errorf("a stream without batches has the answers %v", have)
	}
}

// TestMemory streams 300 MB through a check.
func TestMemory(t *testing.T) {
	p := protocol(t, "foxctl")
	valid := []byte(`{"version":1,"status":"ok","command":"fs/ls","data":{"x":"` + strings.Repeat("x", 10_000) + `"},"meta":{"ts":"2026-05-12T08:41:07Z"},"error":null}`)
	texts := make([][]byte, 100)
	for i := range texts {
		texts[i] = valid
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: "value", Type: arrow.BinaryTypes.String}}, nil)
	batch := array.NewRecordBatch(schema, []arrow.Array{column(arrow.BinaryTypes.String, texts)}, 100)
	in, to := io.Pipe()
	go func() {
		w := ipc.NewWriter(to, ipc.WithSchema(schema))
		for range 300 {
			if err := w.Write(batch); err != nil {
				break
			}
		}
		to.CloseWithError(w.Close())
	}()
	most, done := make(chan uint64), make(chan struct{})
	go func() {
		var peak uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
			select {
			case <-done:
				most <- peak
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	if err := Check(in, io.Discard, settings(p)); err != nil {
		t.Fatal(err)
	}
	close(done)
	if peak := <-most; peak > 150<<20 {
		t.Errorf("the heap had %d MB", peak>>20)
	}
}

// TestNow takes the time of each message from a column of each type.
func TestNow(t *testing.T) {
	p := protocol(t, "agh")
	const valid = `{"protocol":"agh-network/v0","id":"m","kind":"say","channel":"c","from":"ops","to":null,"ts":1000000000,"body":{},"proof":null}`
	at := time.Unix(1000000000, 0).UTC()
	for name, times := range map[string]func() arrow.Array{
		"int64": func() arrow.Array {
			b := array.NewInt64Builder(memory.DefaultAllocator)
			b.AppendValues([]int64{at.Unix(), 0, now.Unix()}, []bool{true, false, true})
			return b.NewArray()
		},
		"float64": func() arrow.Array {
			b := array.NewFloat64Builder(memory.DefaultAllocator)
			b.AppendValues([]float64{float64(at.Unix()) + 0.5, 0, float64(now.Unix())}, []bool{true, false, true})
			return b.NewArray()
		},
		"timestamp": func() arrow.Array {
			b := array.NewTimestampBuilder(memory.DefaultAllocator, &arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "UTC"})
			b.AppendValues([]arrow.Timestamp{arrow.Timestamp(at.UnixMilli()), 0, arrow.Timestamp(now.UnixMilli())}, []bool{true, false, true})
			return b.NewArray()
		},
		"text": func() arrow.Array {
			return column(arrow.BinaryTypes.String, [][]byte{[]byte("2001-09-09T01:46:40Z"), nil, []byte("yesterday")})
		},
	} {
		t.Run(name, func(t *testing.T) {
			texts, times := column(arrow.BinaryTypes.String, [][]byte{[]byte(valid), []byte(valid), []byte(valid)}), times()
			schema := arrow.NewSchema([]arrow.Field{{Name: "at", Type: times.DataType(), Nullable: true}, {Name: "value", Type: texts.DataType()}}, nil)
			s := settings(p)
			s.Now = "at"
			have := check(t, stream(t, schema, array.NewRecordBatch(schema, []arrow.Array{times, texts}, 3)), s)
			if len(have) != 3 || !have[0].valid || have[1].valid || have[2].valid {
				t.Errorf("%+v", have)
			}
			s.Now = ""
			if have = check(t, stream(t, schema, array.NewRecordBatch(schema, []arrow.Array{times, texts}, 3)), withColumn(s, "value")); have[0].valid {
				t.Error("without the column, the message is valid at another time")
			}
		})
	}
}

func withColumn(s Settings, name string) Settings {
	s.Column = name
	return s
}

// TestStrict makes issues of level should invalid.
func TestStrict(t *testing.T) {
	for _, p := range fixtures.Protocols() {
		texts := messages(t, p, 300)
		for i, a := range expected(t, p, texts) {
			if !a.valid || a.issues == nil {
				continue
			}
			s := settings(p)
			in := one(t, arrow.BinaryTypes.Binary, texts[i:i+1], 1)
			lax := check(t, in, s)
			s.Strict = true
			if strict := check(t, in, s); !lax[0].valid || strict[0].valid {
				t.Errorf("%s: %v, strict %v", texts[i], lax, strict)
			}
			return
		}
	}
	t.Error("no message has only issues of level should")
}

// TestRefusals requires an error that names the column.
func TestRefusals(t *testing.T) {
	p := protocol(t, "foxctl")
	texts := column(arrow.BinaryTypes.String, [][]byte{[]byte("{}")})
	numbers := array.NewInt32Builder(memory.DefaultAllocator)
	numbers.Append(1)
	n := numbers.NewArray()
	batch := func(names []string, columns ...arrow.Array) []byte {
		var fields []arrow.Field
		for i, name := range names {
			fields = append(fields, arrow.Field{Name: name, Type: columns[i].DataType()})
		}
		schema := arrow.NewSchema(fields, nil)
		return stream(t, schema, array.NewRecordBatch(schema, columns, 1))
	}
	for name, test := range map[string]struct {
		in       []byte
		settings Settings
		want     string
	}{
		"empty":        {nil, settings(p), "no stream of Arrow IPC"},
		"text":         {[]byte("{\"a\":1}\n{\"a\":1}\n"), settings(p), "no stream of Arrow IPC"},
		"no column":    {batch([]string{"a"}, texts), withColumn(settings(p), "b"), `no column "b": it has a (utf8)`},
		"two columns":  {batch([]string{"a", "a"}, texts, texts), withColumn(settings(p), "a"), `2 columns "a"`},
		"two texts":    {batch([]string{"a", "b"}, texts, texts), settings(p), `"a" and "b" are both of texts`},
		"no texts":     {batch([]string{"a"}, n), settings(p), "no column of texts: it has a (int32)"},
		"numbers":      {batch([]string{"a"}, n), withColumn(settings(p), "a"), `"a" has the type int32`},
		"times":        {batch([]string{"a", "b"}, texts, n), Settings{Protocol: p, Now: "b", Jobs: 1}, `"b" has the type int32`},
		"no times":     {batch([]string{"a"}, texts), Settings{Protocol: p, Now: "b", Jobs: 1}, `no column "b"`},
		"unknown type": {batch([]string{"a"}, texts), Settings{Protocol: p, Type: "None", Jobs: 1}, `no type "None"`},
		"parameter":    {batch([]string{"a"}, texts), Settings{Protocol: p, Jobs: 1, Options: reference.Options{Params: map[string]any{"none": 1}}}, "none"},
	} {
		t.Run(name, func(t *testing.T) {
			err := Check(bytes.NewReader(test.in), io.Discard, test.settings)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
}

var (
	damages = flag.Int("damages", 500, "damaged streams of each type of column")
	seed    = flag.Uint64("seed", 1, "seed of the damages")
)

// TestDamagedStreams changes and cuts streams: each of them has an error, or answers.
func TestDamagedStreams(t *testing.T) {
	p := protocol(t, "foxctl")
	texts := messages(t, p, 6)
	texts[3] = nil
	dice := rand.New(rand.NewPCG(*seed, 2))
	c, err := newChecker(settings(p))
	if err != nil {
		t.Fatal(err)
	}
	refused, answered := 0, 0
	for _, typ := range textTypes {
		whole := one(t, typ, texts, 3)
		// A number of the metadata that is too large makes the reader of Arrow allocate more than a machine has.
		for at := 0; at+4 <= len(whole); at += 4 {
			for _, large := range []uint32{0x20000000, 0x7fffffff} {
				damaged := bytes.Clone(whole)
				binary.LittleEndian.PutUint32(damaged[at:], large)
				var out bytes.Buffer
				if c.run(bytes.NewReader(damaged), &out) == nil {
					answers(t, &out)
				}
			}
		}
		for i := range *damages {
			damaged := bytes.Clone(whole)
			switch at := dice.IntN(len(damaged)); i % 4 {
			case 0:
				damaged = damaged[:at]
			case 1:
				damaged[at] ^= 1 << dice.IntN(8)
			case 2:
				damaged[at] = 0xff
			case 3:
				// Offsets, sizes and lengths are numbers of four or eight bytes.
				at -= at % 4
				for k := range min(8, len(damaged)-at) {
					damaged[at+k] = []byte{0, 0xff, 0x7f, 0x80}[dice.IntN(4)]
				}
			}
			var out bytes.Buffer
			if err := c.run(bytes.NewReader(damaged), &out); err != nil {
				refused++
				continue
			}
			answered++
			answers(t, &out)
		}
	}
	if refused < 500 || answered < 500 {
		t.Errorf("%d streams are refused, %d answered", refused, answered)
	}
}

// TestClaims has a stream whose first message claims more bytes than follow.
func TestClaims(t *testing.T) {
	for _, size := range []uint32{1 << 25, 1 << 31, 0xfffffffe, 3} {
		in := []byte{0xff, 0xff, 0xff, 0xff, byte(size), byte(size >> 8), byte(size >> 16), byte(size >> 24)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := Check(bytes.NewReader(in), io.Discard, settings(protocol(t, "foxctl")))
		runtime.ReadMemStats(&after)
		if err == nil || after.TotalAlloc-before.TotalAlloc > 100<<20 {
			t.Errorf("%d: %v, %d bytes", size, err, after.TotalAlloc-before.TotalAlloc)
		}
	}
	defer func() {
		if r := recover(); !strings.Contains(fmt.Sprint(r), "at most") {
			t.Errorf("a buffer beyond the limit: %v", r)
		}
	}()
	bounded{memory.DefaultAllocator}.Allocate(mostBody + 1)
}

// BenchmarkCheck measures a column of valid messages.
func BenchmarkCheck(b *testing.B) {
	p := protocol(b, "foxctl")
	var texts [][]byte
	size := 0
	for _, text := range messages(b, p, 4000) {
		if a := expected(b, p, [][]byte{text}); a[0].issues == nil && utf8.Valid(text) {
			texts = append(texts, text)
			size += len(text)
		}
	}
	in := one(b, arrow.BinaryTypes.String, texts, 1<<14)
	c, err := newChecker(settings(p))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		if err := c.run(bytes.NewReader(in), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
