//go:build !unix

package regular

// withoutWaiting is for pipes that have names in the file system, which are Unix's.
const withoutWaiting = 0
