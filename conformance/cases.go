package conformance

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Case is one request and the answer that every binding owes.
type Case struct {
	ID     string          `json:"id"`     // <protocol>/...; stable for ever
	About  string          `json:"about"`  // the subject of the case
	Source string          `json:"source"` // section of the document
	Op     string          `json:"op"`
	Type   string          `json:"type"`   // "" for the root of the spec
	Text   *string         `json:"text"`   // the message, or
	Base64 *string         `json:"base64"` // its bytes, where they are no well-formed Unicode
	Now    string          `json:"now"`
	Params json.RawMessage `json:"params"`
	Expect Expect          `json:"expect"`

	Conversation string          `json:"conversation"` // of the ops converse and stream
	As           string          `json:"as"`           // the side whose tracker converses, where there are two
	Events       json.RawMessage `json:"events"`       // of converse (contract, section 6)
	Pieces       int             `json:"pieces"`       // of stream: the size of the pieces that the reader gets, or 0 for one piece
	Building
	Action

	Protocol string `json:"-"` // the folder of the case
}

// Building contains the further members of the op build.
type Building struct {
	Builder string            `json:"builder,omitempty"`
	Args    json.RawMessage   `json:"args,omitempty"`    // an object: members of the message
	Answers json.RawMessage   `json:"answers,omitempty"` // the message that is answered
	Started string            `json:"started,omitempty"` // where durations begin, RFC 3339
	IDs     []string          `json:"ids,omitempty"`     // the results of the source of ids, in order
	Env     map[string]string `json:"env,omitempty"`     // the environment
	Secrets *Secrets          `json:"secrets,omitempty"` // the secrets to replace in the message
	Store   bool              `json:"store,omitempty"`   // whether a store for large objects is present
}

// Action contains the further members of the ops dispatch, refuse and digest.
type Action struct {
	Dispatch string   `json:"dispatch,omitempty"` // the name of a dispatch
	Size     *float64 `json:"size,omitempty"`     // of a text that is refused for its length, in bytes
	Digest   string   `json:"digest,omitempty"`   // the declared digest of the content in text or base64
}

// Secrets select the parts that three asterisks replace.
type Secrets struct {
	Names  []string `json:"names,omitempty"`  // of members, in any case of ASCII letters
	Values []string `json:"values,omitempty"` // parts of texts
}

// Expect is the expected answer.
type Expect struct {
	Valid  *bool           `json:"valid"`
	Issues []ExpectedIssue `json:"issues"` // whole and in order
	Output *string         `json:"output"` // compared where given
	Exit   *int            `json:"exit"`   // for a built message that sets the exit code of its process
	// Verdicts are, of a conversation, the issues of each event or line, and of the end.
	Verdicts [][]ExpectedIssue `json:"verdicts"`
	Case     string            `json:"case"`     // of a dispatch, or "" where a text has none
	Verified *bool             `json:"verified"` // whether a digest is that of the content
	op       string
	// Error is set if the request is a mistake in the call, such as an invalid parameter. The answer is then an error
	// with the name of the mistake, and nothing else is expected.
	Error string `json:"error"`
}

// ExpectedIssue is an issue whose message is compared only where the case gives one.
type ExpectedIssue struct {
	Rule    string  `json:"rule"`
	Path    string  `json:"path"`
	Level   string  `json:"level"`
	Message *string `json:"message"` // nil where any will do
}

// LoadCases reads <protocol>/<topic>.json, sorted by file, cases in the order of the file.
func LoadCases(files fs.FS) ([]*Case, error) {
	names, err := fs.Glob(files, "*/*.json")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("no <protocol>/<topic>.json here")
	}
	var all []*Case
	place := map[string]string{}
	for _, name := range names {
		cases, err := readCases(files, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, c := range cases {
			if other, taken := place[c.ID]; taken {
				return nil, fmt.Errorf("%s: the id %s is taken in %s", name, c.ID, other)
			}
			place[c.ID] = name
		}
		all = append(all, cases...)
	}
	return all, nil
}

func readCases(files fs.FS, name string) ([]*Case, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	var cases []*Case
	if err := decodeStrictly(data, &cases); err != nil {
		return nil, err
	}
	for i, c := range cases {
		if c == nil {
			return nil, fmt.Errorf("case %d is null", i)
		}
		c.Protocol = path.Dir(name)
		if err := c.validate(); err != nil {
			return nil, fmt.Errorf("case %d (%s): %w", i, c.ID, err)
		}
	}
	return cases, nil
}

// decodeStrictly reads the one JSON value of data and refuses members that the Go type does not have.
func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("text after the value")
	}
	return nil
}

var idForm = regexp.MustCompile(`^[a-z0-9_-]+(/[a-z0-9-]+)+$`)

