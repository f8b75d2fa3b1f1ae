package bulk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// State is the state of a run, as a file keeps it.
type State struct {
	Version  int                 `json:"version"`
	Settings string              `json:"settings"` // hash of what must not change between two runs
	Files    map[string]Position `json:"files"`
	Outputs  map[string]int64    `json:"outputs"` // length of each output file
	Summary  *Summary            `json:"summary"`
}

// Position is the end of what has been checked of a file.
type Position struct {
	Offset int64 `json:"offset"`
	Line   int64 `json:"line"`
	Depth  int   `json:"depth,omitempty"` // 1 inside of an array
}

const stateVersion = 1

func newState() *State {
	return &State{Version: stateVersion, Files: map[string]Position{}, Outputs: map[string]int64{}}
}

// ReadState reads a state; it returns nil if there is no file. The hash must be that of the earlier run.
func ReadState(file, settings string) (*State, error) {
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		s := newState()
		s.Settings = settings
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s := newState()
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s is no state of a run: %w", file, err)
	}
	switch {
	case s.Version != stateVersion || s.Files == nil || s.Outputs == nil:
		return nil, fmt.Errorf("%s is no state of version %d", file, stateVersion)
	case s.Settings != settings:
		return nil, fmt.Errorf("%s is the state of a run with another spec, or with other options: remove it to begin again", file)
	}
	return s, nil
}

// Write replaces the file in one step.
func (s *State) Write(file string) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // it is gone after the rename
	if _, err = temporary.Write(data); err == nil {
		err = temporary.Sync()
	}
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file)
}

// Hash returns a hash of values that encoding/json can write.
func Hash(values ...any) (string, error) {
	data, err := json.Marshal(values)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

func (s *State) position(file string) Position { return s.Files[file] }

func (s *State) move(file string, c *chunk) {
	s.Files[file] = c.next
}

// summary returns the summary of the earlier run, ready for more.
func (s *State) summary() *Summary {
	sum := newSummary()
	if s.Summary == nil {
		return sum
	}
	sum.Counts, sum.Skipped, sum.Bytes, sum.Files = s.Summary.Counts, s.Summary.Skipped, s.Summary.Bytes, s.Summary.Files
	for _, pair := range []struct{ to, from map[string]Counts }{{sum.Types, s.Summary.Types}, {sum.Groups, s.Summary.Groups}, {sum.Days, s.Summary.Days}} {
		for name, c := range pair.from {
			pair.to[name] = c
		}
	}
	for _, f := range s.Summary.Issues {
		sum.kinds[f.Kind] = f
	}
	return sum
}
