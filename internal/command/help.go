package command

import (
	"fmt"
	"reflect"
	"strings"
)

// width is the number of columns of the help. The right column of a list is never narrower than textWidth.
const (
	width     = 80
	textWidth = 40
)

// row is one line of a list: a name and its text.
type row struct{ name, text string }

// usageText returns the help of a program, a group or a command.
func (n *node) usageText(about string) string {
	var b strings.Builder
	b.WriteString("Usage: " + n.path)
	switch {
	case len(n.children) > 0:
		b.WriteString(" <command>")
	default:
		for _, o := range n.options {
			if o.required {
				b.WriteString(" " + o.form())
			}
		}
		for _, o := range n.args {
			b.WriteString(" " + o.usage())
		}
	}
	b.WriteString(" [flags]\n")
	for paragraph := range strings.SplitSeq(about, "\n\n") {
		b.WriteString("\n" + strings.Join(wrapped(paragraph, width), "\n") + "\n")
	}
	list(&b, "Arguments", rows(n.args, (*option).usage))
	list(&b, "Flags", []row{{"-h, --help", "Show context-sensitive help."}, {"    --version", "Print the version of envgen and exit."}},
		rows(n.options, func(o *option) string { return "    " + o.form() }))
	if len(n.children) > 0 {
		list(&b, "Commands", n.commands(n.path))
		fmt.Fprintf(&b, "\nRun \"%s <command> --help\" for more information on a command.\n", n.path)
	}
	return b.String()
}

// commands lists the commands below a node, those of groups included.
func (n *node) commands(root string) (list []row) {
	for _, c := range n.children {
		if len(c.children) > 0 {
			list = append(list, c.commands(root)...)
		} else {
			list = append(list, row{strings.TrimPrefix(c.path, root+" "), c.help})
		}
	}
	return list
}

func rows(options []*option, name func(*option) string) (list []row) {
	for _, o := range options {
		list = append(list, row{name(o), o.help})
	}
	return list
}

// list writes a title and groups of rows in two columns.
func list(b *strings.Builder, title string, groups ...[]row) {
	longest := 0
	for _, group := range groups {
		for _, r := range group {
			longest = max(longest, len(r.name))
		}
	}
	if longest == 0 {
		return
	}
	longest = min(longest+4, width-textWidth)
	b.WriteString("\n" + title + ":\n")
	for i, group := range groups {
		if i > 0 && len(group) > 0 {
			b.WriteByte('\n')
		}
		for _, r := range group {
			name := "  " + r.name
			for j, line := range wrapped(r.text, width-2-longest) {
				if j > 0 || len(name) > longest {
					if j == 0 {
						b.WriteString(name + "\n")
					}
					name = ""
				}
				fmt.Fprintf(b, "%-*s%s\n", longest+2, name, line)
			}
		}
	}
}

// wrapped breaks a text into lines between words.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// usage is the form of an argument.
func (o *option) usage() string {
	text := "<" + o.name + ">"
	if o.repeated {
		text += " ..."
	}
	if !o.required {
		text = "[" + text + "]"
	}
	return text
}

// form is a flag with a placeholder of its value, or its default.
func (o *option) form() string {
	text := "--" + o.name
	switch {
	case o.field.Kind() == reflect.Bool:
		return text
	case o.placeholder != "":
		text += "=" + o.placeholder
	case o.preset != "" && o.field.Kind() == reflect.String:
		text += fmt.Sprintf("=%q", o.preset)
	case o.preset != "":
		text += "=" + o.preset
	default:
		text += "=" + strings.ToUpper(o.name)
	}
	if o.field.Kind() == reflect.Slice && o.tag.Get("sep") != "none" {
		text += ",..."
	}
	return text
}
