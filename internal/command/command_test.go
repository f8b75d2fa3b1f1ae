package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// shared are flags of several commands.
type shared struct {
	Now *time.Time `help:"A time." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

type workCmd struct {
	Name     string            `help:"A name." required:"" placeholder:"NAME"`
	MyFormat string            `help:"A format: ${formats}." enum:"${formats}" default:"text"`
	Kinds    []string          `help:"Kinds." enum:"a,b" default:"a"`
	Line     []string          `help:"Lines." sep:"none" placeholder:"TEXT"`
	Number   []int             `help:"Numbers."`
	Seed     uint64            `help:"A seed." default:"1"`
	Param    map[string]string `help:"Parameters." placeholder:"NAME=VALUE"`
	shared
	One  bool     `help:"One." xor:"x"`
	Two  bool     `help:"Two." xor:"x,y" and:"z"`
	Both bool     `help:"Both." and:"z"`
	File []string `arg:"" optional:"" help:"Files."`
}

// Run prints the values.
func (c *workCmd) Run(s Streams) error {
	now := ""
	if c.Now != nil {
		now = c.Now.Format(time.DateOnly)
	}
	_, err := fmt.Fprintf(s.Out, "%s %s %q %q %v %d %v %s %v %v %v %q", c.Name, c.MyFormat, c.Kinds, c.Line, c.Number, c.Seed, c.Param, now, c.One, c.Two, c.Both, c.File)
	return err
}

type failCmd struct {
	How  string   `arg:"" help:"How to fail."`
	More []string `arg:"" help:"Pages."`
}

// Run fails as its flag states.
func (c *failCmd) Run(Streams) error {
	return map[string]error{"invalid": ErrInvalid, "exit": Exit(7), "other": fmt.Errorf("cause")}[c.How]
}

type passCmd struct {
	Args []string `arg:"" optional:""`
}

// Run prints the arguments.
func (c *passCmd) Run(s Streams) error {
	_, err := fmt.Fprintf(s.Out, "%q", c.Args)
	return err
}

type programCommands struct {
	ShowVersion VersionFlag `name:"version"`

	Work  workCmd `cmd:"" help:"Works."`
	Group struct {
		Fail failCmd `cmd:"" default:"withargs" help:"Fails."`
		Pass passCmd `cmd:"" passthrough:"" help:"Passes arguments on."`
	} `cmd:"" help:"A group."`
}

// ran runs a program with the given words.
func ran(line ...string) (code int, out, errors string) {
	var stdout, stderr bytes.Buffer
	code = Program{Name: "prog", Description: "A program.\n\nWith a second paragraph.", Commands: &programCommands{}, Variables: map[string]string{"version": "prog 1", "formats": "text,json"}}.
		Run(line, Streams{Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestRun runs commands with values of all kinds.
func TestRun(t *testing.T) {
	for line, want := range map[string]string{
		"work --name n": `n text ["a"] [] [] 1 map[]  false false false []`,
		"work f --name=n --kinds b --kinds=a,b --line a,b --line c -- --g":  `n text ["b" "a" "b"] ["a,b" "c"] [] 1 map[]  false false false ["f" "--g"]`,
		"work --name - --number 1,2 --number 3 --seed 9 --my-format json":   `- json ["a"] [] [1 2 3] 9 map[]  false false false []`,
		"work --name n --param a=b=c --param d= --now 2026-05-12T00:00:00Z": `n text ["a"] [] [] 1 map[a:b=c d:] 2026-05-12 false false false []`,
		"work --name n --two --both --one=false":                            `--one and --two can't be used together`,
		"work --name n --two --both":                                        `n text ["a"] [] [] 1 map[]  false true true []`,
		"group pass --help -- -x":                                           `["--help" "--" "-x"]`,
		"--version":                                                         "prog 1\n",
		"work --version":                                                    "prog 1\n",
	} {
		code, out, errors := ran(strings.Fields(line)...)
		if strings.Contains(want, "can't") {
			if code != ExitCouldNot || !strings.Contains(errors, want) {
				t.Errorf("%s: %d %q", line, code, errors)
			}
		} else if code != ExitOK || out != want || errors != "" {
			t.Errorf("%s: %d %q %q", line, code, out, errors)
		}
	}
}

