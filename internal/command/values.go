package command

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Set implements pflag.Value. A value that is a flag of the command shows that the value was forgotten.
func (o *option) Set(text string) error {
	if o.isFlag(text) {
		return fmt.Errorf("missing value before %s", text)
	}
	return o.assign(text)
}

// String implements pflag.Value. The help has its own form of defaults.
func (o *option) String() string { return "" }

// Type implements pflag.Value.
func (o *option) Type() string { return "" }

var _ pflag.Value = (*option)(nil)

// assign stores the text of one use of a flag or argument. The first one replaces the default.
func (o *option) assign(text string) error {
	if !o.set && o.repeated {
		o.field.SetZero()
	}
	o.set = true
	switch o.field.Kind() {
	case reflect.Slice:
		items := []string{text}
		if o.tag.Get("sep") != "none" {
			items = strings.Split(text, ",")
		}
		for _, item := range items {
			value := reflect.New(o.field.Type().Elem()).Elem()
			if err := o.scalar(value, item); err != nil {
				return err
			}
			o.field.Set(reflect.Append(o.field, value))
		}
		return nil
	case reflect.Map:
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf(`expected "<key>=<value>" but got %q`, text)
		}
		if o.field.IsNil() {
			o.field.Set(reflect.MakeMap(o.field.Type()))
		}
		o.field.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(value))
		return nil
	default:
		return o.scalar(o.field, text)
	}
}

// scalar parses one value.
func (o *option) scalar(to reflect.Value, text string) error {
	if o.words != nil && !slices.Contains(o.words, text) {
		return fmt.Errorf(`must be one of "%s" but got %q`, strings.Join(o.words, `","`), text)
	}
	switch to.Kind() {
	case reflect.String:
		to.SetString(text)
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("expected true or false but got %q", text)
		}
		to.SetBool(b)
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, to.Type().Bits())
		if err != nil {
			return fmt.Errorf("expected a valid %d bit int but got %q", to.Type().Bits(), text)
		}
		to.SetInt(n)
	case reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("expected a valid 64 bit uint but got %q", text)
		}
		to.SetUint(n)
	default:
		at, isTime := to.Addr().Interface().(**time.Time)
		if !isTime {
			panic(fmt.Sprintf("--%s has the type %s", o.name, to.Type()))
		}
		t, err := time.Parse(o.tag.Get("format"), text)
		if err != nil {
			return err
		}
		*at = &t
	}
	return nil
}
