package envgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestConsumerOfABaseProtocol gives foxctl's envelope a payload of its own, in a spec of another repository, and runs
// programs in three languages that use it: once with the packages that ship, once with foxctl generated beside.
func TestConsumerOfABaseProtocol(t *testing.T) {
	for _, test := range []struct {
		name, imports  string
		golang, ts, py string // how programs name foxctl's package
	}{
		{"shipped", "", "github.com/envgen/envgen/gen/go/foxctl", "envgen-protocols/foxctl", "from envgen_protocols import foxctl"},
		{"beside", "imports: {foxctl: {go: beside, ts: beside, py: beside}}\n", "example.com/ours/bindings/go/foxctl", "./bindings/ts/foxctl.js", "from bindings.py import foxctl"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := consumer{folder: "testdata/consumer", spec: "fsls.yaml", arguments: " bad.json incomplete.json error.json ok.json artifact.json",
				replaced: map[string][2]string{"fsls.yaml": {"types:\n", test.imports + "types:\n"}, "main.go": {"FOXCTL", test.golang}, "main.ts": {"FOXCTL", test.ts}, "main.py": {"FOXCTL", test.py}}}
			c.run(t)
		})
	}
}

// TestPayloadsOfOtherProtocols gives HotRepl's command results, AGH's bodies and Delegator's data payloads of their own.
func TestPayloadsOfOtherProtocols(t *testing.T) {
	consumer{folder: "testdata/payloads", spec: "ours.yaml"}.run(t)
}

// consumer is a repository that builds on shipped protocols: a spec, messages, and a program in each language that prints the same of them.
type consumer struct {
	folder, spec, arguments string
	replaced                map[string][2]string // by file, a text and what stands in its place
}

func (c consumer) run(t *testing.T) {
	root := needs.Root(t)
	bin := filepath.Dir(needs.File(t, needs.Compiler))
	dir := t.TempDir()
	files, err := os.ReadDir(c.folder)
	if err != nil {
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
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	shell(t, dir, root, bin, strings.ReplaceAll(consumerBuild, "SPEC", c.spec))
	want, err := os.ReadFile(filepath.Join(c.folder, "output.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"./main", "node out/main.js", "PYTHONPATH=$ENVGEN/gen/py python3 main.py"} {
		if got := shell(t, dir, root, bin, program+c.arguments); got != string(want) {
			t.Errorf("%s prints\n%swant\n%s", program, got, want)
		}
	}
}

const consumerBuild = `
go mod init example.com/ours
go mod edit -require github.com/envgen/envgen@v0.0.0 -replace github.com/envgen/envgen=$ENVGEN
go -C $ENVGEN run ./cmd/envgen gen --spec $PWD/SPEC --go $PWD/bindings/go --ts $PWD/bindings/ts --py $PWD/bindings/py
go vet ./...
go build -o main .
mkdir -p node_modules/envgen-protocols
cp $ENVGEN/gen/ts/package.json node_modules/envgen-protocols
tsc -p $ENVGEN/gen/ts --outDir node_modules/envgen-protocols/dist
echo '{"type": "module"}' > package.json
tsc main.ts --target es2023 --module es2022 --moduleResolution bundler --strict --rewriteRelativeImportExtensions --types node --typeRoots $ENVGEN/tools/node_modules/@types --outDir out
`
