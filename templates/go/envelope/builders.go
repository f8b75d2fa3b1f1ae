package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Source is where builders take what does not come from their callers: the clock, ids, the environment, and when what they report began.
// The zero Source takes all of it from the system. The type Builder of a protocol package has the same fields.
type Source = wire.Source

// BuilderCodec builds the messages of one builder that is chosen at run time, out of JSON texts. The function Builders of a protocol
// package returns all.
type BuilderCodec = wire.BuilderCodec
