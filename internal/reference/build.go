package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/envgen/envgen/internal/ir"
)

// Building is the input of a builder's caller.
type Building struct {
	Args    json.RawMessage   // an object: members of the message
	Answers json.RawMessage   // the message that is answered, or nothing
	Started string            // RFC 3339, or "" where nothing is measured
	IDs     []string          // the results of the source of ids, in order
	Env     map[string]string // the environment
	Secrets *Secrets          // the replaced secrets, or nil
	Store   bool              // whether there is a store
	Options Options
}

// Built is a message that a builder has made, as far as it is valid.
type Built struct {
	Result      // Output is laid out as the protocol's builders write
	Exit   *int // the exit code of the process that writes the message, if the protocol declares one
}

// Build makes a message. An error means that the call makes no sense.
func (r *Reference) Build(protocolName, builder string, call Building) (Built, error) {
	p := r.protocol(protocolName)
	if p == nil {
		return Built{}, fmt.Errorf("no protocol is called %q", protocolName)
	}
	i := slices.IndexFunc(p.ir.Builders, func(b *ir.Builder) bool { return b.Name == builder })
	if i < 0 {
		return Built{}, fmt.Errorf("protocol %s has no builder %q", protocolName, builder)
	}
	m := &making{owner: p, builder: p.ir.Builders[i], call: call, options: call.Options.withDefaults()}
	if err := m.run(); err != nil {
		return Built{}, err
	}
	j, err := p.judge(m.builder.Makes, appendValue(nil, m.message), call.Options, nil)
	if err != nil || !j.Valid {
		return Built{Result: j.Result}, err
	}
	built := Built{Result: j.Result}
	built.Output = lay(p.ir.Layout, j.Output)
	if exit := p.ir.Layout.Exit; exit != nil {
		if record := slices.Index(exit.Records, m.builder.Makes); record >= 0 {
			built.Exit = &exit.Codes[record]
		}
	}
	return built, nil
}

// lay lays compact text out.
func lay(l ir.Layout, compact []byte) []byte {
	if l.Indent == 0 {
		return append(compact, l.End...)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", strings.Repeat(" ", l.Indent)); err != nil {
		panic(err) // it is JSON
	}
	b.WriteString(l.End)
	return b.Bytes()
}

// making is one run of a builder.
type making struct {
	owner   *protocol
	builder *ir.Builder
	call    Building
	options Options
	params  map[string]any
	message object
	ids     int
}

func (m *making) run() (err error) {
	if m.params, err = m.owner.readParams(m.options); err != nil {
		return err
	}
	if m.message, err = m.read("args", m.call.Args); err != nil {
		return err
	}
	if err := m.copy(); err != nil {
		return err
	}
	m.message = begun(m.builder.Draft, m.message)
	for _, way := range m.builder.Drops {
		value, _ := valueAt(m.message, way)
		if list, is := value.([]any); is && len(list) == 0 {
			m.message = change(m.message, way, nil)
		}
	}
	if err := m.fillAll(); err != nil {
		return err
	}
	if m.call.Secrets != nil {
		m.message, _ = m.redacted().(object)
	}
	if m.call.Store {
		stored, err := m.store()
		if err != nil {
			return err
		}
		if stored {
			if err := m.fillAll(); err != nil {
				return err
			}
		}
	}
	return m.shorten()
}

// redacted is the message with three asterisks for each secret, or itself where it is not as it should be.
func (m *making) redacted() (out any) {
	defer func() {
		if recover() != nil {
			out = m.message
		}
	}()
	return m.call.Secrets.redact(&m.builder.Makes.Value, m.message)
}

// fillAll supplies the absent members.
func (m *making) fillAll() error {
	for _, fill := range m.builder.Fills {
		if _, has := valueAt(m.message, fill.At); has || !within(m.message, fill.At) {
			continue
		}
		value, err := m.fill(fill)
		if err != nil {
			return err
		}
		if value != nil {
			m.message = change(m.message, fill.At, value)
		}
	}
	return nil
}

// read reads an object of the call.
func (m *making) read(what string, text json.RawMessage) (object, error) {
	value, err := readText(text, Options{}.withDefaults())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if !slices.ContainsFunc(m.owner.ir.Numbers, func(n *ir.Numbers) bool { return n.Wide }) {
		value = m.owner.placed(value, nil)
	}
	members, is := value.(object)
	if !is {
		return nil, fmt.Errorf("%s must be an object", what)
	}
	return members, nil
}

// copy copies members of the answered message.
func (m *making) copy() error {
	if (m.builder.Answers != nil) != (m.call.Answers != nil) {
		return errors.New("a builder that answers takes the message that is answered, and no other one does")
	}
	if m.builder.Answers == nil {
		return nil
	}
	answered, err := m.read("answers", m.call.Answers)
	if err != nil {
		return err
	}
	for _, c := range m.builder.Copies {
		var value any = answered
		there := true
		for _, name := range c.From {
			members, _ := value.(object)
			value, there = members.get(name)
		}
		if _, given := valueAt(m.message, c.At); there && (value != nil || mayBeNull(c)) && !given {
			m.message = change(begun(m.builder.Draft, m.message), c.At, &value)
		}
	}
	return nil
}

