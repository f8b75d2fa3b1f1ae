package wire

import (
	"reflect"
	"strings"
)

// ownable is implemented by the types of this package whose fields reflection cannot set.
type ownable interface{ owned() any }

func (o Opt[T]) owned() any         { return Opt[T]{OwnValue(o.value), o.set} }
func (n Nullable[T]) owned() any    { return Nullable[T]{OwnValue(n.value), n.set} }
func (o OptNullable[T]) owned() any { o.value = OwnValue(o.value); return o }
func (r Raw) owned() any            { return Raw{strings.Clone(r.text), r.form} }

func (o Object) owned() any {
	o.text = strings.Clone(o.text)
	o.members = OwnValue(o.members)
	return o
}

func (m Map[T]) owned() any {
	var own Map[T]
	for name, value := range m.All() {
		own.Set(strings.Clone(name), OwnValue(value))
	}
	return own
}

// OwnPart is OwnValue for a part that is often absent.
func OwnPart[T any](o Opt[T]) Opt[T] {
	if o.set {
		o.value = OwnValue(o.value)
	}
	return o
}

// OwnValue returns a copy of a value that shares nothing with it. It is for lists, objects and unions: reflection takes its time.
func OwnValue[T any](value T) T {
	reflected(reflect.ValueOf(&value).Elem())
	return value
}

// reflected replaces the parts of a value that it shares with another one.
func reflected(v reflect.Value) {
	if known, is := v.Interface().(ownable); is && v.Kind() == reflect.Struct {
		v.Set(reflect.ValueOf(known.owned()))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Clone(v.String()))
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		items := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(items, v)
		for i := range items.Len() {
			reflected(items.Index(i))
		}
		v.Set(items)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		to := reflect.New(v.Elem().Type()).Elem()
		to.Set(v.Elem())
		reflected(to)
		if v.Kind() == reflect.Pointer {
			to = to.Addr()
		}
		v.Set(to)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				reflected(v.Field(i))
			}
		}
	}
}
