package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
)

// Null is the type of a value that can only be null.
type Null struct{}

// MarshalJSON returns null.
func (Null) MarshalJSON() ([]byte, error) { return []byte(jsonNull), nil }

// UnmarshalJSON reads null.
func (*Null) UnmarshalJSON(data []byte) error {
	if string(data) != jsonNull {
		return errors.New("must be null")
	}
	return nil
}

// String returns null.
func (Null) String() string { return jsonNull }

// Opt is a member that may be absent. The zero Opt is absent.
type Opt[T any] struct {
	value T
	set   bool
}

// Some returns a member that is present.
func Some[T any](value T) Opt[T] { return Opt[T]{value, true} }

// Get returns the value, and whether the member is present.
func (o Opt[T]) Get() (T, bool) { return o.value, o.set }

// Has reports whether the member is present.
func (o Opt[T]) Has() bool { return o.set }

// Ptr returns a pointer to the value, or nil if the member is absent.
func (o *Opt[T]) Ptr() *T {
	if o.set {
		return &o.value
	}
	return nil
}

// Or returns the value, or fallback if the member is absent.
func (o Opt[T]) Or(fallback T) T {
	if o.set {
		return o.value
	}
	return fallback
}

// Set makes the member present.
func (o *Opt[T]) Set(value T) { o.value, o.set = value, true }

// Fill makes the member present and returns a pointer to its value.
func (o *Opt[T]) Fill() *T {
	o.set = true
	return &o.value
}

// Clear makes the member absent.
func (o *Opt[T]) Clear() { *o = Opt[T]{} }

// IsZero reports whether the member is absent, for the option omitzero of encoding/json.
func (o Opt[T]) IsZero() bool { return !o.set }

// Equal reports whether both are absent or equal. Records and unions are compared as JSON, and values with a method Equal by it.
func (o Opt[T]) Equal(other Opt[T]) bool { return o.set == other.set && equal(o.value, other.value) }

// String formats the value as fmt does.
func (o Opt[T]) String() string { return text(o.value, o.set, "absent") }

// MarshalJSON returns the value, or null if the member is absent; the option omitzero of encoding/json leaves it out.
func (o Opt[T]) MarshalJSON() ([]byte, error) { return marshal(o.value, o.set) }

// UnmarshalJSON reads the value. null leaves o as it is.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if string(data) == jsonNull {
		return nil
	}
	return unmarshal(data, o.Set)
}

// Nullable is a value that may be null. The zero Nullable is null.
type Nullable[T any] struct {
	value T
	set   bool
}

// NonNull returns a value that is not null.
func NonNull[T any](value T) Nullable[T] { return Nullable[T]{value, true} }

// Get returns the value, and whether it is not null.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.set }

// IsNull reports whether the value is null.
func (n Nullable[T]) IsNull() bool { return !n.set }

// Ptr returns a pointer to the value, or nil if it is null.
func (n *Nullable[T]) Ptr() *T {
	if n.set {
		return &n.value
	}
	return nil
}

// Or returns the value, or fallback if it is null.
func (n Nullable[T]) Or(fallback T) T {
	if n.set {
		return n.value
	}
	return fallback
}

// Set makes the value not null.
func (n *Nullable[T]) Set(value T) { n.value, n.set = value, true }

// Fill makes the value not null and returns a pointer to it.
func (n *Nullable[T]) Fill() *T {
	n.set = true
	return &n.value
}

// Clear makes the value null.
func (n *Nullable[T]) Clear() { *n = Nullable[T]{} }

// Equal reports whether both are null or equal. Records and unions are compared as JSON, and values with a method Equal by it.
func (n Nullable[T]) Equal(other Nullable[T]) bool {
	return n.set == other.set && equal(n.value, other.value)
}

// String formats the value as fmt does.
func (n Nullable[T]) String() string { return text(n.value, n.set, jsonNull) }

// MarshalJSON returns the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return marshal(n.value, n.set) }

// UnmarshalJSON reads the value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if string(data) == jsonNull {
		n.Clear()
		return nil
	}
	return unmarshal(data, n.Set)
}

// OptNullable is a member that may be absent, null or a value. The zero OptNullable is absent.
type OptNullable[T any] struct {
	value T
	state presence
}

type presence uint8

const (
	absent presence = iota
	null
	present
)

