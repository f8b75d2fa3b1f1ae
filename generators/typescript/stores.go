package typescript

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// storeModule is the module of the support code for protocols whose builders store something, or whose values are secret.
const storeModule = "envelope/store.ts"

// redacts reports whether users need redacted: a builder stores something, or something is secret.
func (s *generator) redacts() bool {
	return slices.ContainsFunc(s.protocol.Builders, func(b *ir.Builder) bool { return b.Stores != nil }) ||
		slices.ContainsFunc(s.protocol.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 })
}
