// Package drafts makes random calls of builders: drafts of messages, some of them invalid, for bindings to build alike.
package drafts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Drafter makes calls of the builders of one protocol.
type Drafter struct {
	protocol *ir.Protocol
	messages map[*ir.Type][]map[string]any // by record
	random   *rand.Rand
}

// mostMessages bounds how many messages of a record drafts are made of.
const mostMessages = 30

// now is the time of builders' clocks: about that of the messages in the documents.
const now = "2026-05-12T08:00:00.5Z"

// New returns a drafter. Of texts it takes those that are valid messages which builders make or answer.
func New(oracle *reference.Reference, p *ir.Protocol, texts []string, seed uint64) (*Drafter, error) {
	d := &Drafter{protocol: p, messages: map[*ir.Type][]map[string]any{}, random: rand.New(rand.NewPCG(seed, 15))}
	var records []*ir.Type
	for _, b := range p.Builders {
		for _, t := range append([]*ir.Type{b.Makes}, b.Answers...) {
			if !slices.Contains(records, t) {
				records = append(records, t)
			}
		}
	}
	options, err := reference.ReadOptions(now, nil)
	if err != nil {
		return nil, err
	}
	wide := slices.ContainsFunc(p.Numbers, func(n *ir.Numbers) bool { return n.Wide })
	seen := map[string]bool{}
	for _, text := range texts {
		var m map[string]any
		if seen[text] || json.Unmarshal([]byte(text), &m) != nil {
			continue // valid messages contain no number beyond a double, but are of other types, too
		}
		if wide && hasBeyond(m) {
			continue // requests are read as JSON, whose numbers are doubles in some languages
		}
		seen[text] = true
		for _, t := range records {
			if len(d.messages[t]) >= mostMessages || !fits(t, m) || d.isOther(t, m) {
				continue
			}
			result, err := oracle.Check(t.Protocol, t.Name, []byte(text), options)
			if err != nil {
				return nil, err
			}
			if result.Valid {
				d.messages[t] = append(d.messages[t], m)
			}
		}
	}
	return d, nil
}

// fits checks only the members of one value, which distinguish most records.
func fits(t *ir.Type, m map[string]any) bool {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		value, has := m[f.Name]
		if c, is := f.Value.Resolve().Kind.(ir.Const); is && f.Required && (!has || fmt.Sprint(value) != fmt.Sprint(scalar(c.Literal))) {
			return false
		}
	}
	return true
}

// isOther reports whether a message is of another variant than a record: the record is a fallback and has the tag of another variant, or it has the
// member that selects another variant. The contract does not define the order of members in its text (section 3.2).
func (d *Drafter) isOther(record *ir.Type, m map[string]any) bool {
	return slices.ContainsFunc(d.protocol.Types, func(t *ir.Type) bool {
		u, is := t.Value.Kind.(*ir.Union)
		if !is {
			return false
		}
		if u.By == ir.ByPresence {
			_, has := m[u.Tag]
			return has && record.Field(u.Tag) == nil && slices.ContainsFunc(u.Variants, func(v ir.Variant) bool { return v.Type == record })
		}
		return u.Fallback() == record && slices.ContainsFunc(slices.Concat(u.Named(), u.Refused), func(tag string) bool {
			return fmt.Sprint(m[u.Tag]) == fmt.Sprint(scalar(u.By.Literal(tag)))
		})
	})
}

