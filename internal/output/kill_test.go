package output

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	kills  = flag.Int("kills", 20, "how many processes TestKills kills")
	rounds = flag.Int("rounds", 5, "how often TestRounds starts four processes at once")
)

// childKey is the variable that makes this test a process that writes a folder: "owner version dir".
const childKey = "ENVGEN_OUTPUT_TEST"

func TestMain(m *testing.M) {
	flag.Parse()
	if job := os.Getenv(childKey); job != "" {
		os.Exit(child(job))
	}
	os.Exit(m.Run())
}

// child reports that it is ready, waits for a line, and writes the folder.
func child(job string) int {
	fields := strings.SplitN(job, " ", 3)
	version, _ := strconv.Atoi(fields[1])
	owned := generation(fields[0], version)
	fmt.Println("ready")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return 3
	}
	w := Writer{Generator: "test", Waiting: func(string, int) { fmt.Fprintln(os.Stderr, "waiting") }}
	if _, err := w.Write(context.Background(), fields[2], owned); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// generation is the output of an owner for a version of its spec, with the shared output of all owners. Versions have other files
// and other content.
func generation(owner string, version int) []Owned {
	o := Owned{Owner: owner}
	for i := range 30 {
		if i%4 == version%4 {
			continue
		}
		text := strings.Repeat(fmt.Sprintf("%s %d of version %d\n", owner, i, version-version%(i%3+1)), 50*(i%5+1))
		o.Files = append(o.Files, File{Path: fmt.Sprintf("%s/%d/file%d", owner, i%4, i), Data: []byte(text)})
	}
	return []Owned{o, own("shared", "shared/a=support", "shared/b=support", "py.typed=")}
}

// process is a run of the tool.
type process struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	errs strings.Builder
}

// start starts a process that writes after a line on its standard input.
func start(t *testing.T, dir, owner string, version int) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %s", childKey, owner, version, dir))
	p.cmd.Stderr = &p.errs
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the process says %q, %v\n%s", line, err, p.errs.String())
	}
	return p
}

func (p *process) begin() { fmt.Fprintln(p.in, "begin") }

// fresh is a new folder that the owners of versions have written one after the other.
func fresh(t *testing.T, versions map[string]int) map[string]string {
	dir := filepath.Join(quickDir(t), "fresh")
	for _, owner := range slices.Sorted(maps.Keys(versions)) {
		mustRun(t, dir, generation(owner, versions[owner]))
	}
	return snapshot(t, dir)
}

// TestKills kills processes (SIGKILL) while they write to one folder. Check then reports exactly the files that are out of date. The next run,
// of any owner, makes the folder equal to a new one, with the killed run's work done completely or not at all.
func TestKills(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	dir, versions := filepath.Join(quickDir(t), "out"), map[string]int{}
	delay, landed := 2*time.Millisecond, map[string]int{}
	everywhere := func() bool { return landed["while staging"] > 0 && landed["halfway"] > 0 }
	for n := 0; n < *kills || !everywhere() && n < 10**kills; n++ { // on a busy machine, a few more
		owner, version := []string{"p", "q"}[random.IntN(2)], random.IntN(1000)
		p := start(t, dir, owner, version)
		p.begin()
		time.Sleep(time.Duration(random.Float64() * float64(delay)))
		p.cmd.Process.Kill() // fails where it has ended
		if p.cmd.Wait() == nil {
			delay = delay * 4 / 5
		}
		where := whereItDied(t, dir, owner, version)
		if landed[where]++; where == "before" {
			delay = delay * 5 / 4
		}
		undone := maps.Clone(versions)
		versions[owner] = version
		next, nextVersion := []string{"p", "q"}[random.IntN(2)], random.IntN(1000)
		if random.IntN(2) == 0 {
			next, nextVersion = owner, version
		}
		undone[next], versions[next] = nextVersion, nextVersion
		mustRun(t, dir, generation(next, nextVersion))
		got, done := snapshot(t, dir), fresh(t, versions)
		if !maps.Equal(got, done) {
			if versions = undone; !maps.Equal(got, fresh(t, undone)) {
				t.Fatalf("kill %d, %s: the folder is neither%s", n, where, unlike(got, []map[string]string{done, fresh(t, undone)}))
			}
		}
		if r, err := (Writer{}).Check(dir, generation(next, nextVersion)); err != nil || r.Stale() {
			t.Fatalf("kill %d, %s: check after the repair: %+v, %v", n, where, r, err)
		}
	}
	t.Logf("kills: %v", landed)
	if !everywhere() {
		t.Errorf("no kill landed where it matters: %v", landed)
	}
}

// whereItDied returns the progress of a killed run, and compares the report of Check with the files.
func whereItDied(t *testing.T, dir, owner string, version int) string {
	t.Helper()
	stopped := snapshot(t, dir)
	r, err := (Writer{}).Check(dir, generation(owner, version))
	if err != nil {
		t.Fatal(err)
	}
	same := true
	for _, o := range generation(owner, version) {
		for _, f := range o.Files {
			same = same && stopped[f.Path] == string(f.Data)
		}
	}
	if !r.Stale() && !same {
		t.Fatal("check finds a mixed folder clean")
	}
	if !maps.Equal(stopped, snapshot(t, dir)) {
		t.Fatal("check wrote something")
	}
	switch {
	case r.Unfinished:
		return "halfway"
	case stopped[ScratchName] != "":
		return "while staging"
	case !r.Stale():
		return "after"
	}
	return "before"
}

// TestRounds starts four processes at once, of four owners and then of one. All succeed, and nothing is lost.
func TestRounds(t *testing.T) {
	waited := 0
	for n := range *rounds {
		for _, owners := range [][]string{{"p", "q", "r", "s"}, {"p", "p", "p", "p"}} {
			dir, versions := filepath.Join(quickDir(t), "out"), map[string]int{}
			var all []*process
			for _, owner := range owners {
				versions[owner] = n
				all = append(all, start(t, dir, owner, n))
			}
			for _, p := range all {
				p.begin()
			}
			for i, p := range all {
				if err := p.cmd.Wait(); err != nil {
					t.Errorf("round %d: %s: %v\n%s", n, owners[i], err, p.errs.String())
				}
				waited += strings.Count(p.errs.String(), "waiting")
			}
			if got, want := snapshot(t, dir), fresh(t, versions); !maps.Equal(got, want) {
				t.Fatalf("round %d:%s", n, unlike(got, []map[string]string{want}))
			}
		}
	}
	t.Logf("%d rounds: %d processes waited", *rounds, waited)
	if *rounds >= 5 && waited == 0 {
		t.Error("no process waited for another one")
	}
}
