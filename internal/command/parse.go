package command

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/envgen/envgen/internal/diag"
)

// asked is a command line that was understood: a command, or a question about the program.
type asked struct {
	node          *node
	help, version bool
}

// parse finds the command of a command line, and stores the values of its flags and arguments.
func (n *node) parse(line []string) (asked, error) {
	for len(n.children) > 0 {
		next := n.standard
		if len(line) > 0 {
			if c := n.child(line[0]); c != nil {
				next, line = c, line[1:]
			} else if isQuestion(line[0]) {
				next = nil
			}
		}
		if next == nil {
			break
		}
		n = next
	}
	if n.passthrough {
		for _, text := range line {
			if err := n.args[0].assign(text); err != nil {
				return asked{}, err
			}
		}
		return asked{node: n}, nil
	}
	return n.flags(line)
}

func isQuestion(word string) bool { return word == "-h" || word == "--help" || word == "--version" }

// flags parses the part of a command line behind the command.
func (n *node) flags(line []string) (asked, error) {
	a := asked{node: n}
	set := pflag.NewFlagSet(n.name, pflag.ContinueOnError)
	set.BoolVarP(&a.help, "help", "h", false, "")
	set.BoolVar(&a.version, "version", false, "")
	for _, o := range n.options {
		o.isFlag = func(word string) bool {
			name, long := strings.CutPrefix(word, "--")
			return long && set.Lookup(name) != nil
		}
		f := set.VarPF(o, o.name, "", "")
		if o.field.Kind() == reflect.Bool {
			f.NoOptDefVal = "true"
		}
	}
	if err := set.Parse(line); err != nil {
		return a, n.explained(err, set)
	}
	if a.help || a.version {
		return a, nil
	}
	if len(n.children) > 0 {
		return a, n.noCommand(set.Args())
	}
	if err := n.arguments(set.Args()); err != nil {
		return a, err
	}
	return a, n.complete()
}

// noCommand returns the mistake of a command line that names no command.
func (n *node) noCommand(words []string) error {
	var names []string
	for _, c := range n.children {
		names = append(names, c.name)
	}
	if len(words) == 0 {
		return fmt.Errorf("expected one of %q", names)
	}
	return suggesting(fmt.Errorf("unexpected argument %s", words[0]), words[0], names, "")
}

// arguments stores the words that are no flags.
func (n *node) arguments(words []string) error {
	for _, o := range n.args {
		for len(words) > 0 && (o.repeated || !o.set) {
			if err := o.assign(words[0]); err != nil {
				return fmt.Errorf("%s: %w", o.usage(), err)
			}
			words = words[1:]
		}
		if o.required && !o.set {
			return fmt.Errorf("expected %q", o.usage())
		}
	}
	if len(words) > 0 {
		return fmt.Errorf("unexpected argument %s", words[0])
	}
	return nil
}

// complete checks which flags are given together.
func (n *node) complete() error {
	var missing []string
	for i, o := range n.options {
		if o.required && !o.set {
			missing = append(missing, o.form())
		}
		for _, other := range n.options[i+1:] {
			if o.set && other.set && o.shares(other, "xor") {
				return fmt.Errorf("--%s and --%s can't be used together", o.name, other.name)
			}
			if o.set != other.set && o.shares(other, "and") {
				return fmt.Errorf("--%s and --%s must be used together", o.name, other.name)
			}
		}
	}
	if missing != nil {
		return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
	}
	return nil
}

// shares reports whether two flags name one group in a tag.
func (o *option) shares(other *option, tag string) bool {
	groups := strings.Split(other.tag.Get(tag), ",")
	return slices.ContainsFunc(strings.Split(o.tag.Get(tag), ","), func(group string) bool { return group != "" && slices.Contains(groups, group) })
}

// explained returns a mistake in the words of this program.
func (n *node) explained(err error, set *pflag.FlagSet) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		word := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("unknown flag -%s", unknown.GetSpecifiedShortnames())
		}
		names := []string{"help", "version"}
		for _, o := range n.options {
			names = append(names, o.name)
		}
		return suggesting(fmt.Errorf("unknown flag --%s", word), word, names, "--")
	case errors.As(err, &missing):
		return fmt.Errorf("--%s: missing value", missing.GetSpecifiedName())
	case errors.As(err, &invalid):
		cause := invalid.Unwrap()
		if strings.HasPrefix(cause.Error(), "must be") {
			return fmt.Errorf("--%s %w", invalid.GetFlag().Name, cause)
		}
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, cause)
	default:
		return err
	}
}

// suggesting adds the name that may be meant.
func suggesting(err error, word string, names []string, prefix string) error {
	near := diag.Nearest(word, names)
	for _, name := range names {
		if prefix != "" && (strings.HasPrefix(word, name) || strings.HasPrefix(name, word)) {
			near = name
			break
		}
	}
	if near == "" {
		return err
	}
	return fmt.Errorf("%w, did you mean %q?", err, prefix+near)
}
