//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/envgen/envgen/internal/command"
)

// mostReleaseTime is the bar for the processor time of one comparison.
const mostReleaseTime = 10 * time.Second

// BenchmarkReleases compares imported releases of CycloneDX. The schemas are in the module that tools/sbom.mod pins.
func BenchmarkReleases(b *testing.B) {
	for _, pair := range [][2]string{{"1.4", "1.5"}, {"1.5", "1.6"}} {
		b.Run(pair[0]+"-"+pair[1], func(b *testing.B) {
			old, today := release(b, pair[0]), release(b, pair[1])
			for b.Loop() {
				before := processorTime(b)
				var out, err bytes.Buffer
				code := run([]string{"breaking", today, "--against", old, "--format", "json"}, command.Streams{In: strings.NewReader(""), Out: &out, Err: &err})
				spent := processorTime(b) - before
				b.ReportMetric(spent.Seconds(), "cpu-s")
				if spent > mostReleaseTime {
					b.Errorf("%v of processor time, at most %v", spent, mostReleaseTime)
				}
				if n := strings.Count(out.String(), `"category"`); code != 1 || n < 60 {
					b.Fatalf("exit %d, %d findings\n%s", code, n, err.String())
				}
			}
		})
	}
}

// release imports the schemas of a release.
func release(b *testing.B, version string) (spec string) {
	b.Helper()
	module, err := exec.Command("go", "list", "-m", "-modfile", "../../tools/sbom.mod", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil || len(bytes.TrimSpace(module)) == 0 {
		b.Fatalf("the schemas are missing: run `make tools` (%v)", err)
	}
	dir := b.TempDir()
	for from, to := range map[string]string{"bom-" + version + ".schema.json": "bom.schema.json", "jsf-0.82.schemax.json": "jsf-0.82.schema.json", "spdx.schema.json": "spdx.schema.json"} {
		data, err := os.ReadFile(filepath.Join(string(bytes.TrimSpace(module)), "schema", from))
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	spec = filepath.Join(dir, "cyclonedx.yaml")
	var out bytes.Buffer
	if code := run([]string{"import", filepath.Join(dir, "bom.schema.json"), "--protocol", "cyclonedx", "--out", spec}, command.Streams{In: strings.NewReader(""), Out: &out, Err: &out}); code != 0 {
		b.Fatal(out.String())
	}
	return spec
}

// processorTime is the time that this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
