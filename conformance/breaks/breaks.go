package main

import (
	"fmt"
	"os"
	"path"
	"strings"
)

// defect is one entry of breaks.txt: a replacement of lines in a file.
type defect struct {
	name       string
	file       string
	from, to   string
	tests      string // a test to run first, because it is the one that should notice
	sample     bool
	equivalent string // why no test can notice it
}

// read parses breaks.txt. An entry begins with a line `## name`; `file:`, `first:`, `sample` and `equivalent:` follow, then the
// lines to replace behind `-` and those to put there behind `+`.
func read(name string) ([]defect, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []defect
	for i, line := range strings.Split(string(data), "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			all = append(all, defect{name: title})
			continue
		}
		if len(all) == 0 || line == "" {
			continue
		}
		if !all[len(all)-1].add(line) {
			return nil, fmt.Errorf("%s:%d: %q is no line of an entry", name, i+1, line)
		}
	}
	for _, d := range all {
		if d.file == "" || d.from == "" || d.from == d.to {
			return nil, fmt.Errorf("%s: %s replaces nothing", name, d.name)
		}
	}
	return all, nil
}

func (d *defect) add(line string) bool {
	switch {
	case line == "sample":
		d.sample = true
	case strings.HasPrefix(line, "file: "):
		d.file = line[len("file: "):]
	case strings.HasPrefix(line, "first: "):
		d.tests = line[len("first: "):]
	case strings.HasPrefix(line, "equivalent: "):
		d.equivalent = line[len("equivalent: "):]
	case line[0] == '-':
		d.from = joined(d.from, line[1:])
	case line[0] == '+':
		d.to = joined(d.to, line[1:])
	default:
		return false
	}
	return true
}

func joined(text, line string) string {
	if text == "" {
		return line
	}
	return text + "\n" + line
}

// test is one command, by the name that the table shows.
type test struct{ name, line string }

const (
	generate  = "go build -o build/envgen ./cmd/envgen && build/envgen gen"
	executors = generate + " && go build -o build/executors/go ./conformance/executors/go && go build -o build/executors/reference ./conformance/executors/reference && tools/node_modules/.bin/tsc -b conformance/executors/ts && tools/accel"
)

// steps returns the tests for a defect, the cheapest first. The compiler's output is compared with the text of specs without any
// binding; the other tests build bindings.
func steps(d defect) []test {
	var list []test
	if d.tests != "" {
		list = append(list, test{d.tests, d.tests})
	}
	list = append(list, near(d.file)...)
	list = append(list,
		test{"fixtures", executors + " && build/envgen conformance"},
		test{"oracle on odd specs", oddSpecs},
		test{"derived fixtures", generate + " && build/envgen conformance derive --check"},
		test{"bad specs", "go test ./internal/compile/..."},
		test{"odd specs", "go test ./conformance/testbed -run 'TestOddSpecs|TestLinters' -scale 3 -all"},
		test{"mutants", executors + " && build/envgen conformance --mutants 1000"},
		test{"random rules", "go test ./conformance/testbed -run 'TestRuleFuzz|TestCELSpec|TestLinters' -documents 300"},
		test{"keywords", "go test ./conformance/testbed -run 'TestKeywords|TestSuites|TestLinters'"},
	)
	return list
}

const oddSpecs = "go test ./conformance/derive -run TestOddSpecs"

// near are the tests beside a file.
func near(file string) []test {
	switch {
	case strings.HasPrefix(file, "templates/go/"):
		return []test{{"unit tests", "go test ./templates/go/..."}}
	case strings.HasPrefix(file, "templates/ts/"):
		return []test{{"unit tests", "tools/node_modules/.bin/tsc -b templates/ts && node --test $(find build/ts/templates -name '*.test.js')"}}
	case strings.HasPrefix(file, "templates/py/"):
		return []test{{"unit tests", "python3 -m unittest discover -s templates/py/tests -t templates"}}
	case strings.HasPrefix(file, "internal/"):
		return []test{{"unit tests", "go test -short ./" + path.Dir(file)}, {"oracle", "go test ./internal/oracle ./internal/reference"}, {"oracle on odd specs", oddSpecs}}
	}
	return []test{{"unit tests", "go test -short ./" + path.Dir(file)}}
}