func scalar(l ir.Literal) any {
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

// Lacking are the builders for which there is no message to begin with.
func (d *Drafter) Lacking() []string {
	var names []string
	for _, b := range d.protocol.Builders {
		if !d.ready(b) {
			names = append(names, b.Name)
		}
	}
	return names
}

func (d *Drafter) ready(b *ir.Builder) bool {
	return len(d.begin(b)) > 0 && (b.Answered == nil || slices.ContainsFunc(b.Answers, func(t *ir.Type) bool { return len(d.messages[t]) > 0 }))
}

// begin are the messages that have all that a caller of the builder has to give.
func (d *Drafter) begin(b *ir.Builder) []map[string]any {
	return slices.DeleteFunc(slices.Clone(d.messages[b.Makes]), func(m map[string]any) bool { return !complete(b.Draft, m) })
}

func complete(of *ir.Draft, message map[string]any) bool {
	for _, m := range of.Members {
		value, has := message[m.Field.Name]
		inner, _ := value.(map[string]any)
		if m.Must && (!has || m.Draft != nil && !complete(m.Draft, inner)) {
			return false
		}
	}
	return true
}

// Calls makes so many calls of each builder.
func (d *Drafter) Calls(count int) iter.Seq[conformance.Probe] {
	return func(yield func(conformance.Probe) bool) {
		for _, b := range d.protocol.Builders {
			for i := 0; i < count && d.ready(b); i++ {
				if !yield(d.call(b)) {
					return
				}
			}
		}
	}
}

func (d *Drafter) call(b *ir.Builder) conformance.Probe {
	c := conformance.Building{Builder: b.Name, Args: written(d.draft(b, b.Draft, nil, pick(d, d.begin(b))))}
	for i := range b.Fills {
		c.IDs = append(c.IDs, d.id(b.Fills[i].With))
	}
	c.IDs = slices.DeleteFunc(c.IDs, func(id string) bool { return id == "" })
	if b.Answered != nil {
		c.Answers = written(d.answered(b))
	}
	if d.random.IntN(2) == 0 {
		c.Started = "2026-05-12T08:00:0" + strconv.Itoa(d.random.IntN(2)) + "Z"
	}
	for _, f := range b.Fills {
		words, is := f.With.(ir.FillWord)
		if !is {
			continue
		}
		c.Env = map[string]string{}
		for _, w := range words.Words {
			if d.random.IntN(2) == 0 {
				c.Env[w.Variable] = []string{"", "x"}[d.random.IntN(2)]
			}
		}
	}
	p := conformance.Probe{Protocol: d.protocol.Name, Type: b.Makes.Name, Text: c.Args, Now: now, Building: &c}
	p.Own = map[string]any{}
	for _, param := range d.protocol.Params {
		switch {
		case d.random.IntN(2) > 0:
		case param.Type.Kind == ir.DurationExpr:
			p.Own[param.Name] = "90500ms"
		case param.Size && b.Stores != nil:
			p.Own[param.Name] = d.random.IntN(200)
		}
	}
	c.Store = d.random.IntN(2) == 0
	if d.random.IntN(3) == 0 {
		c.Secrets = d.secrets(c.Args)
	}
	return p
}

// secrets are some of the names in a text, in another case, and names that make texts invalid.
func (d *Drafter) secrets(text []byte) *conformance.Secrets {
	var names []string
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		if word, is := token.(string); is && d.random.IntN(4) == 0 {
			names = append(names, strings.ToUpper(word)) // values are as good: nothing is called so
		}
	}
	values := []string{"~"}
	if d.random.IntN(3) == 0 { // a letter is a part of most words
		values = append(values, string(rune('a'+d.random.IntN(26))))
	}
	return &conformance.Secrets{Names: names, Values: values}
}

// pick is one of some messages.
func pick(d *Drafter, list []map[string]any) map[string]any { return list[d.random.IntN(len(list))] }

func (d *Drafter) answered(b *ir.Builder) map[string]any {
	of := slices.DeleteFunc(slices.Clone(b.Answers), func(t *ir.Type) bool { return len(d.messages[t]) == 0 })
	return pick(d, d.messages[of[d.random.IntN(len(of))]])
}

// id is an id that takes the place of one that is made.
func (d *Drafter) id(f ir.ValueSource) string {
	made, is := f.(ir.FillID)
	switch {
	case !is:
		return ""
	case made.ULID:
		return "01H" + fmt.Sprintf("%023d", d.random.IntN(1_000_000))
	}
	return fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", d.random.IntN(1_000_000))
}

