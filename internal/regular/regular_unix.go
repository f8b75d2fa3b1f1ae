//go:build unix

package regular

import "syscall"

// withoutWaiting opens a pipe at once, also where nobody writes into it.
const withoutWaiting = syscall.O_NONBLOCK
