package typescript

import (
	"strings"

	"github.com/envgen/envgen/generators/print"
)

// printer writes lines at a depth of indentation.
type printer struct{ print.Lines }

func newPrinter(depth int) *printer {
	return &printer{print.Lines{Layout: print.Layout{Width: lineWidth, Indent: "  "}, Depth: depth}}
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
	for i, a := range arms {
		open := "if (" + a.when + ") {"
		if a.when == "" {
			open = "{"
		}
		if i > 0 {
			open = "} else " + open
		}
		p.block(open, a.then, "")
	}
	if len(arms) > 0 {
		p.Line("}")
	}
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
