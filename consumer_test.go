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
	root := needs.Root(t)
	bin := filepath.Dir(needs.File(t, needs.Compiler))
	for _, test := range []struct {
		name, imports  string
		golang, ts, py string // how programs name foxctl's package
	}{
		{"shipped", "", "github.com/envgen/envgen/gen/go/foxctl", "envgen-protocols/foxctl", "from envgen_protocols import foxctl"},
		{"beside", "imports: {foxctl: {go: beside, ts: beside, py: beside}}\n", "example.com/ls/bindings/go/foxctl", "./bindings/ts/foxctl.js", "from bindings.py import foxctl"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			copyTo := func(from, to, placeholder, text string) {
				data, err := os.ReadFile(filepath.Join("testdata", "consumer", from))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, to), []byte(strings.ReplaceAll(string(data), placeholder, text)), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			copyTo("fsls.yaml", "fsls.yaml", "types:\n", test.imports+"types:\n")
			copyTo("main.go.txt", "main.go", "FOXCTL", test.golang)
			copyTo("main.ts", "main.ts", "FOXCTL", test.ts)
			copyTo("main.py", "main.py", "FOXCTL", test.py)
			for _, message := range []string{"bad.json", "error.json", "ok.json"} {
				copyTo(message, message, "\x00", "")
			}
			shell(t, dir, root, bin, consumerBuild)
			want, err := os.ReadFile("testdata/consumer/output.txt")
			if err != nil {
				t.Fatal(err)
			}
			for _, run := range []string{"./main bad.json error.json ok.json", "node out/main.js bad.json error.json ok.json",
				"PYTHONPATH=$ENVGEN/gen/py python3 main.py bad.json error.json ok.json"} {
				if got := shell(t, dir, root, bin, run); got != string(want) {
					t.Errorf("%s prints\n%swant\n%s", run, got, want)
				}
			}
		})
	}
}

const consumerBuild = `
go mod init example.com/ls
go mod edit -require github.com/envgen/envgen@v0.0.0 -replace github.com/envgen/envgen=$ENVGEN
go -C $ENVGEN run ./cmd/envgen gen --spec $PWD/fsls.yaml --go $PWD/bindings/go --ts $PWD/bindings/ts --py $PWD/bindings/py
go vet ./...
go build -o main .
mkdir -p node_modules/envgen-protocols
cp $ENVGEN/gen/ts/package.json node_modules/envgen-protocols
tsc -p $ENVGEN/gen/ts --outDir node_modules/envgen-protocols/dist
echo '{"type": "module"}' > package.json
tsc main.ts --target es2023 --module es2022 --moduleResolution bundler --strict --rewriteRelativeImportExtensions --types node --typeRoots $ENVGEN/tools/node_modules/@types --outDir out
`
