package publish

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/naming"
)

// The longest name that npm accepts, in bytes.
const npmLimit = 214

var (
	npmName    = regexp.MustCompile(`^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$`)
	pythonName = regexp.MustCompile(`^([A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9])$`) // PEP 508
	separators = regexp.MustCompile(`[-_.]+`)
	// taken are names that npm refuses: https://docs.npmjs.com/cli/configuring-npm/package-json, and the modules of Node that have no prefix.
	taken = strings.Fields(`node_modules favicon.ico assert buffer child_process cluster console constants crypto dgram dns domain events fs http http2 https inspector module net os path
		perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`)
)

// CheckNpm returns an error unless npm accepts the name for a new package.
func CheckNpm(name string) error {
	switch lower := strings.ToLower(name); {
	case npmName.MatchString(name) && len(name) <= npmLimit && !slices.Contains(taken, name):
		return nil
	case slices.Contains(taken, lower):
		return fmt.Errorf("npm refuses the name %q, because Node uses it; choose another name, or one with a scope such as @company/%s", name, lower)
	case len(name) > npmLimit:
		return fmt.Errorf("the name has %d characters, and npm accepts at most %d", len(name), npmLimit)
	case npmName.MatchString(lower):
		return fmt.Errorf("npm refuses capitals in the name %q; write %s", name, lower)
	}
	return fmt.Errorf("npm refuses the name %q; use lower-case letters, digits, `-`, `.` and `_` after a letter or digit, with a scope such as @company/ if you like", name)
}

// CheckPython returns an error unless PyPI accepts the name, and Python can import its module.
func CheckPython(name string) error {
	switch {
	case strings.HasPrefix(name, "@"):
		return fmt.Errorf("the name %q has a scope, which only npm accepts; run the command once for each language, with a --name each", name)
	case !pythonName.MatchString(name):
		return fmt.Errorf("PyPI refuses the name %q (PEP 508); use letters, digits, `-`, `.` and `_`, with a letter or digit at both ends", name)
	}
	if err := naming.Python.CheckPath(Module(name)); err != nil {
		return fmt.Errorf("Python cannot import a package with the name %q: %w; choose another name", name, err)
	}
	return nil
}

// Module returns the module that a package for Python contains.
func Module(name string) string { return strings.ToLower(separators.ReplaceAllString(name, "_")) }

var (
	// semantic is the form of https://semver.org, without metadata of builds, which npm ignores.
	semantic = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?$`)
	// canonical is the form of PEP 440 without a local label, which PyPI refuses.
	canonical  = regexp.MustCompile(`^([1-9]\d*!)?(0|[1-9]\d*)(\.(0|[1-9]\d*))*((a|b|rc)(0|[1-9]\d*))?(\.post(0|[1-9]\d*))?(\.dev(0|[1-9]\d*))?$`)
	prerelease = regexp.MustCompile(`^(\d+\.\d+\.\d+)-(dev|alpha|beta|rc)(?:\.(\d+))?$`)
	phases     = map[string]string{"dev": ".dev", "alpha": "a", "beta": "b", "rc": "rc"}
)

// NpmVersion returns the version, or an error unless it is a semantic version.
func NpmVersion(version string) (string, error) {
	if !semantic.MatchString(version) {
		return "", fmt.Errorf("%q is not a semantic version such as 1.2.0, which npm requires", version)
	}
	return version, nil
}

// PythonVersion returns the version in the form of PEP 440. Of semantic versions, it translates releases, and the phases dev, alpha, beta and rc.
func PythonVersion(version string) (string, error) {
	if part := prerelease.FindStringSubmatch(version); part != nil && semantic.MatchString(version) {
		return part[1] + phases[part[2]] + cmp.Or(part[3], "0"), nil
	}
	if !canonical.MatchString(version) {
		return "", fmt.Errorf("%q is not a version of PEP 440 such as 1.2.0 or 1.2.0rc1, which PyPI requires", version)
	}
	return version, nil
}
