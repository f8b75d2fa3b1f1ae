package packages

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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

// TestWheelFiles reads a wheel as an installer does: each file has its line in RECORD with the right checksum, and the binary may be executed.
func TestWheelFiles(t *testing.T) {
	r := Release{Version: "1.2.3", Out: t.TempDir()}
	var first []byte
	for range 2 {
		name, err := r.wheel(Platforms[2], []byte("binary"), []file{{"LICENSE", []byte("text"), 0o644}})
		if err != nil || name != "envgen_bin-1.2.3-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl" {
			t.Fatal(name, err)
		}
		data, err := os.ReadFile(filepath.Join(r.Out, name))
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, data) {
			t.Error("a second wheel has other bytes")
		}
		first = data
	}
	archive, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	var record string
	var lines []string
	for _, f := range archive.File {
		text := contentOf(t, f)
		if !f.Modified.Equal(earliest) {
			t.Errorf("%s has the time %s", f.Name, f.Modified)
		}
		if executable := f.Mode()&0o111 != 0; executable != (f.Name == "envgen_bin-1.2.3.data/scripts/envgen") {
			t.Errorf("%s has the mode %s", f.Name, f.Mode())
		}
		if strings.HasSuffix(f.Name, ".dist-info/RECORD") {
			record = text
			lines = append(lines, f.Name+",,")
			continue
		}
		sum := sha256.Sum256([]byte(text))
		lines = append(lines, fmt.Sprintf("%s,sha256=%s,%d", f.Name, base64.RawURLEncoding.EncodeToString(sum[:]), len(text)))
	}
	if want := strings.Join(lines, "\n") + "\n"; record != want || len(lines) != 5 {
		t.Errorf("RECORD:\n%s, want\n%s", record, want)
	}
}

func contentOf(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
