package importer_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/needs"
)

// dialects are the folders of the test suite. The pinned suite has the last one.
var dialects = map[string]string{"draft4": "http://json-schema.org/draft-04/schema#", "draft6": "http://json-schema.org/draft-06/schema#",
	"draft7": "http://json-schema.org/draft-07/schema#", "draft2019-09": "https://json-schema.org/draft/2019-09/schema", "draft2020-12": "https://json-schema.org/draft/2020-12/schema"}

// suite is one draft of the JSON Schema test suite.
type suite struct {
	dialect                           string
	remotes                           map[string][]byte
	schemas, refused, verdicts, wrong int
}

// group is a schema with its tests.
type group struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// TestSuite imports the schemas of the JSON Schema test suite and compares the verdicts. A wrong verdict needs a change with an effect, and only
// dynamic references may be refused.
func TestSuite(t *testing.T) {
	folder := needs.Suite(t, "JSON-Schema-Test-Suite")
	remotes := remotesIn(t, filepath.Join(folder, "remotes"))
	for draft, dialect := range dialects {
		s := suite{dialect: dialect, remotes: remotes}
		files, err := filepath.Glob(filepath.Join(folder, "tests", draft, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var groups []group
			if err := json.Unmarshal(data, &groups); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				g.Description = draft + "/" + strings.TrimSuffix(filepath.Base(file), ".json") + "/" + g.Description
				s.check(t, g)
			}
		}
		if s.refused > 3 || s.wrong > 1 || draft == "draft2020-12" && s.schemas < 300 {
			t.Errorf("%s: %d schemas, %d refused, %d verdicts, %d wrong", draft, s.schemas, s.refused, s.verdicts, s.wrong)
		}
	}
}

// remotesIn returns the files that the suite's schemas refer to, by URI.
func remotesIn(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	remotes := map[string][]byte{}
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		rel, _ := filepath.Rel(folder, file)
		remotes["http://localhost:1234/"+filepath.ToSlash(rel)] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return remotes
}

// options are those of a schema, with all remotes given.
func (s *suite) options(schema []byte) importer.Options {
	if bytes.HasPrefix(schema, []byte("{")) && !bytes.Contains(schema, []byte(`"$schema"`)) {
		schema = append([]byte(`{"$schema":"`+s.dialect+`",`), schema[1:]...)
		schema = bytes.Replace(schema, []byte(`",}`), []byte(`"}`), 1)
	}
	o := importer.Options{File: "main.yaml", Check: named, Sources: []importer.Source{{File: "main.json", Header: "main.json"}}}
	o.Read = func(_, file string) ([]byte, error) {
		if file == "main.json" {
			return schema, nil
		}
		if data, ok := s.remotes[file]; ok {
			return data, nil
		}
		return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	for uri := range s.remotes {
		o.Refs = append(o.Refs, importer.Ref{URI: uri, Source: importer.Source{File: uri, Header: uri}})
	}
	return o
}

func (s *suite) check(t *testing.T, g group) {
	t.Helper()
	s.schemas++
	result, diags, err := importer.Import(s.options(g.Schema))
	if err != nil {
		t.Errorf("%s: %v", g.Description, err)
		return
	}
	if diags.HasErrors() {
		s.refused++
		for _, d := range diags {
			if d.Severity == diag.Error && d.Code != "dynamic-reference" {
				t.Errorf("%s: %s: %s", g.Description, d.Code, d.Message)
			}
		}
		return
	}
	j := newJudge(t, result.Spec)
	for _, test := range g.Tests {
		s.verdicts++
		if j.valid(t, "", test.Data) == test.Valid {
			continue
		}
		if s.wrong++; result.Worst() == 0 {
			t.Errorf("%s / %s: %s is not %v\n%s", g.Description, test.Description, test.Data, test.Valid, result.Spec)
		}
	}
}
