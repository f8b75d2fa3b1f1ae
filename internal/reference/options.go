package reference

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// Options are what a caller may set for a check; a zero field is the contract's default.
type Options struct {
	MaxDepth  int // nesting of arrays and objects: 128
	MaxBytes  int // length of the text: 16 MiB
	MaxIssues int // length of the list: 100
	// Now is the time to check at: 2000-01-01T00:00:00Z (contract section 6). A pointer, because the zero time is a time too.
	Now *time.Time
	// Params are the protocol's own parameters by name, as encoding/json reads what a YAML file would hold: a duration and,
	// if need be, a size is a string.
	Params map[string]any
}

func (o Options) withDefaults() Options {
	for _, limit := range []struct {
		value *int
		or    int
	}{{&o.MaxDepth, 128}, {&o.MaxBytes, 16 << 20}, {&o.MaxIssues, 100}} {
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
	for name, limit := range map[string]*int{"max_depth": &o.MaxDepth, "max_bytes": &o.MaxBytes, "max_issues": &o.MaxIssues} {
		value, given := o.Params[name]
		if !given {
			continue
		}
		n, err := integer(value)
		if err != nil || n < 0 || n > math.MaxInt32 {
			return Options{}, fmt.Errorf("params: %s is %v", name, value)
		}
		*limit = int(n)
		delete(o.Params, name)
	}
	return o, nil
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
		if p.Size && isText {
			return sizeOf(text)
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

var size = regexp.MustCompile(`\A([0-9]{1,12})(|B|KiB|MiB|GiB)\z`)

// sizeOf reads a number of bytes such as 32KiB.
func sizeOf(text string) (int64, error) {
	part := size.FindStringSubmatch(text)
	if part == nil {
		return 0, fmt.Errorf("%q is no size", text)
	}
	n, err := strconv.ParseInt(part[1], 10, 64)
	return n << map[string]int{"KiB": 10, "MiB": 20, "GiB": 30}[part[2]], err
}
