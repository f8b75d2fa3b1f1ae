package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// autoAt is an x-auto. It is either at the member itself or at a member that this one narrows.
type autoAt struct {
	*syntax.Auto
	own bool
}

// noteAuto stores the x-auto of a member: that of the narrowest schema counts.
func (c *compiler) noteAuto(f *ir.Field, p *property) {
	for _, part := range p.parts {
		if part.Auto != nil {
			c.autos[f] = autoAt{part.Auto, part == p.parts[len(p.parts)-1]}
		}
		f.Secret = f.Secret || part.Secret.Value
	}
}

// fillings compiles `x-auto` of all members of a unit's types, which are complete by now.
func (c *compiler) fillings(u *unit, used map[*ir.Param]bool) {
	if c.Diags.HasErrors() {
		return
	}
	for _, t := range u.out {
		record, is := t.Value.Kind.(*ir.Record)
		if !is {
			continue
		}
		for _, f := range record.Fields {
			if f.Secret && !acceptsMask(f.Value.Resolve()) {
				c.Fail(f.Pos, "secret", "remove `x-secret`, or the keywords that \"***\" violates", "three asterisks replace a secret, but they are not valid for %q", f.Name)
			}
			if a, has := c.autos[f]; has && f.Auto == nil && (a.own || c.stillFits(f, a.Auto)) {
				if a.Kind.Value == "counter" {
					f.Counter = c.isCounter(f, a.Auto)
					continue
				}
				f.Auto = c.valueSource(u, f, a.Auto)
				if p, is := f.Auto.(ir.FillParam); is {
					used[u.protocol.Params[p.Index]] = true
				}
			}
		}
	}
}

// isCounter reports whether a client can number requests in a member.
func (c *compiler) isCounter(f *ir.Field, a *syntax.Auto) bool {
	r := f.Value.Resolve()
	isNumber := func(k ir.Kind) bool {
		integer, is := k.(ir.Integer)
		_, isAny := k.(ir.Number)
		return isAny || is && integer.Width == ir.Safe
	}
	counts := isNumber(r.Kind)
	if choice, is := r.Kind.(*ir.Choice); is {
		counts = slices.ContainsFunc(choice.Options, func(o ir.Value) bool { return isNumber(o.Resolve().Kind) })
	}
	if !counts || r.Nullable {
		c.Fail(a.Pos, "auto", "declare it as an integer, or as a choice with one, without null", "%q cannot contain the number of a request", f.Name)
		return false
	}
	return true
}

// idleCounters warns of counters that are in no request. A spec without conversations may be imported by one that has them.
func (c *compiler) idleCounters(u *unit) {
	if len(u.protocol.Conversations) == 0 {
		return
	}
	counting, noRequest := map[*syntax.Auto]bool{}, map[*ir.Field]string{} // which messages are no requests
	for _, talk := range u.protocol.Conversations {
		for _, x := range talk.Exchanges {
			for i, key := range x.Keys {
				if f := itemKey(key); f != nil {
					noRequest[f] = "a message with keys in the items of an array"
				}
				if x.With != nil {
					for _, at := range x.Usual().Members() {
						noRequest[talk.Records[i].Field(at[0])] = "a message whose key has several members"
					}
				}
			}
			for _, r := range x.Requests {
				if f := x.Counter(r); f != nil {
					counting[c.autos[f].Auto] = true
				}
			}
		}
	}
	for _, t := range u.out {
		record, is := t.Value.Kind.(*ir.Record)
		if !is {
			continue
		}
		for _, f := range record.Fields {
			if a := c.autos[f].Auto; f.Counter && !counting[a] {
				counting[a] = true // one warning is enough
				d := diag.Diagnostic{Pos: a.Pos, Severity: diag.Warning, Code: "no-effect", Message: wording.Quote(f.Name) + " is the key of no request, so no client numbers it",
					Suggestion: "write `x-auto: counter` at the member that is the `key` of an exchange"}
				if which := noRequest[f]; which != "" {
					d.Suggestion = "remove `x-auto: counter`: " + which + " is no request"
				}
				c.Diags.Add(d)
			}
		}
	}
}

// itemKey is the member of the items of an array that is a key, or nil.
func itemKey(key *ir.Key) *ir.Field {
	if key == nil || key.Item == nil {
		return nil
	}
	made := key.Value.(ir.Collect).Made
	if call, is := made.(ir.Call); is {
		made = call.Args[0] // an integer as a double
	}
	member, _ := made.(ir.MemberOf)
	return member.Field
}

