package typescript

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// node is a literal that is printed on one line where it fits, else with a line for each part.
type node struct {
	flat        string
	open, close string // brackets; "" for a node without parts
	parts       []item
}

// item is an item of a list or a member of an object.
type item struct {
	key   string // as it is printed; "" of an item
	value node
}

func atom(s string) node { return node{flat: s} }

func list(items ...node) node {
	n := node{open: "[", close: "]"}
	for _, each := range items {
		n.parts = append(n.parts, item{value: each})
	}
	return n.flatten("[", "]")
}

// quotes is a list of strings.
func quotes(texts []string) node {
	var items []node
	for _, s := range texts {
		items = append(items, atom(quote(s)))
	}
	return list(items...)
}

func object(members ...item) node {
	if len(members) == 0 {
		return atom("{}")
	}
	return node{open: "{", close: "}", parts: members}.flatten("{ ", " }")
}

// flatten keeps the one line that the node could be, unless it could fit nowhere.
func (n node) flatten(open, close string) node {
	var flat []string
	size := len(open) + len(close)
	for _, p := range n.parts {
		if p.value.flat == "" {
			return n
		}
		flat = append(flat, p.prefix()+p.value.flat)
		size += len(flat[len(flat)-1]) + 2
	}
	if size <= lineWidth+2 {
		n.flat = open + strings.Join(flat, ", ") + close
	}
	return n
}

func (p item) prefix() string {
	if p.key == "" {
		return ""
	}
	return p.key + ": "
}

// literal writes a node between the texts before and after it.
func (p *printer) literal(before string, n node, after string) {
	if n.flat != "" && p.Fits(before+n.flat+after) || len(n.parts) == 0 {
		p.Line("%s%s%s", before, n.flat, after)
		return
	}
	p.block(before+n.open, func() {
		if n.isPlain() {
			p.fill(n.parts, ",")
			return
		}
		for _, part := range n.parts {
			p.literal(part.prefix(), part.value, ",")
		}
	}, n.close+after)
}

// mostPlain is how many items a list may have that has a line for each.
const mostPlain = 8

// isPlain reports whether a list has many items, few of which have parts, and those on one line.
func (n node) isPlain() bool {
	if len(n.parts) <= mostPlain || n.open != "[" || slices.ContainsFunc(n.parts, func(p item) bool { return p.value.flat == "" }) {
		return false
	}
	some := 0
	for _, p := range n.parts {
		if p.value.parts != nil {
			some++
		}
	}
	return 4*some < len(n.parts)
}

// filled writes a node between the texts before and after it: on one line where it fits, else with as many parts a line as fit.
func (p *printer) filled(before string, n node, after string) {
	if n.flat != "" && p.Fits(before+n.flat+after) || slices.ContainsFunc(n.parts, func(part item) bool { return part.value.flat == "" }) {
		p.literal(before, n, after)
		return
	}
	p.block(before+n.open, func() { p.fill(n.parts, ",") }, n.close+after)
}

// rows writes nodes: as many a line as fit, where they fit on one.
func (p *printer) rows(nodes []node) {
	var short []item
	for i, n := range nodes {
		fits := n.flat != "" && p.Fits(n.flat+",")
		if fits {
			short = append(short, item{value: n})
		}
		if len(short) > 0 && (!fits || i == len(nodes)-1) {
			p.fill(short, ",")
			short = nil
		}
		if !fits {
			p.literal("", n, ",")
		}
	}
}

// fill writes as many items a line as fit.
func (p *printer) fill(items []item, separator string) {
	line := ""
	for _, item := range items {
		next := item.prefix() + item.value.flat + separator
		if line != "" && !p.Fits(line+" "+next) {
			p.Line("%s", line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += next
	}
	p.Line("%s", line)
}

// jsonLiteral returns a JSON text as a literal.
func jsonLiteral(text string) node {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		panic(err) // ir contains complete JSON texts
	}
	return valueLiteral(value)
}

func valueLiteral(value any) node {
	switch v := value.(type) {
	case nil:
		return atom("null")
	case json.Number:
		f, _ := v.Float64()
		if strings.Trim(v.String(), "-0123456789") == "" && v.String() != strconv.FormatFloat(f, 'f', -1, 64) {
			return atom("/* @__PURE__ */ " + bigint(v.String()))
		}
		return atom(number(f))
	case string:
		return atom(quote(v))
	case []any:
		var items []node
		for _, item := range v {
			items = append(items, valueLiteral(item))
		}
		return list(items...)
	case map[string]any:
		var members []item
		for _, name := range slices.Sorted(maps.Keys(v)) {
			members = append(members, item{keyOfLiteral(name), valueLiteral(v[name])})
		}
		return object(members...)
	}
	return atom(fmt.Sprint(value))
}

func numbers(of []int) node {
	var items []node
	for _, n := range of {
		items = append(items, atom(strconv.Itoa(n)))
	}
	return list(items...)
}
