package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/print"
)

// printer writes lines at a depth of indentation.
type printer struct{ print.Lines }

func newPrinter(depth int) *printer {
	return &printer{print.Lines{Layout: print.Layout{Width: lineWidth, Indent: "  ", Packs: true}, Depth: depth}}
}

// block writes the output of body one level deeper, between two lines; the second may be "".
func (p *printer) block(open string, body func(), end string) {
	p.Line("%s", open)
	p.Block(body)
	if end != "" {
		p.Line("%s", end)
	}
}

// arm is one branch of an if-else chain; without a condition it is the last.
type arm struct {
	when   string
	then   func()
	lack   bool // it also reports a required member that is undefined
	either bool // the condition is one of several
}

// chain writes arms as if, else if and else. A single arm without a condition needs no if at all.
func (p *printer) chain(arms []arm) {
	if len(arms) == 1 && arms[0].when == "" {
		arms[0].then()
		return
	}
	heads, bodies, short := make([]string, len(arms)), make([]string, len(arms)), true
	for i, a := range arms {
		if a.when != "" {
			heads[i] = "if (" + a.when + ") "
		}
		if i > 0 {
			heads[i] = "else " + heads[i]
		}
		bodies[i] = p.captured(a.then)
		short = short && p.isShort(heads[i], bodies[i])
	}
	for i, head := range heads {
		switch {
		case short:
			p.Line("%s%s", head, strings.TrimSpace(bodies[i]))
			continue
		case i > 0:
			head = "} " + head
		}
		p.Line("%s{", head)
		p.WriteString(bodies[i])
	}
	if len(arms) > 0 && !short {
		p.Line("}")
	}
}

// when writes a statement that a condition guards.
func (p *printer) when(condition string, body func()) { p.chain([]arm{{when: condition, then: body}}) }

// captured returns the output of body, one level deeper.
func (p *printer) captured(body func()) string {
	before := p.String()
	p.Reset()
	p.Block(body)
	text := p.String()
	p.Reset()
	p.WriteString(before)
	return text
}

// isShort reports whether a body is one statement that needs no braces and fits behind its head.
func (p *printer) isShort(head, body string) bool {
	statement := strings.TrimSpace(body)
	first, _, _ := strings.Cut(statement, " ")
	return strings.Count(body, "\n") == 1 && strings.HasSuffix(statement, ";") && !slices.Contains([]string{"if", "for", "const", "let"}, first) && p.Fits(head+statement)
}

// guard puts a condition before arms: they are reached only if it is true. The arms are at least one.
func (p *printer) guard(condition string, arms []arm) []arm {
	switch {
	case condition == "":
		return arms
	case len(arms) > 1:
		return []arm{{when: condition, then: func() { p.chain(arms) }, lack: arms[0].lack}}
	}
	first := arms[0]
	if first.either {
		first.when = "(" + first.when + ")"
	}
	if first.when != "" {
		condition += " && " + first.when
	}
	return []arm{{when: condition, then: first.then, lack: first.lack}}
}

// condition is a function that gives a boolean: about above its head, which takes several lines where one is too long, then body.
func condition(name, about string, parameters []string, body string) string {
	return function(name, about, parameters, "boolean", body)
}

// function declares one.
func function(name, about string, parameters []string, result, body string) string {
	p := newPrinter(0)
	p.WriteString(about)
	open := "function " + name + "("
	if line := open + strings.Join(parameters, ", ") + "): " + result + " {"; p.Fits(line) {
		p.Line("%s", line)
	} else {
		p.block(open, func() {
			for _, parameter := range parameters {
				p.Line("%s,", parameter)
			}
		}, "): "+result+" {")
	}
	p.WriteString(body)
	p.Line("}")
	return p.String()
}
