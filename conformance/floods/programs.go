package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"testing/fstest"

	"github.com/envgen/envgen/conformance/testbed"
)

// prepare makes a folder with bindings and one program for each language. Its arguments are a command (start, parse or decode), a protocol, a type
// and the file of a message. The program prints the issues of a decoded message.
func prepare(ctx context.Context, root, dir string) error {
	specs := fstest.MapFS{}
	for _, name := range []string{"spec/foxctl.yaml", "conformance/odd/floods.yaml"} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		specs[path.Base(name)] = &fstest.MapFile{Data: data}
	}
	w, err := testbed.New(root, dir, specs)
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"measure/main.go": inGo, "measure.mjs": inTypeScript, "measure.py": inPython} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	if err := w.Build(ctx); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", "build/measure", "./measure")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// language is how the program in one language is called.
type language struct {
	name    string
	command []string // in the folder
}

var languages = []language{
	{"Go", []string{"build/measure"}},
	{"TypeScript", []string{"node", "measure.mjs"}},
	{"Python", []string{"python3", "-I", "-S", "measure.py"}},
}

const inGo = `package main

import (
	"bytes"
	"encoding/json"
	"os"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/floods"
	"github.com/envgen/envgen/gen/go/foxctl"
)

func main() {
	defer func() {
		status, _ := os.ReadFile("/proc/self/status")
		os.Stderr.Write(status[bytes.Index(status, []byte("VmHWM")):])
	}()
	codec, _ := floods.Lookup(os.Args[3])
	if os.Args[2] == "foxctl" {
		codec, _ = foxctl.Lookup(os.Args[3])
	}
	if os.Args[1] == "start" {
		return
	}
	text, err := os.ReadFile(os.Args[4])
	if err != nil {
		panic(err)
	}
	if os.Args[1] == "parse" {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			panic(err)
		}
		return
	}
	var issues []envelope.Issue
	codec.Parse(text, envelope.Report(&issues))
	e := json.NewEncoder(os.Stdout)
	for _, issue := range issues {
		e.Encode(issue)
	}
}
`

const inTypeScript = `import { readFileSync, writeSync } from "node:fs";

const [what, protocol, type, file] = process.argv.slice(2);
const { lookup } = await import("./build/ts/gen/ts/" + protocol + ".js");
if (what !== "start") {
  const text = readFileSync(file, "utf8");
  if (what === "parse") JSON.parse(text);
  else for (const issue of lookup(type).safeDecode(text).issues) writeSync(1, JSON.stringify(issue) + "\n");
}
process.stderr.write(/VmHWM.*/.exec(readFileSync("/proc/self/status", "utf8"))[0]);
`

const inPython = `import json, sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "gen/py"))
what, protocol, kind, file = sys.argv[1:]
codec = import_module("envgen_protocols." + protocol).lookup(kind)
if what != "start":
    text = Path(file).read_bytes()
    if what == "parse":
        json.loads(text)
    else:
        for issue in codec.try_decode(text).issues:
            print(json.dumps(issue._asdict()))
status = Path("/proc/self/status").read_text()
print(status[status.index("VmHWM"):], file=sys.stderr)
`
