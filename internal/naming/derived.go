package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// pattern is an identifier that comes with types, one word of words/<language>.derived.txt.
type pattern struct {
	holds string // a key of holders: the types that have it
	text  string
}

// holders are the kinds of types at the beginning of a line of derived.txt: its patterns apply to these types. A line without a kind
// applies to all types.
var holders = map[string]func(*ir.Type) bool{
	"":        func(*ir.Type) bool { return true },
	"record:": is[*ir.Record],
	"union:":  is[*ir.Union],
	"enum:":   is[*ir.Enum],
	"choice:": is[*ir.Choice],
	"scalar:": isScalar,
	"alias:":  func(t *ir.Type) bool { return !isDeclaration(t) && !isScalar(t) },
	"nullable:": func(t *ir.Type) bool {
		return t.Value.Nullable && (isDeclaration(t) || isScalar(t)) && !is[*ir.Choice](t)
	},
	"catalog:":   func(t *ir.Type) bool { e := t.Vocabulary(); return e != nil && e.Catalog != nil },
	"codes:":     func(t *ir.Type) bool { return t.Codes != nil },
	"date-time:": func(t *ir.Type) bool { return isScalar(t) && t.Value.IsDateTime() },
	"request:":   func(t *ir.Type) bool { return len(t.Replies) > 0 },
	"error:":     func(t *ir.Type) bool { return t.Error != nil && t.Error.Of != nil },
	"sides:":     func(t *ir.Type) bool { return len(Sides(t)) > 0 },
}

// owners are the kinds of protocols at the beginning of a line of own.txt: its identifiers are declared for these protocols. A line without a kind applies
// to all protocols.
var owners = map[string]func(*ir.Protocol) bool{
	"":               func(*ir.Protocol) bool { return true },
	"params:":        func(p *ir.Protocol) bool { return len(p.Params) > 0 },
	"conversations:": func(p *ir.Protocol) bool { return len(p.Conversations) > 0 },
	"builders:":      func(p *ir.Protocol) bool { return len(p.Builders) > 0 },
	"errors:": func(p *ir.Protocol) bool {
		return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return t.Error != nil })
	},
	"refusals:": func(p *ir.Protocol) bool { return p.Refusal != nil },
}

func is[K ir.Kind](t *ir.Type) bool {
	_, ok := t.Value.Kind.(K)
	return ok
}

func isScalar(t *ir.Type) bool {
	switch t.Value.Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String:
		return true
	}
	return false
}

func isDeclaration(t *ir.Type) bool {
	switch t.Value.Kind.(type) {
	case *ir.Record, *ir.Union, *ir.Enum, *ir.Choice:
		return true
	}
	return false
}

// patternList reads words/<name>.txt as patterns of types.
func patternList(name string) []pattern {
	return patterns(name, func(kind string) bool { return holders[kind] != nil })
}

// ownList reads words/<name>.txt as patterns of protocols.
func ownList(name string) []pattern {
	return patterns(name, func(kind string) bool { return owners[kind] != nil })
}

func patterns(name string, isKind func(string) bool) []pattern {
	var list []pattern
	for _, line := range wordLines(name) {
		holds := ""
		if strings.HasSuffix(line[0], ":") {
			holds, line = line[0], line[1:]
		}
		if !isKind(holds) {
			panic(fmt.Sprintf("naming: words/%s.txt: unknown %q", name, holds))
		}
		for _, text := range line {
			list = append(list, pattern{holds, text})
		}
	}
	return list
}

// derive fills a pattern such as Parse{Type} or parse_{type}. {Type} is the identifier itself, {type} as inside snake_case ones,
// {TYPE} as inside constants, {CODEC} as CodecConstant has it, {CONSTANT} as Constant has it, {theType} as at the start of camelCase ones.
func derive(pattern, typ string) string {
	before, rest, found := strings.Cut(pattern, "{")
	if !found {
		return pattern
	}
	form, after, _ := strings.Cut(rest, "}")
	switch form {
	case "Type":
		form = typ
	case "type":
		form = Snake(typ)
	case "TYPE":
		form = strings.ToUpper(Snake(typ))
	case "CODEC":
		form = CodecConstant(typ)
	case "CONSTANT":
		form = Constant(typ)
	case "theType":
		form = Camel(typ)
	default:
		form = "{" + form + "}" // filled by the caller
	}
	return before + form + derive(after, typ)
}

// Snake returns an identifier in the form of a part of snake_case ones: peer_id for PeerId.
func Snake(identifier string) string { return snake(words(identifier)) }

// CodecConstant returns the constant of a type's codec: PEER_ID for PeerId. It is X1_CODEC for X1, whose constant would be called as the type
// is, for one letter, which style checkers may refuse, for Unset, whose constant is one of each package, and for a name that ends with an underscore.
func CodecConstant(identifier string) string {
	constant := strings.ToUpper(Snake(identifier))
	if len(constant) == 1 || constant == identifier || Python.constants[constant] || strings.HasSuffix(identifier, "_") {
		return constant + "_CODEC"
	}
	return constant
}

// Constant returns an identifier as a constant: RUN for Run, and UNSET_CONVERSATION for Unset, whose constant is one of each package. An underscore
// at the end stays.
func Constant(identifier string) string {
	constant := strings.ToUpper(Snake(identifier))
	if strings.HasSuffix(identifier, "_") {
		return constant + "_"
	}
	if Python.constants[constant] {
		return constant + "_CONVERSATION"
	}
	return constant
}

// Camel returns an identifier in the form of the first part of camelCase ones: peerId for PeerId.
func Camel(identifier string) string {
	list := words(identifier)
	return strings.ToLower(list[0]) + strings.Join(list[1:], "")
}

// Sides returns who sends the variants of a union, nested ones included, each side once and in the order of the spec.
// It is empty for every other type.
func Sides(t *ir.Type) []string {
	var sides []string
	if u, ok := t.Value.Kind.(*ir.Union); ok {
		for _, s := range u.Senders {
			if s.Side != "" && !slices.Contains(sides, s.Side) {
				sides = append(sides, s.Side)
			}
		}
	}
	return sides
}

// AskingSides returns which sides of a conversation have requests, in the order of the spec.
func AskingSides(c *ir.Conversation) []string {
	asks := map[string]bool{}
	for _, x := range c.Exchanges {
		for _, r := range x.Requests {
			asks[r.From] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(c.Sides), func(side string) bool { return !asks[side] })
}

// eachVariant visits the variants of a union and of the unions among them, each type once.
func eachVariant(t *ir.Type, visit func(*ir.Type)) {
	seen := map[*ir.Type]bool{}
	var below func(*ir.Type)
	below = func(t *ir.Type) {
		u, ok := t.Value.Kind.(*ir.Union)
		if !ok {
			return
		}
		for _, v := range u.Variants {
			if !seen[v.Type] {
				seen[v.Type] = true
				visit(v.Type)
				below(v.Type)
			}
		}
	}
	below(t)
}

// derived returns the identifiers derived from the name of a type: the patterns that apply to it.
func (a *assigner) derived(t *ir.Type, name string) []string {
	var list []string
	for _, p := range a.language.derived {
		if holders[p.holds](t) {
			list = append(list, derive(p.text, name))
		}
	}
	return list
}
