package importer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// mendKind is a change that the compiler or the naming of identifiers demands.
type mendKind uint8

const (
	dropMend    mendKind = iota + 1 // of a default or an example, or of a reference
	declareMend                     // of a required member
	neverMend                       // no value satisfies the schema
	excludeMend                     // of a JSON type, whose limits exclude each other
	plainMend                       // of a discriminator, which the compiler refuses
	wrapMend                        // the parts of the schema exclude each other
	renameMend                      // of a member
	valueMend                       // of a value of an enum
	nameMend                        // of a type
	narrowMend                      // of an integer of 64 bits, beside a number of another type
	fromMend                        // of a sender, which the compiler refuses
)

// mend is one such change of a node of the source.
type mend struct {
	kind mendKind
	name string
}

// maxTrials bounds how often the result is compiled.
const maxTrials = 40

func (im *importer) hasMend(n *syntax.Node, kind mendKind) bool {
	return slices.ContainsFunc(im.mends[n], func(m mend) bool { return m.kind == kind })
}

func (im *importer) mend(n *syntax.Node, m mend) bool {
	if n == nil || slices.Contains(im.mends[n], m) {
		return false
	}
	im.mends[n] = append(im.mends[n], m)
	return true
}

// settle translates, prints and compiles until the compiler accepts the spec, and returns its text. Every change that it demands keeps the verdicts.
func (im *importer) settle() []byte {
	for range maxTrials {
		im.translate()
		if im.diags.HasErrors() {
			return nil
		}
		im.nameAll()
		if im.diags.HasErrors() {
			return nil
		}
		w := im.write()
		if len(w.text()) > compile.MaxBytes {
			im.fail(im.docs[0].root.Pos, "too-large", "import fewer definitions, or leave out texts with --descriptions drop",
				"the imported spec has %d bytes, more than %d", len(w.text()), compile.MaxBytes)
			return nil
		}
		library := compile.Library{Read: im.o.ReadOverlay}
		p, diags := library.Source(im.o.File, w.text())
		if p != nil && im.o.Check != nil {
			diags = append(diags, im.o.Check(p)...)
		}
		if !diags.HasErrors() {
			return w.text()
		}
		progress := false
		for _, d := range diags {
			if d.Severity == diag.Error && im.adapt(d, w) {
				progress = true
			}
		}
		if !progress {
			im.refuse(diags, w)
			return nil
		}
	}
	im.fail(im.docs[0].root.Pos, "import", "report the schema", "the import does not settle")
	return nil
}

// refuse reports the compiler's diagnostics at the source.
func (im *importer) refuse(diags diag.List, w *writer) {
	for _, d := range diags {
		if d.Severity != diag.Error {
			continue
		}
		if d.Pos.File == im.o.File {
			if n := w.nearest(d.Pos); n != nil && n.Pos.IsValid() {
				d.Pos = n.Pos
			}
		}
		notes := d.Notes
		d.Notes = nil
		for _, note := range notes {
			if n := w.nearest(note.Pos); n != nil && n.Pos.IsValid() && note.Pos.File == im.o.File {
				d.Notes = append(d.Notes, diag.Note{Pos: n.Pos, Message: note.Message})
			}
		}
		im.diags.Add(d)
	}
}

// adapt notes the change that a diagnostic demands, and reports whether there is one.
func (im *importer) adapt(d diag.Diagnostic, w *writer) bool {
	if d.Pos.File != im.o.File {
		return false
	}
	switch d.Code {
	case "annotation":
		return im.mend(w.annotationAround(d.Pos), mend{kind: dropMend})
	case "undeclared-member":
		if n := w.at[d.Pos]; n != nil {
			return im.mend(im.origin[w.schemaAround(d.Pos)], mend{declareMend, n.Text})
		}
	case "branch-type", "tag-values", "tag-overlap", "tag-not-required", "fallback":
		for _, s := range w.schemasAround(d.Pos) {
			if s.Member("discriminator") != nil {
				return im.mend(im.origin[s], mend{kind: plainMend})
			}
		}
	case "wide-type":
		if len(d.Notes) > 0 {
			return im.mend(im.origin[w.schemaAround(d.Notes[0].Pos)], mend{kind: narrowMend})
		}
	case "wide-place", "wide-literal":
		progress := !im.narrow
		im.narrow = true
		return progress
	case "side":
		return im.adaptSide(d, w)
	case "impossible", "literal-type", "shut-out":
		return im.adaptImpossible(d, w)
	case "name-collision":
		return im.adaptName(d, w)
	}
	return false
}

