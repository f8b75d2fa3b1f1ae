package link

import (
	"path"
	"regexp"
	"strings"
)

var (
	tsImport  = regexp.MustCompile(`(?s)^(import|export)( type)? (.*?) from "([^"]+)";\s*$`)
	tsDeclare = regexp.MustCompile(`(?m)^(export )?(?:declare )?(?:abstract )?(?:async )?(class|const|let|function\*?|interface|type) ([\w$]+)`)
	tsMember  = regexp.MustCompile(`^  (?:(?:static|private|protected|public|readonly|async|get|set) )*(\w+)[(<]`)
)

// ParseTypeScript splits a module.
func ParseTypeScript(file, s string) *Module {
	m := &Module{Path: file}
	if header, rest, found := strings.Cut(s, "/* eslint-disable */\n"); found {
		m.Header, s = header, strings.TrimPrefix(rest, "\n")
	}
	tokens := tokensOf(s, false)
	for n, part := range statements(s, tokens, func(string) bool { return false }) {
		if n == 0 && strings.HasPrefix(part, "/**") {
			if end := strings.Index(part, "*/\n\n"); end >= 0 {
				m.Doc, part = part[:end+3], part[end+4:]
			}
		}
		code := strings.TrimSpace(part)
		if i := tsImport.FindStringSubmatch(stripComments(code)); i != nil {
			m.tsImports(i)
			continue
		}
		if code != "" {
			m.add(part, false)
		}
	}
	return m
}

var tsComment = regexp.MustCompile(`^(?s:/\*.*?\*/|//[^\n]*)\s*`)

func stripComments(s string) string {
	for {
		next := tsComment.ReplaceAllString(s, "")
		if next == s {
			return s
		}
		s = next
	}
}

// tsImports adds the names of an import or of an export from another module.
func (m *Module) tsImports(i []string) {
	from, again := i[4], i[1] == "export"
	if strings.HasPrefix(from, ".") {
		from = strings.TrimSuffix(strings.TrimSuffix(path.Join(path.Dir(m.Path), from), ".js"), ".ts") + ".ts"
	} else {
		from = "!" + from
	}
	names := strings.TrimSpace(i[3])
	if names == "*" {
		m.stars = append(m.stars, from)
		return
	}
	if local, whole := strings.CutPrefix(names, "* as "); whole {
		m.Imports = append(m.Imports, Import{Local: local, From: from, Name: "*", Type: i[2] != ""})
		return
	}
	for _, name := range strings.Split(strings.Trim(names, "{}\n "), ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		bare, local, isType := tsName(name)
		in := Import{Local: local, From: from, Name: bare, Type: isType || i[2] != "", Again: again}
		if again {
			in.Local, in.As = "", local
		}
		m.Imports = append(m.Imports, in)
	}
}

// tsName splits a name in an import or export statement.
func tsName(text string) (name, local string, isType bool) {
	text, isType = strings.CutPrefix(strings.TrimSpace(text), "type ")
	name, local, renamed := strings.Cut(text, " as ")
	if !renamed {
		local = name
	}
	return name, local, isType
}

// add appends a declaration, or an overload to the last one.
func (m *Module) add(part string, python bool) {
	d := &Decl{Module: m, Text: strings.TrimRight(part, "\n") + "\n"}
	if python {
		d.Name = pyName(d.Text)
		d.Exported = d.Name != "" && !strings.HasPrefix(d.Name, "_")
	} else if n := tsDeclare.FindStringSubmatch(stripComments(d.Text)); n != nil {
		d.Name, d.Exported, d.IsType = n[3], n[1] != "", n[2] == "interface" || n[2] == "type"
	}
	if last := len(m.Decls) - 1; last >= 0 && d.Name != "" && m.Decls[last].Name == d.Name {
		gap := ""
		if strings.HasPrefix(strings.TrimLeft(part, "\n"), "/**") {
			gap = "\n"
		}
		d.Text = m.Decls[last].Text + gap + d.Text
		d.Exported = d.Exported || m.Decls[last].Exported
		m.Decls = m.Decls[:last]
	}
	m.Decls = append(m.Decls, d)
}

// finish finds the uses of a declaration. The methods of a trimmed class are members of their own.
func (d *Decl) finish(trimmed, python bool) {
	tokens := tokensOf(d.Text, python)
	if python {
		tokens = withTypes(d.Text, tokens)
	}
	isSpace := func(name string) bool { return d.Module.scope[name].Name == "*" }
	if trimmed && d.Members == nil {
		d.Members = membersOf(d.Text, tokens, python)
	}
	at := 0
	for i := range d.Members {
		f := &d.Members[i]
		uses, selects := analyse(d.Text, tokens, at, f.start, isSpace, python)
		d.uses, d.selects = append(d.uses, uses...), append(d.selects, selects...)
		f.uses, f.selects = analyse(d.Text, tokens, f.start, f.end, isSpace, python)
		at = f.end
	}
	uses, selects := analyse(d.Text, tokens, at, len(d.Text), isSpace, python)
	d.uses, d.selects = append(d.uses, uses...), append(d.selects, selects...)
}

// membersOf returns the methods of a class, with the comments and decorators before them.
func membersOf(s string, tokens []lexeme, python bool) []Member {
	indent, pattern := "  ", tsMember
	if python {
		indent, pattern = "    ", pyMember
	}
	_, body, found := strings.Cut(s, "\n")
	if !found {
		return nil
	}
	base := len(s) - len(body)
	shifted := shift(body, len(indent))
	var list []Member
	at := base
	for _, part := range statements(shifted, tokensOf(shifted, python), func(string) bool { return false }) {
		length := original(s[at:], part, len(indent))
		for line := range strings.Lines(part) {
			if n := pattern.FindStringSubmatch(indent + line); n != nil && n[1] != "constructor" && !strings.HasPrefix(n[1], "__") {
				if last := len(list) - 1; last >= 0 && list[last].Name == n[1] && list[last].end == at {
					list[last].end = at + length
				} else {
					list = append(list, Member{Name: n[1], start: at, end: at + length})
				}
				break
			} else if isCode(line) {
				break
			}
		}
		at += length
	}
	return list
}

func isCode(line string) bool {
	return line != "\n" && !strings.ContainsRune("#/ @*", rune(line[0]))
}

// shift removes the indentation of a body.
func shift(body string, by int) string {
	var b strings.Builder
	for line := range strings.Lines(body) {
		if len(line) > by && strings.TrimSpace(line[:by]) == "" {
			line = line[by:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// original returns the length of a shifted part before it was shifted.
func original(s, part string, by int) int {
	n := 0
	for range strings.Count(part, "\n") {
		n += strings.IndexByte(s[n:], '\n') + 1
	}
	if !strings.HasSuffix(part, "\n") {
		return len(s)
	}
	return n
}
