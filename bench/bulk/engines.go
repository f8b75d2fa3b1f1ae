package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/ir"
)

const enginesHead = `# Engines

` + "`make bulk-engines`" + ` writes this page.
The traffic has %.1f GB of foxctl, and one message in a hundred has a fault.
Each work counts the records, the invalid ones and their issues, in two processes, and the counts of all works are equal.

- "loop" reads lines without an engine, and "Spark" is pyspark in the mode local[2].
- The binding is the one that ` + "`envgen gen`" + ` writes for Python. The other checker is the program envgen-arrow.
- The seconds are those of all CPUs. "Start" is the part until Spark runs tasks.
- The overhead compares the seconds without the start with those of the loop above. Other programs on the machine change them less than the wall clock.

The machine has %d cores (%s, %s).

| work | checker | MB/s | MB/s of a core | seconds | start | overhead |
|---|---|---:|---:|---:|---:|---:|
`

// counted is the output of engines.py.
type counted struct {
	Records, Invalid, Issues int64
	Wall, CPU, Start         float64
}

// engineWorks are the works of engines.py in the order of the page. Spark is compared with the loop before it.
var engineWorks = []struct{ name, work, checker string }{
	{"loop", "loop", "binding"}, {"spark", "Spark", "binding"},
	{"loop-arrow", "loop", "envgen-arrow"}, {"spark-arrow", "Spark", "envgen-arrow"},
}

// runEngines measures the works of engines.py on the same files.
func runEngines(dir string, size int64, seed uint64) error {
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
		return err
	}
	program, err := filepath.Abs(filepath.Join(dir, "envgen-arrow"))
	if err != nil {
		return err
	}
	if out, err := exec.Command("go", "-C", "engines/arrow", "build", "-o", program, "./envgen-arrow").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	files, planted, err := engineTraffic(dir, size, seed)
	if err != nil {
		return err
	}
	page := &strings.Builder{}
	fmt.Fprintf(page, enginesHead, float64(size)/1e9, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	var first, loop counted
	for _, w := range engineWorks {
		fmt.Fprintf(os.Stderr, "%s with %s\n", w.work, w.checker)
		c, err := engineWork(program, w.name, files)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		if c.Invalid != int64(planted) {
			return fmt.Errorf("%s: %d messages are invalid, and %d faults are planted", w.name, c.Invalid, planted)
		}
		if first.Records == 0 {
			first = c
		}
		if c.Records != first.Records || c.Issues != first.Issues {
			return fmt.Errorf("%s has counted %+v, and the first work %+v", w.name, c, first)
		}
		overhead := ""
		if w.work == "loop" {
			loop = c
		} else {
			overhead = fmt.Sprintf("%.0f %%", 100*((c.CPU-c.Start)/loop.CPU-1))
		}
		mb := float64(size) / 1e6
		fmt.Fprintf(page, "| %s | %s | %.1f | %.1f | %.1f | %.1f | %s |\n", w.work, w.checker, mb/c.Wall, mb/(c.CPU-c.Start), c.CPU, c.Start, overhead)
	}
	return os.WriteFile("bench/ENGINES.md", []byte(page.String()), 0o666)
}

// engineTraffic writes foxctl's traffic in eight files, so that two processes have equal parts.
func engineTraffic(dir string, size int64, seed uint64) (files []string, planted int, err error) {
	var foxctl *ir.Protocol
	for _, p := range fixtures.Protocols() {
		if p.Name == "foxctl" {
			foxctl = p
		}
	}
	made, err := newPool(foxctl)
	if err != nil {
		return nil, 0, err
	}
	faults, _, err := made.write(dir, foxctl.Name, size, size/8, seed)
	if err != nil {
		return nil, 0, err
	}
	files, err = filepath.Glob(filepath.Join(dir, foxctl.Name+"-*.ndjson"))
	return files, len(faults), err
}

func engineWork(program, work string, files []string) (c counted, err error) {
	cmd := exec.Command("build/engines/bin/python", append([]string{"bench/bulk/engines.py", work}, files...)...)
	cmd.Env = append(os.Environ(), "ENVGEN_ARROW="+program, "PYTHONPATH=gen/py:engines/py/src")
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return c, fmt.Errorf("%w: %s", err, errs.String())
	}
	return c, json.Unmarshal(out, &c)
}