// draft takes the members that a typed caller can supply from a message: no member with a single value, and not always the computed ones.
func (d *Drafter) draft(b *ir.Builder, of *ir.Draft, at []*ir.Field, message map[string]any) map[string]any {
	args := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(message)) { // so that a seed always makes the same drafts
		value := message[name]
		i := slices.IndexFunc(of.Members, func(m ir.DraftMember) bool { return m.Field.Name == name })
		if i < 0 {
			args[name] = value
			continue
		}
		m := of.Members[i]
		way := append(slices.Clone(at), m.Field)
		inner, isObject := value.(map[string]any)
		switch {
		case m.Fixed:
		case m.Draft != nil && isObject && (m.Must || d.random.IntN(4) > 0):
			args[name] = d.draft(b, m.Draft, way, inner)
		case m.Draft != nil:
		case m.Field.Required && isZero(value) && filled(b, way) && throughOptional(b.Draft, way): // Go cannot distinguish it from an absent one
		case m.Must:
			args[name] = d.spoiled(value)
		case filled(b, way) && d.random.IntN(2) == 0:
		case d.random.IntN(4) > 0:
			args[name] = value
		}
	}
	return args
}

// spoiled is a value or, at times, another one of its JSON type.
func (d *Drafter) spoiled(value any) any {
	if text, is := value.(string); is && d.random.IntN(10) == 0 {
		return text + " ~"
	}
	return value
}

func filled(b *ir.Builder, way []*ir.Field) bool {
	return slices.ContainsFunc(b.Fills, func(f *ir.Fill) bool { return slices.Equal(f.At, way) }) ||
		slices.ContainsFunc(b.Copies, func(c *ir.Copy) bool { return slices.Equal(c.At, way) })
}

func isZero(value any) bool { return value == "" || value == 0.0 || value == false }

// throughOptional reports whether a member is in an object that may be absent.
func throughOptional(of *ir.Draft, way []*ir.Field) bool {
	for _, f := range way[:len(way)-1] {
		i := slices.IndexFunc(of.Members, func(m ir.DraftMember) bool { return m.Field == f })
		if i < 0 || of.Members[i].Draft == nil || of.Members[i].Optional {
			return true
		}
		of = of.Members[i].Draft
	}
	return false
}

// written is the text of an object, its members sorted.
func written(m map[string]any) json.RawMessage {
	data, err := json.Marshal(m)
	if err != nil {
		panic(err) // it was read from JSON
	}
	return data
}

// Answer is the reference's answer to such a call.
func Answer(oracle *reference.Reference, p conformance.Probe) (conformance.Answer, error) {
	options, err := reference.ReadOptions(p.Now, p.Params())
	if err != nil {
		return conformance.Answer{}, err
	}
	c := p.Building
	built, err := oracle.Build(p.Protocol, c.Builder, reference.Building{Args: c.Args, Answers: c.Answers, Started: c.Started, IDs: c.IDs, Env: c.Env,
		Secrets: (*reference.Secrets)(c.Secrets), Store: c.Store, Options: options})
	if err != nil {
		return conformance.Answer{}, err
	}
	a := conformance.Answer{Exit: built.Exit}
	for _, i := range built.Issues {
		a.Issues = append(a.Issues, conformance.Issue(i))
	}
	if built.Valid {
		output := string(built.Output)
		a.Output = &output
	}
	return a, nil
}

// hasBeyond reports whether a value has an integer beyond ±(2^53-1).
func hasBeyond(value any) bool {
	switch v := value.(type) {
	case float64:
		return math.Abs(v) > 1<<53-1
	case []any:
		return slices.ContainsFunc(v, hasBeyond)
	case map[string]any:
		for _, member := range v {
			if hasBeyond(member) {
				return true
			}
		}
	}
	return false
}
