package python

import "strings"

// expr is an expression on one or several lines: a text, or items between brackets.
type expr struct {
	head  string // the text before the brackets, or the whole text
	open  string // "(", "{", or "" for a text
	close string
	items []expr
	loose bool // the items are arguments: they may share a line
}

func text(s string) expr { return expr{head: s} }

func texts(list []string) []expr {
	items := make([]expr, len(list))
	for i, s := range list {
		items[i] = text(s)
	}
	return items
}

func call(function string, args ...expr) expr {
	return expr{head: function, open: "(", close: ")", items: args, loose: true}
}

func tupleOf(items ...expr) expr { return expr{open: "(", close: ")", items: items} }

func listOf(items ...expr) expr { return expr{open: "[", close: "]", items: items} }

func dictOf(items ...expr) expr { return expr{open: "{", close: "}", items: items} }

// after adds a prefix: a key, or the name of an argument.
func (e expr) after(prefix string) expr {
	e.head = prefix + e.head
	return e
}

// flat returns the expression on one line.
func (e expr) flat() string {
	if e.open == "" {
		return e.head
	}
	list := make([]string, len(e.items))
	for i, item := range e.items {
		list[i] = item.flat()
	}
	joined := strings.Join(list, ", ")
	if e.open == "(" && !e.loose && len(list) == 1 {
		joined += ","
	}
	return e.head + e.open + joined + e.close
}

// expr writes an expression as formatters do: on one line, or with the arguments on a separate line, or with one item on each line.
func (p *printer) expr(e expr, end string) {
	if flat := e.flat(); e.open == "" || len(e.items) == 0 || p.Fits(flat+end) {
		p.Line("%s", flat+end)
		return
	}
	p.Line("%s", e.head+e.open)
	p.Block(func() {
		inner := strings.TrimSuffix(strings.TrimPrefix(e.flat(), e.head+e.open), e.close)
		if e.loose && p.Fits(inner) {
			p.Line("%s", inner)
			return
		}
		for _, item := range e.items {
			p.expr(item, ",")
		}
	})
	p.Line("%s", e.close+end)
}
