package command

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
)

// runner is a command.
type runner interface{ Run(s Streams) error }

// node is a program, a group of commands or a command. Fields of its struct are its flags, arguments and commands.
type node struct {
	path        string // words of the command line, from the name of the program on
	name, help  string
	target      reflect.Value
	options     []*option
	args        []*option
	children    []*node
	standard    *node // the command of a command line that names no other one
	passthrough bool  // every argument is for the command, flags included
}

// option is a flag or an argument: a field with its tags.
type option struct {
	name, help, placeholder string
	field                   reflect.Value
	tag                     reflect.StructTag
	preset                  string   // text of the default
	words                   []string // the only values, if there are any
	required, repeated      bool
	set                     bool // by the command line
	isFlag                  func(word string) bool
}

// grow reads the fields of a struct. It panics at a tag that does not fit, because a program contains its own tags.
func (n *node) grow(target reflect.Value, variables map[string]string) {
	n.target = target
	for i := range target.NumField() {
		f, field := target.Type().Field(i), target.Field(i)
		switch _, isCommand := f.Tag.Lookup("cmd"); {
		case f.Anonymous:
			n.grow(field, variables) // flags that several commands have
			n.target = target
		case isCommand:
			n.command(f, field, variables)
		default:
			n.option(f, field, variables)
		}
	}
}

func (n *node) command(f reflect.StructField, field reflect.Value, variables map[string]string) {
	child := &node{name: nameOf(f), help: f.Tag.Get("help")}
	child.path = n.path + " " + child.name
	_, child.passthrough = f.Tag.Lookup("passthrough")
	child.grow(field, variables)
	n.children = append(n.children, child)
	if f.Tag.Get("default") == "withargs" {
		n.standard = child
	}
}

func (n *node) option(f reflect.StructField, field reflect.Value, variables map[string]string) {
	if !f.IsExported() || f.Type == reflect.TypeFor[VersionFlag]() {
		return
	}
	text := func(key string) string {
		return expand(f.Tag.Get(key), variables)
	}
	o := &option{name: nameOf(f), help: text("help"), placeholder: f.Tag.Get("placeholder"), field: field, tag: f.Tag, preset: text("default")}
	if words := text("enum"); words != "" {
		o.words = strings.Split(words, ",")
	}
	o.repeated = field.Kind() == reflect.Slice || field.Kind() == reflect.Map
	_, isArgument := f.Tag.Lookup("arg")
	_, optional := f.Tag.Lookup("optional")
	_, o.required = f.Tag.Lookup("required")
	if o.preset != "" {
		if err := o.assign(o.preset); err != nil {
			panic(fmt.Sprintf("%s: the default of %s: %v", n.path, o.name, err))
		}
		o.set = false
	}
	if isArgument {
		o.required = !optional
		n.args = append(n.args, o)
	} else {
		n.options = append(n.options, o)
	}
}

// child returns the command of a name.
func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// nameOf returns the name on the command line: that of the tag, or the field's with hyphens.
func nameOf(f reflect.StructField) string {
	if name := f.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range f.Name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// expand replaces ${name} by the value of a variable.
func expand(text string, variables map[string]string) string {
	for name, value := range variables { // no value contains a variable
		text = strings.ReplaceAll(text, "${"+name+"}", value)
	}
	return text
}
