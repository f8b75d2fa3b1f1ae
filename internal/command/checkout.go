package command

import (
	"os"

	"golang.org/x/mod/modfile"

	"github.com/envgen/envgen/internal/version"
)

// ModulePath returns the path of the module that the text of a go.mod declares, or "".
func ModulePath(text []byte) string { return modfile.ModulePath(text) }

// InCheckout reports whether the working directory is the top folder of a checkout of envgen.
func InCheckout() bool {
	data, err := os.ReadFile("go.mod")
	return err == nil && ModulePath(data) == version.Module
}
