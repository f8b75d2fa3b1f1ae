package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestAudit runs tools/audit with databases that answer, find something, or are out of reach.
func TestAudit(t *testing.T) {
	const (
		clean   = "exit 0"
		found   = "echo GO-2026-0001; exit 3"
		offline = "echo 'fetching vulnerabilities: no such host'; echo 'audit endpoint returned an error'; echo 'could not be audited'; exit 1"
	)
	for _, test := range []struct {
		name, govulncheck, npm, pip string
		code                        int
		line                        string
	}{
		{"clean", clean, clean, clean, 0, "ok         npm audit tools"},
		{"found", clean, clean, found, 1, "GO-2026-0001"},
		{"offline", clean, offline, clean, 2, "no answer  npm audit tools: audit endpoint"},
		{"found and offline", found, offline, offline, 1, "no answer  pip-audit tools/requirements.txt: could not"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			// The script makes an environment with Python and calls its programs by path, so this one writes them.
			python := "mkdir -p \"$3/bin\"; printf '#!/bin/sh\\n" + strings.ReplaceAll(test.pip, "'", "\"") + "\\n' > \"$3/bin/pip-audit\"; printf '#!/bin/sh\\n' > \"$3/bin/pip\"; chmod +x \"$3\"/bin/*"
			for name, body := range map[string]string{"go": test.govulncheck, "npm": test.npm, "python3": python} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(filepath.Join(needs.Root(t), "tools/audit"))
			cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "ENVGEN_AUDIT="+filepath.Join(dir, "venv"))
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.line) {
				t.Errorf("exit code %d, want %d with %q:\n%s", code, test.code, test.line, out)
			}
		})
	}
}
