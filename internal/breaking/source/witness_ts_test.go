package source_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking/source"
	"github.com/envgen/envgen/internal/needs"
)

// declarations are those of a generated module.
var declarations = regexp.MustCompile(`(?m)^export (interface|type|const|function) (\w+)(<?)`)

// TestTypeScriptWitness writes for each pair a program that moves values between the old types and the new ones, as a user's code between both
// would. The compiler refuses the program exactly if there is a change.
func TestTypeScriptWitness(t *testing.T) {
	compiler := needs.File(t, needs.Compiler)
	dir := t.TempDir()
	list := pairs(t)
	changed := make([]bool, len(list))
	var programs []string
	for i, p := range list {
		old, new := generated(t, "ts", spec(p.old)), generated(t, "ts", spec(p.new))
		changed[i] = len(source.Compare("ts", old, new)) > 0
		for _, files := range []source.Files{old, new} { // the support code is the same
			for name, data := range files {
				if name != "pair.ts" {
					put(t, dir, name, data)
				}
			}
		}
		put(t, dir, fmt.Sprintf("old%d.ts", i), old["pair.ts"])
		put(t, dir, fmt.Sprintf("new%d.ts", i), new["pair.ts"])
		put(t, dir, fmt.Sprintf("user%d.ts", i), []byte(moves(i, string(old["pair.ts"]))))
		programs = append(programs, fmt.Sprintf("user%d.ts", i))
	}
	put(t, dir, "package.json", []byte(`{"type": "module"}`))
	put(t, dir, "tsconfig.json", fmt.Appendf(nil, `{"compilerOptions": {"noEmit": true, "strict": true, "exactOptionalPropertyTypes": true, "target": "es2022", "module": "nodenext", "types": []}, "files": ["%s"]}`,
		strings.Join(programs, `", "`)))
	out := output(t, dir, compiler, "-p", ".")
	for i, p := range list {
		errors := linesOf(out, fmt.Sprintf("user%d.ts(", i))
		if (errors != "") != changed[i] {
			t.Errorf("%s: changes %v, and the compiler says:\n%s", p.title, changed[i], errors)
		}
	}
	if other := regexp.MustCompile(`(?m)^(old|new|envelope|error).*$`).FindString(out); other != "" {
		t.Errorf("the bindings do not compile: %s", other)
	}
}

// moves uses each declaration of the old module with both versions. Programs do not make a TypesByName, and do not read the input of a builder.
func moves(i int, old string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "import * as Old from \"./old%d.js\";\nimport * as New from \"./new%d.js\";\ndeclare function any<T>(): T;\n", i, i)
	for n, d := range declarations.FindAllStringSubmatch(old, -1) {
		kind, name := d[1], d[2]
		switch {
		case kind == "const" || kind == "function":
			fmt.Fprintf(&b, "export const value%d: typeof Old.%s = New.%s;\n", n, name, name)
		case d[3] == "<":
		default:
			if !strings.HasSuffix(name, "Draft") {
				fmt.Fprintf(&b, "export const read%d: Old.%s = any<New.%s>();\n", n, name, name)
			}
			if kind == "interface" {
				fmt.Fprintf(&b, "export const keys%d: keyof New.%s = any<keyof Old.%s>();\n", n, name, name)
			}
			if name != "TypesByName" {
				fmt.Fprintf(&b, "export const given%d: New.%s = any<Old.%s>();\n", n, name, name)
			}
		}
	}
	return b.String()
}

func put(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// output is the text of a type checker. Its exit code reports errors, which are expected.
func output(t *testing.T, dir, command string, args ...string) string {
	t.Helper()
	c := exec.Command(command, args...)
	c.Dir = dir
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		if _, exited := err.(*exec.ExitError); !exited {
			t.Fatal(err)
		}
	}
	return out.String()
}

func linesOf(out, prefix string) string {
	var list []string
	for _, line := range strings.Split(out, "\n") {
		if strings.HasPrefix(line, prefix) {
			list = append(list, line)
		}
	}
	return strings.Join(list, "\n")
}