// OptNonNull returns a member that is present and not null.
func OptNonNull[T any](value T) OptNullable[T] { return OptNullable[T]{value, present} }

// OptNull returns a member that is present and null.
func OptNull[T any]() OptNullable[T] { return OptNullable[T]{state: null} }

// Get returns the value, and whether the member is present and not null.
func (o OptNullable[T]) Get() (T, bool) { return o.value, o.state == present }

// Has reports whether the member is present, possibly null.
func (o OptNullable[T]) Has() bool { return o.state != absent }

// IsNull reports whether the member is present and null.
func (o OptNullable[T]) IsNull() bool { return o.state == null }

// Ptr returns a pointer to the value, or nil if the member is absent or null.
func (o *OptNullable[T]) Ptr() *T {
	if o.state == present {
		return &o.value
	}
	return nil
}

// Or returns the value, or fallback if the member is absent or null.
func (o OptNullable[T]) Or(fallback T) T {
	if o.state == present {
		return o.value
	}
	return fallback
}

// Set makes the member present and not null.
func (o *OptNullable[T]) Set(value T) { o.value, o.state = value, present }

// SetNull makes the member present and null.
func (o *OptNullable[T]) SetNull() { *o = OptNull[T]() }

// Fill makes the member present and not null and returns a pointer to its value.
func (o *OptNullable[T]) Fill() *T {
	o.state = present
	return &o.value
}

// Clear makes the member absent.
func (o *OptNullable[T]) Clear() { *o = OptNullable[T]{} }

// IsZero reports whether the member is absent, for the option omitzero of encoding/json.
func (o OptNullable[T]) IsZero() bool { return o.state == absent }

// Equal reports whether both are absent, null or equal. Records and unions are compared as JSON, and values with a method Equal by it.
func (o OptNullable[T]) Equal(other OptNullable[T]) bool {
	return o.state == other.state && equal(o.value, other.value)
}

// String formats the value as fmt does.
func (o OptNullable[T]) String() string {
	if o.state == absent {
		return "absent"
	}
	return text(o.value, o.state == present, jsonNull)
}

// MarshalJSON returns the value, or null if there is none; the option omitzero of encoding/json leaves an absent member out.
func (o OptNullable[T]) MarshalJSON() ([]byte, error) { return marshal(o.value, o.state == present) }

// UnmarshalJSON reads the value or null.
func (o *OptNullable[T]) UnmarshalJSON(data []byte) error {
	if string(data) == jsonNull {
		o.SetNull()
		return nil
	}
	return unmarshal(data, o.Set)
}

// Format prints the value, as fmt does.
func (o Opt[T]) Format(f fmt.State, verb rune) { formatValue(f, verb, o.value, o.set, "absent") }

// LogValue is the value, for log/slog.
func (o Opt[T]) LogValue() slog.Value { return logValue(o.value, o.set, "absent") }

// Format prints the value, as fmt does.
func (n Nullable[T]) Format(f fmt.State, verb rune) { formatValue(f, verb, n.value, n.set, jsonNull) }

// LogValue is the value, for log/slog.
func (n Nullable[T]) LogValue() slog.Value { return logValue(n.value, n.set, jsonNull) }

// Format prints the value, as fmt does.
func (o OptNullable[T]) Format(f fmt.State, verb rune) {
	formatValue(f, verb, o.value, o.state == present, o.otherwise())
}

// LogValue is the value, for log/slog.
func (o OptNullable[T]) LogValue() slog.Value {
	return logValue(o.value, o.state == present, missing(o.otherwise()))
}

// otherwise is the text for an absent value.
func (o OptNullable[T]) otherwise() string {
	if o.state == absent {
		return "absent"
	}
	return jsonNull
}

const jsonNull = "null"

func text[T any](value T, present bool, otherwise string) string {
	if !present {
		return otherwise
	}
	return fmt.Sprint(value)
}

func marshal[T any](value T, present bool) ([]byte, error) {
	if !present {
		return []byte(jsonNull), nil
	}
	return json.Marshal(value)
}

// unmarshal reads a value and stores it, unless there is an error.
func unmarshal[T any](data []byte, set func(T)) error {
	var value T
	err := json.Unmarshal(data, &value)
	if err == nil {
		set(value)
	}
	return err
}
