package typescript

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// reporters are the support functions for the failures of most checks of types. They report a missing member for undefined.
var reporters = map[ir.Failure]string{
	noString: "notString",
	{Rule: "type", Message: "must be an object"}:     "notObject",
	{Rule: "type", Message: "must be an array"}:      "notArray",
	{Rule: "type", Message: "must be a number"}:      "notNumber",
	{Rule: "type", Message: "must be true or false"}: "notBoolean",
}

// The failures that the support functions lacking, notInteger and notDeclared report.
var (
	noString   = ir.Failure{Rule: "type", Message: "must be a string"}
	lack       = ir.Failure{Rule: "required", Message: "is required"}
	noInteger  = ir.Failure{Rule: "type", Message: "must be an integer"}
	undeclared = ir.Failure{Rule: "additionalProperties", Message: "is not a member that is allowed here"}
	outOfRange = ir.Failure{Rule: "integer-range", Message: "must be between -9007199254740991 and 9007199254740991"}
)

// plainWord is a word that messages contain unchanged. (A longer one may be cut.)
var plainWord = regexp.MustCompile(`^[A-Za-z0-9 _:;.,@#%&=<>!~'/+*-]{0,40}$`)

// listsWords reports whether a value is of a closed vocabulary whose failure lists all of its words, as the support function notWord
// does. Further checks need a test that shows the compiler a string.
func listsWords(v ir.Value) bool {
	e, ok := v.Kind.(*ir.Enum)
	if !ok || e.Open || len(e.Values) < 2 || v.Mismatch != noString || v.Schema != nil || len(v.Checks) > 0 {
		return false
	}
	var words []string
	for _, v := range e.Values {
		if !plainWord.MatchString(v.Value) || isIndex(v.Value) {
			return false
		}
		words = append(words, `"`+v.Value+`"`)
	}
	last := len(words) - 1
	return e.NotOneOf == ir.Failure{Rule: "enum", Message: "must be one of " + strings.Join(words[:last], ", ") + " or " + words[last]}
}

// isIndex reports whether an object lists a member before all others, wherever it is declared.
func isIndex(name string) bool {
	n, err := strconv.ParseUint(name, 10, 32)
	return err == nil && strconv.FormatUint(n, 10) == name
}

// wordsOf is the constant that lists the words of a vocabulary for its check.
func wordsOf(name string) string { return "wordsOf" + name }

// mismatch is the arm for a value of another type.
func (b *body) mismatch(when string, f ir.Failure, at location) arm {
	if reporter := reporters[f]; reporter != "" {
		return b.reported(when, reporter, at)
	}
	return b.fails(when, f, at)
}

// reported is the arm that calls a reporter.
func (b *body) reported(when, reporter string, at location) arm {
	return arm{when: when, then: func() { b.Line("%s(%s, %s, collector);", b.use(reporter), at.expr, at.place) }, lack: true}
}

// integer returns the arms for a value that is no integer.
func (b *body) integer(v ir.Value, k ir.Integer, at location) []arm {
	x, beyond := at.expr, k.Range
	if k.Width != ir.Safe {
		return []arm{b.fails("typeof "+x+` !== "bigint"`, v.Mismatch, at), b.fails("!"+b.use("is"+k.Width.Name())+"("+x+")", beyond, at)}
	}
	if v.Mismatch == noInteger && beyond == outOfRange {
		return []arm{anyOf(b.reported("typeof "+x+` !== "number" || !Number.isSafeInteger(`+x+")", "notInteger", at))}
	}
	return []arm{
		anyOf(b.fails("typeof "+x+` !== "number" || !Number.isInteger(`+x+")", v.Mismatch, at)),
		b.fails("!Number.isSafeInteger("+x+")", beyond, at),
	}
}

// lackIn reports whether the check of a type reports a required member that is undefined.
func lackIn(v ir.Value) bool {
	r := v.Resolve()
	if r.Schema != nil {
		return false
	}
	switch k := r.Kind.(type) {
	case ir.Integer:
		return r.Mismatch == noInteger && k.Range == outOfRange && k.Width == ir.Safe
	case ir.Const:
		return r.Mismatch != k.Failure && reporters[r.Mismatch] != ""
	case *ir.Record, *ir.Union, ir.Boolean, ir.Number, ir.String, *ir.Enum, ir.Array, ir.Object, ir.Map:
		return reporters[r.Mismatch] != ""
	}
	return false
}

// anyOf marks an arm whose condition is one of several.
func anyOf(a arm) arm {
	a.either = true
	return a
}
