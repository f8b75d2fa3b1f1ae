package link

import (
	"go/format"
	"slices"
	"strings"
)

// text returns a declaration; private ones lose their comments.
func (d *goDecl) text(commented bool, rename func(goRef) string) string {
	start := d.start
	if !commented {
		start = d.body
	}
	var edits []edit
	if !commented {
		for _, group := range d.file.syntax.Comments {
			for _, c := range group.List {
				from, to := d.file.at(c.Pos()), d.file.at(c.End())
				line := strings.LastIndexByte(d.file.text[:from], '\n') + 1
				if from >= start && to <= d.end && strings.TrimSpace(d.file.text[line:from]) == "" {
					edits = append(edits, edit{line, min(to+1, d.end), ""})
				}
			}
		}
	}
	if rename != nil {
		for _, ref := range append(slices.Clone(d.refs), d.fields...) {
			if name := rename(ref); name != "" && ref.start >= start {
				edits = append(edits, edit{ref.start, ref.end, name})
			}
		}
	}
	before := ""
	if d.keyword != "" && !commented {
		before = d.keyword
	} else if d.keyword != "" {
		before = strings.ReplaceAll(d.file.text[d.start:d.body], "\n\t", "\n") + d.keyword
		start = d.body
	}
	return before + applied(d.file.text[:d.end], start, edits)
}

// goText joins declarations to a file.
func goText(head, pkg string, decls []*goDecl, text func(*goDecl) string, skip func(string) bool) string {
	imports := map[string]bool{}
	var body strings.Builder
	for i, d := range decls {
		s := text(d)
		if i > 0 {
			body.WriteString("\n")
			if strings.Contains(s, "\n") || !sameKind(decls[i-1], d) {
				body.WriteString("\n")
			}
		}
		body.WriteString(s)
		for _, name := range d.imports {
			if spec := d.file.imports[name]; !skip(spec) {
				imports[spec] = true
			}
		}
	}
	s := head + "package " + pkg + "\n\n"
	if list := sortedKeys(imports); len(list) > 0 {
		s += "import (\n\t" + strings.Join(list, "\n\t") + "\n)\n\n"
	}
	out, err := format.Source([]byte(s + body.String() + "\n"))
	if err != nil {
		panic(err) // our own code
	}
	return string(out)
}

func sameKind(a, b *goDecl) bool {
	word := func(d *goDecl) string { w, _, _ := strings.Cut(d.keyword+d.file.text[d.body:d.end], " "); return w }
	return word(a) == word(b)
}
