package beam

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// verdict is a comparable form of an answer.
func verdict(valid bool, issues []envelope.Issue) string { return fmt.Sprint(valid, issues) }

func verdictOf(c Checked) string { return c.Text + " " + verdict(c.Valid, c.Issues) }

func init() { beam.RegisterFunction(verdictOf) }

// TestCheck compares a pipeline of the local runner with the binding, on mutants of fixtures: ENVGEN_MESSAGES is the folder of engines/messages.
func TestCheck(t *testing.T) {
	folder := os.Getenv("ENVGEN_MESSAGES")
	if folder == "" {
		t.Fatal("make test-engines sets ENVGEN_MESSAGES")
	}
	f, err := os.Open(filepath.Join(folder, "foxctl.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var texts []string
	var want []any
	invalid := 0
	for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
		var row struct{ Text string }
		if err := lines.Decode(&row); err != nil {
			t.Fatal(err)
		}
		var report []envelope.Issue
		_, err := foxctl.ParseEnvelope([]byte(row.Text), envelope.Report(&report))
		var failed *envelope.ValidationError
		if err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		if err != nil {
			invalid++
		}
		texts, want = append(texts, row.Text), append(want, row.Text+" "+verdict(err == nil, report))
	}
	if invalid < 50 || len(texts)-invalid < 50 {
		t.Fatalf("%d of %d messages are invalid", invalid, len(texts))
	}
	p, s, messages := ptest.CreateList(texts)
	found := beam.ParDo(s, verdictOf, CheckFoxctl(s, messages))
	passert.Equals(s, found, want...)
	ptest.RunAndValidate(t, p)
}
