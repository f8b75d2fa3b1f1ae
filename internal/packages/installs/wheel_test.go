package installs

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// interpreter returns the path of Python itself. The program on PATH may be a script of a version manager, which needs a shell.
func interpreter(t *testing.T) string {
	t.Helper()
	out, err := exec.Command(needs.Program(t, "python3"), "-c", "import os, sys; print(os.path.realpath(sys.executable))").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestWheel installs the wheel into an empty environment, and generates with only this environment on PATH.
func TestWheel(t *testing.T) {
	_, host := folder(t)
	u := newUser(t)
	u.run(0, "", interpreter(t), "-m", "venv", filepath.Join(u.dir, "env"))
	u.path = filepath.Join(u.dir, "env", "bin")
	u.run(0, "Successfully installed envgen-bin", "pip", "install", "--disable-pip-version-check", "--no-index", one(t, "*-py3-none-*"+host.Tags[len(host.Tags)-1]+".whl"))
	u.run(0, "No broken requirements found", "pip", "check")
	for _, name := range []string{"LICENSE", "NOTICE"} {
		if found, err := filepath.Glob(filepath.Join(u.path, "../lib/python3*/site-packages/envgen_bin-*.dist-info/licenses", name)); err != nil || len(found) != 1 {
			t.Errorf("%s: %q, %v", name, found, err)
		}
	}
	u.run(0, "envgen "+version.Tool()+"\n", "envgen", "--version")
	u.firstMinute("envgen")
	u.run(0, "next: envgen gen", "envgen", "init")
	u.run(0, "bindings/py: ", "envgen", "gen", "protocol.yaml", "--py", "bindings/py")
	u.exists("bindings/py/greeter/__init__.py")
	u.run(0, "Successfully uninstalled envgen-bin", "pip", "uninstall", "--yes", "envgen-bin") // every file is in RECORD
}
