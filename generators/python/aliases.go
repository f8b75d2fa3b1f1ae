package python

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// aliases lists all types that are not classes, each after the types that it refers to. An alias is printed as a string if it refers to
// itself, or to another alias that is a string when the module is imported.
func (g *generator) aliases(u *uses) []alias {
	var list []alias
	done := map[*ir.Type]bool{}    // listed, or on the current path
	defined := map[*ir.Type]bool{} // can be evaluated when the module is imported
	var add func(t *ir.Type)
	add = func(t *ir.Type) {
		if done[t] {
			return
		}
		done[t] = true
		quoted := false
		aliasesIn(&t.Value, func(to *ir.Type) {
			add(to)
			quoted = quoted || !defined[to]
		})
		defined[t] = !quoted
		if !g.isForeign(t) {
			list = append(list, g.alias(t, quoted, u))
		}
	}
	for _, t := range g.protocol.Types {
		if _, ok := t.Value.Kind.(*ir.Record); !ok {
			add(t)
		}
	}
	return list
}

// aliasesIn calls f for every alias in the hint of a value.
func aliasesIn(v *ir.Value, f func(*ir.Type)) {
	references(v, func(t *ir.Type) {
		if _, ok := t.Value.Kind.(*ir.Record); !ok {
			f(t)
		}
	})
}

func (g *generator) alias(t *ir.Type, quoted bool, u *uses) alias {
	u.typing.use("TypeAlias")
	g.hintUses(&t.Value, u)
	a := alias{Name: g.names.Type(t)}
	text := describe(t.Doc)
	p := newPrinter(0)
	open := a.Name + ": " + g.own("TypeAlias") + " = "
	switch k := t.Value.Kind.(type) {
	case *ir.Enum:
		u.typing.use("Final")
		a.Table = g.vocabulary(t, k)
		text = vocabularyDoc(text, k)
		g.words(p, open, t, k)
	case *ir.Union, *ir.Choice:
		g.sum(p, open, &t.Value, quoted)
	default:
		target := g.hint(&t.Value)
		if quoted {
			target = quote(target)
		}
		p.Line("%s%s", open, target)
	}
	a.Target, a.Doc = p.String(), docstring("", text)
	return a
}

// words writes the alias of a vocabulary.
func (g *generator) words(p *printer, open string, t *ir.Type, k *ir.Enum) {
	var others []string
	if k.Open {
		others = append(others, "str")
	}
	if t.Value.Nullable {
		others = append(others, "None")
	}
	rest := strings.Join(append([]string{""}, others...), " | ")
	if others == nil || p.Fits(open+g.literal(k)+rest) {
		p.list(open+g.own("Literal")+"[", words(k), "]"+rest)
		return
	}
	p.Line("%s(", open)
	p.Block(func() {
		p.list(g.own("Literal")+"[", words(k), "]")
		for _, other := range others {
			p.Line("| %s", other)
		}
	})
	p.Line(")")
}

// sum writes the alternatives of a union or a choice.
func (g *generator) sum(p *printer, open string, v *ir.Value, quoted bool) {
	if quoted {
		p.Line("%s%s", open, quote(g.hint(v)))
		return
	}
	list := g.alternatives(v.Kind)
	if v.Nullable {
		list = append(list, "None")
	}
	p.sum(open, list)
}

// replies returns the alias of the replies to a request. Its name is in naming/words/py.derived.txt.
func (g *generator) replies(t *ir.Type, u *uses) []alias {
	if len(t.Replies) == 0 {
		return nil
	}
	u.typing.use("TypeAlias")
	var list []string
	for _, r := range t.Replies {
		if g.isForeign(r) {
			u.packages[r.Protocol] = true
		}
		list = append(list, g.typeName(r))
	}
	p := newPrinter(0)
	p.sum(g.names.Type(t)+"Reply: "+g.own("TypeAlias")+" = ", list)
	return []alias{{Target: p.String(), Doc: docstring("", "What answers "+g.names.Type(t)+".")}}
}

func words(e *ir.Enum) []string {
	list := make([]string, len(e.Values))
	for i, v := range e.Values {
		list[i] = quote(v.Value)
	}
	return list
}

// vocabulary prints the tuple of an enum's values.
func (g *generator) vocabulary(t *ir.Type, e *ir.Enum) string {
	p := newPrinter(0)
	p.tuple(g.upper(t)+"_VALUES: "+g.own("Final")+"[tuple["+g.wordHint(t, e)+", ...]] = ", words(e))
	return p.String()
}

// vocabularyDoc adds the descriptions of single values in the spec.
func vocabularyDoc(text string, e *ir.Enum) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(text))
	for _, v := range e.Values {
		if words := strings.TrimSpace(describe(v.Doc)); words != "" {
			b.WriteString("\n\n* ``" + v.Value + "``: " + strings.Join(strings.Fields(words), " "))
		}
	}
	return b.String()
}
