// Package wire is shared by the generated protocol packages beside it: issues, optional and nullable values, untyped JSON, and the
// reader and writer of JSON text.
//
// A protocol package re-exports the names that its users need, so most programs import only that package. Reader, Writer, Schema and
// the types in their signatures are for generated code.
//
// Values of all types may be read by several goroutines at once, as long as none modifies them.
//
// The package is independent of any protocol and starts no goroutine. It reads the clock only if a rule needs the time and the caller
// has given none. A decoded value keeps one private copy of its text alive, because its strings and untyped parts are slices of it.
package wire
