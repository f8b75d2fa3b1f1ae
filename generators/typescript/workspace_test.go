package typescript

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// projects are the folders of the workspace, each with the modules of one test. The first protocol imports the others.
var projects = map[string]func() []*ir.Protocol{
	"nasty":    func() []*ir.Protocol { return []*ir.Protocol{nasty()} },
	"walks":    func() []*ir.Protocol { other := leaves(); return []*ir.Protocol{staged(other), other} },
	"programs": func() []*ir.Protocol { protocol, _ := programs(); return []*ir.Protocol{protocol} },
	"imports":  func() []*ir.Protocol { other := base(); return []*ir.Protocol{importing(other), other} },
	"secrets":  func() []*ir.Protocol { return []*ir.Protocol{secretive()} },
}

// workspace is one folder with all projects and the support code, which the strictest settings compile once for all tests.
var workspace struct {
	once   sync.Once
	dir    string // removed after the last test
	output string // of the compiler
	ready  bool
}

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	defer func() { os.RemoveAll(workspace.dir) }()
	return m.Run()
}

// compiled returns the folder of a project's compiled modules. The compiler's complaints about the project fail the test.
func compiled(t *testing.T, project string) string {
	t.Helper()
	tsc := compiler(t)
	workspace.once.Do(func() { buildWorkspace(t, tsc) })
	if !workspace.ready {
		t.Fatal("the workspace could not be built: the test that ran first reports the reason")
	}
	var complaints []string
	concerns := false // whether the line before is about this project
	for line := range strings.Lines(workspace.output) {
		if !strings.HasPrefix(line, " ") { // a continued message is indented
			folder, _, isFile := strings.Cut(line, "/")
			concerns = !isFile || projects[folder] == nil || folder == project
		}
		if concerns {
			complaints = append(complaints, line)
		}
	}
	if len(complaints) > 0 {
		t.Fatal(strings.Join(complaints, ""))
	}
	return filepath.Join(workspace.dir, "out", project)
}

func buildWorkspace(t *testing.T, tsc func(dir string, args ...string) string) {
	t.Helper()
	var err error
	if workspace.dir, err = os.MkdirTemp("", "envgen-typescript-"); err != nil {
		t.Fatal(err)
	}
	var modules []output.File
	for name, protocols := range projects {
		list := protocols()
		var imports []target.Import
		for _, p := range list[1:] {
			imports = append(imports, target.Import{Protocol: p, Path: "./" + p.Name + ".js"})
			modules = append(modules, inFolder(name, moduleOf(t, p, "../envelope")))
		}
		modules = append(modules, inFolder(name, moduleOf(t, list[0], "../envelope", imports...)))
	}
	writePackage(t, workspace.dir, modules...)
	workspace.output = tsc(workspace.dir, "-p", ".", "--outDir", "out")
	workspace.ready = true
}

func inFolder(name string, f output.File) output.File {
	f.Path = name + "/" + f.Path
	return f
}
