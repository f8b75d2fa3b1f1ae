package packages

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
)

// wheel writes the wheel with the binary of a platform: https://packaging.python.org/en/latest/specifications/binary-distribution-format/.
func (r Release) wheel(p Platform, binary []byte, texts []file) (string, error) {
	version, err := pythonVersion(r.Version)
	if err != nil {
		return "", err
	}
	page, err := files.ReadFile("files/wheel.md")
	if err != nil {
		return "", err
	}
	base := strings.ReplaceAll(WheelName, "-", "_") + "-" + version
	info := base + ".dist-info"
	content := []file{
		{path.Join(base+".data", "scripts", p.executable()), binary, 0o755},
		{path.Join(info, "METADATA"), metadata(version, texts, page), 0o644},
		{path.Join(info, "WHEEL"), tags(p), 0o644},
	}
	for _, text := range texts {
		content = append(content, file{path.Join(info, "licenses", text.path), text.data, text.mode})
	}
	content = sorted(content)
	record := path.Join(info, "RECORD")
	data, err := zipped(append(content, file{record, recordOf(content, record), 0o644}))
	if err != nil {
		return "", err
	}
	return r.write(fmt.Sprintf("%s-py3-none-%s.whl", base, strings.Join(p.Tags, ".")), data)
}

func metadata(version string, texts []file, page []byte) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "Metadata-Version: 2.4\nName: %s\nVersion: %s\nSummary: %s\nProject-URL: Homepage, %s\nLicense-Expression: %s\n", WheelName, version, summary, homePage, licence)
	for _, text := range texts {
		fmt.Fprintf(&b, "License-File: %s\n", text.path)
	}
	fmt.Fprintf(&b, "Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n%s", page)
	return []byte(b.String())
}

func tags(p Platform) []byte {
	var b strings.Builder
	b.WriteString("Wheel-Version: 1.0\nGenerator: envgen\nRoot-Is-Purelib: false\n")
	for _, tag := range p.Tags {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return []byte(b.String())
}

// recordOf lists the files of a wheel with their checksums. The list itself has none.
func recordOf(content []file, name string) []byte {
	var b strings.Builder
	for _, f := range content {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.path, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(&b, "%s,,\n", name)
	return []byte(b.String())
}

// zipped packs files with fixed times, in the given order.
func zipped(content []file) ([]byte, error) {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, f := range content {
		header := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: earliest}
		header.SetMode(f.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return b.Bytes(), err
}

// sorted returns the files by path.
func sorted(content []file) []file {
	return slices.SortedFunc(slices.Values(content), func(a, b file) int { return cmp.Compare(a.path, b.path) })
}

var semantic = regexp.MustCompile(`^(\d+\.\d+\.\d+)(?:-(dev|alpha|beta|rc)(?:\.(\d+))?)?$`)

// pythonVersion writes a semantic version as PEP 440 does: 1.2.3-rc.1 becomes 1.2.3rc1.
func pythonVersion(version string) (string, error) {
	part := semantic.FindStringSubmatch(version)
	if part == nil {
		return "", fmt.Errorf("the version %s has no form in Python; the parts after - may be dev, alpha, beta and rc, with a number behind a dot", version)
	}
	if part[2] == "" {
		return part[1], nil
	}
	return part[1] + map[string]string{"dev": ".dev", "alpha": "a", "beta": "b", "rc": "rc"}[part[2]] + cmp.Or(part[3], "0"), nil
}
