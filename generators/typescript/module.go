package typescript

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/version"
)

// module is the input of module.ts.tmpl. All of its texts are spelled as in the output.
type module struct {
	Header    string
	Has       func(feature string) bool
	Doc       string
	Public    string // the module of the support code that users import, too
	Imports   []supportImport
	RuleTable ruleTable
	Foreign   []*foreign
	Types     []declaration
	Names     []string // other names of types
	Root      string
	Patterns  []pattern
	Schemas   []string
	Numbers   string

	Conversations conversations
	Builders      builders
	Redacts       bool   // whether users need redacted
	OtherTags     string // the types of tags that users need, joined by commas
	Dispatches    []string
	Errors        []string

	TypesByName, Codecs string              // members of an interface and of an object: as many a line as fit
	Own, As             func(string) string // a name of the support code in a declaration, and in an import or export statement
	From                func(string) string // the specifier of a module of the support code that users import; notes that the module is needed

	*generator
	needed map[string]bool // modules of the support code that users import
}

// declaration is one type: its definition, its codec and the private functions behind that. At most one of Record
// and Definition is set.
type declaration struct {
	Name       string
	Key        string // the same as the name of a member
	Doc        string
	Record     *record
	Definition string
	Words      string // the declaration of an enum's values
	Catalog    *catalog
	Senders    []string // of a union, by tag
	Replies    string   // the types of its replies; "" if there are none
	Codec      string
	Info       string // its name
	InfoOf     string // its declaration
	Body       string
}

type record struct {
	Members  []member
	Open     bool
	Nullable bool
}

type member struct {
	Name     string
	Doc      string
	Type     string
	Constant bool
	Optional bool
}

type pattern struct{ Doc, Name, Value string }

// generator turns the parts of one protocol into TypeScript and remembers their needs.
type generator struct {
	chosen    Options
	protocol  *ir.Protocol
	names     *naming.Names
	beside    string          // where the support code is, as in target.Job
	uses      map[string]bool // of the support code
	patterns  []pattern
	schemas   plan.Schemas
	ruleReach ruleReach
	asked     []*ruleFunction // in the order of the output
	functions map[*plan.Rule]*ruleFunction
	grouped   *plan.Rules
	shared    map[*ir.Type][]*plan.Members
	columns   []column            // of catalogs that these read
	taken     map[string]bool     // names that no rule function can have
	modules   map[string]*foreign // by protocol
	proofs    proofs
	secretive map[*ir.Type]bool     // the types that contain secrets at any depth
	absences  map[*ir.Type][]string // members that records declare as undefined
}

func newModule(job target.Job, o Options) module {
	p := job.Protocol
	s := &generator{chosen: o, beside: job.Support, protocol: p, names: job.Names, uses: map[string]bool{"codec": true, "Codec": true, "TypeInfo": true, "has": true}, ruleReach: ruleReachOf(p), modules: modules(job, o), secretive: ir.SecretHolders(p.Types), absences: absences(p), shared: plan.SharedMembers(p)}
	s.functions, s.grouped, s.taken = map[*plan.Rule]*ruleFunction{}, plan.RulesOf(s.protocol, false), s.finders()
	if job.Features.Has(plan.FeatureFast) {
		s.proofs = proofsOf(p)
	}
	m := module{
		Header:    version.Header(p.File),
		Has:       job.Features.Has,
		Doc:       comment("", "", p.Title, p.Doc, source(p.Source)),
		Root:      quote(p.Root.Name),
		Public:    s.specifier(publicModule),
		generator: s, needed: map[string]bool{},
	}
	for _, t := range p.Types {
		m.Types = append(m.Types, s.declaration(t))
	}
	for _, t := range p.Names {
		if name := s.names.Type(t); name != "" {
			m.Names = append(m.Names, "export type "+name+" = "+s.typeName(t.Value.Kind.(ir.Ref).Type)+";")
		}
	}
	m.Conversations = s.conversations()
	m.Builders, m.Dispatches = s.builders(), s.dispatches()
	m.Errors, m.Redacts, m.OtherTags = s.errors(), s.redacts(), s.otherTags()
	m.RuleTable = s.ruleTable()
	for _, schema := range s.schemas.Order {
		m.Schemas = append(m.Schemas, s.schemaConstant(schema))
	}
	for _, i := range job.Imports {
		if f := s.modules[i.Protocol.Name]; f != nil && f.used {
			m.Foreign = append(m.Foreign, f)
		}
	}
	m.Numbers = s.numberPlaces()
	m.Patterns, m.Imports = s.patterns, s.supportImports()
	m.TypesByName = m.filled(";", func(d declaration) string { return d.Key + ": " + d.Name })
	m.Codecs = m.filled(",", func(d declaration) string { return d.Key + ": () => " + d.Codec }) // functions, because codecs may be declared later
	m.From, m.Own, m.As = m.from, s.names.Own, s.as
	return m
}

