package randomspecs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/ir"
)

// fills computes up to two members.
func (m *makers) fills(t *ir.Type) *object {
	fills := obj()
	some := m.some(ways(t, 2), func(w way) bool { return !m.auto[w[len(w)-1].Name] && len(m.expressions(t, w.last())) > 0 })
	for _, w := range some {
		m.late[w[0].Name] = true
	}
	for _, w := range some {
		if len(m.expressions(t, w.last())) == 0 {
			continue
		}
		cel := any(pick(m.author, m.expressions(t, w.last())...))
		if when := m.condition(t); when != "" && m.one(2) {
			cel = obj("when", when, "cel", cel)
		}
		fills.set(w.pointer(), cel)
	}
	return fills
}

// expressions are those whose values a member accepts.
func (m *makers) expressions(t *ir.Type, r ir.Resolved) (list []string) {
	texts, lists, integers, flags := m.read(t)
	add := func(kind ir.ExprKind, forms ...string) {
		if !host.Takes(r, ir.ExprType{Kind: kind, Elem: &ir.ExprType{Kind: ir.StringExpr}}) {
			return
		}
		for _, form := range forms {
			if param := strings.Index(form, "params."); param < 0 || strings.Contains(m.declared(), " "+strings.Fields(form[param+7:])[0]+" ") {
				list = append(list, form)
			}
		}
	}
	add(ir.IntExpr, "3", "params.limit + 1", "int(now)")
	add(ir.DoubleExpr, "1.5", "params.ratio * 2.0")
	add(ir.StringExpr, `"a"`, `"é" + params.word`, "params.word")
	add(ir.BoolExpr, "true", "params.flag && true")
	add(ir.ListExpr, `["b", "a"]`, `[params.word ]`)
	for _, x := range texts {
		add(ir.StringExpr, x, `"x" + `+x)
		add(ir.IntExpr, "size("+x+")")
		add(ir.BoolExpr, x+` == "a"`)
		add(ir.ListExpr, "["+x+`, "b"]`)
	}
	for _, x := range lists {
		add(ir.IntExpr, "size("+x+") * 2")
		add(ir.DoubleExpr, "double(size("+x+")) + 0.5")
		add(ir.BoolExpr, "size("+x+") > 1")
	}
	for _, x := range integers {
		add(ir.StringExpr, "string("+x+")")
		add(ir.DoubleExpr, "double("+x+")")
	}
	for _, x := range flags {
		add(ir.BoolExpr, x)
		add(ir.IntExpr, x+" ? 1 : 2")
	}
	return list
}

// read returns the members that every message of a type has, as CEL reads them, by their types.
func (m *makers) read(t *ir.Type) (texts, lists, integers, flags []string) {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		access, sayable := accessTo(f.Name)
		r := f.Value.Resolve()
		if !sayable || f.Required && m.late[f.Name] {
			continue
		}
		if !f.Required {
			flags = append(flags, "has("+access+")")
			continue
		}
		if r.Nullable || r.Schema != nil {
			continue
		}
		switch k := r.Kind.(type) {
		case ir.String:
			texts = append(texts, access)
		case ir.Array:
			lists = append(lists, access)
		case ir.Integer:
			if k.Width == ir.Safe {
				integers = append(integers, access)
			}
		case ir.Boolean:
			flags = append(flags, access)
		}
	}
	return texts, lists, integers, flags
}

// condition is a condition on a message, or "".
func (m *makers) condition(t *ir.Type) string {
	texts, lists, integers, flags := m.read(t)
	var forms []string
	for _, x := range texts {
		forms = append(forms, x+` != ""`, "size("+x+") < 3")
	}
	for _, x := range lists {
		forms = append(forms, "size("+x+") > 0")
	}
	for _, x := range integers {
		forms = append(forms, x+" > 1")
	}
	for _, x := range flags {
		forms = append(forms, x, "!"+x)
	}
	if len(forms) == 0 {
		return ""
	}
	return pick(m.author, forms...)
}

// shorten adds cuts, keeps and omits.
func (m *makers) shorten(b *object, t *ir.Type, all []way) {
	cuts, keeps, omits := obj(), obj(), obj()
	for _, w := range m.some(all, isText) {
		cut := obj()
		if m.one(2) {
			cut.set("head", m.amount(t))
		}
		if m.one(2) || len(cut.members) == 0 {
			cut.set("tail", m.amount(t))
		}
		if m.one(2) {
			cut.set("mark", pick(m.author, "...", "…", "", "\""))
		}
		cuts.set(w.pointer(), cut)
	}
	for _, w := range m.some(all, isList) {
		keep := obj("most", m.amount(t))
		if by := m.by(*w.last().Kind.(ir.Array).Items); by != "" && m.one(2) {
			keep.set("by", by)
		}
		keeps.set(w.pointer(), keep)
	}
	if when := m.condition(t); when != "" {
		for _, w := range m.some(all, optional) {
			omits.set(w.pointer(), when)
		}
	}
	for _, section := range []member{{"cuts", cuts}, {"keeps", keeps}, {"omits", omits}} {
		if len(section.value.(*object).members) > 0 {
			b.set(section.name, section.value)
		}
	}
}

// amount is a number of bytes or items.
func (m *makers) amount(t *ir.Type) string {
	texts, lists, _, _ := m.read(t)
	forms := []string{"0", "1", "2", "3", "-1", "1 + 1"}
	if strings.Contains(m.declared(), " limit ") {
		forms = append(forms, "params.limit - 2", "params.limit")
	}
	for _, x := range slices.Concat(texts, lists) {
		forms = append(forms, fmt.Sprintf("size(%s) / 2", x))
	}
	return pick(m.author, forms...)
}

// by is a string member of the items of a list, or "".
func (m *makers) by(items ir.Value) string {
	r := items.Resolve()
	record, is := r.Kind.(*ir.Record)
	if !is || r.Nullable {
		return ""
	}
	for _, f := range record.Fields {
		if _, isText := f.Value.Resolve().Kind.(ir.String); isText {
			return f.Name
		}
	}
	return ""
}
