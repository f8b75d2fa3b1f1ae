// Package spdx checks the licence expressions of SPDX 2.3, Annex D. It compares no licence texts.
package spdx

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
)

// Generated is the licence of generated files without another one. NOTICE defines it.
const Generated = "LicenseRef-envgen-output"

// Tag begins the line with the licence of a file.
const Tag = "SPDX-License-Identifier: "

// common are the licences of most packages, for suggestions. We rejected the whole list, which has 11 kB and changes several times a year. Registries
// compare with it.
var common = strings.Fields(`0BSD AFL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-2.0 Artistic-2.0 BSD-2-Clause BSD-3-Clause BSL-1.0 BUSL-1.1 CC-BY-4.0 CC-BY-SA-4.0 CC0-1.0 ECL-2.0 EPL-1.0
	EPL-2.0 EUPL-1.2 GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later ISC LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later MIT MIT-0 MPL-2.0 MS-PL NCSA OFL-1.1
	PostgreSQL Python-2.0 Unlicense Zlib`)

// Error is the fault of an expression.
type Error struct{ Message, Suggestion string }

func (e *Error) Error() string {
	if e.Suggestion == "" {
		return e.Message
	}
	return e.Message + "; " + e.Suggestion
}

const example = "write an SPDX expression such as `Apache-2.0`, `MIT OR Apache-2.0` or `LicenseRef-Company`"

var (
	tokens     = regexp.MustCompile(`[()]|[^()\s]+`)
	identifier = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)
	// coined are short names without a version, and those that other tools use.
	coined = map[string]string{"apache": "Apache-2.0", "apache2": "Apache-2.0", "apachev2": "Apache-2.0", "apache-2": "Apache-2.0", "bsd": "BSD-3-Clause", "gpl": "GPL-3.0-only", "gpl2": "GPL-2.0-only", "gpl3": "GPL-3.0-only",
		"gplv2": "GPL-2.0-only", "gplv3": "GPL-3.0-only", "lgpl": "LGPL-3.0-only", "mpl": "MPL-2.0", "mpl2": "MPL-2.0", "proprietary": "LicenseRef-Proprietary", "unlicensed": "LicenseRef-Proprietary"}
)

// Check returns an error, an *Error, unless the text is a licence expression.
func Check(expression string) error {
	if strings.ContainsFunc(expression, func(r rune) bool { return r < ' ' || r > '~' }) {
		return &Error{fmt.Sprintf("%q contains characters that no licence expression has", expression), example}
	}
	p := parser{rest: tokens.FindAllString(expression, -1)}
	if len(p.rest) == 0 {
		return &Error{"the licence is empty", example}
	}
	err := p.expression()
	if err == nil && len(p.rest) > 0 {
		err = p.surplus()
	}
	return err
}

// parser reads the tokens of an expression. AND and OR have no precedence here, because it changes no verdict.
type parser struct {
	rest []string
	last string // the last licence
}

func (p *parser) next() string {
	if len(p.rest) == 0 {
		return ""
	}
	token := p.rest[0]
	p.rest = p.rest[1:]
	return token
}

func (p *parser) peek(words ...string) bool {
	return len(p.rest) > 0 && slices.Contains(words, p.rest[0])
}

func (p *parser) expression() error {
	for {
		if err := p.term(); err != nil {
			return err
		}
		if !p.peek("AND", "OR") {
			return nil
		}
		p.next()
	}
}

func (p *parser) term() error {
	token := p.next()
	if token == "(" {
		if err := p.expression(); err != nil {
			return err
		}
		switch {
		case p.peek(")"):
			p.next()
			return nil
		case len(p.rest) > 0:
			return p.surplus()
		}
		return &Error{"a parenthesis of the licence is not closed", "add `)`"}
	}
	if err := licence(token); err != nil {
		return err
	}
	p.last = token
	if !p.peek("WITH") {
		return nil
	}
	p.next()
	return exception(p.next())
}

// surplus is the error of a token where the expression could end.
func (p *parser) surplus() error {
	token := p.rest[0]
	upper, joined := strings.ToUpper(token), p.last+"-"+token
	switch {
	case upper == token && slices.Contains([]string{"AND", "OR", "WITH"}, token):
		return &Error{fmt.Sprintf("`%s` cannot follow here", token), example}
	case slices.Contains([]string{"AND", "OR", "WITH"}, upper):
		return &Error{fmt.Sprintf("`%s` is not an operator of a licence expression", token), "write `" + upper + "`"}
	case slices.Contains(common, joined):
		return &Error{fmt.Sprintf("`%s %s` is not a licence expression", p.last, token), "write `" + joined + "`"}
	}
	return &Error{fmt.Sprintf("`%s` in the licence lacks an operator before it", token), "join licences with AND or OR"}
}

func licence(token string) error {
	switch {
	case slices.Contains([]string{"", ")", "AND", "OR", "WITH"}, token):
		return &Error{"the licence expression lacks a licence", example}
	case strings.HasPrefix(token, "DocumentRef-"):
		return &Error{fmt.Sprintf("`%s` refers to another document, which packages cannot contain", token), "write a reference such as `LicenseRef-Company`"}
	}
	return known(strings.TrimSuffix(token, "+"))
}

func exception(token string) error {
	if !identifier.MatchString(token) {
		return &Error{"the licence expression lacks an exception after WITH", "write an exception such as `Classpath-exception-2.0`"}
	}
	return nil
}

// known returns an error for a name that has not the form of an identifier, and for another spelling of a common licence.
func known(name string) error {
	if slices.Contains(common, name) {
		return nil
	}
	message := fmt.Sprintf("`%s` is not a licence of SPDX", name)
	if short := coined[strings.ToLower(name)]; short != "" {
		return &Error{message, "did you mean `" + short + "`?"}
	}
	if i := slices.IndexFunc(common, func(id string) bool { return strings.EqualFold(id, name) }); i >= 0 {
		return &Error{message, "write `" + common[i] + "`"}
	}
	if !identifier.MatchString(name) || name == "LicenseRef-" {
		return &Error{message, cmp.Or(diag.DidYouMean(name, common), "use letters, digits, `-` and `.`; a licence of your own begins with `LicenseRef-`")}
	}
	return nil
}
