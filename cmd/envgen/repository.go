package main

import (
	"os"
	"path/filepath"
)

// inRepository returns the path of a file as annotations need it, from the top folder of the repository. On a runner, GITHUB_WORKSPACE is this folder.
func inRepository(file string) string {
	top := os.Getenv("GITHUB_WORKSPACE")
	if top == "" {
		return file
	}
	full, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	path, err := filepath.Rel(top, full)
	if err != nil || !filepath.IsLocal(path) {
		return file
	}
	return filepath.ToSlash(path)
}
