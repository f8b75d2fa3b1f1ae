//go:build unix

package main

import "syscall"

// withoutWaiting opens a pipe at once, also where nobody writes into it.
const withoutWaiting = syscall.O_NONBLOCK
