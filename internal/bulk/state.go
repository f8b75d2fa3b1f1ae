package bulk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
)

// State is the state of a run, as a file keeps it.
type State struct {
	Version  int                 `json:"version"`
	Settings string              `json:"settings"` // hash of the options that must not change between two runs
	Files    map[string]Position `json:"files"`
	Outputs  map[string]int64    `json:"outputs"` // length of each output file
	Summary  *Summary            `json:"summary"`
	Open     []Began             `json:"open,omitempty"` // the open conversations, the least recently used one first
}

// Began is the beginning of a conversation. A later run reads the archive again from there, so that the state remains small.
type Began struct {
	Key    string   `json:"key"`
	File   string   `json:"file"`
	From   Position `json:"from"`   // where the reading can begin
	Offset int64    `json:"offset"` // of the first record
}

// Position is the end of the checked part of a file.
type Position struct {
	Offset int64 `json:"offset"`
	Line   int64 `json:"line"`
	Depth  int   `json:"depth,omitempty"` // 1 inside of an array
}

const stateVersion = 1

func newState(settings string) *State {
	return &State{Version: stateVersion, Settings: settings, Files: map[string]Position{}, Outputs: map[string]int64{}, Summary: newSummary()}
}

// ReadState reads a state. Without a file, it is the state before a run. The hash must be that of the earlier run.
func ReadState(file, settings string) (*State, error) {
	s := newState(settings)
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s.Version, s.Settings = 0, ""
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s is no state of a run: %w", file, err)
	}
	switch {
	case s.Version != stateVersion || s.Files == nil || s.Outputs == nil || s.Summary == nil:
		return nil, fmt.Errorf("%s is no state of version %d", file, stateVersion)
	case s.Settings != settings:
		return nil, fmt.Errorf("%s is the state of a run with another spec, or with other options: remove it to begin again", file)
	}
	return s, nil
}

// summary returns the summary of the earlier run, ready for more.
func (s *State) summary() *Summary {
	for _, f := range s.Summary.Issues {
		s.Summary.kinds[f.Kind] = f
	}
	return s.Summary
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
