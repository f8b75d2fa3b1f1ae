// Package packages makes the npm packages and Python wheels that carry the command envgen, the Go module, and the checksums of all files. The same checkout and
// toolchain make the same bytes. The package publishes nothing.
package packages

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Names in the registries. On PyPI, envgen and envgen-cli belong to other projects.
const (
	NpmName   = "envgen"
	NpmScope  = "@envgen"
	WheelName = "envgen-bin"
)

const (
	summary  = "Typed models, validators and codecs for Go, TypeScript and Python from YAML protocol specs"
	licence  = "Apache-2.0"
	homePage = "https://github.com/envgen/envgen"
)

//go:embed files
var files embed.FS

// Release contains the common parts of all packages of one version.
type Release struct {
	Root    string // folder of the checkout
	Version string // as semantic versioning writes it
	Out     string // folder for the packages
	// CycloneDX is the path of cyclonedx-gomod, which lists the modules of each binary. Without it there are no lists.
	CycloneDX string
}

// file is one file of a package. Its path has slashes.
type file struct {
	path string
	data []byte
	mode os.FileMode
}

// Make builds the command for each platform, and writes its packages, the wrapper for npm, the Go module and the checksums.
func (r Release) Make(platforms []Platform) error {
	if err := os.MkdirAll(r.Out, 0o777); err != nil {
		return err
	}
	texts, err := r.texts()
	if err != nil {
		return err
	}
	var names []string
	for _, p := range platforms {
		written, err := r.platform(p, texts)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		names = append(names, written...)
	}
	wrapper, err := r.npmWrapper(texts)
	if err != nil {
		return err
	}
	archive, err := r.Module()
	if err != nil {
		return err
	}
	return r.sums(append(names, wrapper, filepath.ToSlash(archive)))
}

// platform builds the command for a platform, and writes its packages.
func (r Release) platform(p Platform, texts []file) (names []string, err error) {
	binary := filepath.Join(r.Out, p.BinaryName(r.Version))
	if err := Build(r.Root, p, binary); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	others, err := licences(r.Root, binary)
	if err != nil {
		return nil, err
	}
	texts = append(slices.Clone(texts), file{Licences, others, 0o644})
	for _, write := range []func(Platform, []byte, []file) (string, error){r.npmPlatform, r.wheel} {
		name, err := write(p, data, texts)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if r.CycloneDX != "" {
		name, err := r.sbom(p, binary)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return append(names, filepath.Base(binary)), nil
}

// texts are the licence files of the checkout.
func (r Release) texts() (list []file, err error) {
	for _, name := range []string{"LICENSE", "NOTICE"} {
		data, err := os.ReadFile(filepath.Join(r.Root, name))
		if err != nil {
			return nil, err
		}
		list = append(list, file{name, data, 0o644})
	}
	return list, nil
}

// sums writes SHA256SUMS, which `sha256sum --check` reads.
func (r Release) sums(names []string) error {
	slices.Sort(names)
	var text strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(r.Out, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(r.Out, "SHA256SUMS"), []byte(text.String()), 0o666)
}

func (r Release) write(name string, data []byte) (string, error) {
	return name, os.WriteFile(filepath.Join(r.Out, name), data, 0o666)
}
