// Package template executes the templates of declarations. They have the syntax of text/template, and read fields instead of calling methods: a
// field may be a function. A program that executes text/template contains every exported method of its types, because the linker cannot determine
// which of them a template calls. For envgen that is 40 % of the binary.
package template

import (
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"text/template/parse"
)

// Functions are functions that templates may call, by name.
type Functions map[string]any

// builtin are the functions of text/template that templates use. Package parse needs a value for each; command evaluates and, or and not.
var builtin = Functions{"print": fmt.Sprint, "and": true, "or": true, "not": true}

// Set contains templates by name.
type Set struct {
	trees     map[string]*parse.Tree
	functions Functions
}

// Parse reads the templates that a text defines. It panics at a mistake, because a program contains its templates.
func Parse(text string, functions Functions) *Set {
	s := &Set{trees: map[string]*parse.Tree{}, functions: functions}
	s.add("", text)
	return s
}

// ParseFiles reads each file of a folder as a template, whose name is that of the file.
func ParseFiles(files fs.FS, pattern string) *Set {
	s := &Set{trees: map[string]*parse.Tree{}}
	names, err := fs.Glob(files, pattern)
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		s.add(path.Base(name), string(text))
	}
	return s
}

func (s *Set) add(name, text string) {
	trees, err := parse.Parse(name, text, "", "", builtin, s.functions)
	if err != nil {
		panic(err)
	}
	for name, tree := range trees {
		s.trees[name] = tree
	}
}

// fault is the mistake of a template that does not fit its data.
type fault struct{ error }

// Execute returns the text that a template creates from data.
func (s *Set) Execute(name string, data any) (text string, err error) {
	defer func() {
		if f, isFault := recover().(fault); isFault {
			err = fmt.Errorf("template %q: %w", name, f.error)
		}
	}()
	run := &run{set: s}
	run.template(name, resolved(reflect.ValueOf(data)))
	return run.out.String(), nil
}

// run is the execution of a template.
type run struct {
	set       *Set
	out       strings.Builder
	variables []variable
}

type variable struct {
	name  string
	value reflect.Value
}

func fail(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

// template executes a template with variables of its own.
func (r *run) template(name string, data reflect.Value) {
	tree := r.set.trees[name]
	if tree == nil {
		fail("there is no template %q", name)
	}
	outer := r.variables
	r.variables = []variable{{"$", data}}
	r.node(tree.Root, data)
	r.variables = outer
}

// node executes one node of a template. Its variables end with it.
func (r *run) node(n parse.Node, dot reflect.Value) {
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			r.node(child, dot)
		}
	case *parse.TextNode:
		r.out.Write(n.Text)
	case *parse.ActionNode:
		value := r.pipe(n.Pipe, dot)
		if len(n.Pipe.Decl) == 0 && value.IsValid() {
			fmt.Fprint(&r.out, value.Interface())
		}
	case *parse.IfNode:
		r.branch(&n.BranchNode, dot, func(reflect.Value) reflect.Value { return dot })
	case *parse.WithNode:
		r.branch(&n.BranchNode, dot, func(value reflect.Value) reflect.Value { return value })
	case *parse.RangeNode:
		r.loop(n, dot)
	case *parse.TemplateNode:
		r.template(n.Name, r.pipe(n.Pipe, dot))
	default:
		fail("a template has no %T", n)
	}
}

// branch executes a list if the value of its condition is not empty, or the other list.
func (r *run) branch(n *parse.BranchNode, dot reflect.Value, inner func(reflect.Value) reflect.Value) {
	outer := len(r.variables)
	value := r.pipe(n.Pipe, dot)
	if isTrue(value) {
		r.node(n.List, inner(value))
	} else if n.ElseList != nil {
		r.node(n.ElseList, dot)
	}
	r.variables = r.variables[:outer]
}

// loop executes a list for each item of a slice, or the other list if there are none.
func (r *run) loop(n *parse.RangeNode, dot reflect.Value) {
	items := r.command(n.Pipe.Cmds[0], dot)
	if items.Kind() != reflect.Slice {
		fail("%s is no slice", n.Pipe)
	}
	outer := len(r.variables)
	for i := range items.Len() {
		item := resolved(items.Index(i))
		switch decl := n.Pipe.Decl; len(decl) {
		case 2:
			r.variables = append(r.variables, variable{decl[0].Ident[0], reflect.ValueOf(i)}, variable{decl[1].Ident[0], item})
		case 1:
			r.variables = append(r.variables, variable{decl[0].Ident[0], item})
		}
		r.node(n.List, item)
		r.variables = r.variables[:outer]
	}
	if items.Len() == 0 && n.ElseList != nil {
		r.node(n.ElseList, dot)
	}
}
