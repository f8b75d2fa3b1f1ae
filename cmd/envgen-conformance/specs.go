package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/envgen/envgen/conformance/randomspecs"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/internal/command"
)

type specsCmd struct {
	Seed  uint64 `help:"Seed of the specs. The same seed makes the same specs." default:"1"`
	Count int    `help:"Number of specs." default:"20" placeholder:"N"`
	From  int    `help:"Number of the first spec." placeholder:"NUMBER"`
	Only  []int  `help:"Run only the specs with these numbers. Each finding names the number of its spec." placeholder:"NUMBER"`
	Batch int    `help:"Number of specs that share a folder and one run of the compilers and linters." default:"25" placeholder:"N"`
	Write string `help:"Only write the specs to this folder: <protocol>.yaml, and <protocol>.json for the independent validator." placeholder:"DIR"`
	Keep  string `help:"Folder for batches with findings. Default: delete them." placeholder:"DIR"`
}

// Run writes random specs, and puts them to compilers, linters, executors and the witness.
func (c *specsCmd) Run(s command.Streams) error {
	specs, err := c.specs()
	if err != nil {
		return err
	}
	if c.Write != "" {
		return c.write(s, specs)
	}
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if _, err := os.Stat("conformance/randomspecs"); err != nil {
		return errors.New("this folder is not a checkout of envgen, whose executors and tools are required for random specs")
	}
	if tool := testbed.Missing(root); tool != "" {
		return fmt.Errorf("%s is not installed: run `make tools`", tool)
	}
	open, err := randomspecs.Known()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	shown := 0
	report, err := randomspecs.Run(ctx, randomspecs.Options{Root: root, Specs: specs, Batch: c.Batch, Keep: c.Keep, Open: open,
		Done: func(batch []*randomspecs.Spec, r *randomspecs.Report) error {
			fmt.Fprintf(s.Err, "done up to %s: %d findings\n", batch[len(batch)-1], len(r.Findings))
			from := shown
			shown = len(r.Findings)
			return r.PrintFindings(s.Out, from)
		}})
	if printed := report.PrintCounts(s.Out); err == nil {
		err = printed
	}
	if err != nil {
		return err
	}
	return command.InvalidUnless(report.OK())
}

func (c *specsCmd) specs() ([]*randomspecs.Spec, error) {
	if c.Count < 1 || c.Batch < 1 {
		return nil, errors.New("--count and --batch must be at least 1")
	}
	numbers := c.Only
	for i := 0; len(c.Only) == 0 && i < c.Count; i++ {
		numbers = append(numbers, c.From+i)
	}
	var specs []*randomspecs.Spec
	for _, n := range numbers {
		if n < 0 {
			return nil, errors.New("--only and --from must not be negative")
		}
		specs = append(specs, randomspecs.Complete(c.Seed, n))
	}
	return specs, nil
}

func (c *specsCmd) write(s command.Streams, specs []*randomspecs.Spec) error {
	if err := os.MkdirAll(c.Write, 0o777); err != nil {
		return err
	}
	for _, spec := range specs {
		files := map[string][]byte{spec.Name + ".yaml": spec.YAML, spec.Name + ".json": spec.Document()}
		if protocol, yaml := spec.Library(); protocol != "" {
			files[protocol+".yaml"] = yaml
		}
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(c.Write, name), data, 0o666); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(s.Out, "%d specs of seed %d in %s\n", len(specs), c.Seed, c.Write)
	return nil
}
