package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// kindTable contains the names of a module's tables for reading values.
type kindTable struct {
	known map[string]string // the name by text
	next  map[string]int    // the first number to try for a name
	taken names
	// ends contains the tables that refer to readers. They come after the readers.
	ends []string
}

// kindsModule is the alias of the support code's module.
const kindsModule = "kinds"

func newKindTable() kindTable {
	return kindTable{known: map[string]string{}, next: map[string]int{}, taken: names{}}
}

// readerFor returns the name of the reader for the values of a place: a function, or the method of a table.
func (r *reading) readerFor(p place) string {
	switch {
	case p.general != nil:
		made := call(r.support.use("Judged"), text("schemas."+schemaName(r.table.Schema(p.general).Schema)), text(r.orNull(p.built())))
		return r.declare("_JUDGED", r.annotation("Judged", ""), made, &r.ends) + ".read"
	case isAny(p.kind):
		r.kinds = true
		return kindsModule + ".ANY.read"
	case p.isCalled() && len(p.checks) > 0:
		r.kinds = true
		args := append([]expr{text(r.readerOf(p.typ))}, r.checkArgs(p.checks)...)
		return r.declare("_CHECKED", r.annotation("Checked", ""), call(kindsModule+".Checked", args...), &r.ends) + ".read"
	case p.isCalled():
		return r.readerOf(p.typ)
	}
	return r.kind(p) + ".read"
}

// orNull returns the name of the reader for the values of a place, including null if it is valid.
func (r *reading) orNull(p place) string {
	read := r.readerFor(p)
	if !p.nullable || r.readsNull(p) {
		return read
	}
	r.kinds = true
	return r.declare("_OR_NULL", r.annotation("NullOr", r.partHint(p.of)), call(kindsModule+".NullOr", text(read)), &r.ends) + ".read"
}

// readsNull reports whether the reader of a nullable place accepts null itself.
func (r *reading) readsNull(p place) bool {
	return isNull(p.kind) || (p.general != nil || p.isCalled()) && r.takesNull(p)
}

// kind returns the name of the table for reading values of a place.
func (r *reading) kind(p place) string {
	class, hint, args := r.kindArgs(p)
	if mismatch := p.mismatch; mismatch.Message != "" {
		expect(mismatch.Level == ir.Must, mismatch)
		if mismatch.Rule != "type" {
			args = append(args, text("rule="+quote(mismatch.Rule)))
		}
	}
	r.kinds = true
	made := call(kindsModule+"."+class, args...)
	if shared, ok := sharedKinds[made.flat()]; ok {
		return kindsModule + "." + shared
	}
	if _, is := p.kind.(ir.Object); is {
		r.support.use("JsonValue")
	}
	switch p.kind.(type) {
	case ir.Array, ir.Map:
		return r.declare(r.nameOfKind(p), r.annotation(class, hint), made, &r.ends)
	}
	return r.declare(r.nameOfKind(p), r.annotation(class, hint), made, &r.tables)
}

// annotation returns the text between the name of a table and its value. Type checkers infer the type of most tables.
func (g *generator) annotation(class, hint string) string {
	if hint == "" {
		return ": " + g.own("Final") + " = "
	}
	return fmt.Sprintf(": "+g.own("Final")+"[%s.%s[%s]] = ", kindsModule, class, hint)
}

// declare declares a table once and returns its name.
func (r *reading) declare(name, annotation string, made expr, to *[]string) string {
	key := annotation + made.flat()
	if known, ok := r.known[key]; ok {
		return known
	}
	unique := name
	for i := max(2, r.next[name]); r.taken[unique]; i++ {
		unique = fmt.Sprintf("%s_%d", name, i)
		r.next[name] = i + 1
	}
	r.taken.use(unique)
	r.known[key] = unique
	p := newPrinter(0)
	p.expr(made.after(unique+annotation), "")
	*to = append(*to, p.String())
	return unique
}

// sharedKinds contains the tables of the support code.
var sharedKinds = map[string]string{
	`kinds.Plain(bool, "must be true or false")`: "BOOLEAN",
	`kinds.Integer("must be an integer")`:        "INTEGER",
	`kinds.Plain(type(None), "must be null")`:    "NULL",
	`kinds.Number("must be a number")`:           "NUMBER",
	`kinds.Plain(dict, "must be an object")`:     "OBJECT",
	`kinds.Plain(str, "must be a string")`:       "STRING",
}

