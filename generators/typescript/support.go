package typescript

import (
	"fmt"
	"github.com/envgen/envgen/generators/link"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/sorting"
	"github.com/envgen/envgen/internal/version"
	support "github.com/envgen/envgen/templates/ts"
)

const publicModule = "envelope.ts"

var supportHeader = "// " + version.Header("") + "\n/* eslint-disable */\n\n"

// catalogue is the support code, with the declarations that generated modules may import.
type catalogue struct {
	files   []output.File
	exports map[string]export // by name
}

// export is a declaration of a module of the support code for others.
type export struct {
	module string // the path of its file
	isType bool   // generated modules make no instances, so a class is a type to them
}

var (
	exported = regexp.MustCompile(`(?m)^export (?:abstract )?(class|const|function|interface|type) (\w+)`)
	imported = regexp.MustCompile(`(?m)^(?:import|export|\}) .*?from "(\./[^"]+)";$|^\} from "(\./[^"]+)";$`)
)

// supportCode reads the support code. The declarations and imports of a module are read from its text, so that no list has to follow it.
var supportCode = sync.OnceValues(func() (*catalogue, error) {
	c := &catalogue{exports: map[string]export{}}
	err := fs.WalkDir(support.Support, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(support.Support, name)
		data = []byte(link.Features{link.All}.Select(string(data)))
		f := output.File{Path: name, Data: append([]byte(supportHeader), data...)}
		for _, m := range imported.FindAllSubmatch(data, -1) {
			f.Needs = append(f.Needs, path.Join(path.Dir(name), strings.TrimSuffix(string(m[1])+string(m[2]), ".js")+".ts"))
		}
		for _, m := range exported.FindAllSubmatch(data, -1) {
			if other, twice := c.exports[string(m[2])]; twice && other.module != name { // a function with overloads is in its module several times
				return fmt.Errorf("%s and %s both declare %s", other.module, name, m[2])
			}
			c.exports[string(m[2])] = export{name, string(m[1]) != "const" && string(m[1]) != "function"}
		}
		c.files = append(c.files, f)
		return err
	})
	return c, err
})

// between are the specifiers in the support code.
var between = regexp.MustCompile(`from "(\./[^"]+)";`)

func (o Options) supportFiles(string) ([]output.File, error) {
	c, err := supportCode()
	if err != nil {
		return nil, err
	}
	files := slices.Clone(c.files)
	for i, f := range files {
		files[i].Data = between.ReplaceAllFunc(f.Data, o.respelled)
	}
	return files, nil
}

// respelled is the match of between, with the chosen ending.
func (o Options) respelled(from []byte) []byte {
	return []byte("from " + quote(o.ending(string(between.FindSubmatch(from)[1]))) + ";")
}

// supportImport is one line of a generated module: names and specifier as they are written.
type supportImport struct{ Names, From, file string }

// use names something of the support code and makes sure that it is imported. A name that the protocol uses has an alias.
func (s *generator) use(name string) string {
	s.uses[name] = true
	return s.names.Own(name)
}

// as is a name of the support code in an import or export statement.
func (s *generator) as(name string) string {
	if alias := s.names.Own(name); alias != name {
		return name + " as " + alias
	}
	return name
}

// namespaces are the names of the support code for rules and builders in generated modules.
var namespaces = map[string]string{"rules": "envelope/rules.ts", buildNamespace: buildModule}

// supportImports imports the used names, by module.
func (s *generator) supportImports() []supportImport {
	c, err := supportCode()
	if err != nil {
		panic(err) // the files are part of the program
	}
	var list []supportImport
	names := map[string][]string{}
	for name := range s.uses {
		e, ok := c.exports[name]
		switch file := namespaces[name]; {
		case file != "":
			list = append(list, supportImport{"* as " + name, s.specifier(file), file})
		case !ok:
			panic("no module of the support code exports " + name)
		default:
			names[e.module] = append(names[e.module], name)
		}
	}
	for module, of := range names {
		slices.Sort(of)
		open, each := "type { ", ""
		if slices.ContainsFunc(of, func(name string) bool { return !c.exports[name].isType }) {
			open, each = "{ ", "type "
		}
		for i, name := range of {
			of[i] = s.as(name)
			if c.exports[name].isType {
				of[i] = each + of[i]
			}
		}
		list = append(list, supportImport{open + strings.Join(of, ", ") + " }", s.specifier(module), module})
	}
	sorting.Func(list, func(a, b supportImport) int { return strings.Compare(a.file, b.file) })
	return list
}

// specifier returns that of a module of the support code, as it is written: a file's, or a package's without the ending.
func (s *generator) specifier(module string) string {
	module = strings.TrimSuffix(module, ".ts")
	if strings.HasPrefix(s.beside, ".") {
		module += ".js"
	}
	return quote(s.chosen.ending(strings.TrimSuffix(s.beside, "envelope") + module))
}

// from returns the specifier of a module of the support code that users import, and notes that the module is needed.
func (m module) from(name string) string {
	file := "envelope/" + name + ".ts"
	m.needed[file] = true
	return m.specifier(file)
}

// needs are the files of the support code that a module imports, once it is printed.
func (m module) needs() []string {
	list := append(slices.Collect(maps.Keys(m.needed)), publicModule)
	if m.Redacts {
		list = append(list, storeModule)
	}
	for _, i := range m.Imports {
		list = append(list, i.file)
	}
	return list
}

// program is the support code for linking.
var program = sync.OnceValues(func() (*link.Program, error) {
	files := map[string]string{}
	err := fs.WalkDir(support.Support, "envelope", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && name != storeModule {
			var data []byte
			data, err = fs.ReadFile(support.Support, name)
			files[name] = string(data)
		}
		return err
	})
	return link.NewProgram(link.TypeScript, files), err
})

// entries returns the module that programs import.
func entries(features link.Features) []output.File {
	data, err := fs.ReadFile(support.Support, publicModule)
	if err != nil {
		panic(err) // the file is embedded
	}
	files := []output.File{{Path: publicModule, Data: []byte(supportHeader + features.Select(string(data)))}}
	if features.Has("stores") {
		if data, err = fs.ReadFile(support.Support, storeModule); err != nil {
			panic(err) // likewise
		}
		files = append(files, output.File{Path: storeModule, Data: append([]byte(supportHeader), data...), Yields: false})
	}
	return files
}

// Has reports whether a module exports the functions of a feature.
