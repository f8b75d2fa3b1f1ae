package reference

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// Options are the settings of a caller for a check; a zero field is the contract's default.
type Options struct {
	MaxDepth  int // nesting of arrays and objects: 128
	MaxBytes  int // length of the text: 16 MiB
	MaxIssues int // length of the list: 100
	// MaxRemembered bounds the bytes that a conversation remembers: 64 MiB.
	MaxRemembered int
	// Now is the time to check at: 2000-01-01T00:00:00Z (contract section 6). A pointer, because the zero time is a time too.
	Now *time.Time
	// Params are the protocol's own parameters by name, as encoding/json reads the values of a YAML file: a duration is a string, and a size can be
	// one.
	Params map[string]any
}

func (o Options) withDefaults() Options {
	for _, limit := range []struct {
		value *int
		or    int
	}{{&o.MaxDepth, 128}, {&o.MaxBytes, 16 << 20}, {&o.MaxIssues, 100}, {&o.MaxRemembered, 64 << 20}} {
		if *limit.value == 0 {
			*limit.value = limit.or
		}
	}
	if o.Now == nil {
		start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		o.Now = &start
	}
	return o
}

// ReadOptions reads the members now and params of a request or a fixture, of which either may be empty.
func ReadOptions(now string, params json.RawMessage) (Options, error) {
	var o Options
	if now != "" {
		i, err := instantOf(now)
		if err != nil {
			return Options{}, fmt.Errorf("now: %w", err)
		}
		t := i.time()
		o.Now = &t
	}
	if len(params) == 0 {
		return o, nil
	}
	if err := json.Unmarshal(params, &o.Params); err != nil {
		return Options{}, fmt.Errorf("params: %w", err)
	}
	if o.Params == nil {
		return Options{}, errors.New("params must be an object")
	}
	return o, o.takeLimits()
}

// FlagOptions reads the parameters of a command line, without a time. A parameter is text if the spec declares text, or if it can have no other type.
func FlagOptions(p *ir.Protocol, flags map[string]string) (Options, error) {
	values := map[string]json.RawMessage{}
	for name, text := range flags {
		isText := slices.ContainsFunc(p.Params, func(p *ir.Param) bool { return p.Name == name && p.Type.Kind == ir.StringExpr })
		value := json.RawMessage(text)
		if isText || !json.Valid(value) {
			var err error
			if value, err = json.Marshal(text); err != nil {
				return Options{}, err
			}
		}
		values[name] = value
	}
	params, err := json.Marshal(values)
	if err != nil {
		return Options{}, err
	}
	return ReadOptions("", params)
}

// takeLimits moves the parameters that every protocol has to where they belong.
func (o *Options) takeLimits() error {
	for _, limit := range []struct {
		name  string
		value *int
		most  int64
	}{{"max_depth", &o.MaxDepth, 256}, {"max_bytes", &o.MaxBytes, math.MaxInt32}, {"max_issues", &o.MaxIssues, math.MaxInt32},
		{"max_remembered", &o.MaxRemembered, math.MaxInt32}} {
		value, given := o.Params[limit.name]
		if !given {
			continue
		}
		n, err := integer(value)
		if err != nil || n < 1 || n > limit.most {
			return fmt.Errorf("parameter %s: %v is no integer from 1 to %d", limit.name, value, limit.most)
		}
		*limit.value = int(n)
		delete(o.Params, limit.name)
	}
	return nil
}

// settings are options as rules see them.
type settings struct {
	now    time.Time
	params map[string]any // a bool, int64, float64, string or span for every parameter
}

// readParams gives every parameter its value.
func (i *Interpreter) readParams(o Options) (map[string]any, error) {
	for name := range o.Params {
		if !slices.ContainsFunc(i.protocol.Params, func(p *ir.Param) bool { return p.Name == name }) {
			return nil, fmt.Errorf("there is no parameter %q", name)
		}
	}
	values := map[string]any{}
	for _, p := range i.protocol.Params {
		values[p.Name] = defaultOf(p)
		given, ok := o.Params[p.Name]
		if !ok {
			continue
		}
		value, err := readParam(p, given)
		if a := i.protocol.Accepts; err == nil && a != nil && i.protocol.Params[a.Param] == p && slices.ContainsFunc(strings.Split(value.(string), " "), func(v string) bool { return !semanticVersion.MatchString(v) }) {
			err = fmt.Errorf("%q is no semantic version", value)
		}
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		values[p.Name] = value
	}
	return values, nil
}

func defaultOf(p *ir.Param) any {
	switch p.Type.Kind {
	case ir.BoolExpr:
		return p.Default.Bool
	case ir.IntExpr:
		return int64(p.Default.Number)
	case ir.DoubleExpr:
		return p.Default.Number
	case ir.StringExpr:
		return p.Default.String
	case ir.DurationExpr:
		return spanOf(int64(p.Default.Number))
	}
	panic(fmt.Sprintf("reference: unhandled type %d of a parameter", p.Type.Kind))
}

// readParam reads a value that a caller gave.
func readParam(p *ir.Param, given any) (any, error) {
	text, isText := given.(string)
	switch p.Type.Kind {
	case ir.BoolExpr:
		if b, ok := given.(bool); ok {
			return b, nil
		}
	case ir.IntExpr:
		if p.Size {
			return sizeOf(given)
		}
		return integer(given)
	case ir.DoubleExpr:
		if n, ok := given.(float64); ok {
			return n + 0, nil // -0 is 0, as in messages
		}
	case ir.StringExpr:
		if isText {
			return text, nil
		}
	case ir.DurationExpr:
		if isText {
			return readSpan(text)
		}
	}
	return nil, fmt.Errorf("%v (%T) is of the wrong type", given, given)
}

func integer(given any) (int64, error) {
	n, ok := given.(float64)
	if !ok || n != math.Trunc(n) || math.Abs(n) > maxInteger {
		return 0, fmt.Errorf("%v is no integer", given)
	}
	return int64(n), nil
}

var size = regexp.MustCompile(`\A(0|[1-9][0-9]{0,15})(|B|KiB|MiB|GiB)\z`)

// sizeOf reads a number of bytes, or a text such as 32KiB.
func sizeOf(given any) (int64, error) {
	if text, isText := given.(string); isText {
		part := size.FindStringSubmatch(text)
		if part == nil {
			return 0, fmt.Errorf("%q is no size", text)
		}
		n, err := strconv.ParseFloat(part[1], 64)
		if err != nil {
			return 0, err
		}
		given = n * map[string]float64{"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[part[2]]
	}
	n, err := integer(given)
	if err == nil && n < 0 {
		err = fmt.Errorf("%v is no size", given)
	}
	return n, err
}
