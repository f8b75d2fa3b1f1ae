package envgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestConsumers builds on shipped protocols from other repositories, with programs in three languages that use the bindings.
//
//   - shipped: foxctl's envelope gets a payload of its own, beside the packages that ship.
//   - beside: the same, with foxctl generated beside it.
//   - payloads: HotRepl's command results, AGH's bodies and Delegator's data get payloads of their own.
//   - fallback: a protocol of its own, whose events may be others than it names.
//   - results: a client and a server in memory, whose results are of every kind.
//
// The five are folders of one Go module and one TypeScript project, so that each compiler runs once.
func TestConsumers(t *testing.T) {
	const arguments = " bad.json incomplete.json error.json ok.json artifact.json"
	list := []consumer{
		{name: "shipped", folder: "testdata/consumer", spec: "fsls.yaml", arguments: arguments, replaced: map[string][2]string{
			"main.go": {"FOXCTL", "github.com/envgen/envgen/gen/go/foxctl"}, "main.ts": {"FOXCTL", "envgen-protocols/foxctl"},
			"main.py": {"FOXCTL", "from envgen_protocols import foxctl"}}},
		{name: "beside", folder: "testdata/consumer", spec: "fsls.yaml", arguments: arguments, replaced: map[string][2]string{
			"fsls.yaml": {"types:\n", "imports: {foxctl: {go: beside, ts: beside, py: beside}}\ntypes:\n"},
			"main.go":   {"FOXCTL", "example.com/ours/beside/bindings/go/foxctl"}, "main.ts": {"FOXCTL", "./bindings/ts/foxctl.js"},
			"main.py": {"FOXCTL", "from bindings.py import foxctl"}}},
		{name: "payloads", folder: "testdata/payloads", spec: "ours.yaml"},
		{name: "fallback", folder: "testdata/fallback", spec: "events.yaml"},
		{name: "results", folder: "testdata/results", spec: "results.yaml"},
	}
	root, dir := needs.Root(t), t.TempDir()
	path := command(t) + string(os.PathListSeparator) + filepath.Dir(needs.File(t, needs.Compiler))
	for _, c := range list {
		c.write(t, filepath.Join(dir, c.name))
	}
	shell(t, dir, root, path, consumerBuild)
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) { c.run(t, dir, root, path) })
	}
}

// consumer is a folder that builds on shipped protocols: a spec, messages, and a program in each language. All programs print the same.
type consumer struct {
	name, folder, spec, arguments string
	replaced                      map[string][2]string // by file, a text and its replacement
}

// write copies the files of the consumer.
func (c consumer) write(t *testing.T, dir string) {
	t.Helper()
	files, err := os.ReadDir(c.folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(c.folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(f.Name(), ".txt")
		if change, is := c.replaced[name]; is {
			data = []byte(strings.ReplaceAll(string(data), change[0], change[1]))
		}
		data = []byte(strings.ReplaceAll(string(data), `"example.com/ours/bindings/`, `"example.com/ours/`+c.name+`/bindings/`))
		if name == c.spec {
			name = "spec.yaml"
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func (c consumer) run(t *testing.T, dir, root, path string) {
	want, err := os.ReadFile(filepath.Join(c.folder, "output.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"../programs/" + c.name, "node ../out/" + c.name + "/main.js", "PYTHONPATH=$ENVGEN/gen/py python3 main.py"} {
		if got := shell(t, filepath.Join(dir, c.name), root, path, program+c.arguments); got != string(want) {
			t.Errorf("%s prints\n%swant\n%s", program, got, want)
		}
	}
}

// consumerBuild generates and compiles all consumers. The package of the shipped TypeScript bindings is up to date after `make`.
const consumerBuild = `
go mod init example.com/ours
go mod edit -require github.com/envgen/envgen@v0.0.0 -replace github.com/envgen/envgen=$ENVGEN
for c in shipped beside payloads fallback results; do
	(cd $c && envgen gen --spec spec.yaml --go bindings/go --ts bindings/ts --py bindings/py)
done
go vet ./...
mkdir programs
go build -o programs ./shipped ./beside ./payloads ./fallback ./results
tsc -b $ENVGEN/gen/ts
mkdir -p node_modules/envgen-protocols
cp $ENVGEN/gen/ts/package.json node_modules/envgen-protocols
cp -R $ENVGEN/build/ts/gen/ts node_modules/envgen-protocols/dist
echo '{"type": "module"}' > package.json
tsc */main.ts --target es2023 --module es2022 --moduleResolution bundler --strict --rewriteRelativeImportExtensions --types node --typeRoots $ENVGEN/tools/node_modules/@types --rootDir . --outDir out
`
