package breaking

import "github.com/envgen/envgen/internal/ir"

// Unstable reports whether a spec calls a type unstable, or a member of it.
func Unstable(t *ir.Type, path ...string) bool { return unstable(t, path) }
