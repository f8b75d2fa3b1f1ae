package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

const introduction = `# Benchmarks
What ` + "`make bench`" + ` has measured last, part by part; ` + "`make bench-go`, `-ts`, `-py`, `-rules` and `-gen`" + ` measure one. Libraries take turns in
each round, so that a machine that changes its speed changes it for all; "min" and "median" are over the rounds, for one go through the
message. "Ratio" is a library's minimum by envgen's: above 1 envgen is that many times as fast. The last column says how a library is
configured and which part of the work of envgen it leaves out. The messages come from ` + "`bench/messages.go`" + `; docs/explanation/speed.md has what changes brought.
`

// page is RESULTS.md by section.
type page struct {
	file     string
	sections map[string]string
}

func readPage(file string) (*page, error) {
	p := &page{file, map[string]string{}}
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return p, nil
	} else if err != nil {
		return nil, err
	}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		title, body, _ := strings.Cut(section, "\n")
		p.sections[title] = strings.TrimSpace(body) + "\n"
	}
	return p, nil
}

func (p *page) write() error {
	var b strings.Builder
	b.WriteString(introduction)
	for _, part := range parts {
		if text, ok := p.sections[part.title]; ok {
			fmt.Fprintf(&b, "\n## %s\n%s", part.title, text)
		}
	}
	return os.WriteFile(p.file, []byte(b.String()), 0o666)
}

// row is the output of a program in a language about one library.
type row struct {
	Message, Work, Library, Version, Remark string
	NS                                      []float64
}

func (r row) least() float64 { return slices.Min(r.NS) }

func (r row) median() float64 {
	sorted := slices.Sorted(slices.Values(r.NS))
	return sorted[len(sorted)/2]
}

// measured runs a program that prints rows, and returns the section of its language.
func measured(ctx context.Context, version string, command []string) (string, error) {
	out, err := output(ctx, command...)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(machine(ctx, version))
	b.WriteString("\n| message | work | library | min | median | ratio | remark |\n| --- | --- | --- | ---: | ---: | ---: | --- |\n")
	own := map[[2]string]float64{}
	for line := range strings.Lines(out) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return "", fmt.Errorf("%w in %s", err, line)
		}
		key := [2]string{r.Message, r.Work}
		if r.Library == "envgen" {
			own[key] = r.least()
		}
		ratio := ""
		if r.Library != "envgen" && own[key] > 0 {
			ratio = fmt.Sprintf("%.2f", r.least()/own[key])
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", r.Message, r.Work, strings.TrimSpace(r.Library+" "+r.Version), duration(r.least()), duration(r.median()), ratio, r.Remark)
	}
	return b.String(), nil
}

func duration(ns float64) string {
	switch {
	case ns < 1e4:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e7:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.1f ms", ns/1e6)
}

// machine describes the computer on which a section was measured.
func machine(ctx context.Context, version string) string {
	cpu := runtime.GOARCH
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			cpu = strings.TrimSpace(model)
			break
		}
	}
	return fmt.Sprintf("%s, %d CPUs, %s; %s; tree %s.\n", cpu, runtime.NumCPU(), runtime.GOOS, said(ctx, strings.Fields(version)...), said(ctx, "git", "describe", "--always", "--dirty"))
}

func said(ctx context.Context, command ...string) string {
	out, err := exec.CommandContext(ctx, command[0], command[1:]...).Output()
	if err != nil {
		return command[0]
	}
	return strings.TrimSpace(string(out))
}
