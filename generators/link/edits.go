package link

import (
	"strings"

	"github.com/envgen/envgen/internal/sorting"
)

// edit replaces a part of a text.
type edit struct {
	start, end int
	text       string
}

// applied returns the part of a text from a place on, with all edits of it. Of two edits that overlap, the first one counts.
func applied(s string, at int, edits []edit) string {
	sorting.Func(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	for _, e := range edits {
		if e.start >= at {
			b.WriteString(s[at:e.start] + e.text)
			at = e.end
		}
	}
	return b.String() + s[at:]
}