// adaptImpossible lets the compiler evaluate a schema as a whole. The innermost schema comes first, then those around it. A schema of one type
// whose own limits exclude each other has no value.
func (im *importer) adaptImpossible(d diag.Diagnostic, w *writer) bool {
	for _, s := range w.schemasAround(d.Pos) {
		source := im.origin[s]
		if source == nil || im.places[source] == nil {
			continue
		}
		if typ := limitedType(d.Message); typ != "" {
			if t := source.Member("type"); t != nil && t.Kind == syntax.TextNode && !(im.places[source].res.draft == openAPI30 && isNullable(source)) {
				return im.mend(source, mend{kind: neverMend})
			}
			return im.mend(source, mend{excludeMend, typ})
		}
		if im.mend(source, mend{kind: wrapMend}) {
			return true
		}
	}
	return false
}

var noValueBetween = regexp.MustCompile("^no value is between `(\\w+)`")

// limitedType returns the JSON type whose limits exclude each other, or "".
func limitedType(message string) string {
	m := noValueBetween.FindStringSubmatch(message)
	for typ, keywords := range limitsOf { // in any order: each keyword is of one type
		if m != nil && slices.Contains(keywords, m[1]) {
			return typ
		}
	}
	return ""
}

// party is one side of a clash of identifiers.
type party struct {
	what string // as the diagnostic describes it
	pos  diag.Pos
}

var (
	clash       = regexp.MustCompile(`(?s)^(.*) and (.*) both have the name \S+ in \S+$`)
	valueParty  = regexp.MustCompile(`(?s)^the value (".*") of `)
	memberParty = regexp.MustCompile(`(?s)^the member (".*") of `)
	helperParty = regexp.MustCompile(`, which is generated for the type |^the \w+ of the choice `)
)

// adaptName separates two names that are one identifier in a language. A helper yields to a published name, and an inline type to a declared one.
func (im *importer) adaptName(d diag.Diagnostic, w *writer) bool {
	m := clash.FindStringSubmatch(d.Message)
	if m == nil || len(d.Notes) == 0 {
		return false
	}
	sides := []party{{m[1], d.Pos}, {m[2], d.Notes[0].Pos}}
	both := func(r *regexp.Regexp) bool { return r.MatchString(sides[0].what) && r.MatchString(sides[1].what) }
	switch {
	case both(memberParty), both(valueParty):
		return im.adaptAlike(sides, w)
	}
	for _, adapt := range []func(party, *writer) bool{im.adaptInline, im.adaptValue, im.adaptPlaced, im.adaptHelper, im.adaptDeclared} {
		for _, side := range sides {
			if adapt(side, w) {
				return true
			}
		}
	}
	return false
}

// adaptAlike renames one of two members, or of two values, that differ in symbols or case only.
func (im *importer) adaptAlike(sides []party, w *writer) bool {
	name := func(i int) string {
		m := valueParty.FindStringSubmatch(sides[i].what)
		if m == nil {
			m = memberParty.FindStringSubmatch(sides[i].what)
		}
		s, _ := strconv.Unquote(m[1])
		return s
	}
	i := 0
	if less(name(0), name(1)) {
		i = 1
	}
	to := apart(name(i))
	if strings.EqualFold(to, name(1-i)) { // the other one is the word for the symbol
		to += "Symbol"
	}
	if memberParty.MatchString(sides[i].what) {
		k := w.keys[sides[i].pos]
		return k.member && im.mend(im.sourceOf(k.value), mend{renameMend, to})
	}
	return im.mendValue(sides[i], name(i), to, w)
}

