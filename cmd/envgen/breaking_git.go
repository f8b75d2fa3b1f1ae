package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/project"
	"github.com/envgen/envgen/internal/regular"
)

// commit are the specs of a revision of git. A file is its path from the top of the repository.
type commit struct {
	ref, hash string
	top       string          // the folder of the repository
	known     map[string]bool // all files of the commit
	project   string          // the project file of today, or ""
}

// noRevision is the error of a reference that is nothing.
func noRevision(ref string) error {
	return fmt.Errorf("%s is neither a file, a folder nor a revision of git", ref)
}

// revision resolves a revision of the repository around the working directory.
func revision(ref, projectFile string) (older, error) {
	top, err := git("rev-parse", "--show-toplevel")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("%s is neither a file nor a folder, and git is not installed; install git, or pass a folder of older specs to --against", ref)
	case err != nil:
		return nil, fmt.Errorf("%s is neither a file nor a folder, and this folder is in no repository of git; pass a spec or a folder of older specs to --against", ref)
	}
	hash, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return nil, unknownRevision(ref)
	}
	c := &commit{ref: ref, hash: line(hash), top: line(top), known: map[string]bool{}}
	list, err := git("-C", c.top, "ls-tree", "-r", "-z", "--name-only", "--full-tree", c.hash)
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(list), "\x00") {
		c.known[name] = true
	}
	if projectFile != "" {
		c.project = c.fromTop(projectFile)
	}
	return c, nil
}

// unknownRevision suggests how to get a revision that the clone may lack.
func unknownRevision(ref string) error {
	err := noRevision(ref)
	if shallow, _ := git("rev-parse", "--is-shallow-repository"); line(shallow) == "true" {
		return fmt.Errorf("%w; this clone is shallow: run `git fetch --unshallow --tags`, or set `fetch-depth: 0` in the workflow", err)
	}
	if remote, branch, ok := strings.Cut(ref, "/"); ok {
		if _, unknown := git("remote", "get-url", remote); unknown == nil {
			return fmt.Errorf("%w; run `git fetch %s %s`", err, remote, branch)
		}
	}
	return fmt.Errorf("%w; `git branch --all` and `git tag` list the revisions with names", err)
}

func line(out []byte) string { return strings.TrimSpace(string(out)) }

// fromTop is the path of a file from the top of the repository, or "" if the file is outside.
func (c *commit) fromTop(file string) string {
	dir, err := regular.Resolved(filepath.Dir(file)) // the file itself may be a link, which git keeps under its own name
	if err != nil {
		return ""
	}
	top, err := regular.Resolved(c.top)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(top, filepath.Join(dir, filepath.Base(file)))
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (c *commit) at(spec string) string {
	if file := c.fromTop(spec); c.known[file] {
		return file
	}
	return ""
}

// listed are the specs of the project file at the commit. Without one, a spec cannot be distinguished from a test file.
func (c *commit) listed() ([]string, error) {
	if !c.known[c.project] || c.project == "" {
		return nil, nil
	}
	data, err := c.read(c.project)
	if err != nil {
		return nil, err
	}
	p, _ := project.Parse(project.FileName, data)
	if p == nil {
		return nil, nil
	}
	var list []string
	for _, spec := range p.Specs {
		if file := path.Join(path.Dir(c.project), spec.Value); c.known[file] {
			list = append(list, file)
		}
	}
	return list, nil
}

func (c *commit) others() ([]string, error) {
	out, err := git("-C", c.top, "grep", "-l", "-z", "-E", "--full-name", `^[{ ]*["']?envgen["']? *:`, c.hash, "--", "*.yaml", "*.yml")
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1 is nothing found
		return nil, err
	}
	var list []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if name = strings.TrimPrefix(name, c.hash+":"); name != "" {
			list = append(list, name)
		}
	}
	return list, nil
}

func (c *commit) read(file string) ([]byte, error) {
	if !c.known[file] {
		return nil, &fs.PathError{Op: "read", Path: c.ref + ":" + file, Err: fs.ErrNotExist}
	}
	data, err := git("-C", c.top, "cat-file", "blob", c.hash+":"+file)
	if err != nil {
		return nil, fmt.Errorf("%s:%s: %w", c.ref, file, err)
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, fmt.Errorf("%s:%s is a binary file, not a spec", c.ref, file)
	}
	return data, nil
}

// imported reads at the commit, too: the file in the working directory may differ.
func (c *commit) imported(_, file string) ([]byte, error) {
	return c.read(strings.TrimPrefix(file, c.ref+":/"))
}

// internal has a slash behind the colon, because the compiler finds imports by the folder of a spec, and a revision may have slashes, too.
func (c *commit) internal(file string) string { return c.ref + ":/" + file }

func (c *commit) shown(internal string) string {
	if rest, ours := strings.CutPrefix(internal, c.ref+":/"); ours {
		return c.ref + ":" + rest
	}
	return internal
}

// git runs a command that only reads. The error has git's own message.
func git(args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	var out, failure bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failure
	err := cmd.Run()
	if text := line(failure.Bytes()); err != nil && text != "" {
		err = fmt.Errorf("git %s: %s: %w", args[0], text, err)
	}
	return slices.Clip(out.Bytes()), err
}