// mayBeNull reports whether null can be copied: a member that cannot be null is left out.
func mayBeNull(c *ir.Copy) bool {
	v := &c.At[len(c.At)-1].Value
	for {
		ref, is := v.Kind.(ir.Ref)
		if v.Nullable || !is {
			break
		}
		v = &ref.Type.Value
	}
	return v.Nullable || slices.Contains([]ir.Kind{ir.Any{}, ir.Null{}}, v.Kind)
}

// fill is the value of a member, or nil where it is left out.
func (m *making) fill(f *ir.Fill) (*any, error) {
	var value any
	switch with := f.With.(type) {
	case ir.FillConstant:
		value = literalValue(with.Literal)
	case ir.FillNow:
		if value = m.options.Now.UTC().Format("2006-01-02T15:04:05.000Z"); with.Seconds {
			value = float64(m.options.Now.Unix())
		}
	case ir.FillID:
		if m.ids == len(m.call.IDs) {
			return nil, errors.New("ids: there are too few")
		}
		value = m.call.IDs[m.ids]
		m.ids++
	case ir.FillElapsed:
		if m.call.Started == "" {
			return nil, nil
		}
		started, err := time.Parse(time.RFC3339, m.call.Started)
		if err != nil {
			return nil, fmt.Errorf("started: %w", err)
		}
		value = float64(m.options.Now.Sub(started).Milliseconds())
	case ir.FillParam:
		value = plainValue(m.params[m.owner.ir.Params[with.Index].Name])
	case ir.FillWord:
		value = with.Else
		for _, w := range slices.Backward(with.Words) {
			if m.call.Env[w.Variable] != "" {
				value = w.Word
			}
		}
	case ir.FillComputed:
		return m.compute(with)
	}
	return &value, nil
}

// compute evaluates a computed member with cel-go.
func (m *making) compute(f ir.FillComputed) (*any, error) {
	if f.When != nil {
		if answer, err := m.evaluate(f.When); err != nil || answer != types.True {
			return nil, err // a condition that cannot be evaluated is not true
		}
	}
	answer, err := m.evaluate(f.Value)
	if err != nil {
		return nil, err
	}
	value := fromNative(answer)
	if answer == nil {
		value = map[ir.ExprKind]any{ir.BoolExpr: false, ir.IntExpr: 0.0, ir.DoubleExpr: 0.0, ir.StringExpr: "", ir.ListExpr: []any{}}[f.Type.Kind]
	}
	return &value, nil
}

// evaluate returns the value of an expression, or nil where it has none.
func (m *making) evaluate(p *ir.Predicate) (ref.Val, error) {
	environment, err := newEnvironment()
	if err != nil {
		return nil, err
	}
	run, err := program(environment, p.Text)
	if err != nil {
		return nil, err
	}
	c := &course{Interpreter: m.owner.Interpreter, settings: settings{now: *m.options.Now, params: m.params}}
	answer, _, err := run.Eval(c.variables(native(&m.builder.Makes.Value, m.message, everyStage)))
	if err != nil {
		return nil, nil // an expression may have no value
	}
	return answer, nil
}

func plainValue(v any) any {
	if n, is := v.(int64); is {
		return float64(n)
	}
	return v
}

func literalValue(l ir.Literal) any {
	switch l.Kind {
	case ir.BoolLiteral:
		return l.Bool
	case ir.NumberLiteral:
		return l.Number
	case ir.StringLiteral:
		return l.String
	}
	return nil
}

// begun has an empty object in the place of each record that the builder begins.
func begun(d *ir.Draft, members object) object {
	for _, m := range d.Members {
		if m.Draft == nil {
			continue
		}
		inner, has := members.get(m.Field.Name)
		if of, is := inner.(object); is || !has && !m.Must && !m.Optional {
			members = with(members, m.Field.Name, begun(m.Draft, of))
		}
	}
	return members
}

// valueAt is the value at a way of members.
func valueAt(value any, way []*ir.Field) (any, bool) {
	for _, f := range way {
		members, is := value.(object)
		if !is {
			return nil, false
		}
		inner, has := members.get(f.Name)
		if !has {
			return nil, false
		}
		value = inner
	}
	return value, true
}

// within reports whether the object around the end of a way is there.
func within(message object, way []*ir.Field) bool {
	around, has := valueAt(message, way[:len(way)-1])
	_, is := around.(object)
	return has && is
}

// change sets or removes the value at a path whose objects exist.
func change(members object, way []*ir.Field, value *any) object {
	name := way[0].Name
	if len(way) > 1 {
		inner, _ := members.get(name)
		of, is := inner.(object)
		if !is {
			return members
		}
		return with(members, name, change(of, way[1:], value))
	}
	if value == nil {
		return slices.DeleteFunc(slices.Clone(members), func(m member) bool { return m.name == name })
	}
	return with(members, name, *value)
}

func with(members object, name string, value any) object {
	members = slices.Clone(members)
	for i := range members {
		if members[i].name == name {
			members[i].value = value
			return members
		}
	}
	return append(members, member{name, value})
}
