package typescript

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// The modules of the support code for protocols whose builders store something, or whose values are secret.
const (
	secretsModule = "envelope/secrets.ts"
	storeModule   = "envelope/store.ts"
)

// redacts is the module that a protocol's module re-exports redacted from; "" where no builder stores anything and nothing is secret.
func (s *speller) redacts() string {
	stores := slices.ContainsFunc(s.protocol.Builders, func(b *ir.Builder) bool { return b.Stores != nil })
	if !stores && !slices.ContainsFunc(s.protocol.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 }) {
		return ""
	}
	return s.specifier(secretsModule)
}
