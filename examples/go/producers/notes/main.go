// Command notes tells an agent which notes stand in some folders: one output of the helper protocol, and the exit code that goes with it.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/envgen/envgen/gen/go/helper"
)

func main() { os.Exit(run(os.Stdout, helper.Builder{}, os.Args[1:])) }

// run emits the output. What goes wrong with that itself is 1, too.
func run(out io.Writer, b helper.Builder, folders []string) int {
	m, err := gather(b, folders)
	if err != nil {
		m, err = b.Error(&helper.Failure{Code: "internal", Message: err.Error()})
	}
	if err == nil {
		var code int
		if code, err = helper.Emit(out, m); err == nil {
			return code
		}
	}
	fmt.Fprintln(os.Stderr, "notes:", err)
	return 1
}

func gather(b helper.Builder, folders []string) (helper.Envelope, error) {
	if len(folders) == 0 {
		return b.ToolMissing(&helper.Failure{Code: "no-folder", Message: "name the folders that hold notes"})
	}
	names, skipped := []string{}, []string(nil)
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			skipped = append(skipped, folder)
			continue
		}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
	}
	notes := helper.NewObject(helper.Member{Name: "notes", Value: helper.MustRaw(names)})
	if skipped == nil {
		return b.OK(func(m *helper.OKOutput) { m.Extra = notes })
	}
	return b.Partial(skipped, func(m *helper.PartialOutput) {
		m.Extra = notes
		m.Error.Set(helper.Failure{Code: "unreadable", Message: fmt.Sprintf("%d of %d folders cannot be read", len(skipped), len(folders))})
	})
}
