package packages

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// Licences is the file with the licences of the modules that a binary contains.
const Licences = "THIRD_PARTY_LICENSES"

// moduleSource is a module whose code is in the binary, and the folder with its source.
type moduleSource struct{ name, dir string }

// licences returns the texts of the licences of the modules in a binary, which the linker lists there, and of the standard library.
func licences(root, binary string) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	sources, err := sourcesOf(root, info)
	if err != nil {
		return nil, err
	}
	return licenceTexts(sources)
}

// sourcesOf finds the modules of a binary in the module cache.
func sourcesOf(root string, info *debug.BuildInfo) ([]moduleSource, error) {
	list := exec.Command("go", "list", "-mod=readonly", "-m", "-f", "{{.Path}} {{.Version}}\t{{.Dir}}")
	for _, dependency := range info.Deps {
		list.Args = append(list.Args, dependency.Path)
	}
	list.Dir = root
	var stderr bytes.Buffer
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w\n%s", err, &stderr)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	sources := []moduleSource{{"The standard library of Go", strings.TrimSpace(string(goroot))}}
	for line := range strings.Lines(string(out)) {
		name, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		sources = append(sources, moduleSource{name, dir})
	}
	return sources, nil
}

// licenceFile matches the names of the files with terms.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licenceTexts joins the files with terms of modules, by name. A module without one is an error, because nobody may distribute its code.
func licenceTexts(sources []moduleSource) ([]byte, error) {
	slices.SortFunc(sources, func(a, b moduleSource) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	b.WriteString("The command envgen contains code of these modules.\n")
	for _, s := range sources {
		entries, err := os.ReadDir(s.dir) // sorted
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		found := false
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(s.dir, entry.Name()))
			if err != nil {
				return nil, err
			}
			found = found || !strings.EqualFold(entry.Name(), "notice") && !strings.EqualFold(entry.Name(), "patents")
			fmt.Fprintf(&b, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 80), s.name, entry.Name(), bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
		}
		if !found {
			return nil, fmt.Errorf("%s has no file with a licence in %s", s.name, s.dir)
		}
	}
	return b.Bytes(), nil
}
