package packages

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/envgen/envgen/internal/version"
)

// Proxy is the folder with the Go module, as GOPROXY=file:// reads it.
const Proxy = "proxy"

// Module writes the zip of the Go module with the tool that the module proxy uses, and the files around it. Its files are those that git tracks or
// would add, so that the zip of an unchanged checkout is that of its commit. It returns the path of the zip below the folder of the release.
func (r Release) Module() (string, error) {
	files, err := sourceFiles(r.Root)
	if err != nil {
		return "", err
	}
	var archive bytes.Buffer
	m := module.Version{Path: version.Module, Version: "v" + r.Version}
	if err := zip.Create(&archive, m, files); err != nil {
		return "", err
	}
	declared, err := os.ReadFile(filepath.Join(r.Root, "go.mod"))
	if err != nil {
		return "", err
	}
	place := filepath.Join(Proxy, filepath.FromSlash(m.Path), "@v")
	if err := os.MkdirAll(filepath.Join(r.Out, place), 0o777); err != nil {
		return "", err
	}
	info := fmt.Sprintf("{\"Version\":%q,\"Time\":\"%s\"}\n", m.Version, earliest.Format("2006-01-02T15:04:05Z"))
	for name, data := range map[string][]byte{"list": []byte(m.Version + "\n"), m.Version + ".info": []byte(info), m.Version + ".mod": declared, m.Version + ".zip": archive.Bytes()} {
		if _, err := r.write(filepath.Join(place, name), data); err != nil {
			return "", err
		}
	}
	return filepath.Join(place, m.Version+".zip"), nil
}

// sourceFiles lists the files of a checkout.
func sourceFiles(root string) (files []zip.File, err error) {
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		f := sourceFile{root, name}
		if _, err := f.Lstat(); os.IsNotExist(err) {
			continue // deleted, and not committed
		}
		files = append(files, f)
	}
	return files, nil
}

// sourceFile is a file of a checkout for the zip.
type sourceFile struct{ root, path string }

func (f sourceFile) Path() string { return f.path }

func (f sourceFile) Lstat() (os.FileInfo, error) {
	return os.Lstat(filepath.Join(f.root, filepath.FromSlash(f.path)))
}

func (f sourceFile) Open() (io.ReadCloser, error) {
	return os.Open(filepath.Join(f.root, filepath.FromSlash(f.path)))
}
