package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// DirectoryStore is an ArtifactStore that keeps texts in files whose names are their digests: <Dir>/sha256/<first two digits>/<the others>.
// A file with its final name is complete, even if the process was killed. Several processes may use a directory at once. Put stores a
// content, unless it is present already, and returns its digest; Get returns the content with a digest, and verifies it.
type DirectoryStore = wire.DirectoryStore

// Redacted returns a copy of a message without secrets, which shares no memory with it. Without Secrets, only members that the spec marks as
// secret are replaced. The error is a *ValidationError for a message that cannot be written or read again.
func Redacted[M Message](m M, s *Secrets) (M, error) { return wire.Redacted(m, s) }
