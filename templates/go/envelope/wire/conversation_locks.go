package wire

import (
	"io"
	"reflect"
	"sync"
)

// outs are the writers that builders write to just now. Builders are values, and copies of one share the writer: so the locks are of writers.
var outs = struct {
	guard sync.Mutex
	of    map[outKey]*outLock
}{of: map[outKey]*outLock{}}

// outKey identifies writers. Writers other than pointers share the lock of their type.
type outKey struct {
	typ     reflect.Type
	pointer uintptr
}

type outLock struct {
	sync.Mutex
	users int
}

// lockOut locks a writer for one message, and returns a function that unlocks it.
func lockOut(out io.Writer) (unlock func()) {
	v := reflect.ValueOf(out)
	key := outKey{typ: v.Type()}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		key.pointer = v.Pointer()
	}
	outs.guard.Lock()
	lock := outs.of[key]
	if lock == nil {
		lock = &outLock{}
		outs.of[key] = lock
	}
	lock.users++
	outs.guard.Unlock()
	lock.Lock()
	return func() {
		lock.Unlock()
		outs.guard.Lock()
		defer outs.guard.Unlock()
		if lock.users--; lock.users == 0 {
			delete(outs.of, key)
		}
	}
}