func (s *generator) declaration(t *ir.Type) declaration {
	d := declaration{
		Name:   s.names.Type(t),
		Key:    propertyName(t.Name),
		Doc:    doc("", t.Doc, t.Value, sender(t), specName(s.names.Type(t), t)),
		Codec:  s.codec(t),
		Info:   s.info(t),
		InfoOf: s.infoOf(t),
		Body:   s.checkFunction(t),
	}
	if len(t.Replies) > 0 {
		var replies []string
		for _, r := range t.Replies {
			replies = append(replies, s.typeName(r))
		}
		d.Replies = alternatives(replies)
	}
	if ordered(t) {
		if constant := s.layoutConstant(t); constant != "" {
			d.Body += constant
		}
	}
	if walk := s.walkFunction(t); walk != "" {
		d.Body += walk
	}
	if proof := s.proofFunction(t); proof != "" {
		d.Body += proof
	}
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		d.Record = s.record(k, s.absences[t])
		d.Record.Nullable = t.Value.Nullable
	case *ir.Enum:
		d.Words = words(d.Name, k)
		d.Definition = alternatives(wordTypes(d.Name, t.Value))
		d.Catalog = s.catalog(t)
	case *ir.Union:
		d.Definition = alternatives(s.typeOf(t.Value))
		d.Senders = senders(t)
	default:
		d.Definition = alternatives(s.typeOf(t.Value))
		d.Catalog = s.catalog(t)
	}
	return d
}

// record declares the members of a record, and as undefined those that are forbidden, or absent wherever a union selects it.
func (s *generator) record(r *ir.Record, absent []string) *record {
	out := &record{Open: !r.Closed && s.chosen.Open == "index"}
	for _, f := range r.Fields {
		_, constant := f.Value.Kind.(ir.Const)
		out.Members = append(out.Members, member{
			Name:     propertyName(s.names.Field(f)),
			Doc:      doc("  ", f.Doc, f.Value),
			Type:     s.memberType(f),
			Constant: constant,
			Optional: !f.Required,
		})
	}
	for _, f := range r.Forbidden {
		out.Members = append(out.Members, member{Name: propertyName(f.Name), Type: "undefined", Optional: true})
	}
	for _, name := range absent {
		out.Members = append(out.Members, member{Name: propertyName(name), Doc: comment("  ", "", "Absent: with it, the value is another type of the union."), Type: "undefined", Optional: true})
	}
	return out
}

// memberType is the type of a member. One that may be absent may also be undefined, which is the same.
func (s *generator) memberType(f *ir.Field) string {
	types := s.typeOf(f.Value)
	switch {
	case f.Required || slices.Contains(types, "unknown"):
		return strings.Join(types, " | ")
	case slices.Contains(types, "never"):
		return "undefined"
	}
	return strings.Join(append(types, "undefined"), " | ")
}

