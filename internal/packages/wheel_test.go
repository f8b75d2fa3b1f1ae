package packages

import (
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/needs"
)

// TestWheel installs the wheel into an empty environment, and generates with only this environment on PATH.
func TestWheel(t *testing.T) {
	_, host := folder(t)
	u := newUser(t)
	u.run(0, "", needs.Program(t, "python3"), "-m", "venv", filepath.Join(u.dir, "env"))
	u.path = filepath.Join(u.dir, "env", "bin")
	u.run(0, "Successfully installed envgen-bin", "pip", "install", "--disable-pip-version-check", "--no-index", one(t, "*-py3-none-*"+host.tags[len(host.tags)-1]+".whl"))
	u.run(0, "No broken requirements found", "pip", "check")
	u.run(0, "License-Expression: Apache-2.0", "pip", "show", "envgen-bin")
	u.run(0, "envgen "+command.Version()+"\n", "envgen", "--version")
	u.run(0, "next: envgen gen", "envgen", "init")
	u.run(0, "bindings/py: ", "envgen", "gen", "protocol.yaml", "--py", "bindings/py")
	u.exists("bindings/py/protocol/__init__.py")
	u.run(0, "Successfully uninstalled envgen-bin", "pip", "uninstall", "--yes", "envgen-bin") // every file is in RECORD
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{"1.2.3": "1.2.3", "0.1.0-dev": "0.1.0.dev0", "1.0.0-rc.2": "1.0.0rc2", "1.0.0-alpha": "1.0.0a0", "1.0.0-beta.11": "1.0.0b11"} {
		if got, err := pythonVersion(version); got != want || err != nil {
			t.Errorf("%s: %q, %v", version, got, err)
		}
	}
	for _, version := range []string{"", "1.2", "1.2.3-next.1", "1.2.3+build", "v1.2.3", "1.2.3-dev.x"} {
		if got, err := pythonVersion(version); err == nil {
			t.Errorf("%q is %q", version, got)
		}
	}
}