// valueSource returns the value that a builder writes into a member, or nil with a report.
func (c *compiler) valueSource(u *unit, f *ir.Field, a *syntax.Auto) ir.ValueSource {
	r := f.Value.Resolve()
	_, isString := r.Kind.(ir.String)
	k, isInteger := r.Kind.(ir.Integer)
	isInteger = isInteger && k.Width == ir.Safe
	switch a.Kind.Value {
	case "now":
		if f.Value.IsDateTime() || isInteger {
			return ir.FillNow{Seconds: isInteger}
		}
		c.Fail(a.Pos, "auto", "give it `format: date-time`, or the type integer for Unix seconds", "%q does not contain a time", f.Name)
	case "uuid", "ulid":
		if isString {
			return ir.FillID{ULID: a.Kind.Value == "ulid"}
		}
		c.Fail(a.Pos, "auto", "", "%q must be a string to contain an id", f.Name)
	case "elapsed":
		if isInteger {
			return ir.FillElapsed{}
		}
		c.Fail(a.Pos, "auto", "", "%q must be an integer to contain milliseconds", f.Name)
	case "value":
		return c.fillValue(f, a, r)
	case "param":
		return c.fillParam(u, f, a, r)
	case "env":
		return c.fillWord(f, a, r)
	}
	return nil
}

// acceptsMask reports whether a text can be replaced by "***". Patterns and formats are not looked into.
func acceptsMask(r ir.Resolved) bool {
	if _, is := r.Kind.(ir.String); !is || r.Schema != nil {
		return false
	}
	for _, check := range r.Checks {
		length, is := check.(ir.Length)
		if !is || length.Op == ir.AtLeast && length.Limit > 3 || length.Op == ir.AtMost && length.Limit < 3 {
			return false
		}
	}
	return true
}

// stillFits reports whether the constant of an x-auto is valid for a member that narrows another one.
func (c *compiler) stillFits(f *ir.Field, a *syntax.Auto) bool {
	return a.Value == nil || host.HoldsLiteral(f.Value.Resolve(), wording.Literal(a.Value))
}

func (c *compiler) fillParam(u *unit, f *ir.Field, a *syntax.Auto, r ir.Resolved) ir.ValueSource {
	for i, p := range u.protocol.Params {
		if p.Name != a.Param.Value {
			continue
		}
		if !host.Takes(r, p.Type) {
			c.Fail(a.Param.Pos, "auto", "", "%q does not accept a %s", f.Name, p.Takes())
			return nil
		}
		return ir.FillParam{Index: i}
	}
	var names []string
	for _, p := range u.protocol.Params {
		names = append(names, p.Name)
	}
	c.Fail(a.Param.Pos, "auto", c.Nearest(a.Param.Value, names), "there is no parameter %q", a.Param.Value)
	return nil
}

func (c *compiler) fillValue(f *ir.Field, a *syntax.Auto, r ir.Resolved) ir.ValueSource {
	if a.Value.Kind == syntax.ListNode || a.Value.Kind == syntax.MapNode {
		c.Fail(a.Value.Pos, "auto", "", "a builder supplies scalars, not %s", a.Value.Kind)
		return nil
	}
	l := wording.Literal(a.Value)
	if !host.HoldsLiteral(r, l) {
		c.Fail(a.Value.Pos, "auto", "", "%q can never be %s", f.Name, wording.Show(a.Value))
		return nil
	}
	return ir.FillConstant{Literal: l}
}

// fillWord takes the words whose cell in a column names a variable.
func (c *compiler) fillWord(f *ir.Field, a *syntax.Auto, r ir.Resolved) ir.ValueSource {
	enum, is := r.Kind.(*ir.Enum)
	if !is || enum.Catalog == nil {
		c.Fail(a.Pos, "auto", "", "`env` names a column of a catalog, but %q is not a word of one", f.Name)
		return nil
	}
	var columns, words []string
	for _, column := range enum.Catalog.Columns {
		columns = append(columns, column.Name)
	}
	for _, v := range enum.Values {
		words = append(words, v.Value)
	}
	column := slices.Index(columns, a.Env.Value)
	switch {
	case column < 0:
		c.Fail(a.Env.Pos, "auto", c.Nearest(a.Env.Value, columns), "the catalog has no column %q", a.Env.Value)
		return nil
	case !slices.Contains(words, a.Else.Value):
		c.Fail(a.Else.Pos, "auto", c.Nearest(a.Else.Value, words), "%q is not a word of the catalog", a.Else.Value)
		return nil
	}
	w := ir.FillWord{Else: a.Else.Value}
	for _, v := range enum.Values {
		if cell := v.Cells[column]; cell.Kind == ir.StringLiteral {
			w.Words = append(w.Words, ir.EnvironmentWord{Variable: cell.String, Word: v.Value})
		}
	}
	if w.Words == nil {
		c.Fail(a.Env.Pos, "auto", "", "the column %q names no variable", a.Env.Value)
		return nil
	}
	return w
}
