package output

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
)

// ManifestName is the file in an output folder that lists envgen's files there. Only it contains the version of the
// tool, so that an upgrade changes no other file with the same output.
const ManifestName = "envgen.manifest.json"

type manifest struct {
	Generator string  `json:"generator"`
	Files     []entry `json:"files"`
	raw       []byte  // as it was read
}

type entry struct {
	Path   string `json:"path"`
	Owner  string `json:"owner"`
	SHA256 string `json:"sha256"`
	// Needs are the shared files that the file cannot do without, for runs that do not generate it.
	Needs []string `json:"needs,omitempty"`
}

func readManifest(d disk, dir string) (manifest, error) {
	path := filepath.Join(dir, ManifestName)
	data, err := d.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return manifest{}, nil
	}
	if err != nil {
		return manifest{}, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return manifest{}, fmt.Errorf("%s is damaged (%w); restore it, or delete it together with the files it listed", path, err)
	}
	for _, e := range m.Files {
		if !local(e.Path) {
			return manifest{}, fmt.Errorf("%s lists %q, which is outside the folder", path, e.Path)
		}
	}
	m.raw = data
	return m, nil
}

// merged returns the manifest with the changes of one run. Entries of other owners stay.
func (m manifest) merged(generator string, set []entry, drop []string) manifest {
	gone := map[string]bool{}
	for _, path := range drop {
		gone[path] = true
	}
	for _, e := range set {
		gone[e.Path] = true
	}
	files := slices.DeleteFunc(slices.Clone(m.Files), func(e entry) bool { return gone[e.Path] })
	files = append(files, set...)
	sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path }) // an instance of slices.SortFunc has 15 kB
	return manifest{Generator: generator, Files: files}
}

func (m manifest) bytes() []byte {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		panic(err) // strings always encode
	}
	return append(data, '\n')
}

func (m manifest) lists(path string) bool {
	return slices.ContainsFunc(m.Files, func(e entry) bool { return e.Path == path })
}

// local reports whether a slash-separated path of a manifest or journal stays inside of the folder.
func local(path string) bool { return filepath.IsLocal(filepath.FromSlash(path)) }

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
