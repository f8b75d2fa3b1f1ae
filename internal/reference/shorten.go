package reference

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/common/types"

	"github.com/envgen/envgen/internal/ir"
)

// shorten removes the parts that a builder does not keep.
func (m *making) shorten() error {
	for _, cut := range m.builder.Cuts {
		value, _ := valueAt(m.message, cut.At)
		text, isText := value.(string)
		if !isText {
			continue
		}
		head, err := m.number(cut.Head)
		if err != nil {
			return err
		}
		tail, err := m.number(cut.Tail)
		if err != nil {
			return err
		}
		var kept any = cutText(text, head, tail, cut.Mark)
		m.message = change(m.message, cut.At, &kept)
	}
	for _, keep := range m.builder.Keeps {
		value, _ := valueAt(m.message, keep.At)
		list, isList := value.([]any)
		if !isList {
			continue
		}
		most, err := m.number(keep.Most)
		if err != nil {
			return err
		}
		var kept any = keepItems(list, most, keep.By)
		m.message = change(m.message, keep.At, &kept)
	}
	for _, omit := range m.builder.Omits {
		if _, has := valueAt(m.message, omit.At); !has {
			continue
		}
		answer, err := m.evaluate(omit.When)
		if err != nil {
			return err
		}
		if answer == types.True {
			m.message = change(m.message, omit.At, nil)
		}
	}
	return nil
}

// number is the value of an integer, at least 0.
func (m *making) number(p *ir.Predicate) (int, error) {
	if p == nil {
		return 0, nil
	}
	answer, err := m.evaluate(p)
	if err != nil {
		return 0, err
	}
	n, _ := answer.(types.Int) // 0 where it cannot be evaluated
	return int(max(n, 0)), nil
}

// cutText keeps the beginning and the end of a text.
func cutText(text string, head, tail int, mark string) string {
	if head >= len(text) || tail >= len(text)-head {
		return text
	}
	end := head
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	begin := len(text) - tail
	for begin < len(text) && !utf8.RuneStart(text[begin]) {
		begin++
	}
	return text[:end] + mark + text[begin:]
}

// keepItems keeps the last items of a list, by a member or by their place.
func keepItems(list []any, most int, by *ir.Field) []any {
	if by == nil {
		return list[max(len(list)-most, 0):]
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b any) int { return compareBy(b, a, by) })
	return list[:min(len(list), most)]
}

// compareBy compares items by a member; an item without the member is the smallest.
func compareBy(a, b any, by *ir.Field) int {
	text := func(item any) (string, bool) {
		members, _ := item.(object)
		value, _ := members.get(by.Name)
		s, is := value.(string)
		return s, is
	}
	x, hasX := text(a)
	y, hasY := text(b)
	if by.Value.IsDateTime() {
		i, errX := instantOf(x)
		j, errY := instantOf(y)
		if hasX, hasY = errX == nil, errY == nil; hasX && hasY {
			return i.n.Cmp(j.n)
		}
	}
	switch {
	case hasX && hasY:
		return strings.Compare(x, y)
	case hasX:
		return 1
	case hasY:
		return -1
	}
	return 0
}
