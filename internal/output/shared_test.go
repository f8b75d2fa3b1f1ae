package output_test

import (
	"testing"

	"github.com/envgen/envgen/internal/output"
)

// needing is an owner of one file that needs others.
func needing(owner, file string, needs ...string) output.Owned {
	o := owned(owner, file)
	o.Files[0].Needs = needs
	return o
}

// library is shared code: a needs b, and so on.
func library(version string) output.Owned {
	o := owned("go", "a="+version, "b="+version, "c="+version, "d="+version)
	o.Files[0].Needs, o.Shared = []string{"b"}, true
	return o
}

func TestSharedFilesAreWrittenWhereNeeded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, needing("go/p", "p=1", "a"), library("1"))
	expect(t, dir, "a=1", "b=1", "p=1")
	write(t, dir, needing("go/q", "q=1", "c"), library("2")) // the new library determines the needs of p
	expect(t, dir, "a=2", "b=2", "c=2", "p=1", "q=1")
	write(t, dir, needing("go/p", "p=2", "b"), library("2"))
	expect(t, dir, "b=2", "c=2", "p=2", "q=1")
	write(t, dir, owned("go/q"), library("2"))
	expect(t, dir, "b=2", "p=2")
	whole := library("3")
	whole.Shared = false
	write(t, dir, owned("go/q", "q=2"), whole)
	expect(t, dir, "a=3", "b=3", "c=3", "d=3", "p=2", "q=2")
}

func TestOnlyTheseOwners(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, needing("go/p", "p=1", "a"), needing("go/q", "q=1", "c"), needing("gone/r", "r=1"), library("1"))
	w := output.Writer{Generator: "test", Only: "go"}
	now := []output.Owned{needing("go/p", "p=1", "a"), library("1")}
	r, err := w.Check(dir, now)
	if err != nil || !r.Stale() || len(r.Deleted) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := w.Write(t.Context(), dir, now); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, "a=1", "b=1", "p=1", "r=1")
}

func TestYieldingFilesStayAway(t *testing.T) {
	dir := t.TempDir()
	o := owned("p", "a=1", "b=1")
	o.Files[0].Yields = true
	put(t, dir, "a", "theirs")
	write(t, dir, o)
	expect(t, dir, "a=theirs", "b=1")
	if r := write(t, dir, o); r.Unchanged != 1 || len(r.Written) > 0 {
		t.Errorf("%+v", r)
	}
	other := t.TempDir()
	write(t, other, o)
	expect(t, other, "a=1", "b=1")
	write(t, other, owned("p", "b=1"))
	expect(t, other, "b=1")
}
