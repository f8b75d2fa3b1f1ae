package normative

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// Place is one sentence of a section, or several in a row, with the hash of the text when it was read.
type Place struct {
	From, To int
	Hash     string // "" where nobody has written it down yet
}

var placeForm = regexp.MustCompile(`^(\d+)(?:-(\d+))?(?: ([0-9a-f]{8}))?$`)

// ParsePlaces reads "3 1f0c22aa" and "4-7 09ab3e5d".
func ParsePlaces(texts []string) ([]Place, error) {
	list := make([]Place, len(texts))
	for i, text := range texts {
		parts := placeForm.FindStringSubmatch(text)
		if parts == nil {
			return nil, fmt.Errorf("%q is no place", text)
		}
		p := Place{Hash: parts[3]}
		p.From, _ = strconv.Atoi(parts[1])
		p.To = p.From
		if parts[2] != "" {
			p.To, _ = strconv.Atoi(parts[2])
		}
		if p.To < p.From {
			return nil, fmt.Errorf("%q is no place", text)
		}
		list[i] = p
	}
	return list, nil
}

// Compare compares the list with the sentences of the document, as Cut returns them. Each sentence belongs to exactly one statement or one entry
// without requirements, and has its original text. Headings may be absent.
func (d *Document) Compare(sentences []Sentence) error {
	c := comparison{document: d, sections: make([][]Sentence, len(d.Sections)), said: map[spot]bool{}, silent: map[spot]*Nothing{}}
	for _, s := range sentences {
		if s.Section < 0 {
			c.fail("%v: in front of the first section: %s", s, s.Text)
			continue
		}
		c.sections[s.Section] = append(c.sections[s.Section], s)
	}
	for i, section := range d.Sections {
		for _, s := range section.Statements {
			for _, at := range c.spots(i, s.At) {
				c.said[at] = true
			}
		}
	}
	for i, section := range d.Sections {
		for j := range section.Nothing {
			c.nothing(i, &section.Nothing[j])
		}
	}
	for _, s := range sentences {
		c.sentence(s)
	}
	return errors.Join(c.errs...)
}

type spot struct{ section, ordinal int }

type comparison struct {
	document *Document
	sections [][]Sentence
	said     map[spot]bool
	silent   map[spot]*Nothing
	errs     []error
}

func (c *comparison) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s", c.document.Document, fmt.Sprintf(format, args...)))
}

// spots are the places of a section, each of which must be as it was read.
func (c *comparison) spots(section int, texts []string) []spot {
	heading := c.document.Sections[section].Heading
	places, err := ParsePlaces(texts)
	if err != nil {
		c.fail("%s: %v", heading, err)
	}
	var list []spot
	for i, p := range places {
		read, ok := within(c.sections[section], p)
		switch {
		case !ok:
			c.fail("%s %s: not in the document", heading, texts[i])
			continue
		case Hash(read) != p.Hash:
			c.fail("%s %s: is %s now", heading, texts[i], Hash(read))
		}
		for n := p.From; n <= p.To; n++ {
			list = append(list, spot{section, n})
		}
	}
	return list
}

// within are the sentences of a section at a place.
func within(section []Sentence, p Place) ([]Sentence, bool) {
	var list []Sentence
	for _, s := range section {
		if p.From <= s.Ordinal && s.Ordinal <= p.To {
			list = append(list, s)
		}
	}
	return list, len(list) == p.To-p.From+1
}

func (c *comparison) nothing(section int, n *Nothing) {
	for _, at := range c.spots(section, n.At) {
		if c.silent[at] != nil {
			c.fail("%s %d: demands nothing twice", c.document.Sections[section].Heading, at.ordinal)
		}
		c.silent[at] = n
	}
	if n.Of == "" {
		return
	}
	for at := range c.said {
		if n.Of == fmt.Sprintf("%s %d", c.document.name(at.section), at.ordinal) {
			return
		}
	}
	c.fail("%s %v: no statement says %s", c.document.Sections[section].Heading, n.At, n.Of)
}

// name is the heading of a section, with a number behind it where several sections have it: "Fields (2)".
func (d *Document) name(section int) string {
	heading, same, number := d.Sections[section].Heading, 0, 0
	for i, s := range d.Sections {
		if s.Heading == heading {
			same++
		}
		if i == section {
			number = same
		}
	}
	if same == 1 {
		return heading
	}
	return fmt.Sprintf("%s (%d)", heading, number)
}

func (c *comparison) sentence(s Sentence) {
	at := spot{s.Section, s.Ordinal}
	n := c.silent[at]
	switch {
	case c.said[at] && n != nil:
		c.fail("%v: demands something and nothing: %s", s, s.Text)
	case !c.said[at] && n == nil && s.Ordinal > 0 && s.Section >= 0:
		c.fail("%v: in no list: %s", s, s.Text)
	case n != nil && s.Word != "" && n.Why == "" && n.Of == "" && n.Reason != Heading && n.Reason != Example:
		c.fail("%v: looks like a demand (%s), and no words say why it is none: %s", s, s.Word, s.Text)
	}
}
