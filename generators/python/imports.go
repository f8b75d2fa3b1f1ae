package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// supportModules lists what the support code offers to generated code, in the order of import statements.
var supportModules = []struct {
	file  string
	names []string
}{
	{"_assertions", []string{"Bound", "DependentRequired", "Equals", "Format", "Matches", "MultipleOf", "Never", "OfType", "Requires", "Size", "UniqueItems"}},
	{"_builder", []string{"Builder", "Copy", "Draft", "Fill"}},
	{"_client", []string{"Client", "Disconnected", "RequestEnded", "Send"}},
	{"_codec", []string{"Codec"}},
	{"_conversation", []string{"Conversation", "Conversations", "Line", "LineConversation", "OpenExchange", "Refused", "Tables", "Tracker"}},
	{"_directory", []string{"DirectoryStore"}},
	{"_envelope", []string{"DEFAULTS", "Encodable", "Invalid", "Issue", "Issues", "Options", "Result", "Valid", "ValidationError", "verify_digest"}},
	{"_evaluate", []string{"accepted"}},
	{"_fills", []string{"ArtifactStore", "Computed", "IdKind", "Secrets", "Sources", "Word", "date_time", "elapsed", "param", "ulid", "unix_seconds", "uuid"}},
	{"_formats", formatTests()},
	{"_functions", []string{"LAST_TIME", "SECOND", "add_duration", "add_int", "add_time", "among", "date_of", "div_double", "div_int", "double_to_int", "double_to_text", "duration_to_text", "equal", "int_to_timestamp", "item_at", "json_depth", "json_items", "json_size", "mod_int", "mul_int",
		"neg_int", "sub_duration", "sub_int", "sub_time", "text_to_bool", "text_to_double", "text_to_duration", "text_to_int",
		"text_to_timestamp", "time_between", "timestamp_to_text", "units_in", "value_at"}},
	{"_layout", []string{"code_of", "laid_out", "put"}},
	{"_numbers", []string{"Numbers", "NumbersTag", "Place"}},
	{"_orders", []string{"Case", "Key", "Numbering", "SequenceCheck", "State", "Use"}},
	{"_parts", []string{"Contains", "Items", "Properties", "PropertyNames", "Unevaluated"}},
	{"_patterns", []string{"Pattern", "automaton", "of_any_length"}},
	{"_refusal", []string{"first_of", "said_of"}},
	{"_remembered", []string{"Slot"}},
	{"_rule", []string{"Accepts", "EachRule", "Given", "Rule", "Rules"}},
	{"_satisfies", []string{"satisfies_schema"}},
	{"_schema", []string{"AllOf", "AnyOf", "DependentSchema", "ExactlyOne", "If", "Not", "OrNull", "Schema", "Select"}},
	{"_secrets", []string{"redacted"}},
	{"_shorten", []string{"Cut", "Keep", "Omit"}},
	{"_show", []string{"pytest_assertrepr_compare", "show"}},
	{"_sink", []string{"Sink"}},
	{"_stored", []string{"Preview", "Store", "StoreError"}},
	{"_table", []string{"Exchange", "Table", "Through", "Way", "Whole"}},
	{"_time", []string{"Instant", "from_datetime", "is_date", "is_date_time", "is_time", "to_datetime"}},
	{"_record", []string{"NO_EXTRA", "Record", "UNSET", "UnsetType", "new"}},
	{"_unique", []string{"Memory", "Parts", "Unique"}},
	{"_values", []string{"JsonValue", "OpenRecord", "Path", "names_of", "others", "real", "whole"}},
}

// formatTests are the functions of _formats. Those of dates and times are in _time.
func formatTests() []string {
	var list []string
	for _, f := range ir.Formats() {
		if f != ir.DateTime && f != ir.Date && f != ir.Time {
			list = append(list, formatTest(f))
		}
	}
	return list
}

// uses are the names that one module takes from others.
type uses struct {
	abstract, json, operator, typing names // of the standard library
	support                          names // of the support code
	models, readers, siblings        names // of the protocol itself: of its modules, and of its package
	builders                         names // of its module of builders
	aliased                          names // of the models, each under another name
	schemas, rules                   bool  // the protocol's modules of that name
	kinds                            bool  // the support code's module
	// packages are those of other protocols, theirReaders the functions taken from their readers, both by protocol.
	packages     map[string]bool
	theirReaders map[string]names
}

func newUses() *uses {
	return &uses{abstract: names{}, json: names{}, operator: names{}, typing: names{}, support: names{}, models: names{}, readers: names{}, siblings: names{}, builders: names{}, aliased: names{},
		packages: map[string]bool{}, theirReaders: map[string]names{}}
}

// importLine is one import statement. Statements are in the order of import sorters.
type importLine struct {
	section int // the standard library, packages that are installed, the package itself
	module  string
	first   string // name of a statement that shares its module with others
	text    string
}

const (
	standard = iota
	installed
	relative
)

