// Package publish makes the files around generated code that a registry requires: package.json, pyproject.toml and the files beside them.
//
// It writes no file, and makes no bindings.
package publish

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// Package is a package with the bindings of some protocols.
type Package struct {
	Name    string // as CheckNpm or CheckPython accepts it
	Version string // as NpmVersion or PythonVersion returns it
	License string // an SPDX expression, or ""
	Text    []byte // of the file LICENSE, nil for no file
	// Protocols is not empty.
	Protocols []Protocol
	// Envelope and Support are set if the module envelope and the folder of that name are in a package for TypeScript. They are not if the bindings
	// import the support code of another package.
	Envelope, Support bool
}

// Protocol is a protocol of a package.
type Protocol struct {
	Name  string // as in imports
	Title string // or ""
	Root  string // the codec of the root type, in the language of the package
}

// File is a file of a project. Its path is relative to the folder of the project, with slashes.
type File struct {
	Path string
	Data []byte
}

// Source is the folder with the bindings of a project for TypeScript.
const Source = "src"

//go:embed files/tsconfig.json
var tsconfig []byte

const summary = "Typed models, validators and codecs"

// description is one line about the package.
func (p Package) description() string {
	if len(p.Protocols) > 1 {
		return summary + " for JSON protocols"
	}
	only := p.Protocols[0]
	if title := strings.Join(strings.Fields(only.Title), " "); title != "" {
		return summary + " for " + title
	}
	return summary + " for the protocol " + only.Name
}

// license returns the file with the licence, if there is one.
func (p Package) license() []File {
	if p.Text == nil {
		return nil
	}
	return []File{{"LICENSE", p.Text}}
}

// entry is an entry of `exports`. The types must be first.
type entry struct {
	Types   string `json:"types"`
	Default string `json:"default"`
}

// member is a member of an object whose order is significant.
type member struct {
	name  string
	value any
}

type object []member

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, m := range o {
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], m.name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// manifest is a package.json.
type manifest struct {
	Name            string            `json:"name"`
	Version         string            `json:"version"`
	Description     string            `json:"description"`
	License         string            `json:"license,omitempty"`
	Type            string            `json:"type"`
	SideEffects     bool              `json:"sideEffects"`
	Engines         map[string]string `json:"engines"`
	Exports         object            `json:"exports"`
	Files           []string          `json:"files"`
	Scripts         map[string]string `json:"scripts"`
	DevDependencies map[string]string `json:"devDependencies"`
}

// exports lists the modules that programs may import. A package with one protocol is that protocol.
func (p Package) exports() (all object) {
	add := func(name, module string) {
		all = append(all, member{name, entry{"./dist/" + module + ".d.ts", "./dist/" + module + ".js"}})
	}
	if len(p.Protocols) == 1 {
		add(".", p.Protocols[0].Name)
	}
	for _, protocol := range p.Protocols {
		add("./"+protocol.Name, protocol.Name)
	}
	if p.Envelope {
		add("./envelope", "envelope")
	}
	if p.Support {
		add("./envelope/*", "envelope/*")
	}
	return append(all, member{"./package.json", "./package.json"})
}

// TypeScript returns the project around bindings in Source. They are compiled when the package is packed, because Node runs no TypeScript in
// node_modules.
func (p Package) TypeScript() []File {
	m := manifest{Name: p.Name, Version: p.Version, Description: p.description(), License: p.License, Type: "module", Engines: map[string]string{"node": ">=20"}, Exports: p.exports(),
		Files: []string{"dist", Source, "!" + Source + "/envgen.manifest.json"}, Scripts: map[string]string{"build": "tsc", "prepack": "tsc"}, DevDependencies: map[string]string{"typescript": ">=5.2"}}
	if m.License == "" && p.Text != nil {
		m.License = "SEE LICENSE IN LICENSE"
	}
	return append(p.license(), File{"package.json", indented(m)}, File{"tsconfig.json", tsconfig}, File{".gitignore", []byte("dist/\nnode_modules/\n")}, File{"README.md", p.readmeTypeScript()})
}

func indented(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // strings and maps always encode
	}
	return b.Bytes()
}

// Missing returns the entries of `exports` that an existing package.json lacks. Without a map of exports, it returns none.
func (p Package) Missing(text []byte) (list []string) {
	var m struct {
		Exports map[string]json.RawMessage `json:"exports"`
	}
	if json.Unmarshal(text, &m) != nil || m.Exports == nil {
		return nil
	}
	for _, protocol := range p.Protocols {
		if _, ok := m.Exports["./"+protocol.Name]; !ok && m.Exports["./*"] == nil {
			list = append(list, "./"+protocol.Name)
		}
	}
	return list
}

// SourceOfPython is the folder with the bindings of a project for Python.
func (p Package) SourceOfPython() string { return "src/" + Module(p.Name) }

// Python returns the project around bindings in SourceOfPython.
func (p Package) Python() []File {
	var b strings.Builder
	b.WriteString("[build-system]\n# 77 is the first version that reads a licence expression.\nrequires = [\"setuptools>=77.0.3\"]\nbuild-backend = \"setuptools.build_meta\"\n\n[project]\n")
	fmt.Fprintf(&b, "name = %s\nversion = %s\ndescription = %s\nreadme = \"README.md\"\n", toml(p.Name), toml(p.Version), toml(p.description()))
	if p.License != "" {
		fmt.Fprintf(&b, "license = %s\n", toml(p.License))
	}
	if p.Text != nil {
		b.WriteString("license-files = [\"LICENSE\"]\n")
	}
	b.WriteString("requires-python = \">=3.11\"\ndependencies = []\nclassifiers = [\"Typing :: Typed\"]\n\n" +
		"[tool.setuptools.packages.find]\nwhere = [\"src\"]\n\n[tool.setuptools.package-data]\n\"*\" = [\"py.typed\"]\n")
	return append(p.license(), File{"pyproject.toml", []byte(b.String())}, File{".gitignore", []byte("build/\ndist/\n*.egg-info/\n__pycache__/\n")}, File{"README.md", p.readmePython()})
}

// toml writes a basic string of TOML, whose escapes are those of JSON. TOML also refuses DEL.
func toml(text string) string {
	return strings.ReplaceAll(strings.TrimSpace(string(indented(text))), "\x7f", `\u007f`)
}
