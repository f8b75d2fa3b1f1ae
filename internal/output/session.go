package output

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ScratchName is the folder, within an output folder, that exists while a run is at work. A killed run leaves it
// to the next one. Git ignores it, because of a file in it, and so does the go command, because of its name.
const ScratchName = ".envgen-run"

const (
	lockName   = "lock" // its content is the process id of the run
	ignoreName = ".gitignore"
)

func scratchIn(dir string) string { return filepath.Join(dir, ScratchName) }

// session is one run's exclusive access to a folder.
type session struct {
	disk      disk
	generator string
	dir       string
	made      []string // folders that were made for the run, innermost first
	held      bool     // no other run has the folder
	lock      *os.File // nil where the system has no locks
	journaled bool     // the journal exists, and is not carried out
}

// errBusy means that another process has a lock.
var errBusy = errors.New("locked by another process")

// open waits until no other run has the folder.
func (w Writer) open(ctx context.Context, dir string) (*session, error) {
	s := &session{disk: w.disk, generator: w.Generator, dir: dir}
	for missing := filepath.Clean(dir); ; missing = filepath.Dir(missing) {
		if _, err := w.disk.Lstat(missing); !errors.Is(err, fs.ErrNotExist) || missing == filepath.Dir(missing) {
			break
		}
		s.made = append(s.made, missing)
	}
	if err := s.wait(ctx, w.Waiting); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// wait tries to get the folder until it is free.
func (s *session) wait(ctx context.Context, waiting func(dir string, pid int)) error {
	const pause, patience = 20 * time.Millisecond, 100
	for told, missing := false, 0; ; {
		err := s.tryLock()
		switch {
		case err == nil:
			s.held = true
			return s.begin()
		case errors.Is(err, errBusy):
			if !told && waiting != nil {
				waiting(s.dir, s.holder())
			}
			told = true
		case errors.Is(err, fs.ErrNotExist) && missing < patience: // another run has just removed the scratch folder
			missing++
		default:
			return err
		}
		select {
		case <-ctx.Done():
			return stopped(ctx, s.dir)
		case <-time.After(pause):
		}
	}
}

func stopped(ctx context.Context, dir string) error {
	return fmt.Errorf("nothing was written to %s: %w", dir, context.Cause(ctx))
}

func (s *session) tryLock() error {
	scratch := scratchIn(s.dir)
	if err := s.disk.MkdirAll(scratch); err != nil {
		return err
	}
	if info, err := s.disk.Lstat(scratch); err != nil || !info.IsDir() {
		return errors.Join(err, fmt.Errorf("%s exists, but envgen creates a folder of that name while it writes; remove it", scratch))
	}
	lock, err := s.disk.Lock(filepath.Join(scratch, lockName))
	if errors.Is(err, errors.ErrUnsupported) {
		return nil // some network file systems have no locks
	}
	s.lock = lock
	return err
}

// holder is the process id that the holder of the lock has written into it, or 0.
func (s *session) holder() int {
	data, err := s.disk.ReadFile(filepath.Join(scratchIn(s.dir), lockName))
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	return pid
}

// begin prepares the scratch folder.
func (s *session) begin() error {
	if s.lock != nil {
		if err := s.lock.Truncate(0); err != nil {
			return err
		}
		fmt.Fprintln(s.lock, os.Getpid()) // only to be shown
	}
	ignore, everything := filepath.Join(scratchIn(s.dir), ignoreName), "*\n"
	if have, err := s.disk.ReadFile(ignore); err == nil && string(have) == everything {
		return nil
	}
	_ = s.disk.Remove(ignore) // a run was killed when it had half of it
	return s.disk.WriteFile(ignore, []byte(everything))
}

// finish carries out the decisions of a killed run, if there was one.
func (s *session) finish() (finished bool, err error) {
	w := Writer{disk: s.disk}
	j, err := w.journalIn(s.dir)
	if err != nil {
		s.journaled = true // with any content
		return false, err
	}
	if j != nil {
		if err := s.carryOutJournal(j); err != nil {
			return false, err
		}
	}
	return j != nil, s.sweep()
}

// carryOut executes a plan.
func (s *session) carryOut(ctx context.Context, p *plan) error {
	if len(p.write)+len(p.remove) == 0 && !p.manifestIsNew {
		return nil
	}
	for i, c := range p.write {
		if ctx.Err() != nil {
			return stopped(ctx, s.dir)
		}
		if err := s.disk.WriteFile(staged(s.dir, i), c.file.Data); err != nil {
			return err
		}
	}
	j := p.journal(s.generator)
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	path := filepath.Join(scratchIn(s.dir), journalName)
	if err := s.disk.WriteFile(path+".new", data); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return stopped(ctx, s.dir)
	}
	if err := s.disk.Rename(path+".new", path); err != nil {
		return err
	}
	return s.carryOutJournal(j)
}

func (s *session) carryOutJournal(j *journal) error {
	s.journaled = true
	if err := j.carryOut(s.disk, s.dir); err != nil {
		return fmt.Errorf("%w; %s is incomplete: correct the cause and generate again", err, s.dir)
	}
	if err := s.disk.Remove(filepath.Join(scratchIn(s.dir), journalName)); err != nil {
		return err
	}
	s.journaled = false
	return nil
}

// sweep removes the waiting files of the scratch folder.
func (s *session) sweep() error {
	files, err := s.disk.ReadDir(scratchIn(s.dir))
	if err != nil {
		return err
	}
	for _, f := range files {
		_, notNumber := strconv.Atoi(f.Name())
		if notNumber == nil || f.Name() == ManifestName || f.Name() == journalName+".new" {
			if err := s.disk.Remove(filepath.Join(scratchIn(s.dir), f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// close ends the access and removes the scratch folder, except a journal that is not carried out. Files that cannot be removed
// are left to the next run.
func (s *session) close() {
	scratch := scratchIn(s.dir)
	if s.held {
		if !s.journaled && s.sweep() == nil {
			_ = s.disk.Remove(filepath.Join(scratch, ignoreName))
		}
		_ = s.disk.Remove(filepath.Join(scratch, lockName)) // while it is locked, lest it be another run's
	}
	if s.lock != nil {
		s.lock.Close()
	}
	if s.disk.Remove(scratch) != nil { // it is not empty: another run has it
		return
	}
	for _, dir := range s.made {
		if s.disk.Remove(dir) != nil {
			return
		}
	}
}
