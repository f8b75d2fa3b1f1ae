package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// specs are the specs of the five protocols.
var specs = []string{"spec/agh.yaml", "spec/delegator.yaml", "spec/foxctl.yaml", "spec/helper.yaml", "spec/hotrepl.yaml"}

const compiler = work + "/envgen"

// withoutRules writes bindings of the specs as they are but for their rules.
func withoutRules(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "spec"), 0o777); err != nil {
		return err
	}
	command := []string{compiler, "gen", "--ts", filepath.Join(dir, "ts")}
	for _, file := range specs {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		stripped := filepath.Join(dir, file)
		if err := os.WriteFile(stripped, dropped(text, "rules:"), 0o666); err != nil {
			return err
		}
		command = append(command, "--spec", stripped)
	}
	if err := quiet(context.Background(), "go", "build", "-o", compiler, "./cmd/envgen"); err != nil {
		return err
	}
	return quiet(context.Background(), command...)
}

// dropped removes a member of the top level from a spec, with everything below it.
func dropped(spec []byte, member string) []byte {
	var kept []byte
	below := false
	for line := range bytes.Lines(spec) {
		if !bytes.ContainsAny(line[:1], " #\n") {
			below = bytes.HasPrefix(line, []byte(member))
		}
		if !below {
			kept = append(kept, line...)
		}
	}
	return kept
}

// generation is one program that generates code, and its output.
type generation struct {
	library, input, makes string
	commands              [][]string // one after another
}

