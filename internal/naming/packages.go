package naming

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/mod/module"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Beside is the keyword for a package that is generated in the folder of the importing one.
const Beside = "beside"

// packages checks the places of packages in the protocol, and in those that it imports.
func (a *assigner) packages(p *ir.Protocol) {
	for _, of := range append(slices.Clone(p.Imports), p) {
		for _, pkg := range of.Packages {
			if pkg.Language != a.language.Name || pkg.Path == Beside {
				continue
			}
			err := a.language.CheckPath(pkg.Path)
			if err == nil {
				err = a.language.checkParent(pkg.Path)
			}
			if err != nil {
				a.diags.Add(diag.Diagnostic{Pos: pkg.Pos, Code: "import-path", Message: fmt.Sprintf("%q is not a package of %s: %v", pkg.Path, a.language.Title, err),
					Suggestion: "write a path such as `" + pathExamples[a.language.Name] + "`, or write `" + Beside + "`"})
			}
		}
	}
}

var pathExamples = map[string]string{
	"go": `import "example.org/protocols/name"`,
	"ts": `import "@example/protocols/name"`,
	"py": "import example.protocols.name",
}

// CheckPath returns the fault of a package's path in the notation of the language's imports, or "".
func (l *Language) CheckPath(path string) error {
	switch l.Name {
	case "go":
		return checkGoPath(path)
	case "ts":
		return checkSpecifier(path)
	}
	return l.checkDotted(path)
}

// checkParent finds paths without a parent package: the support code is imported from the parent.
func (l *Language) checkParent(path string) error {
	if separator := map[string]string{"go": "/", "ts": "/", "py": "."}[l.Name]; !strings.Contains(path, separator) {
		return errors.New("the support code is imported from the enclosing package, which does not exist")
	}
	return nil
}

// checkGoPath requires a path that every go command accepts, on every system.
func checkGoPath(path string) error {
	if err := module.CheckImportPath(path); err != nil {
		if invalid, ok := errors.AsType[*module.InvalidPathError](err); ok {
			return invalid.Err
		}
		return err
	}
	if slices.Contains(strings.Split(path, "/"), "vendor") {
		return errors.New("a folder with the name vendor cannot be imported")
	}
	return nil
}

// dotted are the names that modules of Python have nearly without exception.
var dotted = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (l *Language) checkDotted(path string) error {
	for _, name := range strings.Split(path, ".") {
		switch {
		case path != "" && strings.HasPrefix(path, "."):
			return errors.New("the name is not absolute")
		case !dotted.MatchString(name):
			return fmt.Errorf("%q is not an identifier", name)
		case l.packages[name]:
			return fmt.Errorf("%q is a keyword", name)
		}
	}
	return nil
}

// specifier is the name of a package of a registry or, after #, of the own package's imports, with a path inside of it.
var specifier = regexp.MustCompile(`^(@[A-Za-z0-9~_-][A-Za-z0-9._~-]*/|#)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*(/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)*$`)

func checkSpecifier(path string) error {
	if strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../") {
		return checkRelative(path)
	}
	if !specifier.MatchString(path) {
		return errors.New("it must be a package with a path inside it, or a path that starts with ./ or ../")
	}
	return nil
}

func checkRelative(path string) error {
	for _, r := range path {
		if !unicode.IsPrint(r) || strings.ContainsRune("\\\"'`?#:*<>|", r) {
			return fmt.Errorf("it contains %q", r)
		}
	}
	parts := strings.Split(path, "/")
	if slices.Contains(parts, "") || strings.Trim(parts[len(parts)-1], ".") == "" {
		return errors.New("it does not end with a file, or has an empty part")
	}
	return nil
}
