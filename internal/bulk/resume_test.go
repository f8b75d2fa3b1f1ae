package bulk

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestResume stops a run after each chunk, goes on from its state, and compares the whole with one run.
func TestResume(t *testing.T) {
	smallChunks(t, 40)
	p := protocol(t, spec)
	dir := t.TempDir()
	var files []string
	for i, text := range []string{
		strings.Repeat("{\"n\":1}\n{\"n\":-1}\n{\"s\":1}\n", 20),
		"[" + strings.TrimSuffix(strings.Repeat("{\"n\":1},\n{\"n\":-1},", 20), ",") + "]",
	} {
		file := filepath.Join(dir, fmt.Sprintf("f%d", i))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	settings := Settings{Protocol: p, Files: files, By: []string{"n"}}
	want, wantBad, err := check(t, settings)
	if err != nil {
		t.Fatal(err)
	}
	sum, bad := resumed(t, settings)
	if !reflect.DeepEqual(sum.Counts, want.Counts) || !reflect.DeepEqual(sum.Groups, want.Groups) || len(sum.Issues) != len(want.Issues) || sum.Files != want.Files {
		t.Errorf("%+v, want %+v", sum, want)
	}
	if !slices.Equal(bad, wantBad) {
		t.Errorf("%d issues, want %d", len(bad), len(wantBad))
	}
}

// resumed runs to the end with a stop after each chunk. It returns the result, and the issues up to each state that was written.
func resumed(t *testing.T, settings Settings) (*Summary, []string) {
	t.Helper()
	eager(t)
	killed := errors.New("killed")
	stateFile := filepath.Join(t.TempDir(), "state")
	var state *State
	var all []string
	for range 1000 {
		s := settings
		s.State, s.Jobs, s.Form, s.Examples = state, 2, Auto, 2
		var since []string
		chunks := 0
		r, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := r.Check(Hooks{Bad: noted(&since), Merged: func(state *State) error {
			if chunks++; chunks > 1 {
				return killed // before the state is written
			}
			data, err := json.Marshal(state)
			if err != nil {
				return err
			}
			return os.WriteFile(stateFile, data, 0o666)
		}})
		if err == nil {
			return sum, append(all, since...)
		}
		if !errors.Is(err, killed) {
			t.Fatal(err)
		}
		if state, err = ReadState(stateFile, ""); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, f := range state.Summary.Issues {
			kept += int(f.Count)
		}
		all = append(all, since[:kept-len(all)]...)
	}
	t.Fatal("the run does not advance")
	return nil, nil
}

// TestResumeStreams stops runs of conversations after each chunk. The conversations go on in the next run; a run after the last one has the same result.
func TestResumeStreams(t *testing.T) {
	smallChunks(t, 300)
	p := protocol(t, talk)
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(3, 4))
	var files []string
	for i := range 3 {
		var lines []string
		for n := range 60 {
			key, kind := random.IntN(12), "hello"
			if random.IntN(4) == 0 {
				kind = "bye"
			}
			if n%3 == 1 {
				key = 99 // open from the first file to the last
				kind = "hello"
			}
			lines = append(lines, fmt.Sprintf(`{"key":"k%d","type":%q,"n":%d}`, key, kind, n))
		}
		text := strings.Join(lines, "\n") + "\n"
		if i == 1 {
			text = "[" + strings.Join(lines, ",\n") + "]"
		}
		file := filepath.Join(dir, fmt.Sprintf("f%d", i))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for _, open := range []int{4, 1000} {
		settings := Settings{Protocol: p, Files: files, Stream: "talk", Key: []string{"key"}, Open: open}
		want, wantBad, err := check(t, settings)
		if err != nil || want.Invalid == 0 || want.Unfinished == 0 || (want.Abandoned > 0) != (open == 4) {
			t.Fatalf("%+v, %v", want, err)
		}
		sum, bad := resumed(t, settings)
		if !reflect.DeepEqual(sum.Counts, want.Counts) || sum.Unfinished != want.Unfinished || sum.Abandoned != want.Abandoned || !slices.Equal(bad, wantBad) {
			t.Errorf("open %d: %+v, want %+v; %d issues, want %d", open, sum, want, len(bad), len(wantBad))
		}
	}
	settings := Settings{Protocol: p, Files: files[1:], Stream: "talk", Key: []string{"key"}, Open: 9, State: newState("")}
	settings.State.Open = []Began{{Key: "k1", File: files[0]}}
	if _, err := New(settings); err == nil || !strings.Contains(err.Error(), "is not among the files") {
		t.Error(err)
	}
}

// TestFailedOutput leaves the last state as it is if an output fails: the state then agrees with the lines that were written.
func TestFailedOutput(t *testing.T) {
	smallChunks(t, 40)
	eager(t)
	p := protocol(t, spec)
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte(strings.Repeat("{\"n\":-1}\n", 50)), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := New(Settings{Protocol: p, Files: []string{file}, Form: Auto, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	written, states, last, lines := 0, 0, int64(0), 0
	_, err = r.Check(Hooks{
		Bad: func(*Record) error {
			if written == 22 {
				return full
			}
			written++
			return nil
		},
		Merged: func(s *State) error {
			states, last, lines = states+1, s.Summary.Invalid, written
			return nil
		},
	})
	if !errors.Is(err, full) || states < 2 || last != int64(lines) {
		t.Errorf("%v after %d states, the last one with %d records and %d lines", err, states, last, lines)
	}
}
