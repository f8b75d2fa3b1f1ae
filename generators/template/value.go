package template

import (
	"reflect"
	"text/template/parse"
)

// pipe returns the value of a pipeline, and declares its variable.
func (r *run) pipe(p *parse.PipeNode, dot reflect.Value) reflect.Value {
	if p == nil {
		return reflect.Value{}
	}
	if len(p.Cmds) != 1 {
		fail("%s has more than one command", p)
	}
	value := r.command(p.Cmds[0], dot)
	for _, decl := range p.Decl {
		r.variables = append(r.variables, variable{decl.Ident[0], value})
	}
	return value
}

// command returns the value of an operand, or of a function with its arguments.
func (r *run) command(c *parse.CommandNode, dot reflect.Value) reflect.Value {
	name, isFunction := c.Args[0].(*parse.IdentifierNode)
	if isFunction {
		switch name.Ident {
		case "not":
			return reflect.ValueOf(!isTrue(r.operand(c.Args[1], dot)))
		case "and", "or":
			return r.logic(name.Ident == "or", c.Args[1:], dot)
		}
	}
	var args []reflect.Value
	for _, arg := range c.Args[1:] {
		args = append(args, r.operand(arg, dot))
	}
	if !isFunction {
		return called(r.operand(c.Args[0], dot), args, c)
	}
	function := r.set.functions[name.Ident]
	if function == nil {
		function = builtin[name.Ident]
	}
	return called(reflect.ValueOf(function), args, c)
}

// logic returns the first operand that decides, or the last one.
func (r *run) logic(decides bool, operands []parse.Node, dot reflect.Value) (value reflect.Value) {
	for _, operand := range operands {
		if value = r.operand(operand, dot); isTrue(value) == decides {
			break
		}
	}
	return value
}

// called returns the result of a function, and any other value as it is.
func called(value reflect.Value, args []reflect.Value, where parse.Node) reflect.Value {
	if value.Kind() == reflect.Func {
		return value.Call(args)[0]
	}
	if len(args) > 0 {
		fail("%s is no function", where)
	}
	return value
}

func (r *run) operand(n parse.Node, dot reflect.Value) reflect.Value {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return fields(dot, n.Ident, n)
	case *parse.VariableNode:
		return fields(r.variable(n.Ident[0]), n.Ident[1:], n)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	case *parse.PipeNode:
		return r.pipe(n, dot)
	default:
		fail("a template has no %T", n)
		panic("unreachable")
	}
}

// variable returns the value of the innermost variable of a name.
func (r *run) variable(name string) reflect.Value {
	for i := len(r.variables) - 1; i >= 0; i-- {
		if r.variables[i].name == name {
			return r.variables[i].value
		}
	}
	fail("there is no variable %s", name)
	panic("unreachable")
}

// fields follows the names of fields, or of keys of maps. Without the key, the value is the zero value.
func fields(value reflect.Value, names []string, where parse.Node) reflect.Value {
	for _, name := range names {
		value = resolved(value)
		switch value.Kind() {
		case reflect.Struct:
			field := value.FieldByName(name)
			if !field.IsValid() {
				fail("%s: %s has no field %s", where, value.Type(), name)
			}
			value = field
		case reflect.Map:
			item := value.MapIndex(reflect.ValueOf(name))
			if !item.IsValid() {
				item = reflect.Zero(value.Type().Elem())
			}
			value = item
		default:
			fail("%s: %s has no fields", where, value.Kind())
		}
	}
	return resolved(value)
}

// resolved returns the value in interfaces and behind pointers. Nil becomes the invalid value.
func resolved(value reflect.Value) reflect.Value {
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	return value
}

// isTrue reports whether a value is neither the zero value of its type nor empty.
func isTrue(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.Map, reflect.String:
		return value.Len() > 0
	case reflect.Struct:
		return true
	default:
		return !value.IsZero()
	}
}
