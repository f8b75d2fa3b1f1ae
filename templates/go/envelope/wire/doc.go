// Package wire is the support code of the generated protocol packages: issues, optional and nullable values, untyped JSON, the reader
// and writer of JSON text, formats, schemas, and the arithmetic of rules.
//
// It is for generated code. Programs use the package of their protocol or, for several protocols, package envelope above. Both export
// types of this package, whose fields and methods are documented here.
//
// Values of all types may be read by several goroutines at once, as long as none modifies them.
//
// The package is independent of any protocol and starts no goroutine. It reads the clock only if a rule needs the time and the caller
// has given none. A decoded value keeps one private copy of its text alive, because its strings and untyped parts are slices of it.
package wire
