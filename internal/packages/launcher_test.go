package packages

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// installation is a folder with the launcher, as npm installs it, and the package of this platform. Its binary is a script.
type installation struct {
	t                  *testing.T
	launcher, platform string // the file of the launcher, and the folder of the package
	name               string // of the package
	own                string // another script
}

func install(t *testing.T, script string) *installation {
	t.Helper()
	host, err := Host()
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(t.TempDir(), "node_modules")
	i := &installation{t, filepath.Join(modules, "envgen/bin/envgen.js"), filepath.Join(modules, host.NpmName()), host.NpmName(), filepath.Join(modules, "own")}
	r := Release{Version: version.Tool(), Out: t.TempDir()}
	wrapper, err := r.npmWrapper(nil)
	if err != nil {
		t.Fatal(err)
	}
	platform, err := r.npmPlatform(host, []byte(script), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{wrapper: filepath.Join(modules, "envgen"), platform: i.platform} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("tar", "-xzf", filepath.Join(r.Out, name), "-C", dir, "--strip-components=1").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return i
}

// run runs node, and checks the exit code and a text of the output.
func (i *installation) run(code int, want, variable string, args ...string) {
	i.t.Helper()
	node := exec.Command(needs.Program(i.t, "node"), args...)
	node.Env = append(os.Environ(), "ENVGEN_BINARY=", variable)
	var out bytes.Buffer
	node.Stdout, node.Stderr = &out, &out
	err := node.Run()
	if node.ProcessState == nil {
		i.t.Fatal(err)
	}
	if got := node.ProcessState.ExitCode(); got != code || !strings.Contains(out.String(), want) {
		i.t.Errorf("%s %q: exit %d, want %d and %q\n%s", variable, args, got, code, want, &out)
	}
}

func (i *installation) script(text string) {
	i.t.Helper()
	if err := os.WriteFile(i.own, []byte(text), 0o755); err != nil {
		i.t.Fatal(err)
	}
}

// TestLauncher starts the binary of the platform, or that of ENVGEN_BINARY, and passes arguments and the exit code on.
func TestLauncher(t *testing.T) {
	i := install(t, "#!/bin/sh\necho \"platform [$1] [$2]\"\nexit 7\n")
	i.run(7, "platform [a b] [--version]\n", "", i.launcher, "a b", "--version")
	i.script("#!/bin/sh\necho \"own [$*]\"\nkill -TERM $$\n")
	i.run(128+15, "own [x]\n", "ENVGEN_BINARY="+i.own, i.launcher, "x")
}

// TestLauncherFaults names each defect of an installation with its mend.
func TestLauncherFaults(t *testing.T) {
	i := install(t, "#!/bin/sh\n")
	i.run(2, "ENVGEN_BINARY names "+i.own+", which does not exist", "ENVGEN_BINARY="+i.own, i.launcher)
	i.run(2, i.platform+" does not start: ", "ENVGEN_BINARY="+i.platform, i.launcher)
	manifest := filepath.Join(i.platform, "package.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(manifest, []byte(strings.Replace(string(text), version.Tool(), "9.9.9", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	i.run(2, "the package "+i.name+" has version 9.9.9, and the package envgen has "+version.Tool(), "", i.launcher)
	if err := os.RemoveAll(i.platform); err != nil {
		t.Fatal(err)
	}
	i.run(2, "the package "+i.name+" is not installed", "", i.launcher)
	i.run(2, "npm install --include=optional "+i.name+"@"+version.Tool(), "", i.launcher)
	i.run(2, "there is no binary for plan9-mips, only for darwin-arm64, ", "", "-e",
		`Object.defineProperty(process, "platform", {value: "plan9"}); Object.defineProperty(process, "arch", {value: "mips"}); require(process.argv[1])`, i.launcher)
}

// TestLauncherSignals stops the command together with its launcher.
func TestLauncherSignals(t *testing.T) {
	i := install(t, "#!/bin/sh\ntrap 'echo stopped; exit 3' TERM\nkill -TERM $PPID\nfor i in 1 2 3 4 5 6 7 8 9; do sleep 1; done\nexit 4\n")
	i.run(3, "stopped\n", "", i.launcher)
}

// TestManifests requires that npm runs no script of the package, and finds the package of each platform.
func TestManifests(t *testing.T) {
	i := install(t, "")
	text, err := os.ReadFile(filepath.Join(filepath.Dir(i.launcher), "../package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "scripts") {
		t.Errorf("npm would run a script:\n%s", text)
	}
	for _, p := range Platforms {
		if !strings.Contains(string(text), `"`+p.NpmName()+`": "`+version.Tool()+`"`) {
			t.Errorf("no package for %s:\n%s", p, text)
		}
	}
	own, err := os.ReadFile(filepath.Join(i.platform, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	system, processor, _ := strings.Cut(strings.TrimPrefix(i.name, NpmScope+"/"), "-")
	for _, want := range []string{`"os": [` + "\n    " + `"` + system + `"`, `"cpu": [` + "\n    " + `"` + processor + `"`} {
		if !strings.Contains(string(own), want) {
			t.Errorf("no %s in\n%s", want, own)
		}
	}
}