// TestFaults reports each mistake of a command line, and maps errors to exit codes.
func TestFaults(t *testing.T) {
	for line, want := range map[string]string{
		"work":                        "prog: missing flags: --name=NAME\n  = help: prog --help lists commands and flags\n",
		"wrk":                         `unexpected argument wrk, did you mean "work"?`,
		"--nothing":                   "unknown flag --nothing\n",
		"work -x":                     "unknown flag -x\n",
		"work --nmae n":               `unknown flag --nmae, did you mean "--name"?`,
		"work --kind=a":               `unknown flag --kind, did you mean "--kinds"?`,
		"work --name":                 "--name: missing value\n",
		"work --name n --my-format x": `--my-format must be one of "text","json" but got "x"`,
		"work --name n --kinds a,c":   `--kinds must be one of "a","b" but got "c"`,
		"work --name n --seed -1":     `--seed: expected a valid 64 bit uint but got "-1"`,
		"work --name n --number x":    `--number: expected a valid 64 bit int but got "x"`,
		"work --name n --param x":     `--param: expected "<key>=<value>" but got "x"`,
		"work --name n --now x":       `--now: parsing time "x"`,
		"work --name n --one=x":       `--one: expected true or false but got "x"`,
		"work --name n --both":        "--two and --both must be used together\n",
		"group":                       `expected "<how>"`,
		"group fail other":            `expected "<more> ..."`,
		"group other x":               "prog: cause\n",
		"group --none":                "unknown flag --none\n",
		"work --name --two":           "--name: missing value before --two\n",
	} {
		if code, out, errors := ran(strings.Fields(line)...); code != ExitCouldNot || out != "" || !strings.Contains(errors, want) {
			t.Errorf("%s: %d %q %q, want %q", line, code, out, errors, want)
		}
	}
	for line, want := range map[string]int{"group invalid x": ExitInvalid, "group fail exit x y": 7, "group fine x": ExitOK} {
		if code, _, errors := ran(strings.Fields(line)...); code != want || errors != "" {
			t.Errorf("%s: %d %q", line, code, errors)
		}
	}
}

const workHelp = `Usage: prog work --name=NAME [<file> ...] [flags]

Works.

Arguments:
  [<file> ...]    Files.

Flags:
  -h, --help                 Show context-sensitive help.
      --version              Print the version of envgen and exit.

      --name=NAME            A name.
      --my-format="text"     A format: text,json.
      --kinds=a,...          Kinds.
      --line=TEXT            Lines.
      --number=NUMBER,...    Numbers.
`

const programHelp = `Usage: prog <command> [flags]

A program.

With a second paragraph.

Flags:
  -h, --help       Show context-sensitive help.
      --version    Print the version of envgen and exit.

Commands:
  work          Works.
  group fail    Fails.
  group pass    Passes arguments on.

Run "prog <command> --help" for more information on a command.
`

func TestHelp(t *testing.T) {
	for _, line := range [][]string{nil, {"--help"}, {"-h"}} {
		if code, out, errors := ran(line...); code != ExitOK || out != programHelp || errors != "" {
			t.Errorf("%q: %d %s%s", line, code, out, errors)
		}
	}
	if _, out, _ := ran("work", "--help"); !strings.HasPrefix(out, workHelp) {
		t.Error(out)
	}
	if _, out, _ := ran("group", "--help"); !strings.Contains(out, "A group.") || !strings.Contains(out, "\n  fail    Fails.\n") {
		t.Error(out)
	}
}

// TestLongNames writes the text of a long flag below its name.
func TestLongNames(t *testing.T) {
	var b strings.Builder
	list(&b, "Flags", []row{{strings.Repeat("n", 50), strings.Repeat("word ", 12)}, {"short", "text"}})
	want := "\nFlags:\n  " + strings.Repeat("n", 50) + "\n" + strings.Repeat(" ", 42) + strings.TrimSpace(strings.Repeat("word ", 7)) + "\n" +
		strings.Repeat(" ", 42) + strings.TrimSpace(strings.Repeat("word ", 5)) + "\n  short" + strings.Repeat(" ", 35) + "text\n"
	if b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}
}
