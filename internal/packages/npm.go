package packages

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// manifest is a package.json.
type manifest struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	Licence              string            `json:"license"`
	HomePage             string            `json:"homepage"`
	Repository           map[string]string `json:"repository"`
	Engines              map[string]string `json:"engines,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
}

func (r Release) manifest(name, description string) manifest {
	return manifest{Name: name, Version: r.Version, Description: description, Licence: licence, HomePage: homePage,
		Repository: map[string]string{"type": "git", "url": "git+" + homePage + ".git"}}
}

// NpmName is the name of the package with the binary of a platform.
func (p Platform) NpmName() string { return NpmScope + "/" + p.Node }

// npmPlatform writes the package with the binary of a platform.
func (r Release) npmPlatform(p Platform, binary []byte, texts []file) (string, error) {
	m := r.manifest(p.NpmName(), "The command envgen for "+p.String()+"; install the package "+NpmName)
	system, processor, _ := strings.Cut(p.Node, "-")
	m.OS, m.CPU, m.PreferUnplugged = []string{system}, []string{processor}, true // a command inside a zip of Yarn could not run
	return r.npm("envgen-"+p.Node, m, append([]file{{path.Join("bin", p.executable()), binary, 0o755}}, texts...))
}

// npmWrapper writes the package that users install. npm installs the package of their platform with it.
func (r Release) npmWrapper(texts []file) (string, error) {
	m := r.manifest(NpmName, summary)
	m.Engines = map[string]string{"node": ">=18"}
	m.Bin = map[string]string{"envgen": "bin/envgen.js"}
	m.OptionalDependencies = map[string]string{}
	for _, p := range Platforms {
		m.OptionalDependencies[p.NpmName()] = r.Version
	}
	content := slices.Clone(texts)
	for name, to := range map[string]file{"launcher.js": {path: "bin/envgen.js", mode: 0o755}, "npm.md": {path: "README.md", mode: 0o644}} {
		data, err := files.ReadFile("files/" + name)
		if err != nil {
			return "", err
		}
		content = append(content, file{to.path, data, to.mode})
	}
	return r.npm("envgen", m, content)
}

// npm writes a tarball as `npm pack` does.
func (r Release) npm(name string, m manifest, content []file) (string, error) {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return "", err
	}
	archive, err := tarball(append(sorted(content), file{"package.json", append(data, '\n'), 0o644}))
	if err != nil {
		return "", err
	}
	return r.write(name+"-"+r.Version+".tgz", archive)
}

// tarball packs files below the folder package.
func tarball(content []file) ([]byte, error) {
	var b bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range content {
		header := &tar.Header{Name: "package/" + f.path, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: earliest, Format: tar.FormatUSTAR, Typeflag: tar.TypeReg}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = compressed.Close()
	return b.Bytes(), err
}

// earliest is the time of all files: the first one that a zip can store.
var earliest = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
