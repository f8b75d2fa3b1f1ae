package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Source is where builders take what does not come from their callers: the clock, ids, the environment, and when what they report began;
// and what they do with secrets and with what is too large. The zero Source takes all of it from the system, and does nothing with these. The type Builder of a protocol package has the same fields.
type Source = wire.Source

// Secrets are what is replaced by three asterisks: each member that the spec marks as secret, each undeclared member that has one of the
// Names, in any case of ASCII letters, and each occurrence of one of the Values in a text. Null and names of members stay.
type Secrets = wire.Secrets

// ArtifactStore keeps what is too large for a message. Put returns the digest by which a text is found: "sha256:" and 64 hexadecimal
// digits of its SHA-256.
type ArtifactStore = wire.ArtifactStore

// VerifyDigest returns an error unless a digest is that of a content: 64 hexadecimal digits of its SHA-256, with or without "sha256:" in
// front.
func VerifyDigest(digest string, content []byte) error { return wire.VerifyDigest(digest, content) }

// BuilderCodec builds the messages of one builder that is chosen at run time, out of JSON texts. The function Builders of a protocol
// package returns all.
type BuilderCodec = wire.BuilderCodec
