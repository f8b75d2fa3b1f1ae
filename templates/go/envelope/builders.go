package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Source contains the values that builders do not get from their callers: the clock, ids, the environment, and the start of a reported
// operation. It also configures secrets and the store for large objects. The zero Source reads the system, replaces no secrets and stores
// nothing. The type Builder of a protocol package has the same fields.
type Source = wire.Source

// only: secrets {

// Secrets select the parts that three asterisks replace: each member that the spec marks as secret, each undeclared member that has one of the
// Names, in any case of ASCII letters, and each occurrence of one of the Values in a text. Null and names of members stay.
type Secrets = wire.Secrets

// }
// only: stores {

// ArtifactStore stores objects that are too large for a message. Put returns the digest of a text, its key in the store: "sha256:" and
// 64 hexadecimal digits of its SHA-256.
type ArtifactStore = wire.ArtifactStore

// VerifyDigest returns an error unless a digest is that of a content: 64 hexadecimal digits of its SHA-256, with or without "sha256:" in
// front.
func VerifyDigest(digest string, content []byte) error { return wire.VerifyDigest(digest, content) }

// }

// BuilderCodec builds the messages of one builder that is chosen at run time, out of JSON texts. The function Builders of a protocol
// package returns all.
type BuilderCodec = wire.BuilderCodec