// validate refuses a case that could not show anything.
func (c *Case) validate() error {
	switch {
	case !idForm.MatchString(c.ID):
		return errors.New("an id is a protocol and lower-case words, digits and hyphens between slashes")
	case !strings.HasPrefix(c.ID, c.Protocol+"/"):
		return fmt.Errorf("the id does not begin with %s/", c.Protocol)
	case c.About == "" || c.Source == "":
		return errors.New("about and source are required")
	case c.Op == "converse":
		if c.Events == nil || c.Text != nil || c.Base64 != nil {
			return errors.New("converse needs events, and neither text nor base64")
		}
	case c.Op == "build":
		if c.Builder == "" || c.Args == nil || c.Type != "" || c.Text != nil || c.Base64 != nil || c.Events != nil {
			return errors.New("build needs a builder and args, and no text")
		}
	case c.Op == "refuse" && c.Size != nil:
		if c.Text != nil || c.Base64 != nil {
			return errors.New("refuse needs a size or a text, and not both")
		}
	case !slices.Contains([]string{"check", "stream", "dispatch", "refuse", "digest"}, c.Op):
		return fmt.Errorf("unknown op %q", c.Op)
	case (c.Op == "dispatch") != (c.Dispatch != "") || (c.Op == "digest") != (c.Digest != ""):
		return errors.New("the op dispatch names a dispatch, the op digest a digest, and no other op does")
	case (c.Text == nil) == (c.Base64 == nil):
		return errors.New("exactly one of text and base64 is required")
	}
	if (c.Op != "converse" && c.Op != "stream") != (c.Conversation == "") {
		return errors.New("the ops converse and stream, and no others, name a conversation")
	}
	if c.Pieces < 0 || c.Pieces > 0 && c.Op != "stream" {
		return errors.New("pieces are of the op stream, and of at least one byte")
	}
	if c.Base64 != nil {
		if _, err := base64.StdEncoding.DecodeString(*c.Base64); err != nil {
			return err
		}
	}
	if c.Now != "" {
		if _, err := time.Parse(time.RFC3339, c.Now); err != nil {
			return err
		}
	}
	c.Expect.op = c.Op
	switch {
	case c.Expect.Error != "":
	case c.Conversation != "":
		return c.Expect.validateVerdicts()
	case c.Op == "dispatch" || c.Op == "refuse" || c.Op == "digest":
		return c.Expect.validateAction()
	}
	return c.Expect.validate()
}

// validateVerdicts refuses an empty expectation of a conversation.
func (e *Expect) validateVerdicts() error {
	if len(e.Verdicts) == 0 || e.Valid != nil || e.Issues != nil || e.Output != nil {
		return errors.New("a conversation expects verdicts, and nothing else")
	}
	for _, issues := range e.Verdicts {
		if err := validateIssues(issues); err != nil {
			return err
		}
	}
	e.Valid = new(bool) // no value of a type is
	return nil
}

// validateAction refuses an expectation of dispatch, refuse or digest with foreign members.
func (e *Expect) validateAction() error {
	switch {
	case e.Valid != nil || e.Verdicts != nil || e.Exit != nil:
		return fmt.Errorf("%s expects issues and what comes of them", e.op)
	case (e.op == "digest") != (e.Verified != nil):
		return errors.New("the op digest expects verified, and no other op does")
	case e.op != "dispatch" && e.Case != "", e.op != "refuse" && e.Output != nil:
		return errors.New("the op dispatch expects a case, and the op refuse an output")
	}
	e.Valid = new(bool) // no value of a type is
	return validateIssues(e.Issues)
}

func validateIssues(issues []ExpectedIssue) error {
	for _, i := range issues {
		if i.Rule == "" || i.Level != "must" && i.Level != "should" {
			return fmt.Errorf("expected issue %q: rule and level (must or should) are required", i.Rule)
		}
	}
	return nil
}

func (e *Expect) validate() error {
	if e.Error != "" {
		if e.Valid != nil || e.Issues != nil || e.Output != nil {
			return errors.New("expect.error stands alone")
		}
		e.Valid = new(bool) // nothing that is refused is valid
		return nil
	}
	if e.Valid == nil {
		return errors.New("expect.valid is required")
	}
	if err := validateIssues(e.Issues); err != nil {
		return err
	}
	must := slices.ContainsFunc(e.Issues, func(i ExpectedIssue) bool { return i.Level == "must" })
	switch {
	case *e.Valid == must:
		return errors.New("expect.valid and the levels of expect.issues contradict each other")
	case e.Output != nil && !*e.Valid:
		return errors.New("only a valid value has an output")
	}
	return nil
}
