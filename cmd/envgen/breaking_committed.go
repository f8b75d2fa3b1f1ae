package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/breaking/source"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/regular"
)

// committed compares the output in the folders of the project, as a commit has it, with the output of the specs. A folder that has not changed
// since is left out: `envgen gen --check` reports whether it is current.
func (b *bindings) committed(at *commit, pairs []specVersions, changed bool) (list []breaking.Finding, err error) {
	var old, new []*ir.Protocol
	for _, v := range pairs {
		old, new = append(old, v.old), append(new, v.new)
	}
	for _, d := range b.destinations {
		if !b.dirs[d.Dir] {
			continue
		}
		before, err := b.committedFiles(at, d, changed)
		if err != nil {
			return nil, err
		}
		if before == nil {
			continue
		}
		after, err := b.files(d, generateFor(d, new...))
		if err != nil {
			return nil, err
		}
		list = append(list, b.changes(d.Target, before, after, newPlaces(d.Target, old), newPlaces(d.Target, new))...)
	}
	return list, nil
}

// committedFiles returns the files that envgen wrote, or nil if the commit has none or the same ones.
func (b *bindings) committedFiles(at *commit, d generators.Destination, changed bool) (source.Files, error) {
	rel, err := filepath.Rel(b.base, d.Dir)
	if err != nil || at.project == "" {
		return nil, nil // the project is in no repository, or the folder is elsewhere
	}
	list := path.Join(path.Dir(at.project), filepath.ToSlash(rel), output.ManifestName)
	if !at.known[list] {
		return nil, nil // nothing is committed there
	}
	data, err := at.read(list)
	if err != nil {
		return nil, err
	}
	if now, err := regular.Read(filepath.Join(d.Dir, output.ManifestName)); err == nil && bytes.Equal(now, data) && !changed {
		return nil, nil
	}
	var manifest struct{ Files []struct{ Path string } }
	if err := json.Unmarshal(data, &manifest); err != nil {
		return nil, fmt.Errorf("%s:%s is damaged: %w", at.ref, list, err)
	}
	var names []string
	for _, f := range manifest.Files {
		names = append(names, f.Path)
	}
	return at.texts(path.Dir(list), names)
}

// texts reads files of a folder in one process. A file that was not committed is left out.
func (c *commit) texts(folder string, names []string) (source.Files, error) {
	var ask strings.Builder
	for _, name := range names {
		ask.WriteString(c.hash + ":" + path.Join(folder, name) + "\n")
	}
	cmd := exec.Command("git", "-C", c.top, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(ask.String())
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	files, in := source.Files{}, bufio.NewReader(bytes.NewReader(out))
	for _, name := range names {
		head, err := in.ReadString('\n')
		if err != nil {
			return nil, errors.New("git cat-file: an answer is missing")
		}
		fields := strings.Fields(head)
		if len(fields) < 3 || fields[len(fields)-1] == "missing" {
			continue
		}
		size, err := strconv.Atoi(fields[len(fields)-1])
		if err != nil {
			return nil, fmt.Errorf("git cat-file: %q", head)
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(in, text); err != nil {
			return nil, fmt.Errorf("git cat-file: %w", err)
		}
		if _, err := in.Discard(1); err != nil {
			return nil, fmt.Errorf("git cat-file: %w", err)
		}
		files[name] = text
	}
	return files, nil
}
