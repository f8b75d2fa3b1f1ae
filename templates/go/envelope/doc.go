// Package envelope is for programs that handle messages of several protocols: it contains the common names of all generated packages. A
// program that handles one protocol finds the same names in the package of that protocol and needs no other import.
//
// The types are aliases, so a value of one package is a value of all of them. They are declared, with their methods, in package wire
// below, whose other names are for generated code.
//
// Values of all types may be read by several goroutines at once, as long as none modifies them. A decoded value keeps one private copy
// of its text alive, because its strings and untyped parts are slices of it.
package envelope