func (b *bench) generators(ctx context.Context) (string, error) {
	if err := installed(ctx, "bench/gen/package-lock.json", "gen-node", "npm", "ci", "--silent", "--prefix", "bench/gen"); err != nil {
		return "", err
	}
	venv := filepath.Join(work, "gen-venv")
	if _, err := os.Stat(venv); err != nil {
		if err := quiet(ctx, "python3", "-m", "venv", venv); err != nil {
			return "", err
		}
	}
	if err := installed(ctx, "bench/gen/requirements.txt", "gen-py", venv+"/bin/python", "-m", "pip", "install", "--quiet", "--require-hashes", "-r", "bench/gen/requirements.txt"); err != nil {
		return "", err
	}
	all := fiveSpecs()
	for _, count := range []int{1_000, 3_000, 10_000} {
		grown, err := growth(ctx, count)
		if err != nil {
			return "", err
		}
		all = append(all, grown...)
	}
	var table strings.Builder
	table.WriteString(machine(ctx, "go version"))
	table.WriteString("\nWhole processes: CPU of user and system, wall time, and the most memory of one process; the minimum of the runs of each. envgen checks and makes validators, readers and writers; the others make types, and datamodel-code-generator and quicktype what reads them.\n")
	table.WriteString("\n| input | library | makes | CPU s | wall s | MB |\n| --- | --- | --- | ---: | ---: | ---: |\n")
	for _, g := range all {
		cost, err := g.measure(ctx, 3)
		if err != nil {
			fmt.Fprintf(&table, "| %s | %s | %s | %s | | |\n", g.input, g.library, g.makes, err)
			continue
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %.2f | %.2f | %.0f |\n", g.input, g.library, g.makes, cost.cpu.Seconds(), cost.wall.Seconds(), cost.megabytes)
	}
	return table.String(), nil
}

func fiveSpecs() []generation {
	own := []string{compiler, "gen", "--go", work + "/out/go", "--ts", work + "/out/ts", "--py", work + "/out/py"}
	var quicktype, types, models [][]string
	for _, file := range specs {
		own = append(own, "--spec", file)
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		bundle := "gen/schema/" + name + ".schema.json"
		if name != "delegator" { // it does not support the schema false
			for _, language := range []string{"go", "ts", "py"} {
				quicktype = append(quicktype, quicktypeOf(bundle, work+"/out/quicktype-"+name+"."+language))
			}
		}
		types = append(types, typesOf(bundle, work+"/out/types-"+name+".ts"))
		models = append(models, modelsOf(bundle, work+"/out/models-"+name))
	}
	return []generation{
		{"envgen", "five specs", "Go, TypeScript, Python", [][]string{own}},
		{"quicktype", "five bundles but the Delegator's", "Go, TypeScript, Python", quicktype},
		{"json-schema-to-typescript", "five bundles", "TypeScript", types},
		{"datamodel-code-generator", "five bundles", "Python, pydantic", models},
	}
}

func quicktypeOf(bundle, out string) []string {
	return []string{"node", "bench/gen/node_modules/.bin/quicktype", "--src-lang", "schema", "--quiet", "--out", out, bundle}
}

func typesOf(bundle, out string) []string {
	return []string{"node", "bench/gen/node_modules/.bin/json2ts", "--no-format", "-i", bundle, "-o", out}
}

func modelsOf(bundle, out string) []string {
	return []string{work + "/gen-venv/bin/datamodel-codegen", "--input-file-type", "jsonschema", "--output-model-type", "pydantic_v2.BaseModel", "--input", bundle, "--output", out}
}

// growth is a spec of many records that refer to one another. Larger ones are given to a peer until it takes too long.
func growth(ctx context.Context, count int) ([]generation, error) {
	name := fmt.Sprintf("grown%d", count)
	spec := filepath.Join(work, name+".yaml")
	var b bytes.Buffer
	fmt.Fprintf(&b, "envgen: 1\nprotocol: %s\nversion: \"1\"\ntitle: Growth\ndescription: Records that hold one another.\ntypes:\n", name)
	for i := range count {
		fmt.Fprintf(&b, "  Record%d:\n    description: Record number %d.\n    type: object\n    required: [id]\n    properties:\n", i, i)
		fmt.Fprintf(&b, "      id: {type: string, minLength: 1}\n      count: {type: integer}\n")
		if i > 0 {
			fmt.Fprintf(&b, "      part: Record%d\n", i/2)
		}
	}
	fmt.Fprintf(&b, "root: Record%d\n", count-1)
	if err := os.WriteFile(spec, b.Bytes(), 0o666); err != nil {
		return nil, err
	}
	out := work + "/out/" + name
	all := []generation{{"envgen", fmt.Sprintf("%d types", count), "Go, TypeScript, Python", [][]string{{compiler, "gen", "--go", out + "/go", "--ts", out + "/ts", "--py", out + "/py", "--spec", spec}}}}
	if count > 1_000 {
		return all, nil
	}
	if err := quiet(ctx, compiler, "gen", "--schema", out+"/schema", "--spec", spec); err != nil {
		return nil, err
	}
	bundle := out + "/schema/" + name + ".schema.json"
	return append(all,
		generation{"quicktype", all[0].input, "Go", [][]string{quicktypeOf(bundle, out+"/quicktype.go")}},
		generation{"json-schema-to-typescript", all[0].input, "TypeScript", [][]string{typesOf(bundle, out+"/types.ts")}},
		generation{"datamodel-code-generator", all[0].input, "Python, pydantic", [][]string{modelsOf(bundle, out+"/models")}},
	), nil
}

// spent is the time and memory that programs have used.
type spent struct {
	cpu, wall time.Duration
	megabytes float64
}

func (g generation) measure(ctx context.Context, runs int) (spent, error) {
	var least spent
	for i := range runs {
		var now spent
		for _, command := range g.commands {
			if err := now.add(ctx, command); err != nil {
				return spent{}, err
			}
		}
		if i == 0 {
			least = now
		}
		least = spent{min(least.cpu, now.cpu), min(least.wall, now.wall), min(least.megabytes, now.megabytes)}
	}
	return least, nil
}

// patience is how long one program may take.
const patience = 2 * time.Minute

func (s *spent) add(ctx context.Context, command []string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	begin := time.Now()
	if out, err := c.CombinedOutput(); ctx.Err() != nil {
		return fmt.Errorf("takes more than %v", patience)
	} else if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("%w: %s", err, lines[len(lines)-1])
	}
	s.wall += time.Since(begin)
	s.cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.megabytes = max(s.megabytes, float64(usage.Maxrss)/1024)
	}
	return nil
}
