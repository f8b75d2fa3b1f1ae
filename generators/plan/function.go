package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Function is a function of messages. Each case defines the result for messages of certain records.
type Function struct {
	Kind  Kind
	Words []string // the parts of its name: the exchange or "", and its subject
	// About describes the result, for the function's comment. For Holds it is the condition, for Check the message of the issue, for Until
	// the time, for Computes the value. For all other kinds it is the members, as JSON Pointers.
	About       string
	Where       string // " (before x)" for a Check that does not apply behind a bound message, else ""
	Source      string // the section of the document
	Of          []*ir.Type
	Messages    []string    // the names this, prev and those of bound messages
	Counts      bool        // whether it has a parameter for the number of open exchanges
	NeedsInputs bool        // whether it has a parameter for the caller's inputs; for Computes
	Result      ir.ExprType // for Computes
	Cases       []Case
	groups      []*Group // cached by Groups
}

// Kind is the kind of a function's result.
type Kind uint8

// The values of Kind.
const (
	Holds    Kind = iota // whether a condition of one message is true
	Check                // whether a check between messages passes
	Key                  // the key of an exchange, if present
	Items                // the keys of exchanges, of the items of an array
	Parts                // the parts that distinguish messages, if present
	Until                // a time
	Number               // the message with a number
	Computes             // a value in a builder
)

// Case defines the result of a function for messages of certain records.
type Case struct {
	Records         []*ir.Type // one for each message
	Text            string     // in CEL, for Holds, Check and Until
	Program, Folded ir.Program // but for Key, Parts and Number
	Keys            []*ir.Key  // one for Key, one or more for Parts
	At              []string   // for Number
}

// Earlier returns the records of all messages but the first.
func (c *Case) Earlier() []*ir.Type { return c.Records[1:] }

// always reports whether a condition is true for all messages.
func (c *Case) always() bool {
	constant, is := c.Folded.Holds.(ir.Constant)
	return is && constant.Bool && len(c.Folded.Steps) == 0
}

// CaseOf returns the case of a function of one message for a record, or nil.
func (f *Function) CaseOf(t *ir.Type) *Case {
	for i := range f.Cases {
		if f.Cases[i].Records[0] == t {
			return &f.Cases[i]
		}
	}
	return nil
}

// Group is a set of equal cases, for all combinations of their records.
type Group struct {
	*Function
	Case              // one of the cases, as the representative
	Of   [][]*ir.Type // the records by message
}

// IsWhole reports whether the group contains all cases of its function.
func (g *Group) IsWhole() bool { return g.combinations() == len(g.Cases) }

func (g *Group) combinations() int {
	count := 1
	for _, of := range g.Of {
		count *= len(of)
	}
	return count
}

// Reads reports whether a program reads the n-th message.
func Reads(p *ir.Program, n int) bool {
	usage := ir.UsageOf(*p)
	return n == 0 && usage.ReadsThis || n > 0 && slices.Contains(usage.ReadsEarlier, n-1)
}

// Groups groups equal cases. For a check it omits cases that always pass. The groups are the same at each call.
func (f *Function) Groups() []*Group {
	if f.groups == nil {
		f.groups = f.grouped()
	}
	return f.groups
}

func (f *Function) grouped() (groups []*Group) {
	var order []string
	byDump := map[string][]*Case{}
	for i := range f.Cases {
		c := &f.Cases[i]
		if f.Kind == Check && c.always() {
			continue
		}
		key := c.dump(f.Kind)
		if byDump[key] == nil {
			order = append(order, key)
		}
		byDump[key] = append(byDump[key], c)
	}
	for _, key := range order {
		groups = append(groups, f.products(byDump[key])...)
	}
	return groups
}

// products splits cases so that each group contains all combinations of its records.
func (f *Function) products(cases []*Case) (groups []*Group) {
	all := f.group(cases[0])
	for _, c := range cases[1:] {
		all.add(c)
	}
	if all.combinations() == len(cases) {
		return []*Group{all}
	}
	for _, c := range cases {
		if !slices.ContainsFunc(groups, func(g *Group) bool { return g.join(c) }) {
			groups = append(groups, f.group(c))
		}
	}
	return groups
}

func (f *Function) group(c *Case) *Group {
	g := &Group{Function: f, Case: *c}
	for _, t := range c.Records {
		g.Of = append(g.Of, []*ir.Type{t})
	}
	return g
}

// add adds the records of a case.
func (g *Group) add(c *Case) {
	for n, t := range c.Records {
		if !slices.Contains(g.Of[n], t) {
			g.Of[n] = append(g.Of[n], t)
		}
	}
}

// join adds the records of a case if the group still contains all combinations of its records: the case differs in one message at most.
func (g *Group) join(c *Case) bool {
	differs := -1
	for n, t := range c.Records {
		if slices.Contains(g.Of[n], t) {
			continue
		}
		if differs >= 0 {
			return false
		}
		differs = n
	}
	if differs < 0 {
		return true
	}
	for n := range g.Of {
		if n != differs && len(g.Of[n]) > 1 {
			return false
		}
	}
	g.Of[differs] = append(g.Of[differs], c.Records[differs])
	return true
}

// ByRecord returns the groups of a function of one message by the number of the record, nil for records without a case.
func (f *Function) ByRecord() []*Group {
	list := make([]*Group, len(f.Of))
	for _, g := range f.Groups() {
		for _, t := range g.Of[0] {
			list[slices.Index(f.Of, t)] = g
		}
	}
	return list
}

// ReadsKey reports whether the function reads a message for its keys.
func (g *Group) ReadsKey() bool {
	return g.Kind == Parts || g.Kind == Key && !IsConstant(g.Keys[0])
}

// IsConstant reports whether a key is the same for all messages, as in an exchange without a key.
func IsConstant(key *ir.Key) bool {
	_, is := key.Value.(ir.Constant)
	return is
}

// IsPlain reports whether a key is absent exactly if its own member is absent. This is the case for an optional member that may not be
// null, and for a required member.
func IsPlain(key *ir.Key) bool {
	member, is := key.Value.(ir.MemberOf)
	if !is || member.Field.Value.Resolve().Nullable {
		return false
	}
	if _, always := ir.Decided(key.There); always {
		return true
	}
	has, is := key.There.(ir.HasMember)
	return is && has.Field == member.Field
}
