package output

import (
	"os"
	"syscall"
)

// tryLock opens a file that no other process may open for writing meanwhile. The system closes it when the process
// ends, however it ends, and removes it then. The error is errBusy if another process has it.
func tryLock(name string) (*os.File, error) {
	const sharingViolation, deleteOnClose = syscall.Errno(32), 0x04000000
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ|syscall.FILE_SHARE_DELETE,
		nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|syscall.FILE_FLAG_OPEN_REPARSE_POINT|deleteOnClose, 0)
	switch err {
	case nil:
		return os.NewFile(uintptr(h), name), nil
	case sharingViolation:
		return nil, errBusy
	case syscall.ERROR_ACCESS_DENIED: // it is being removed
		return nil, &os.PathError{Op: "lock", Path: name, Err: os.ErrNotExist}
	}
	return nil, &os.PathError{Op: "lock", Path: name, Err: err}
}
