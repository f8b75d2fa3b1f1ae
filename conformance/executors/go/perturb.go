package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/envgen/envgen/gen/go/envelope"
)

// Encode validates a value while it writes it, without reading the text. Its verdict must equal that of reading the text, also for values that no
// text gives: a nil variant, a word outside its vocabulary, an undeclared member with a declared name. So after each check of a valid message,
// similar values are encoded both ways.

// perturbations is how many values are tried after each message.
const perturbations = 3

// perturb returns an error if Encode and reading disagree about a value that has been read from text, or about one near it.
func perturb(codec envelope.Codec, text []byte, opts []envelope.Option) error {
	hash := fnv.New64a()
	hash.Write(text)
	random := rand.New(rand.NewPCG(hash.Sum64(), 0))
	for i := range perturbations + 1 {
		value, err := codec.Parse(text, opts...)
		if err != nil {
			return err
		}
		place := reflect.New(reflect.TypeOf(value)).Elem()
		place.Set(reflect.ValueOf(value))
		what := "nothing"
		if i > 0 {
			w := walk{names: strings.FieldsFunc(string(text), func(c rune) bool { return c == '"' })}
			if w.visit(place, ""); len(w.changes) == 0 {
				return nil
			}
			c := w.changes[random.IntN(len(w.changes))]
			c.apply(random)
			what = c.at
		}
		if err := agree(codec, place.Interface(), opts); err != nil {
			return fmt.Errorf("with %s changed: %w", what, err)
		}
	}
	return nil
}

// agree returns an error unless Encode gives the same verdict on a value as reading its text.
func agree(codec envelope.Codec, value any, opts []envelope.Option) error {
	var encoded, read []envelope.Issue
	got, gotErr := codec.Encode(value, append(slices.Clip(opts), envelope.Report(&encoded))...)
	want, wantErr := codec.EncodeUnchecked(value, append(slices.Clip(opts), envelope.Report(&read))...)
	if wantErr == nil {
		_, wantErr = codec.Parse(want, append(slices.Clip(opts), envelope.Report(&read))...)
	}
	switch {
	case (gotErr == nil) != (wantErr == nil), !slices.Equal(encoded, read):
		return fmt.Errorf("encoding %s gives %v and issues %v, reading it %v and %v", want, gotErr, encoded, wantErr, read)
	case gotErr == nil && string(got) != string(want):
		return fmt.Errorf("encoding gives %s, and %s without a check", got, want)
	}
	return nil
}

// change is one thing that can be done to a value.
type change struct {
	at    string
	apply func(*rand.Rand)
}

// walk collects the possible changes.
type walk struct {
	names   []string // of members, and other words of the text
	changes []change
}

func (w *walk) add(at string, apply func(*rand.Rand)) {
	w.changes = append(w.changes, change{at, apply})
}

// visit collects the possible changes in v, which can be set.
func (w *walk) visit(v reflect.Value, at string) {
	switch x := v.Addr().Interface().(type) {
	case *envelope.Raw:
		w.add(at, func(r *rand.Rand) { *x = anyRaw(r) })
		return
	case *envelope.Object:
		w.add(at, func(r *rand.Rand) { x.Set(pick(r, w.names), anyRaw(r)) })
		w.add(at, func(*rand.Rand) { *x = envelope.Object{} })
		return
	}
	if fill := v.Addr().MethodByName("Fill"); fill.IsValid() { // Opt and its like
		w.add(at, func(*rand.Rand) { fill.Call(nil) })
		w.add(at, func(*rand.Rand) { v.Addr().MethodByName("Clear").Call(nil) })
		if p := v.Addr().MethodByName("Ptr").Call(nil)[0]; !p.IsNil() {
			w.visit(p.Elem(), at)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		w.add(at, func(*rand.Rand) { v.SetZero() })
		if !v.IsNil() {
			w.visit(v.Elem(), at)
		}
	case reflect.Interface:
		w.add(at, func(*rand.Rand) { v.SetZero() })
		w.visitInside(v, at)
	case reflect.Struct:
		w.visitFields(v, at)
	case reflect.Slice:
		w.add(at, func(*rand.Rand) { v.SetZero() })
		w.add(at, func(*rand.Rand) { v.Set(reflect.Append(v, reflect.New(v.Type().Elem()).Elem())) })
		for i := range v.Len() {
			w.visit(v.Index(i), fmt.Sprintf("%s/%d", at, i))
		}
	case reflect.String:
		w.add(at, func(r *rand.Rand) { v.SetString(pick(r, append(w.names, strangeTexts...))) })
	case reflect.Bool:
		w.add(at, func(*rand.Rand) { v.SetBool(!v.Bool()) })
	case reflect.Int64:
		w.add(at, func(r *rand.Rand) { v.SetInt(pick(r, []int64{-1, 0, 1, 7, 1000, 1e12, 1<<53 - 1, 1 << 53})) })
	case reflect.Float64:
		w.add(at, func(r *rand.Rand) { v.SetFloat(pick(r, []float64{-1, 0, 0.1, 1, 7.5, 1e300, math.NaN()})) })
	}
}

// visitInside visits the value of an interface. It cannot be set in place unless it is a pointer.
func (w *walk) visitInside(v reflect.Value, at string) {
	if v.IsNil() {
		return
	}
	if v.Elem().Kind() == reflect.Pointer {
		if !v.Elem().IsNil() {
			w.visit(v.Elem().Elem(), at)
		}
		return
	}
	inner := reflect.New(v.Elem().Type()).Elem()
	inner.Set(v.Elem())
	first := len(w.changes)
	w.visit(inner, at)
	for i, c := range w.changes[first:] {
		w.changes[first+i].apply = func(r *rand.Rand) {
			c.apply(r)
			v.Set(inner)
		}
	}
}

func (w *walk) visitFields(v reflect.Value, at string) {
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() {
			w.visit(v.Field(i), at+"/"+field.Name)
		}
	}
	if set := v.Addr().MethodByName("Set"); set.IsValid() && set.Type().NumIn() == 2 { // Map
		w.add(at, func(r *rand.Rand) {
			set.Call([]reflect.Value{reflect.ValueOf(pick(r, w.names)), reflect.New(set.Type().In(1)).Elem()})
		})
	}
}

var strangeTexts = []string{"", "x", "\xff", strings.Repeat("é", 300), "2026-13-01T00:00:00Z", "2026-01-01T00:00:00Z", "unknown"}

func anyRaw(r *rand.Rand) envelope.Raw {
	return envelope.MustRaw(pick(r, []any{nil, true, 1, "x", []any{}, map[string]any{"x": 1}}))
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
