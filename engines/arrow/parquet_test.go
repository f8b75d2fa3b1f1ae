package arrow

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// issue is a line as a test writes it.
type issue struct {
	File    string `json:"file"`
	Line    int64  `json:"line"`
	Offset  int64  `json:"offset"`
	Type    string `json:"type"`
	Key     string `json:"key,omitempty"`
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Level   string `json:"level"`
	Message string `json:"message"`
}

func lines(t *testing.T, n int) (list []issue, text string) {
	t.Helper()
	var b strings.Builder
	encode := json.NewEncoder(&b)
	for i := range n {
		one := issue{File: "a/ü.ndjson", Line: int64(i), Offset: int64(i) << 33, Type: "", Rule: "type", Path: fmt.Sprintf("/x/%d", i%3), Level: "must", Message: "must be \u0000 \"text\""}
		if i%2 == 1 {
			one.Key = fmt.Sprint("run ", i)
		}
		list = append(list, one)
		if err := encode.Encode(one); err != nil {
			t.Fatal(err)
		}
	}
	return list, b.String()
}

// readBack returns the rows and the number of row groups of a file.
func readBack(t *testing.T, name string) (list []issue, groups int) {
	t.Helper()
	f, err := file.OpenParquetFile(name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	table, err := r.ReadTable(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	rows := array.NewTableReader(table, 1000)
	defer rows.Release()
	for rows.Next() {
		data, err := rows.RecordBatch().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var part []issue
		if err := json.Unmarshal(data, &part); err != nil {
			t.Fatal(err)
		}
		list = append(list, part...)
	}
	return list, f.NumRowGroups()
}

// TestParquet compares a file with its lines.
func TestParquet(t *testing.T) {
	defer func(n int) { groupRows = n }(groupRows)
	groupRows = 100
	for _, n := range []int{0, 1, 100, 250} {
		want, text := lines(t, n)
		for _, counted := range []bool{false, true} {
			if counted {
				text += fmt.Sprintf("{\"lines\":%d}\n", n)
			}
			name := filepath.Join(t.TempDir(), "issues.parquet")
			if err := os.WriteFile(name, []byte("older"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := Parquet(t.Context(), strings.NewReader(text), name, counted); err != nil {
				t.Fatal(err)
			}
			have, groups := readBack(t, name)
			if fmt.Sprintf("%+v", have) != fmt.Sprintf("%+v", want) || groups != (n+99)/100 {
				t.Errorf("%d rows: %d rows in %d groups: %+v", n, len(have), groups, have)
			}
			alone(t, name)
		}
	}
}

// alone requires that the folder of a file has no other one.
func alone(t *testing.T, name string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v: %v", entries, err)
	}
}

// TestParquetRefusals keeps an older file.
func TestParquetRefusals(t *testing.T) {
	_, text := lines(t, 3)
	name := filepath.Join(t.TempDir(), "issues.parquet")
	if err := os.WriteFile(name, []byte("older"), 0o666); err != nil {
		t.Fatal(err)
	}
	for reason, test := range map[string]struct {
		text    string
		counted bool
		want    string
	}{
		"cut":           {text, true, "was cut behind 3 lines"},
		"cut line":      {text[:len(text)-5], false, "line 3"},
		"wrong number":  {text + `{"lines":2}`, true, "counts 2 lines"},
		"number":        {text + `{"lines":3}`, false, "counts 3 lines"},
		"more":          {text + `{"lines":3}` + "\n" + text, true, "follows the last one"},
		"no JSON":       {text + "x\n", false, "line 4 is no line of envgen bulk --out"},
		"quarantine":    {`{"file":"a","line":1,"offset":0,"type":"","issues":[],"text":"{}"}`, false, `unknown field "issues"`},
		"no rule":       {`{"file":"a","line":1,"offset":0,"type":"","path":"","level":"must","message":""}`, false, `no member "rule"`},
		"no number":     {`{"file":"a","line":"1"}`, false, "line 1"},
		"two values":    {strings.ReplaceAll(text, "\n", ""), false, "more than one value"},
		"a list":        {"[]", false, "line 1"},
		"nothing, null": {"null", false, "no member"},
	} {
		t.Run(reason, func(t *testing.T) {
			err := Parquet(t.Context(), strings.NewReader(test.text), name, test.counted)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if data, err := os.ReadFile(name); err != nil || string(data) != "older" {
				t.Errorf("the older file has %q: %v", data, err)
			}
			alone(t, name)
		})
	}
	if err := Parquet(t.Context(), strings.NewReader(text), filepath.Join(t.TempDir(), "none", "x.parquet"), false); err == nil {
		t.Error("a folder that does not exist is no error")
	}
}
