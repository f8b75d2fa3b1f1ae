package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// referenceExecutor is the one executor that needs no generated code.
const referenceExecutor = "reference=../../conformance/executors/reference/run"

func TestConformanceMutants(t *testing.T) {
	args := []string{"--mutants", "60", "--executor", referenceExecutor}
	first := conformed(t, args...)
	first.want(t, 0, "agh: 60 mutants, ", "helper: 60 mutants, ", "  Envelope: type ", "\nseed 1\n", "envgen-reference  go        60      0       0\n", fmt.Sprintf("\n%d passed, 0 failed, 0 skipped\n", 60*len(shipped())))
	if again := conformed(t, args...); again.out != first.out {
		t.Errorf("a second run is another run:\n%s\n%s", first.out, again.out)
	}
	other := conformed(t, append(args, "--seed", "2", "--protocol", "agh")...)
	other.want(t, 0, "agh: 60 mutants, ", "\nseed 2\n", "\n60 passed, 0 failed, 0 skipped\n")
	if strings.Contains(other.out, "helper") || strings.Contains(first.out, strings.Join(strings.SplitN(other.out, "\n", 5)[:4], "\n")) {
		t.Errorf("not another seed, or not one protocol:\n%s", other.out)
	}
	conformed(t, "--mutants", "3", "--executor", "cat=cat").want(t, 1, "did not start", fmt.Sprintf("\n0 passed, %d failed, 0 skipped\n", 3*len(shipped())))
}

func TestConformanceCoverage(t *testing.T) {
	conformed(t, "--coverage").want(t, 0, "agh: ", "helper: ", " checks, 0 without\n")
	dir := t.TempDir()
	put(t, filepath.Join(dir, "agh", "one.json"), `[{"id":"agh/one","about":"a","source":"s","op":"check","type":"Kind","text":"\"say\"","expect":{"valid":true}}]`)
	conformed(t, "--coverage", "--cases", dir).want(t, 1, "agh Kind: enum: no fixture breaks it alone\n", "agh Greet: type: no fixture breaks it alone, no fixture just keeps it\n")
}

func TestConformanceRefuses(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "own", "one.json"), `[{"id":"own/one","about":"a","source":"s","op":"check","text":"1","expect":{"valid":true}}]`)
	conformed(t, "--mutants=-1").want(t, 2, "negative")
	conformed(t, "--mutants", "1", "--coverage").want(t, 2, "--mutants", "--coverage")
	conformed(t, "--coverage", "--cases", dir).want(t, 2, "none of the shipped protocols")
	conformed(t, "--coverage", "--case", "none").want(t, 2, "no case is selected")
	conformed(t, "--mutants", "1", "--executor", "x").want(t, 2, "NAME=COMMAND")
}

// TestConformanceSpecs writes specs to a folder. conformance/randomspecs tests how specs are run.
func TestConformanceSpecs(t *testing.T) {
	dir, alone := t.TempDir(), t.TempDir()
	conformed(t, "specs", "--seed", "7", "--from", "3", "--count", "2", "--write", dir).want(t, 0, "2 specs of seed 7 in "+dir)
	conformed(t, "specs", "--seed", "7", "--only", "4", "--write", alone).want(t, 0, "1 specs of seed 7")
	for _, name := range []string{"random4.yaml", "random4.json"} {
		among, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(filepath.Join(alone, name)); err != nil || string(again) != string(among) {
			t.Errorf("%s is another one when it is written alone: %v", name, err)
		}
	}
	conformed(t, "specs", "--count", "0").want(t, 2, "at least 1")
	conformed(t, "specs", "--only=-1").want(t, 2, "negative")
	t.Chdir(dir)
	conformed(t, "specs").want(t, 2, "this folder is not a checkout of envgen")
}
