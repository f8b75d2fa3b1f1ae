package packages

import "testing"

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
