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
)

type changelogCmd struct {
	Against string   `required:"" placeholder:"REF" help:"The older version: a spec, a folder of specs, or a revision of git."`
	Upgrade string   `help:"Who takes the new version first: client, server, or all in any order." enum:"client,server,all" default:"all"`
	Out     string   `placeholder:"FILE" help:"Write to this file instead of standard output."`
	Spec    []string `arg:"" optional:"" help:"Specs to compare. Default: the specs of the project, the envgen.yaml in this folder or above."`
}

// Run writes the Markdown of what changed for users.
func (c *changelogCmd) Run(s streams) error {
	l := newLoader(s)
	specs, err := l.chosen(c.Spec)
	if err != nil {
		return err
	}
	from, err := earlierVersion(c.Against)
	if err != nil {
		return err
	}
	versions, err := loadVersions(l, specs, from)
	if err != nil {
		return err
	}
	b := &breakingCmd{Against: c.Against, Upgrade: c.Upgrade, Spec: c.Spec}
	var releases []docs.Release
	for _, v := range versions {
		r, err := b.release(l, v)
		if err != nil {
			return err
		}
		releases = append(releases, r)
	}
	text := docs.Changelog(c.Against, releases)
	if c.Out == "" {
		_, err = io.WriteString(s.out, text)
		return err
	}
	if info, err := os.Stat(c.Out); err == nil && info.IsDir() {
		return errors.New(c.Out + " is a folder; name a file with --out")
	}
	return os.WriteFile(c.Out, []byte(text), 0o666)
}

// release is a spec with its changes, and the findings that show which of them break.
func (c *breakingCmd) release(l *loader, v specVersions) (docs.Release, error) {
	r := docs.Release{Old: v.old, New: v.new}
	if v.old == nil || v.same {
		return r, nil
	}
	oracle, err := oracleOf(v.new)
	if err != nil {
		return r, err
	}
	r.Changes = docs.Changes(v.old, v.new, derive.Examples(v.new, oracle, nil))
	found, err := c.compare(v)
	if err != nil {
		return r, err
	}
	for _, f := range found {
		r.Evidence = append(r.Evidence, docs.Evidence{Old: f.Old, New: f.New, Label: shownBy[f.Category], About: f.Type + ": " + f.About, Message: f.Witness})
	}
	b, err := newBindings(l, nil)
	if err != nil {
		return r, err
	}
	if err := b.compare(v.old, v.new); err != nil {
		return r, err
	}
	for _, f := range b.found {
		r.Bindings = append(r.Bindings, fmt.Sprintf("%s: %s.", languages[f.Category], marked(f)))
	}
	return r, nil
}

// shownBy describes the message of a finding.
var shownBy = map[breaking.Category]string{
	breaking.Read:   "Accepted before, refused now",
	breaking.Write:  "Refused before, accepted now",
	breaking.Issues: "Reported with other issues than before",
	breaking.Bytes:  "Written in another way than before",
}

var languages = map[breaking.Category]string{breaking.SourceGo: "Go", breaking.SourceTS: "TypeScript", breaking.SourcePy: "Python"}

// marked is what a finding says, with the names of symbols as code.
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
