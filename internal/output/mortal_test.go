package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

var errDead = errors.New("the process was killed")

// mortal is a disk whose process dies at one of the operations that change something. That operation does nothing or,
// if it writes, half of its work; none after it does anything.
type mortal struct {
	disk
	left int // operations before the last one
	dead bool
	stop context.CancelFunc // called instead of dying, if there is one
}

// dies counts an operation, and reports whether it is the last one.
func (m *mortal) dies() bool {
	if m.left--; m.left < 0 && m.stop != nil {
		m.stop()
		return false
	}
	m.dead = m.dead || m.left < 0
	return m.dead
}

func (m *mortal) ReadFile(name string) ([]byte, error) {
	if m.dead {
		return nil, errDead
	}
	return m.disk.ReadFile(name)
}

func (m *mortal) ReadDir(name string) ([]fs.DirEntry, error) {
	if m.dead {
		return nil, errDead
	}
	return m.disk.ReadDir(name)
}

func (m *mortal) MkdirAll(name string) error {
	if m.dies() {
		return errDead
	}
	return m.disk.MkdirAll(name)
}

func (m *mortal) WriteFile(name string, data []byte) error {
	if wasDead := m.dead; m.dies() {
		if !wasDead {
			m.disk.WriteFile(name, data[:len(data)/2])
		}
		return errDead
	}
	return m.disk.WriteFile(name, data)
}

func (m *mortal) Rename(from, to string) error {
	if m.dies() {
		return errDead
	}
	return m.disk.Rename(from, to)
}

func (m *mortal) Remove(name string) error {
	if m.dies() {
		return errDead
	}
	return m.disk.Remove(name)
}

func (m *mortal) Lock(name string) (*os.File, error) {
	if m.dies() {
		return nil, errDead
	}
	return m.disk.Lock(name)
}

// farDisk has every folder on a file system of its own.
type farDisk struct{ disk }

func (farDisk) Rename(from, to string) error {
	if filepath.Dir(from) != filepath.Dir(to) {
		return errors.New("not on the same file system")
	}
	return os.Rename(from, to)
}