func (m module) filled(separator string, text func(declaration) string) string {
	p := newPrinter(1)
	var items []item
	for _, d := range m.Types {
		items = append(items, item{value: atom(text(d))})
	}
	p.fill(items, separator)
	return p.String()
}

// words declares the object that contains the values of a vocabulary.
func words(name string, e *ir.Enum) string {
	p, documented := newPrinter(0), false
	var list []item
	for _, v := range e.Values {
		list = append(list, code(keyOfLiteral(v.Value), quote(v.Value)))
		documented = documented || doc("", v.Doc, ir.Value{}) != ""
	}
	before, after := "export const "+name+" = ", " as const;"
	if !documented {
		p.literal(before, object(list...), after)
		return p.String()
	}
	p.block(before+"{", func() {
		for i, v := range e.Values {
			p.WriteString(doc("  ", v.Doc, ir.Value{}))
			p.Line("%s%s,", list[i].prefix(), list[i].value.flat)
		}
	}, "}"+after)
	return p.String()
}

// wordTypes are the alternatives of a vocabulary: the words of the object that contains them, and the other accepted values.
func wordTypes(name string, v ir.Value) []string {
	types := []string{"(typeof " + name + ")[keyof typeof " + name + "]"}
	if v.Kind.(*ir.Enum).Open {
		types = append(types, otherWords)
	}
	if v.Nullable {
		types = append(types, "null")
	}
	return types
}

// doc writes a doc comment: the spec's words, then the constraints that the value's type cannot express.
func doc(indent string, d ir.Doc, v ir.Value, more ...string) string {
	paragraphs := append([]string{d.Text, constraints(v), plan.Notes(d, func(value string) string { return value }), source(d.Source)}, more...)
	if d.Deprecated {
		return comment(indent, "@deprecated", paragraphs...)
	}
	return comment(indent, "", paragraphs...)
}

// sender names the side that sends a message.
func sender(t *ir.Type) string {
	if t.Side == "" {
		return ""
	}
	return "Sent by the " + t.Side + "."
}

// specName gives the name of a type in the spec, if the type may not have this name here.
func specName(name string, t *ir.Type) string {
	if !naming.TypeScript.Renamed(name) {
		return ""
	}
	return "Its name in the spec is " + t.Name + "."
}

func constraints(v ir.Value) string {
	var sentences []string
	add := func(f ir.Failure) {
		first, size := utf8.DecodeRuneInString(f.Message)
		sentences = append(sentences, string(unicode.ToUpper(first))+f.Message[size:]+".")
	}
	if _, ok := v.Kind.(ir.Integer); ok {
		add(v.Mismatch)
	}
	for _, c := range v.Checks {
		if _, ok := c.(ir.OneOf); !ok {
			add(c.Fails())
		}
	}
	return strings.Join(sentences, " ")
}

func source(s string) string {
	if s == "" {
		return ""
	}
	return "Source: " + s + "."
}

// pattern returns the constant that contains a regular expression, or its replacement.
func (s *generator) pattern(re *ir.Regexp) string {
	p := pattern{Name: fmt.Sprintf("pattern%d", len(s.patterns)+1), Value: regexpLiteral(re.JS)}
	if table := re.Table(); table != nil && !re.Counted {
		rows := "`\n    " + strings.Join(table.Lines(), "\n    ") + "\n  `,\n)"
		switch re.Engine {
		case ir.NoString:
			p.Doc = comment("", "", "The pattern "+re.Source)
			p.Value = s.use("automaton") + "(\n  " + rows
		default:
			p.Value = s.use("ofAnyLength") + "(\n  " + p.Value + ",\n  " + rows
		}
		p.Value = "/* @__PURE__ */ " + p.Value
	}
	for _, known := range s.patterns {
		if known.Doc == p.Doc && known.Value == p.Value {
			return known.Name
		}
	}
	s.patterns = append(s.patterns, p)
	return p.Name
}
