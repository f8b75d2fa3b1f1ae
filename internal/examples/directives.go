package examples

import (
	"strings"

	"github.com/envgen/envgen/internal/diag"
)

// Directives are the statements of a page about a block.
type Directives struct {
	Type    string   // the type of the values, or "" for the root
	Invalid bool     // the values must be refused
	Rules   []string // of Invalid: the rules of which each must appear
	Ignored string   // the reason why the block is not checked, or ""
}

var keys = []string{"type", "invalid", "ignore"}

const forms = "write `type=NAME`, `invalid=RULE` or `ignore: REASON`"

// words reads directives. Words that are not ours are faults only in our own comments: an info string may have words of other programs.
func (b *Block) words(place Place, words []string, own bool) {
	for i, word := range words {
		key, value, hasValue := strings.Cut(word, "=")
		switch {
		case key == "type" && value != "":
			b.set(place, value)
		case key == "invalid" && (value != "" || !hasValue && own):
			b.Invalid = true
			for rule := range strings.SplitSeq(value, ",") {
				if rule != "" {
					b.Rules = append(b.Rules, rule)
				}
			}
		case own && (word == "ignore:" || word == "ignore"):
			b.Ignored = strings.Join(words[i+1:], " ")
			if word == "ignore" || b.Ignored == "" {
				b.fault(place, "`ignore` has no reason", "write `ignore: REASON`")
			}
			return
		case own || hasValue && (key == "type" || key == "invalid"):
			help := forms
			if near := diag.DidYouMean(key, keys); near != "" {
				help = near + " " + forms
			}
			b.fault(place, "`"+word+"` is not a directive", help)
		}
	}
	if own && len(words) == 0 {
		b.fault(place, "the directive is empty", forms)
	}
}

func (b *Block) set(place Place, name string) {
	if b.Type != "" && b.Type != name {
		b.fault(place, "the block has two types, "+b.Type+" and "+name, "remove one of the two")
	}
	b.Type = name
}

// firstLine reads the directives of a comment in the first line of a jsonc block.
func (b *Block) firstLine() {
	if b.Language != "jsonc" {
		return
	}
	line, _, _ := strings.Cut(string(b.text[:min(len(b.text), 1000)]), "\n")
	if comment, is := strings.CutPrefix(strings.TrimSpace(line), "//"); is {
		if words, is := strings.CutPrefix(strings.TrimSpace(comment), mark); is {
			b.words(b.At(0), strings.Fields(words), true)
		}
	}
}
