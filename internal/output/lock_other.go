//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package output

import (
	"errors"
	"os"
)

// tryLock knows no locks that end with a process here, and runs do not wait for one another.
func tryLock(string) (*os.File, error) { return nil, errors.ErrUnsupported }
