// Package spdx checks the licence expressions of SPDX 2.3, Annex D. It compares no licence texts.
package spdx

import (
	_ "embed"
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

// The identifiers of the SPDX licence list 3.27, with the deprecated ones. Build backends of Python refuse any other one.
var (
	//go:embed licences.txt
	licenceList string
	//go:embed exceptions.txt
	exceptionList string
)

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
	tokens    = regexp.MustCompile(`[()]|[^()\s]+`)
	reference = regexp.MustCompile(`^LicenseRef-[A-Za-z0-9.-]+$`)
	// coined are short names that are near to no identifier.
	coined = map[string]string{"apache": "Apache-2.0", "apache2": "Apache-2.0", "apachev2": "Apache-2.0", "bsd": "BSD-3-Clause", "gpl": "GPL-3.0-only", "gpl2": "GPL-2.0-only", "gpl3": "GPL-3.0-only", "gplv2": "GPL-2.0-only",
		"gplv3": "GPL-3.0-only", "lgpl": "LGPL-3.0-only", "mpl": "MPL-2.0", "proprietary": "LicenseRef-Proprietary", "unlicensed": "LicenseRef-Proprietary"}
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
	case slices.Contains(lines(licenceList), joined):
		return &Error{fmt.Sprintf("`%s %s` is not a licence expression", p.last, token), "write `" + joined + "`"}
	}
	return &Error{fmt.Sprintf("`%s` in the licence lacks an operator before it", token), "join licences with AND or OR"}
}

func licence(token string) error {
	name := strings.TrimSuffix(token, "+")
	switch {
	case slices.Contains([]string{"", ")", "AND", "OR", "WITH"}, token):
		return &Error{"the licence expression lacks a licence", example}
	case strings.HasPrefix(token, "DocumentRef-"):
		return &Error{fmt.Sprintf("`%s` refers to another document, which packages cannot contain", token), "write a reference such as `LicenseRef-Company`"}
	case strings.HasPrefix(token, "LicenseRef-"):
		if !reference.MatchString(token) {
			return &Error{fmt.Sprintf("`%s` is not a reference to a licence", token), "use letters, digits, `-` and `.` after `LicenseRef-`"}
		}
		return nil
	}
	return known(name, "a licence of SPDX", licenceList, "a licence of your own begins with `LicenseRef-`")
}

func exception(token string) error {
	if token == "" {
		return &Error{"the licence expression lacks an exception after WITH", "write an exception such as `Classpath-exception-2.0`"}
	}
	return known(token, "an exception of SPDX", exceptionList, "https://spdx.org/licenses lists the exceptions")
}

// known returns an error unless a list contains the identifier, in the list's own case.
func known(name, kind, list, other string) error {
	all := lines(list)
	if slices.Contains(all, name) {
		return nil
	}
	e := &Error{fmt.Sprintf("`%s` is not %s", name, kind), other}
	i := slices.IndexFunc(all, func(id string) bool { return strings.EqualFold(id, name) })
	switch short := coined[strings.ToLower(name)]; {
	case i >= 0:
		e.Suggestion = "write `" + all[i] + "`"
	case short != "" && list == licenceList:
		e.Suggestion = "did you mean `" + short + "`?"
	default:
		if near := diag.DidYouMean(name, all); near != "" {
			e.Suggestion = near
		}
	}
	return e
}

func lines(list string) []string { return strings.Split(strings.TrimSuffix(list, "\n"), "\n") }
