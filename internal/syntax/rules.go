package syntax

import (
	"github.com/envgen/envgen/internal/diag"
)

// Param is one entry of `params`.
type Param struct {
	Name        Text
	Rename      []Rename
	Type        Text
	Default     *Node // nil if absent
	Description Text
	Source      Text
}

// Accepts is the version acceptance of a protocol.
type Accepts struct {
	Pos     diag.Pos
	At      Text // a JSON Pointer
	Policy  Text
	Version Text // params.name
}

// Rule is one entry of `rules`.
type Rule struct {
	Pos     diag.Pos
	ID      Text
	For     []Text
	Stage   Text
	Check   Text // CEL
	At      Text // a JSON Pointer, from the value
	Each    Text // a JSON Pointer, from the value to the object for whose members the rule is evaluated, one by one
	Message Text
	Level   Text
	Source  Text
}

var (
	paramKeys   = []string{"type", "default", "description", "source", "x-name"}
	acceptsKeys = []string{"at", "policy", "version"}
	ruleKeys    = []string{"id", "for", "stage", checkKey, "at", "each", "message", "level", "source"}
)

// checkKey is the key of a rule's expression.
const checkKey = "check"

// asBlock is the advice for an expression that YAML reads as something else.
const asBlock = "write the expression of a rule as a block: `check: |`, and the expression in the lines below"

func (r *reader) params(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, e := range m.Value.Members {
		if !r.is(e, MapNode) {
			continue
		}
		p := Param{Name: e.Key}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "type":
				p.Type = r.text(k)
			case "default":
				p.Default = k.Value
			case "description":
				p.Description = r.text(k)
			case "source":
				p.Source = r.text(k)
			case "x-name":
				p.Rename = r.rename(k)
			default:
				r.unknown(k.Key, paramKeys, nil, ourExtensions)
			}
		}
		r.complete(e.Key, e.Value, "the parameter "+quote(e.Key.Value), "type", "default")
		f.Params = append(f.Params, p)
	}
}

// complete reports keys that a mapping lacks.
func (r *reader) complete(at Text, n *Node, what string, keys ...string) {
	for _, key := range keys {
		if n.Member(key) == nil && !r.meant[key] {
			r.fail(at.Pos, "missing-key", "add `"+key+":`", "%s has no `%s`", what, key)
		}
	}
}

func (r *reader) stages(f *File, m Member) {
	f.Stages = r.names(m)
	if m.Value.Kind == ListNode && len(m.Value.Items) == 0 {
		r.fail(m.Value.Pos, "empty-list", "remove `stages`, or list at least one stage", "`stages` is empty")
	}
}

func (r *reader) accepts(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	a := &Accepts{Pos: m.Value.Pos}
	for _, k := range m.Value.Members {
		switch k.Key.Value {
		case "at":
			a.At = r.text(k)
		case "policy":
			a.Policy = r.text(k)
		case "version":
			a.Version = r.text(k)
		default:
			r.unknown(k.Key, acceptsKeys, nil, nil)
		}
	}
	r.complete(m.Key, m.Value, "`accepts`", acceptsKeys...)
	f.Accepts = a
}

func (r *reader) rules(f *File, m Member) {
	if !r.is(m, ListNode) {
		return
	}
	for _, item := range m.Value.Items {
		if item.Kind != MapNode {
			if !r.reported(item.Pos) {
				r.fail(item.Pos, "value-type", "begin with `- id: name`", "a rule must be a mapping, not %s", item.Kind)
			}
			continue
		}
		f.Rules = append(f.Rules, r.rule(item))
	}
}

func (r *reader) rule(n *Node) Rule {
	rule := Rule{Pos: n.Pos}
	for _, k := range n.Members {
		switch k.Key.Value {
		case "id":
			rule.ID = r.text(k)
		case "for":
			if rule.For = r.names(k); k.Value.Kind == ListNode && len(k.Value.Items) == 0 {
				r.fail(k.Value.Pos, "empty-list", "", "`for` is an empty list")
			}
		case "stage":
			rule.Stage = r.text(k)
		case checkKey:
			rule.Check = r.text(k)
		case "at":
			rule.At = r.text(k)
		case "each":
			rule.Each = r.text(k)
		case "message":
			rule.Message = r.text(k)
		case "level":
			rule.Level = r.level(k)
		case "source":
			rule.Source = r.text(k)
		default:
			r.unknown(k.Key, ruleKeys, nil, ourExtensions)
		}
	}
	r.complete(Text{Pos: n.Pos}, n, "this rule", "id", "for", checkKey, "message")
	return rule
}

// levels are those of RFC 2119 that issues have.
var levels = []string{"must", "should"}