// nameOfKind returns the beginning of a table's name.
func (r *reading) nameOfKind(p place) string {
	switch k := p.kind.(type) {
	case ir.Boolean:
		return "_BOOLEAN"
	case ir.Null:
		return "_NULL"
	case ir.Integer:
		return "_INTEGER"
	case ir.Number:
		return "_NUMBER"
	case ir.String:
		return "_STRING"
	case ir.Object:
		return "_OBJECT"
	case ir.Const:
		return "_CONSTANT"
	case *ir.Enum:
		if k.Open {
			return "_STRING"
		}
		return r.wordsName(p.typ)
	case ir.Array:
		return "_LIST"
	case ir.Map:
		return "_MAP"
	}
	panic(fmt.Sprintf("python: no table for kind %T", p.kind))
}

func (r *reading) wordsName(t *ir.Type) string {
	if r.isForeign(t) {
		return "_WORDS_" + strings.ToUpper(t.Protocol) + "__" + r.upper(t)
	}
	return "_WORDS_" + r.upper(t)
}

// kindArgs returns the class of a table, its arguments, and the type of its results if type checkers cannot infer it.
func (r *reading) kindArgs(p place) (class, hint string, args []expr) {
	mismatch := text(quote(p.mismatch.Message))
	switch k := p.kind.(type) {
	case ir.Null:
		return "Plain", "", []expr{text("type(None)"), mismatch}
	case ir.Boolean, ir.String, ir.Object:
		class := classOf(k)
		if class == "dict" {
			hint = "dict[str, " + r.own("JsonValue") + "]"
		}
		return "Plain", hint, append([]expr{text(class), mismatch}, r.checkArgs(p.checks)...)
	case ir.Integer:
		if k.Width != ir.Safe {
			return "Wide", "", append([]expr{mismatch, text(quote(k.Width.String()))}, r.checkArgs(p.checks)...)
		}
		expect(k.Range == ir.Failure{Rule: "integer-range", Message: outOfRange} || k.Range == p.mismatch, k.Range)
		return "Integer", "", append([]expr{mismatch}, r.checkArgs(p.checks)...)
	case ir.Number:
		return "Number", "", append([]expr{mismatch}, r.checkArgs(p.checks)...)
	case ir.Const:
		expect(k.Failure.Rule == "const", k.Failure)
		if hint = r.constHint(k.Literal); hasLiteralType(k.Literal) {
			r.typing.use("Literal")
		}
		return "Constant", hint, []expr{text(literal(k.Literal)), mismatch, text(quote(k.Failure.Message))}
	case *ir.Enum:
		if k.Open {
			return "Plain", "", append([]expr{text("str"), mismatch}, r.checkArgs(p.checks)...)
		}
		args = append([]expr{text(r.wordsOf(p.typ)), mismatch, text(quote(k.NotOneOf.Message))}, r.checkArgs(p.checks)...)
		if k.NotOneOf.Rule != "enum" {
			args = append(args, text(quote(k.NotOneOf.Rule)).after("unknown="))
		}
		return "Words", r.typeName(p.typ), args
	case ir.Array:
		return "ListOf", r.partHint(k.Items), append([]expr{text(r.orNull(resolve(k.Items))), mismatch}, r.checkArgs(p.checks)...)
	case ir.Map:
		return "MapOf", r.partHint(k.Values), []expr{text(r.orNull(resolve(k.Values))), mismatch}
	}
	panic(fmt.Sprintf("python: no table for kind %T", p.kind))
}

// partHint returns the hint of a part for which type checkers infer a wider type.
func (r *reading) partHint(v *ir.Value) string {
	switch resolve(v).kind.(type) {
	case ir.Const, *ir.Enum, *ir.Choice:
		return r.localHint(v)
	}
	return ""
}

// wordsOf returns the name of the words of a vocabulary.
func (r *reading) wordsOf(t *ir.Type) string {
	words := r.upper(t) + "_VALUES"
	if r.isForeign(t) {
		r.packages[t.Protocol] = true
		return r.qualified(t, words)
	}
	r.models.use(r.typeName(t))
	return r.models.use(words)
}

// checkArgs returns checks as functions that return the failures.
func (r *reading) checkArgs(list []ir.Check) []expr {
	var args []expr
	for _, c := range list {
		f := c.Fails()
		_, hides := c.(ir.OneOf)
		alone := len(list) == 1 && (f.Rule == "anyOf" || f.Rule == "oneOf") // which hides nothing, but there is nothing else
		expect(f.Level == ir.Must && (hides == (f.Rule == "const" || f.Rule == "enum") || alone), f)
		args = append(args, tupleOf(text("lambda v: "+r.fails(c, "v")), text(quote(f.Rule)), text(quote(f.Message))))
	}
	return args
}

// expect panics for a failure that the tables of the support code cannot raise. Values that a schema validates raise none.
func expect(known bool, f ir.Failure) {
	if !known && f != (ir.Failure{}) {
		panic(fmt.Sprintf("python: no table raises %s of level %s: %s", f.Rule, f.Level, f.Message))
	}
}
