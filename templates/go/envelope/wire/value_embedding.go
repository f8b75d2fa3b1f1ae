package wire

// NoRecord has a method of every record as deep as a struct has it that embeds a record and is embedded itself.
type NoRecord struct{ notRecord }

type notRecord struct{}

// EncodeTo does nothing.
func (notRecord) EncodeTo(*Writer) {}
