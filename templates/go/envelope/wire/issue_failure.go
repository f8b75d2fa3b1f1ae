package wire

// ErrorText returns what a failure says in one line: its code and its message, or what there is of them, or else the name of its type. It
// is for generated code.
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
