//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package output

import (
	"errors"
	"os"
	"syscall"
)

// tryLock opens and locks a file. The kernel gives the lock back when the process ends, however it ends. The error is
// errBusy if another process has it, or has just removed it.
func tryLock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EINTR {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errBusy
	}
	if err == nil && !isThere(f, name) {
		err = errBusy
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isThere reports whether a file still has its name: one who waited for a lock gets that of a removed file.
func isThere(f *os.File, name string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(name)
	return err == nil && os.SameFile(mine, there)
}
