package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Raw is any JSON value. It keeps the text it was read from and is written in canonical form. Decode stores it in a Go value, AsObject
// returns it as an Object if it is one, and String returns the text. The zero Raw is null.
type Raw = wire.Raw

// ParseRaw parses any JSON value. The error is a *ValidationError or an *OptionError.
func ParseRaw(data []byte, opts ...Option) (Raw, error) { return wire.ParseRaw(data, opts...) }

// RawOf converts a Go value to a JSON value. nil, booleans, strings, numbers, Raw, Object, []any and map[string]any (sorted by name)
// are converted without loss; other types go through encoding/json. Integers that a double cannot represent are refused at any depth.
func RawOf(value any) (Raw, error) { return wire.RawOf(value) }

// MustRaw is RawOf for values that have a JSON text, such as constants. It panics for others.
func MustRaw(value any) Raw { return wire.MustRaw(value) }

// Object contains members with unique names and any values, in insertion order. Get, Set and Delete work on one member, All iterates over
// all, and Decode stores the object in a Go value. Changes to one copy do not affect the others. The zero Object is empty.
type Object = wire.Object

// Member is one member of an Object: its Name and its Value, a Raw.
type Member = wire.Member

// NewObject returns an object with these members. A later value for the same name replaces the earlier one in its place.
func NewObject(members ...Member) Object { return wire.NewObject(members...) }

// ObjectOf converts a Go value whose JSON text is an object, such as a struct or map, as RawOf does.
func ObjectOf(value any) (Object, error) { return wire.ObjectOf(value) }

// Null is the type of a value that can only be null.
type Null = wire.Null

// Opt is a member that may be absent. Get returns the value and whether there is one, Or the value or a fallback; Set and Clear change
// it. The zero Opt is absent.
type Opt[T any] = wire.Opt[T]

// Some returns a member that is present.
func Some[T any](value T) Opt[T] { return wire.Some(value) }

// Nullable is a value that may be null. Get returns the value and whether it is not null, Or the value or a fallback; Set and Clear
// change it. The zero Nullable is null.
type Nullable[T any] = wire.Nullable[T]

// NonNull returns a value that is not null.
func NonNull[T any](value T) Nullable[T] { return wire.NonNull(value) }

// OptNullable is a member that may be absent, null or a value. Get returns the value and whether it is present, Or the value or a
// fallback; Has and IsNull distinguish absent and null; Set, SetNull and Clear change it. The zero OptNullable is absent.
type OptNullable[T any] = wire.OptNullable[T]

// OptNonNull returns a member that is present and not null.
func OptNonNull[T any](value T) OptNullable[T] { return wire.OptNonNull(value) }

// OptNull returns a member that is present and null.
func OptNull[T any]() OptNullable[T] { return wire.OptNull[T]() }
