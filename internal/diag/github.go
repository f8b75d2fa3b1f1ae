package diag

import (
	"fmt"
	"io"
	"strings"
)

// annotationText and annotationProperty escape the characters that end a text or a property of a workflow command.
var (
	annotationText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	annotationProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotation returns the workflow command that marks a place of a file in a change on GitHub. Severities are error and warning; a position without a
// line marks the first one.
func Annotation(severity string, at Pos, title, text string) string {
	return fmt.Sprintf("::%s file=%s,line=%d,col=%d,title=%s::%s\n", severity, annotationProperty.Replace(at.File), max(at.Line, 1), max(at.Column, 1),
		annotationProperty.Replace(title), annotationText.Replace(text))
}

// WriteGitHub prints an annotation for each diagnostic. The function place returns a file's path in the repository.
func WriteGitHub(w io.Writer, list List, place func(file string) string) error {
	for _, d := range list {
		d.Pos.File = place(d.Pos.File)
		text := d.Message
		if d.Suggestion != "" {
			text += "\n" + d.Suggestion
		}
		for _, n := range d.Notes {
			text += fmt.Sprintf("\n%s:%d:%d: %s", place(n.Pos.File), n.Pos.Line, n.Pos.Column, n.Message)
		}
		if _, err := io.WriteString(w, Annotation(d.Severity.String(), d.Pos, string(d.Code), text)); err != nil {
			return err
		}
	}
	return nil
}
