package compile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const diagnosticsPage = "../../docs/diagnostics.md"

// shownDiagnostic is a diagnostic as it is printed for a spec in testdata/bad or testdata/warned.
type shownDiagnostic struct{ code, severity, text string }

var diagnosticHead = regexp.MustCompile(`(?m)^\S.*?: (error|warning)\[([a-z0-9-]+)\]: `)

// TestDiagnosticsPage compares the page with testdata/codes.txt, which explains each code, and with the examples in testdata/bad and testdata/warned. With -update it
// writes the page.
func TestDiagnosticsPage(t *testing.T) {
	examples, severities := map[string]string{}, map[string][]string{}
	for _, d := range shownDiagnostics(t) {
		if best := examples[d.code]; best == "" || len(d.text) < len(best) {
			examples[d.code] = d.text
		}
		if list := severities[d.code]; len(list) == 0 || list[len(list)-1] != d.severity && len(list) < 2 {
			severities[d.code] = append(list, d.severity)
		}
	}
	data, err := os.ReadFile("testdata/codes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("# Diagnostics\n`envgen check` and `envgen gen` report these diagnostics. A spec with warnings is valid, a spec with errors is not. Codes are stable: `envgen check --format json` prints them.\n" +
		"The examples come from specs in `internal/compile/testdata/bad` and `warned`. `go test ./internal/compile -run TestDiagnosticsPage -update` writes this page.\n")
	last := ""
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 || parts[0] <= last {
			t.Fatalf("%q is not code, meaning and correction, or is out of order", line)
		}
		code := parts[0]
		last = code
		if examples[code] == "" {
			t.Errorf("testdata/bad and testdata/warned do not show %s", code)
		}
		fmt.Fprintf(&page, "\n## %s\n*%s*: %s\n\n**Correction**: %s\n\n```\n%s```\n", code, strings.Join(severities[code], " or "), parts[1], parts[2], examples[code])
		delete(examples, code)
	}
	for code := range examples {
		t.Errorf("testdata/codes.txt does not explain %s", code)
	}
	if *update {
		if err := os.WriteFile(diagnosticsPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(diagnosticsPage); err != nil || string(have) != page.String() {
		t.Errorf("docs/diagnostics.md differs from the specs in testdata: run with -update (%v)", err)
	}
}

// shownDiagnostics takes the expected output for the specs apart, in the order of files.
func shownDiagnostics(t *testing.T) []shownDiagnostic {
	t.Helper()
	goldens, err := filepath.Glob("testdata/[bw]a*/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []shownDiagnostic
	for _, golden := range goldens {
		data, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		heads := diagnosticHead.FindAllSubmatchIndex(data, -1)
		for i, head := range heads {
			end := len(data)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			list = append(list, shownDiagnostic{string(data[head[4]:head[5]]), string(data[head[2]:head[3]]), string(data[head[0]:end])})
		}
	}
	return list
}
