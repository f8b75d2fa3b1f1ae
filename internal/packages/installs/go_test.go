package installs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/packages"
	"github.com/envgen/envgen/internal/version"
)

// goUser has Go and nothing else. Modules come from the folder of the release, or this machine's module cache, or else the usual proxy: tidy needs a few
// modules that no build needs.
func goUser(t *testing.T) *user {
	t.Helper()
	dir, _ := folder(t)
	u := newUser(t, "go")
	cache, build := goVariable(t, "GOMODCACHE"), goVariable(t, "GOCACHE")
	u.variables = []string{"GOPROXY=file://" + filepath.Join(dir, packages.Proxy) + ",file://" + filepath.Join(cache, "cache", "download") + "," + goVariable(t, "GOPROXY"), "GOSUMDB=off", "GOTOOLCHAIN=local",
		"GOFLAGS=-mod=mod -modcacherw -trimpath", "GOMODCACHE=" + filepath.Join(u.path, "modules"), "GOCACHE=" + build, "GOBIN=" + filepath.Join(u.path, "bin"), "CGO_ENABLED=0"}
	return u
}

func goVariable(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command(needs.Program(t, "go"), "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestGo installs the command from the zip of the module, in each way that the guide describes.
func TestGo(t *testing.T) {
	u := goUser(t)
	module := version.Module + "/cmd/envgen@v" + version.Tool()
	u.run(0, "", "go", "install", module)
	u.run(0, "envgen "+version.Tool()+"\n", filepath.Join(u.path, "bin", "envgen"), "version")
	u.run(0, "envgen "+version.Tool()+"\n", "go", "run", module, "version")
	u.firstMinute(filepath.Join(u.path, "bin", "envgen"))
	u.run(0, "creating new go.mod", "go", "mod", "init", "example.com/greeter")

	u.write("tools.mod", u.read("go.mod"))
	u.run(0, "go: added "+version.Module+" v"+version.Tool(), "go", "get", "-tool", "-modfile=tools.mod", module)
	u.run(0, "", "go", "mod", "tidy", "-modfile=tools.mod")
	u.run(0, "next: envgen gen", "go", "tool", "-modfile=tools.mod", "envgen", "init")
	u.run(0, "bindings/go: ", "go", "tool", "-modfile=tools.mod", "envgen", "gen", "protocol.yaml", "--go", "bindings/go")
	u.run(0, "", "go", "build", "./...")
	if text := u.read("go.mod"); strings.Contains(text, "require") || strings.Contains(text, "tool") {
		t.Errorf("go.mod has new lines:\n%s", text)
	}
}

// TestModuleList requires that the list of the modules in a binary is CycloneDX and names a module with its licence file's module.
func TestModuleList(t *testing.T) {
	dir, _ := folder(t)
	for _, p := range packages.Platforms {
		text, err := os.ReadFile(filepath.Join(dir, p.BinaryName(version.Tool())+".cdx.json"))
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			BOMFormat  string `json:"bomFormat"`
			Components []struct{ Name, Version string }
			Metadata   struct {
				Timestamp string
				Component struct{ Version string }
			}
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		if list.BOMFormat != "CycloneDX" || list.Metadata.Component.Version != "v"+version.Tool() || list.Metadata.Timestamp != "" {
			t.Errorf("%s: %+v", p, list)
		}
		for _, name := range []string{"std", "cel.dev/cel-go", "gopkg.in/yaml.v3"} {
			if !slices.ContainsFunc(list.Components, func(c struct{ Name, Version string }) bool { return c.Name == name && c.Version != "" }) {
				t.Errorf("%s: no %s in %v", p, name, list.Components)
			}
		}
	}
}
