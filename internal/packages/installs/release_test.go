package installs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// repository is a temporary repository with the files of the checkout.
type repository struct {
	t   *testing.T
	dir string
}

// newRepository copies the files that git tracks or would add.
func newRepository(t *testing.T) *repository {
	t.Helper()
	needs.Packages(t) // it makes the packages, so that it is a test of `make test-packages`
	r := &repository{t, filepath.Join(t.TempDir(), "checkout")}
	copied := exec.Command("sh", "-c", `git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh | tar -c --null -T - | (mkdir "$0" && tar -x -C "$0")`, r.dir)
	copied.Dir = needs.Root(t)
	if out, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repository) git(words ...string) {
	r.t.Helper()
	git := exec.Command("git", append([]string{"-c", "user.name=Ada", "-c", "user.email=ada@example.com"}, words...)...)
	git.Dir = r.dir
	if out, err := git.CombinedOutput(); err != nil {
		r.t.Fatalf("git %q: %v\n%s", words, err, out)
	}
}

// commit commits all files.
func (r *repository) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "A change")
}

// replace changes a text of a file.
func (r *repository) replace(name, old, changed string) {
	r.t.Helper()
	file := filepath.Join(r.dir, name)
	data, err := os.ReadFile(file)
	if err != nil {
		r.t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		r.t.Fatalf("%s lacks %q", name, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), old, changed, 1)), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// release runs tools/release.
func (r *repository) release(code int, want string, args ...string) {
	r.t.Helper()
	r.script("tools/release", code, want, args...)
}

// script runs a script, and checks the exit code and a text of its output.
func (r *repository) script(name string, code int, want string, args ...string) {
	r.t.Helper()
	script := exec.Command(filepath.Join(r.dir, name), args...)
	out, err := script.CombinedOutput()
	if script.ProcessState == nil {
		r.t.Fatal(err)
	}
	if got := script.ProcessState.ExitCode(); got != code || !strings.Contains(string(out), want) {
		r.t.Errorf("%s %q: exit %d, want %d and %q\n%s", name, args, got, code, want, out)
	}
}

// TestRelease goes from a commit to the files of its release, and meets each refusal on the way.
func TestRelease(t *testing.T) {
	r := newRepository(t)
	r.release(2, "has changes that are not committed", "--host")
	r.commit()
	if strings.HasSuffix(version.Released, "-dev") {
		r.release(2, version.Released+" is the version between two releases", "--host")
	}
	r.replace("internal/version/version.go", `Released = "`+version.Released+`"`, `Released = "0.8.9"`)
	r.commit()
	r.release(2, "the version is 0.8.9, and the commit has no tag", "--host")
	r.git("tag", "v0.8.8")
	r.release(2, "the version is 0.8.9, and the commit has v0.8.8", "--host")
	r.git("tag", "v0.8.9")
	r.release(2, "and the commit has v0.8.8 v0.8.9", "--host")
	r.git("tag", "-d", "v0.8.8")
	r.release(2, "CHANGELOG.md has no entry for 0.8.9", "--host")
	r.git("tag", "-d", "v0.8.9")
	r.replace("CHANGELOG.md", "## [Unreleased]", "## [0.8.9] - 2026-12-01\n\n- A note of the release.\n\n## [Unreleased]")
	r.commit()
	r.git("tag", "v0.8.9")
	r.release(2, "unknown argument --hots", "--hots")
	r.release(2, "--rebuild needs a folder with SHA256SUMS", "--rebuild", "none")

	r.release(0, "0.8.9: 6 files in build/release, built twice with the same bytes", "--host")
	notes, err := os.ReadFile(filepath.Join(r.dir, "build/release/NOTES.md"))
	if err != nil || strings.TrimSpace(string(notes)) != "- A note of the release." {
		t.Errorf("%q, %v", notes, err)
	}
	for _, pattern := range []string{"envgen-0.8.9.tgz", "envgen-*-0.8.9.tgz", "envgen_bin-0.8.9-*.whl", "envgen_0.8.9_*.cdx.json", "proxy/github.com/envgen/envgen/@v/v0.8.9.zip"} {
		if found, err := filepath.Glob(filepath.Join(r.dir, "build/release", pattern)); err != nil || len(found) != 1 {
			t.Errorf("%s: %q, %v", pattern, found, err)
		}
	}
	r.release(0, "0.8.9: the same bytes as ", "--rebuild", filepath.Join(r.dir, "build/release"), "--host")
	sums := "build/release/SHA256SUMS"
	text, err := os.ReadFile(filepath.Join(r.dir, sums))
	if err != nil {
		t.Fatal(err)
	}
	r.replace(sums, string(text[:8]), "00000000")
	r.release(2, "a build of this commit has other bytes", "--rebuild", filepath.Join(r.dir, "build/release"), "--host")
}
