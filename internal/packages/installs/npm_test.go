package installs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/packages"
	"github.com/envgen/envgen/internal/version"
)

// npmUser has Node and nothing else. npm starts commands through sh.
func npmUser(t *testing.T) *user {
	t.Helper()
	u := newUser(t, "node", "npm", "npx", "sh")
	_, host := folder(t)
	u.run(0, "added 2 packages", "npm", "install", "--offline", "--no-audit", "--no-fund", one(t, "envgen-"+version.Tool()+".tgz"),
		one(t, "envgen-"+host.Node+"-*.tgz"))
	return u
}

// TestNpm installs the tarballs in an empty folder without Go, and generates.
func TestNpm(t *testing.T) {
	u := npmUser(t)
	u.run(0, "envgen "+version.Tool()+"\n", "npx", "envgen", "--version")
	u.run(0, "next: envgen gen", "npx", "envgen", "init")
	u.run(0, "bindings/ts: ", "npx", "envgen", "gen")
	u.exists("bindings/ts/greeter.ts")
	u.run(2, "unknown flag --none", "npx", "envgen", "gen", "--none")
	u.run(1, "stale: ", "npx", "envgen", "gen", "--check", "--spec", "protocol.yaml", "--ts", "other")
}

// TestNpmLauncher names each defect of an installation with its mend.
func TestNpmLauncher(t *testing.T) {
	u := npmUser(t)
	_, host := folder(t)
	name := host.NpmName()
	launcher, platform := filepath.Join(u.dir, "node_modules/envgen/bin/envgen.js"), filepath.Join(u.dir, "node_modules", name)

	own := filepath.Join(u.path, "own")
	if err := os.WriteFile(own, []byte("#!/bin/sh\necho \"own [$*]\"\nkill -TERM $$\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	u.variables = []string{"ENVGEN_BINARY=" + own}
	u.run(128+15, "own [a b --version]\n", "node", launcher, "a b", "--version")
	u.variables = []string{"ENVGEN_BINARY=" + own + "/none"}
	u.run(2, "ENVGEN_BINARY names "+own+"/none, which does not exist", "node", launcher)
	u.variables = []string{"ENVGEN_BINARY=" + u.dir}
	u.run(2, u.dir+" does not start: ", "node", launcher)
	u.variables = nil

	manifest := filepath.Join(platform, "package.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(text), version.Tool(), "9.9.9", 1)
	if err := os.WriteFile(manifest, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	u.run(2, "the package "+name+" has version 9.9.9, and the package envgen has "+version.Tool(), "node", launcher)
	if err := os.RemoveAll(platform); err != nil {
		t.Fatal(err)
	}
	u.run(2, "the package "+name+" is not installed", "node", launcher)
	u.run(2, "npm install --include=optional "+name+"@"+version.Tool(), "node", launcher)
	u.run(2, "there is no binary for plan9-mips, only for darwin-arm64, ", "node", "-e",
		`Object.defineProperty(process, "platform", {value: "plan9"}); Object.defineProperty(process, "arch", {value: "mips"}); require(process.argv[1])`, launcher)
}

// TestNpmSignals stops the command together with its launcher.
func TestNpmSignals(t *testing.T) {
	u := npmUser(t)
	own := filepath.Join(u.path, "own")
	script := "#!/bin/sh\ntrap 'echo stopped; exit 3' TERM\nkill -TERM $PPID\nwhile :; do :; done\n"
	if err := os.WriteFile(own, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	u.variables = []string{"ENVGEN_BINARY=" + own}
	u.run(3, "stopped\n", "node", filepath.Join(u.dir, "node_modules/envgen/bin/envgen.js"))
}

// TestNpmManifest requires that npm runs no script of the package, and knows the package of each platform.
func TestNpmManifest(t *testing.T) {
	u := npmUser(t)
	text, err := os.ReadFile(filepath.Join(u.dir, "node_modules/envgen/package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "scripts") {
		t.Errorf("npm would run a script:\n%s", text)
	}
	for _, p := range packages.Platforms {
		if !strings.Contains(string(text), `"`+p.NpmName()+`": "`+version.Tool()+`"`) {
			t.Errorf("no package for %s:\n%s", p, text)
		}
	}
}
