// Command floods measures the costs of messages that are as large as the limit allows and violate their type millions of times, beside the JSON
// parser of each language. It measures user CPU and peak memory of a separate process, minus the costs of an empty process. It prints a table in
// Markdown. `make floods` runs it. It is not a test, because its figures vary. A difference between the issues of the languages is an error.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "floods:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	f := &flood{out: out}
	only := flag.String("shapes", "", "only the shapes whose name matches")
	lang := flag.String("languages", "", "only the languages whose name matches")
	flag.IntVar(&f.runs, "runs", 3, "how often each is measured; the least counts")
	flag.IntVar(&f.size, "size", 16<<20, "bytes of a message")
	flag.IntVar(&f.limit, "limit", 120, "seconds of CPU that a process may take")
	seed := flag.Uint64("seed", 1, "of what is random in a message")
	dir := flag.String("dir", "", "folder of an earlier run, to keep its programs; they are built where it is empty")
	flag.Parse()
	shape, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	language, err := regexp.Compile("(?i)" + *lang)
	if err != nil {
		return err
	}
	f.shapes, f.language = shape, language
	if f.dir = *dir; f.dir == "" {
		if f.dir, err = os.MkdirTemp("", "floods"); err != nil {
			return err
		}
		defer os.RemoveAll(f.dir)
	}
	return f.run(ctx, *seed)
}

// flood is one run of the command.
type flood struct {
	out              io.Writer
	dir              string
	shapes, language *regexp.Regexp
	runs, size       int
	limit            int // seconds of CPU
}

func (f *flood) run(ctx context.Context, seed uint64) error {
	if _, err := os.Stat(filepath.Join(f.dir, "build/measure")); err != nil {
		root, err := filepath.Abs(".")
		if err != nil {
			return err
		}
		if err := prepare(ctx, root, f.dir); err != nil {
			return err
		}
	}
	fmt.Fprintln(f.out, "| message | language | parse s | decode s | times | parse MB | decode MB | times |\n|---|---|---|---|---|---|---|---|")
	for _, s := range shapes(seed) {
		if !f.shapes.MatchString(s.name) {
			continue
		}
		if err := f.measure(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// measure writes the rows of one message.
func (f *flood) measure(ctx context.Context, s shape) error {
	var text bytes.Buffer
	s.write(&text, f.size)
	file := filepath.Join(f.dir, "message.json")
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		return err
	}
	var wanted []issue
measuring:
	for _, l := range languages {
		if !f.language.MatchString(l.name) {
			continue
		}
		var spent [3]cost
		for i, what := range []string{"start", "parse", "decode"} {
			var err error
			if spent[i], err = f.least(ctx, l, what, s.protocol, s.typ, file); err != nil {
				fmt.Fprintf(f.out, "| %s | %s | %s: %v |\n", s.name, l.name, what, err)
				continue measuring
			}
		}
		start, parse, decode := spent[0], spent[1], spent[2]
		switch {
		case len(decode.issues) == 0 || decode.issues[0].Rule == "json":
			return fmt.Errorf("%s: %v", l.name, decode.issues)
		case wanted == nil:
			wanted = decode.issues
		case !slices.Equal(decode.issues, wanted):
			return fmt.Errorf("%s finds other issues than the language before it", l.name)
		}
		parse, decode = parse.less(start), decode.less(start)
		fmt.Fprintf(f.out, "| %s | %s | %.2f | %.2f | %.1f | %.0f | %.0f | %.1f |\n", s.name, l.name,
			parse.seconds, decode.seconds, decode.seconds/parse.seconds, parse.megabytes, decode.megabytes, decode.megabytes/parse.megabytes)
	}
	return nil
}

// cost is the cost of one process.
type cost struct {
	seconds   float64 // of CPU, in user mode
	megabytes float64 // of memory, at the most
	issues    []issue
}

type issue struct{ Rule, Path, Level, Message string }

func (c cost) less(start cost) cost {
	return cost{max(c.seconds-start.seconds, 0.001), max(c.megabytes-start.megabytes, 0.1), nil}
}

// least runs a program several times.
func (f *flood) least(ctx context.Context, l language, args ...string) (cost, error) {
	var best cost
	for i := range f.runs {
		c, err := f.once(ctx, l, args)
		if err != nil {
			return cost{}, err
		}
		if i > 0 {
			c.seconds, c.megabytes = min(c.seconds, best.seconds), min(c.megabytes, best.megabytes)
		}
		best = c
	}
	return best, nil
}

func (f *flood) once(ctx context.Context, l language, args []string) (cost, error) {
	// The limit is on CPU time, too, so other load on the machine makes no difference.
	limited := []string{"-c", fmt.Sprintf(`ulimit -t %d; exec "$@"`, f.limit), "sh"}
	cmd := exec.CommandContext(ctx, "sh", slices.Concat(limited, l.command, args)...)
	cmd.Dir = f.dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	c := cost{seconds: cmd.ProcessState.UserTime().Seconds()}
	if c.seconds >= float64(f.limit)-1 {
		return c, fmt.Errorf("it takes more than %d s", f.limit)
	}
	if err != nil {
		return cost{}, fmt.Errorf("%w: %s", err, stderr.String())
	}
	// The kernel's peak memory of a process starts with the memory of its parent. The value in /proc does not.
	if _, err := fmt.Sscanf(stderr.String(), "VmHWM: %f kB", &c.megabytes); err != nil {
		return cost{}, err
	}
	c.megabytes /= 1024
	for lines := json.NewDecoder(&stdout); ; {
		var i issue
		if err := lines.Decode(&i); err == io.EOF {
			return c, nil
		} else if err != nil {
			return cost{}, err
		}
		c.issues = append(c.issues, i)
	}
}
