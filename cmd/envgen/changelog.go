package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/generators/docs"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/command"
)

type changelogCmd struct {
	Against string   `placeholder:"REF" help:"The older version: a spec, a folder of specs, or a revision of git. Default: from envgen.yaml."`
	Upgrade string   `help:"Who takes the new version first: client, server, or all in any order. Default: from envgen.yaml, or all." enum:",client,server,all" default:""`
	Out     string   `placeholder:"FILE" help:"Write to this file instead of standard output."`
	Spec    []string `arg:"" optional:"" help:"Specs to compare. Default: the specs of the project, the envgen.yaml in this folder or above."`
}

// Run writes the changes for users as Markdown.
func (c *changelogCmd) Run(s command.Streams) error {
	l := newLoader(s)
	r := &breakingRun{cmd: &breakingCmd{Against: c.Against, Upgrade: c.Upgrade, Spec: c.Spec}, seen: map[string]bool{}}
	if err := r.configure(l); err != nil {
		return err
	}
	r.options.Categories, r.named = breaking.Categories(), false // the list of the project is for authors of the spec
	specs, err := l.chosen(c.Spec)
	if err != nil {
		return err
	}
	var releases []docs.Release
	for _, spec := range specs {
		one, err := r.release(l, spec)
		if err != nil {
			return err
		}
		releases = append(releases, one)
	}
	text := docs.Changelog(r.ref, releases)
	if c.Out == "" {
		_, err = io.WriteString(s.Out, text)
		return err
	}
	if info, err := os.Stat(c.Out); err == nil && info.IsDir() {
		return errors.New(c.Out + " is a folder; name a file with --out")
	}
	return os.WriteFile(c.Out, []byte(text), 0o666)
}

// release is a spec with its changes, and the findings that show which of them break.
func (r *breakingRun) release(l *loader, spec string) (docs.Release, error) {
	list, err := l.Load([]string{spec})
	if err != nil {
		return docs.Release{}, err
	}
	one := docs.Release{New: list[0]}
	old, file, err := r.older.find(l, spec, one.New)
	if errors.Is(err, errNoOlder) {
		return one, nil
	}
	if err != nil {
		return one, err
	}
	if isBundle(file) {
		return one, fmt.Errorf("%s is a bundle, which has no version, rules and conversations; pass specs or a revision of git to --against", file)
	}
	if one.Old = old; r.sameTexts(l, old, one.New) {
		return one, nil
	}
	oracle, err := oracleOf(one.New)
	if err != nil {
		return one, err
	}
	one.Changes = docs.Changes(old, one.New, derive.Examples(one.New, oracle, nil))
	found, err := compareVersions(old, one.New, r.options)
	if err != nil {
		return one, err
	}
	for _, f := range found {
		e := docs.Evidence{Old: f.Old, New: f.New, Label: shownBy[f.Category], About: f.Type + ": " + f.About, Message: f.Witness}
		if len(f.Trace) > 0 {
			e.Message, e.IsTrace = lineByLine(f.Trace), true
		}
		one.Evidence = append(one.Evidence, e)
	}
	b, err := newBindings(l, r)
	if err != nil {
		return one, err
	}
	found, err = b.compare(old, one.New)
	for _, f := range found {
		one.Bindings = append(one.Bindings, fmt.Sprintf("%s: %s.", languages[f.Category], marked(f)))
	}
	return one, err
}

// lineByLine is a trace with a message on each line, behind the side that sends it.
func lineByLine(steps []breaking.Step) string {
	var lines []string
	for _, s := range steps {
		text := s.Text
		if s.Close {
			text = "end of the conversation"
		}
		if s.From != "" {
			text = s.From + ": " + text
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// shownBy describes the message of a finding.
var shownBy = map[breaking.Category]string{
	breaking.Read:   "Accepted before, refused now",
	breaking.Write:  "Refused before, accepted now",
	breaking.Order:  "A sequence of messages that only one version accepts",
	breaking.Issues: "Reported with other issues than before",
	breaking.Bytes:  "Written in another way than before",
}

var languages = map[breaking.Category]string{breaking.SourceGo: "Go", breaking.SourceTS: "TypeScript", breaking.SourcePy: "Python"}

// marked is the clause of a finding, with the names of symbols as code.
func marked(f breaking.Finding) string {
	words := strings.Fields(f.About)
	for i, word := range words {
		bare := strings.Trim(word, "(),")
		if strings.Contains(bare, ".") || strings.ContainsAny(bare, "_\"") {
			words[i] = strings.Replace(word, bare, "`"+bare+"`", 1)
		}
	}
	return strings.Join(words, " ")
}
