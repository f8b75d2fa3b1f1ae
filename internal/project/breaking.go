package project

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/breaking/rules"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// Breaking is the section `breaking`, the options of `envgen breaking`.
type Breaking struct {
	Pos        diag.Pos
	Against    Text
	Upgrade    string   // "" if absent
	Categories []string // nil if absent
	Exceptions []Exception
}

// Exception is a finding that the project accepts up to the end of a day in UTC.
type Exception struct {
	Pos                 diag.Pos
	Rule, Place, Reason Text
	Until               time.Time // the beginning of the day
}

var (
	breakingKeys  = []string{"against", "upgrade", "categories", "exceptions"}
	exceptionKeys = []string{"rule", "place", "reason", "until"}
	exceptionHelp = map[string]string{
		"rule":   "add the code of the finding, such as `rule: read-length`",
		"place":  "add the place of the finding, such as `place: greeter.Hello/name`",
		"reason": "add `reason:` with the cause, for the readers of this file",
		"until":  "add the last day of the exception, such as `until: \"2027-01-31\"`",
	}
	placeForm = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[^/\s]+(/.*)?)?$`)
)

func (r *reader) breaking(b *Breaking, m syntax.Member) {
	b.Pos = m.Key.Pos
	if m.Value.Kind != syntax.MapNode {
		r.fail(m.Value.Pos, "value-type", "write `breaking: {against: main}`", "`breaking` must be a mapping, not %s", m.Value.Kind)
		return
	}
	for _, option := range m.Value.Members {
		switch key, n := option.Key.Value, option.Value; key {
		case "against":
			b.Against, _ = r.filled(n, "`against`", "write a revision of git, a file or a folder")
		case "upgrade":
			b.Upgrade = r.word(n, "`upgrade`", rules.Upgrades)
		case "categories":
			b.Categories = r.categories(n)
		case "exceptions":
			b.Exceptions = r.exceptions(n)
		default:
			r.fail(option.Key.Pos, "unknown-key", diag.DidYouMean(key, breakingKeys), "unknown key `%s` of `breaking`", key)
		}
	}
}

// filled is a string that is not empty.
func (r *reader) filled(n *syntax.Node, what, help string) (Text, bool) {
	switch {
	case n.Kind != syntax.TextNode:
		r.fail(n.Pos, "value-type", help, "%s must be a string, not %s", what, n.Kind)
	case strings.TrimSpace(n.Text) == "":
		r.fail(n.Pos, "value-type", help, "%s is empty", what)
	default:
		return Text{Pos: n.Pos, Value: n.Text}, true
	}
	return Text{}, false
}

// word is one of some words, or "".
func (r *reader) word(n *syntax.Node, what string, all []string) string {
	text, ok := r.filled(n, what, "")
	if ok && !slices.Contains(all, text.Value) {
		r.fail(n.Pos, "value-type", diag.DidYouMean(text.Value, all), "%s must be one of %s", what, strings.Join(all, ", "))
		return ""
	}
	return text.Value
}

func (r *reader) categories(n *syntax.Node) []string {
	switch {
	case n.Kind != syntax.ListNode:
		r.fail(n.Pos, "value-type", "write a list such as `[READ, WRITE]`", "`categories` must be a list, not %s", n.Kind)
		return nil
	case len(n.Items) == 0:
		r.fail(n.Pos, "value-type", "remove `categories` for all of them", "`categories` is empty")
	}
	var list []string
	for _, item := range n.Items {
		name := r.word(item, "a category", rules.Categories)
		if slices.Contains(list, name) && name != "" {
			r.fail(item.Pos, "value-type", "remove one of the two", "`categories` contains `%s` twice", name)
		}
		list = append(list, name)
	}
	return list
}

func (r *reader) exceptions(n *syntax.Node) []Exception {
	if n.Kind != syntax.ListNode {
		r.fail(n.Pos, "value-type", "write a list of `{rule, place, reason, until}`", "`exceptions` must be a list, not %s", n.Kind)
		return nil
	}
	var list []Exception
	for _, item := range n.Items {
		if item.Kind != syntax.MapNode {
			r.fail(item.Pos, "value-type", "write `{rule: read-length, place: greeter.Hello/name, reason: ..., until: \"2027-01-31\"}`", "an exception must be a mapping, not %s", item.Kind)
			continue
		}
		e := r.exception(item)
		if slices.ContainsFunc(list, func(o Exception) bool { return o.Rule.Value == e.Rule.Value && o.Place.Value == e.Place.Value }) && e.Place.Value != "" {
			r.fail(item.Pos, "value-type", "remove one of the two", "`exceptions` contains %s at %s twice", e.Rule.Value, e.Place.Value)
		}
		list = append(list, e)
	}
	return list
}

func (r *reader) exception(n *syntax.Node) Exception {
	e := Exception{Pos: n.Pos}
	for _, m := range n.Members {
		switch key := m.Key.Value; key {
		case "rule":
			e.Rule = r.rule(m.Value)
		case "place":
			e.Place = r.place(m.Value)
		case "reason":
			e.Reason, _ = r.filled(m.Value, "`reason`", exceptionHelp["reason"])
		case "until":
			e.Until = r.date(m.Value)
		default:
			r.fail(m.Key.Pos, "unknown-key", diag.DidYouMean(key, exceptionKeys), "unknown key `%s` of an exception", key)
		}
	}
	for _, key := range exceptionKeys {
		if n.Member(key) == nil {
			r.fail(n.Pos, "missing-key", exceptionHelp[key], "the exception has no `%s`", key)
		}
	}
	return e
}

func (r *reader) rule(n *syntax.Node) Text {
	text, ok := r.filled(n, "`rule`", exceptionHelp["rule"])
	if ok && rules.CategoryOf(text.Value) == "" {
		r.fail(n.Pos, "value-type", cmp.Or(diag.DidYouMean(text.Value, rules.Codes()), "docs/reference/breaking.md lists the rules; put the category before the rule, such as `read-length`"),
			"no finding has the rule `%s`", text.Value)
	}
	return text
}

func (r *reader) place(n *syntax.Node) Text {
	text, ok := r.filled(n, "`place`", exceptionHelp["place"])
	if ok && !placeForm.MatchString(text.Value) {
		r.fail(n.Pos, "value-type", "write protocol, type and member as the finding does, such as `greeter.Hello/name`", "`%s` is not the place of a finding", text.Value)
	}
	return text
}

func (r *reader) date(n *syntax.Node) time.Time {
	const form = "write a day such as \"2027-01-31\""
	text, ok := r.filled(n, "`until`", form)
	day, err := time.Parse(time.DateOnly, text.Value)
	if ok && err != nil {
		r.fail(n.Pos, "value-type", form, "`%s` is not a date", text.Value)
	}
	return day
}