// less reports whether the first name is the less plain one: it has symbols, or capitals.
func less(a, b string) bool {
	plain := func(s string) int {
		switch {
		case spelled(s) != s:
			return 0
		case strings.ToLower(s) != s:
			return 1
		}
		return 2
	}
	if plain(a) != plain(b) {
		return plain(b) < plain(a)
	}
	return a < b
}

// apart spells the symbols of a name, or its case if it has none.
func apart(name string) string {
	if s := spelled(name); !strings.EqualFold(s, name) {
		return s
	}
	return byCase(name)
}

func (im *importer) mendValue(p party, value, to string, w *writer) bool {
	n := w.nodeAt(p.pos)
	if n == nil {
		return false
	}
	source := im.sourceOf(n)
	if source == nil || source.Member("enum") == nil {
		return false
	}
	return im.mend(source.Member("enum"), mend{valueMend, value + "\x00" + to})
}

func (im *importer) sourceOf(n *syntax.Node) *syntax.Node {
	if n == nil {
		return nil
	}
	if source := im.origin[n]; source != nil {
		return source
	}
	return n
}

// adaptInline declares an inline type, which then gets a name that is free.
func (im *importer) adaptInline(p party, w *writer) bool {
	if !strings.HasPrefix(p.what, "the type at ") {
		return false
	}
	source := im.sourceOf(w.nodeAt(p.pos))
	if im.places[source] == nil || im.typeAt[source] != nil {
		return false
	}
	im.typeFor(im.places[source])
	return true
}

// adaptValue gives a constant of Go a longer name.
func (im *importer) adaptValue(p party, w *writer) bool {
	m := valueParty.FindStringSubmatch(p.what)
	if m == nil {
		return false
	}
	value, _ := strconv.Unquote(m[1])
	return im.mendValue(p, value, "value"+capital(ident(value)), w)
}

// adaptPlaced gives a declared type that the source does not name a longer name.
func (im *importer) adaptPlaced(p party, w *writer) bool {
	t := im.typeAt[im.sourceOf(w.nodeAt(p.pos))]
	if t == nil || isDefinition(t.place) || t.long {
		return false
	}
	t.long = true
	return true
}

// adaptHelper renames the type whose helper takes a published name.
func (im *importer) adaptHelper(p party, w *writer) bool {
	source := im.sourceOf(w.nodeAt(p.pos))
	t := im.typeAt[source]
	if !helperParty.MatchString(p.what) || t == nil || t.name == "" {
		return false
	}
	return im.mend(source, mend{nameMend, t.name + "Type"})
}

// adaptDeclared renames a published type. It is the last resort: the other type has the parts of several schemas, so no schema can declare it.
func (im *importer) adaptDeclared(p party, w *writer) bool {
	source := im.sourceOf(w.nodeAt(p.pos))
	t := im.typeAt[source]
	if strings.HasPrefix(p.what, "the type at ") || !strings.HasPrefix(p.what, "the type ") || t == nil || t.name == "" {
		return false
	}
	return im.mend(source, mend{nameMend, t.name + "Type"})
}

// byCase spells the case of a name that differs from another one only there.
func byCase(name string) string {
	switch {
	case strings.ToUpper(name) == name:
		return name + "InCapitals"
	case strings.ToLower(name) == name:
		return name + "InSmallLetters"
	}
	return name + "InMixedCase"
}

// renamed writes the identifier of a member or of a type, if its name clashes.
func (im *importer) renamed(n, out *syntax.Node, kind mendKind) {
	for _, m := range im.mends[n] {
		if m.kind == kind && out.Member("x-name") == nil {
			add(out, "x-name", text(n.Pos, m.name))
		}
	}
}
