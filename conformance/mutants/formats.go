package mutants

import (
	"github.com/envgen/envgen/conformance/formats"
	"github.com/envgen/envgen/internal/ir"
)

// inFormat returns strings of a format, most of them at an edge of it.
func inFormat(name ir.FormatName) []string {
	if name == ir.DateTime {
		return []string{"2026-04-16T12:00:00Z", "2026-04-16t12:00:00z", "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00", "2024-02-29T00:00:00+23:59", "0000-01-01T00:00:00-00:00",
			"9999-12-31T23:59:59.999999999999999999Z", "2000-02-29T12:00:00.0+00:00", "1990-12-31T23:59:60+00:00"}
	}
	return edges(name, true)
}

// edges returns the strings of the shared table that are of a format, or are not.
func edges(name ir.FormatName, valid bool) []string {
	var list []string
	for _, e := range formats.Edges() {
		if e.Format == string(name) && e.Valid == valid {
			list = append(list, e.Value)
		}
	}
	return list
}

// offFormat returns strings that are nearly of a format.
func offFormat(name ir.FormatName) []string {
	if name == ir.DateTime {
		return []string{"", "2026-04-16", "2026-04-16T12:00:00", "2026-04-16 12:00:00Z", "2026-04-16T12:00Z", "2026-04-16T24:00:00Z", "2026-04-16T23:60:00Z", "2026-04-16T23:59:61Z",
			"2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z",
			"2026-04-16T12:00:60Z", "2026-04-16T23:59:60+01:00", "1998-12-31T23:58:60Z", "2026-04-16T12:00:00+24:00", "2026-04-16T12:00:00+00:60", "2026-04-16T12:00:00+0000",
			"2026-04-16T12:00:00.Z", "2026-04-16T12:00:00,5Z", "2026-04-16T12:00:00Z\n", "\n2026-04-16T12:00:00Z", "2026-04-16T12:00:00Z ", "２026-04-16T12:00:00Z", "2026-04-16T12:00:0٣Z",
			"02026-04-16T12:00:00Z", "+2026-04-16T12:00:00Z", "2026-4-16T12:00:00Z", "2026-04-16T12:00:00ZZ", "20260416T120000Z", "2026-W16-4T12:00:00Z", "2026-04-16T12:00:00−01:00"}
	}
	return edges(name, false)
}
