package importer

import (
	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/syntax"
)

// pattern keeps a pattern that specs can have, or drops it.
func (e *emitter) pattern(m syntax.Member) {
	if !e.is(m, syntax.TextNode) {
		return
	}
	p, refused := patternFor(m.Value.Text)
	switch {
	case refused != "":
		e.drop(m, Weaker, "envgen cannot match the pattern: "+refused)
	case p != m.Value.Text:
		e.say("pattern", Same, "written as %s, in the stricter syntax of the flag u", p)
		e.put("pattern", text(m.Value.Pos, p))
	default:
		e.put("pattern", m.Value)
	}
}

// patternFor returns a pattern as a spec has it, or the reason for which there is none. It is the only place that decides about patterns.
func patternFor(source string) (p, refused string) {
	_, err := pattern.Translate(source)
	if err == nil {
		return source, ""
	}
	if plain := strictPattern(source); plain != source {
		if _, again := pattern.Translate(plain); again == nil {
			return plain, ""
		}
	}
	return "", err.Message
}

// patternProperties drops entries whose pattern no spec can have. Then additional members must not be restricted either.
func (e *emitter) patternProperties(m syntax.Member) {
	if !e.is(m, syntax.MapNode) {
		return
	}
	out := &syntax.Node{Kind: syntax.MapNode, Pos: m.Value.Pos}
	for _, p := range m.Value.Members {
		name, refused := patternFor(p.Key.Value)
		if refused != "" {
			e.drop(m, Weaker, "envgen cannot match the pattern "+quote(p.Key.Value)+": "+refused)
			continue
		}
		s, weak := e.im.schema(p.Value)
		e.weak = e.weak || weak
		if out.Member(name) == nil {
			out.Members = append(out.Members, syntax.Member{Key: syntax.Text{Pos: p.Key.Pos, Value: name}, Value: s})
			continue
		}
		part := &syntax.Node{Kind: syntax.MapNode, Pos: p.Value.Pos}
		inner := &syntax.Node{Kind: syntax.MapNode, Pos: p.Value.Pos}
		add(inner, name, s)
		add(part, "patternProperties", inner)
		e.also(part)
	}
	if len(out.Members) > 0 {
		e.put("patternProperties", out)
	}
	if len(out.Members) < len(m.Value.Members) {
		e.openFor = true
	}
}