// imports spells the import statements of a module.
func (g *generator) importLines(u *uses) string {
	var list []importLine
	add := func(module string, from names) {
		p := newPrinter(0)
		p.imports(module, from)
		if p.Len() > 0 {
			list = append(list, importLine{section(module), module, from.sorted()[0], p.String()})
		}
	}
	for _, m := range []struct {
		module string
		from   names
	}{{"collections.abc", u.abstract}, {"json", u.json}, {"operator", u.operator}, {"typing", u.typing}, {".", u.siblings}, {"._models", u.models}, {"._readers", u.readers}, {".builders", u.builders}} {
		add(m.module, m.from)
	}
	offered := names{}
	for _, module := range supportModules {
		from := names{}
		for _, name := range module.names {
			if u.support[name] {
				from.use(offered.use(name))
				g.supportFiles.use(module.file)
			}
		}
		add(g.supportModule(module.file), from)
	}
	for name := range u.support {
		if !offered[name] {
			panic("python: supportModules does not list " + name) // the module would have no import of it
		}
	}
	for _, name := range u.aliased.sorted() {
		add("._models", names{name: true})
	}
	if u.kinds {
		g.supportFiles.use("_kinds")
		folder, _ := parent(g.supportModule("_kinds"))
		add(folder, names{"_kinds as " + kindsModule: true})
	}
	if u.rules {
		add(".", names{"_rules as rules": true})
	}
	if u.schemas {
		add(".", names{"_schemas as schemas": true})
	}
	list = slices.DeleteFunc(append(list, g.foreignImports(u)...), func(l importLine) bool { return l.text == "" })
	slices.SortStableFunc(list, compareImports)
	return joinImports(list)
}

func compareImports(a, b importLine) int {
	if closer := strings.HasPrefix(a.module, ".."); a.section == b.section && closer != strings.HasPrefix(b.module, "..") {
		return map[bool]int{true: -1, false: 1}[closer]
	}
	return cmp.Or(cmp.Compare(a.section, b.section), strings.Compare(a.module, b.module), compareFirst(a.first, b.first))
}

func compareFirst(a, b string) int {
	if a == "" || b == "" {
		return 0
	}
	return compareNames(a, b)
}

func joinImports(list []importLine) string {
	var b strings.Builder
	for i, l := range list {
		if i > 0 && l.section != list[i-1].section {
			b.WriteByte('\n')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

func section(module string) int {
	switch {
	case strings.HasPrefix(module, "."):
		return relative
	case slices.Contains([]string{"collections.abc", "json", "operator", "typing"}, module):
		return standard
	}
	return installed
}

func (g *generator) supportModule(file string) string {
	if strings.HasSuffix(g.job.Support, ".") {
		return g.job.Support + file
	}
	return g.job.Support + "." + file
}

// foreignImports are the imports of other protocols' packages, and of their readers: these are private to the packages
// that envgen generates.
func (g *generator) foreignImports(u *uses) []importLine {
	plain := map[string]names{} // by the package around them
	var list []importLine
	for _, i := range g.job.Imports {
		name := g.packageOf(i.Protocol.Name)
		around, last := parent(i.Path)
		if u.packages[i.Protocol.Name] && name != last {
			list = append(list, importLine{section: section(i.Path), module: around, text: "from " + around + " import " + last + " as " + name + "\n"})
		} else if u.packages[i.Protocol.Name] {
			if plain[around] == nil {
				plain[around] = names{}
			}
			plain[around].use(last)
		}
		for _, reader := range u.theirReaders[i.Protocol.Name].sorted() {
			p := newPrinter(0)
			p.imports(i.Path+"._readers", names{reader: true})
			list = append(list, importLine{section: section(i.Path), module: i.Path + "._readers", text: p.String()})
		}
	}
	for around, from := range plain { // sorted by the caller
		p := newPrinter(0)
		p.imports(around, from)
		list = append(list, importLine{section: section(around), module: around, text: p.String()})
	}
	return list
}

// parent splits the path of a package: "..", "base" for "..base", "a.b", "base" for "a.b.base".
func parent(path string) (around, last string) {
	i := strings.LastIndex(path, ".")
	around, last = path[:max(i, 0)], path[i+1:]
	if strings.Trim(around, ".") == "" {
		around = path[:i+1]
	}
	return around, last
}

// packageOf is the name under which modules import the package of another protocol.
func (g *generator) packageOf(protocol string) string {
	return g.names.PackageOf(&ir.Type{Protocol: protocol})
}

// imports writes one import statement, or nothing.
func (p *printer) imports(module string, from names) {
	list := from.sorted()
	if len(list) == 0 {
		return
	}
	if line := "from " + module + " import " + strings.Join(list, ", "); p.Fits(line) {
		p.Line("%s", line)
		return
	}
	p.Line("from %s import (", module)
	p.Block(func() {
		for _, name := range list {
			p.Line("%s,", name)
		}
	})
	p.Line(")")
}
