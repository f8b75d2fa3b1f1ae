// Command bulk measures envgen bulk on generated traffic beside programs that do a part of its work, and writes bench/BULK.md: `make bulk`. It fails if a
// planted fault is not found, or another one is. With -engines, it measures engines and writes bench/ENGINES.md: `make bulk-engines`.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/ir"
)

func main() {
	size := flag.Float64("gigabytes", 10, "size of the traffic, half of it foxctl and half HotRepl")
	seed := flag.Uint64("seed", 1, "seed of the traffic")
	dir := flag.String("dir", "build/bulk", "folder of the traffic")
	engines := flag.Bool("engines", false, "measure engines instead, on foxctl alone, and write bench/ENGINES.md: make bulk-engines")
	flag.Parse()
	work := run
	if *engines {
		work = runEngines
	}
	if err := work(*dir, int64(*size*1e9), *seed); err != nil {
		fmt.Fprintln(os.Stderr, "bulk:", err)
		os.Exit(1)
	}
}

func run(dir string, size int64, seed uint64) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	program := filepath.Join(dir, "envgen")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/envgen").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	page := &strings.Builder{}
	fmt.Fprintf(page, pageHead, float64(size)/1e9, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	for _, p := range fixtures.Protocols() {
		if p.Name != "foxctl" && p.Name != "hotrepl" {
			continue
		}
		if err := measure(page, dir, program, p, size/2, seed); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return os.WriteFile("bench/BULK.md", []byte(page.String()), 0o666)
}

const pageHead = `# Archives

` + "`make bulk`" + ` writes this page.
The traffic has %.1f GB, half of it foxctl and half HotRepl.
It consists of valid fixtures, and one message in a hundred has a fault of a known kind.

The machine has %d cores (%s, %s).
The rate is that of the wall clock, and CPU is the share of all cores.
The peers read the first file only.

`

func measure(page *strings.Builder, dir, program string, p *ir.Protocol, size int64, seed uint64) error {
	made, err := newPool(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: writing %d bytes\n", p.Name, size)
	planted, records, err := made.write(dir, p.Name, size, fileBytes, seed)
	if err != nil {
		return err
	}
	issues := filepath.Join(dir, p.Name+".issues")
	fmt.Fprintf(os.Stderr, "%s: checking %d records with %d faults\n", p.Name, records, len(planted))
	u, err := timed(1, program, "bulk", "--spec", p.Name, "--now", now.Format(time.RFC3339), "--out", issues, filepath.Join(dir, p.Name+"-*.ndjson"))
	if err != nil {
		return err
	}
	if err := compare(issues, planted); err != nil {
		return err
	}
	fmt.Fprintf(page, "## %s\n\n%d records, %d planted faults: all of them found, and no other.\n\n| program | work | MB/s | CPU | memory |\n|---|---|---:|---:|---:|\n", p.Name, records, len(planted))
	row(page, "envgen bulk", "everything", size, u)
	first := filepath.Join(dir, p.Name+"-000.ndjson")
	info, err := os.Stat(first)
	if err != nil {
		return err
	}
	for _, peer := range peers(p.Name, first, dir) {
		fmt.Fprintf(os.Stderr, "%s: %s\n", p.Name, peer.name)
		u, err := timed(0, peer.command[0], peer.command[1:]...)
		if err != nil {
			return fmt.Errorf("%s: %w", peer.name, err)
		}
		row(page, peer.name, peer.work, info.Size(), u)
	}
	page.WriteString("\n")
	return nil
}

// use is the memory and time of a process.
type use struct {
	wall, cpu time.Duration
	memory    int64 // bytes, at most at one time
}

// timed runs a program that exits with a code.
func timed(code int, program string, args ...string) (use, error) {
	cmd := exec.Command(program, args...)
	var errors strings.Builder
	cmd.Stderr = &errors
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return use{}, err
	}
	// The usage of a process that was started by a large one counts the memory of its parent, so its status is read while it runs.
	memory, stop := make(chan int64), make(chan struct{})
	go func() {
		most := int64(0)
		for {
			most = max(most, peak(cmd.Process.Pid))
			select {
			case <-stop:
				memory <- most
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	err := cmd.Wait()
	u := use{wall: time.Since(begin)}
	close(stop)
	u.memory = <-memory
	if cmd.ProcessState.ExitCode() != code {
		return u, fmt.Errorf("%v: %s", err, errors.String())
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return u, nil
}

// peak returns the most memory that a process has had, or 0 if there is none.
func peak(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	var kilobytes int64
	fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

func row(page *strings.Builder, name, work string, size int64, u use) {
	fmt.Fprintf(page, "| %s | %s | %.0f | %.0f %% | %d MB |\n", name, work, float64(size)/1e6/u.wall.Seconds(), 100*u.cpu.Seconds()/u.wall.Seconds()/float64(runtime.NumCPU()), u.memory/1e6)
}

// compare compares the records with issues with the planted ones.
func compare(issues string, planted map[string]bool) error {
	f, err := os.Open(issues)
	if err != nil {
		return err
	}
	defer f.Close()
	found := map[string]bool{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			File string
			Line int
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return err
		}
		place := fmt.Sprintf("%s:%d", row.File, row.Line)
		if !planted[place] {
			return fmt.Errorf("%s is not a planted fault: %s", place, lines.Bytes())
		}
		found[place] = true
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if len(found) != len(planted) {
		return fmt.Errorf("%d of %d planted faults are found", len(found), len(planted))
	}
	return nil
}
