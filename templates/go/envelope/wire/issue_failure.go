package wire

import "strconv"

// ErrorText returns the text of a failure on one line: its code and its message, or one of them, or else the name of its type. It is for generated
// code.
func ErrorText(name, code, message string) string {
	switch {
	case code == "" && message == "":
		return name
	case code == "":
		return message
	case message == "":
		return code
	}
	return code + ": " + message
}

// IntegerText returns the digits of the code of a failure. It is for generated code.
func IntegerText(code int64) string { return strconv.FormatInt(code, 10) }

// hidesNothing is the precedence of rules that hide nothing.
const hidesNothing = 4

// hides returns the precedence of a rule that hides other failures of a value and its parts, 0 for the highest.
func (f Failure) hides() int {
	switch f.Rule {
	case "type", "integer-range":
		return 0
	case "discriminator":
		return 1
	case "const":
		return 2
	case "enum":
		return 3
	}
	return hidesNothing
}
