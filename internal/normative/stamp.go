package normative

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	headingForm = regexp.MustCompile(`"heading": "`)
	unstamped   = regexp.MustCompile(`"at": \[[^\]]*\]`)
	quoted      = regexp.MustCompile(`"(\d+(?:-\d+)?)"`)
)

// Stamp returns the text of the list with hashes at the places that have none. Everything else of the text stays as it is, and
// so do hashes that do not agree: somebody has to read the sentence again, and take the hash away.
func (d *Document) Stamp(text string, sentences []Sentence) (string, error) {
	sections := make([][]Sentence, len(d.Sections))
	for _, s := range sentences {
		if s.Section >= 0 {
			sections[s.Section] = append(sections[s.Section], s)
		}
	}
	starts := headingForm.FindAllStringIndex(text, -1)
	if len(starts) != len(d.Sections) {
		return "", fmt.Errorf("%d headings in the text, %d in the list", len(starts), len(d.Sections))
	}
	var b strings.Builder
	for i := range starts {
		from, to := starts[i][0], len(text)
		if i == 0 {
			b.WriteString(text[:from])
		}
		if i+1 < len(starts) {
			to = starts[i+1][0]
		}
		b.WriteString(unstamped.ReplaceAllStringFunc(text[from:to], func(at string) string {
			return quoted.ReplaceAllStringFunc(at, func(place string) string { return stamp(sections[i], place) })
		}))
	}
	return b.String(), nil
}

func stamp(section []Sentence, quotedPlace string) string {
	text := strings.Trim(quotedPlace, `"`)
	places, err := ParsePlaces([]string{text})
	if err != nil {
		return quotedPlace
	}
	read, ok := within(section, places[0])
	if !ok {
		return quotedPlace
	}
	return `"` + text + " " + Hash(read) + `"`
}
