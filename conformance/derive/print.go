package derive

import (
	"strings"

	"github.com/envgen/envgen/conformance"
)

// JSON returns the file of cases, laid out as people write them.
func (d Derivation) JSON() []byte {
	var b strings.Builder
	for i, c := range d.Cases {
		b.WriteString([]string{"[\n", ",\n"}[min(i, 1)])
		printCase(&b, c)
	}
	b.WriteString([]string{"[]\n", "\n]\n"}[min(len(d.Cases), 1)])
	return []byte(b.String())
}

func printCase(b *strings.Builder, c *conformance.Case) {
	b.WriteString("  {")
	for i, m := range []member{{"id", c.ID}, {"about", c.About}, {"source", c.Source}, {"op", c.Op}, {"type", c.Type}, {"text", *c.Text}} {
		b.WriteString([]string{"\n    ", ",\n    "}[min(i, 1)])
		writeString(b, m.name)
		b.WriteString(": ")
		writeTo(b, m.value)
	}
	b.WriteString(",\n    \"expect\": {\"valid\": ")
	writeTo(b, *c.Expect.Valid)
	if len(c.Expect.Issues) > 0 {
		b.WriteString(", \"issues\": [")
		for i, issue := range c.Expect.Issues {
			b.WriteString([]string{"{\"rule\": ", ", {\"rule\": "}[min(i, 1)])
			writeString(b, issue.Rule)
			b.WriteString(", \"path\": ")
			writeString(b, issue.Path)
			b.WriteString(", \"level\": ")
			writeString(b, issue.Level)
			b.WriteString("}")
		}
		b.WriteString("]")
	}
	b.WriteString("}\n  }")
}
