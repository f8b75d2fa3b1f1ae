package arrow

import (
	"bytes"
	"io"
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
	"github.com/envgen/envgen/internal/reference"
)

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
