// Package envelope is what the generated protocol packages beside it share: issues, optional and nullable
// values, untyped JSON, and the reader and writer of JSON text.
//
// A protocol package re-exports the names that its users need; most programs import no more than that one.
// Reader, Writer, Schema and the types in their signatures are for generated code.
//
// Any number of goroutines may read the same value, of whatever type, as long as none of them changes it.
//
// Nothing here knows a protocol or starts a goroutine, and the clock is read only where a rule needs the time
// and the caller gives none. A decoded value keeps one private copy of its text alive, because its strings and
// untyped parts are pieces of it.
package envelope
