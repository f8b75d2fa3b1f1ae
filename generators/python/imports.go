package python

import (
	"cmp"
	"slices"
	"strings"
)

// names is a set of imported names. Sorting makes it a list.
type names map[string]bool

// use notes a name and returns it.
func (n names) use(name string) string {
	n[name] = true
	return name
}

// sorted orders names as import sorters do: constants, classes, the rest.
func (n names) sorted() []string {
	list := make([]string, 0, len(n))
	for name := range n { // sorted below
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(kindOfName(a), kindOfName(b)), natural(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
	})
	return list
}

// listed orders names as linters want __all__: as sorted does, but by case.
func (n names) listed() []string {
	list := n.sorted()
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(kindOfName(a), kindOfName(b)), natural(a, b), strings.Compare(a, b))
	})
	return list
}

func kindOfName(name string) int {
	switch {
	case len(name) > 1 && name == strings.ToUpper(name):
		return 0
	case name[:1] == strings.ToUpper(name[:1]):
		return 1
	}
	return 2
}

// natural compares texts with the numbers in them as numbers.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := leadingDigits(a), leadingDigits(b)
		if x == "" || y == "" {
			if c := cmp.Compare(a[0], b[0]); c != 0 {
				return c
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
			return c
		}
		a, b = a[len(x):], b[len(y):]
	}
	return cmp.Compare(len(a), len(b))
}

func leadingDigits(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}

// supportModules lists what the support code offers to generated code, in the order of import statements.
var supportModules = []struct {
	file  string
	names []string
}{
	{"_assertions", []string{"Bound", "DependentRequired", "Equals", "Format", "IsType", "ItemCount", "Length", "Matches", "MemberCount", "MultipleOf", "Never", "Requires", "UniqueItems"}},
	{"_envelope", []string{"Codec", "DEFAULTS", "Encodable", "Invalid", "Issue", "Issues", "Options", "Result", "Valid", "ValidationError", "encode"}},
	{"_evaluate", []string{"accepted"}},
	{"_formats", []string{"is_duration", "is_email", "is_hostname", "is_ipv4", "is_ipv6", "is_json_pointer", "is_uri", "is_uri_reference", "is_uuid"}},
	{"_patterns", []string{"Pattern", "of_any_length"}},
	{"_schema", []string{"AllOf", "AnyOf", "Contains", "DependentSchema", "ExactlyOne", "If", "ItemSchemas", "Not", "Nullable", "Properties", "PropertyNames", "Schema", "Select", "UnevaluatedItems", "UnevaluatedProperties"}},
	{"_time", []string{"Instant", "is_date", "is_date_time", "is_time"}},
	{"_values", []string{"JsonValue", "Path", "Record", "UNSET", "UnsetType", "members", "new", "real", "surplus", "whole"}},
}

// importSupport spells the import statements for names of the support code.
func importSupport(used names) string {
	var p printer
	for _, module := range supportModules {
		from := names{}
		for _, name := range module.names {
			if used[name] {
				from.use(name)
			}
		}
		p.imports(".."+module.file, from)
	}
	return p.b.String()
}

// imports writes one import statement, or nothing.
func (p *printer) imports(module string, from names) {
	list := from.sorted()
	if len(list) == 0 {
		return
	}
	if line := "from " + module + " import " + strings.Join(list, ", "); p.fits(line) {
		p.line("%s", line)
		return
	}
	p.line("from %s import (", module)
	p.block(func() {
		for _, name := range list {
			p.line("%s,", name)
		}
	})
	p.line(")")
}
