// Package pattern reads the regular expressions of a spec (ECMA-262 with the u flag) and translates them with the same meaning for every language. It
// produces a pattern for each engine, an automaton, and a walk if the pattern is simple enough. It also decides for which strings a backtracking
// engine takes linear time.
//
// The package has a parser of its own. regexp/syntax accepts another grammar, and its errors have no offsets. Patterns are rejected if they have
// different meanings or would make generated code huge. Every limit is a count of work, so a verdict never depends on the machine. The package is
// independent of the string literals of languages: back ends quote the patterns.
package pattern

import (
	"fmt"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

const (
	maxSource = 10_000 // code points of a pattern
	maxDepth  = 64     // groups within groups; keeps Python's recursive compiler far from its limit
	maxCount  = 1_000  // a repetition count, and the product of nested ones: RE2's limit
	maxRanges = 10_000 // ranges of all classes together; \p{L} has 650
	maxInsts  = 10_000 // NFA instructions once counted repetitions are written out
	maxStates = 2_000  // states of the minimal DFA
	maxEdges  = 20_000 // edges of the minimal DFA

	maxSubsets = 4 * maxStates // states before minimising
	maxCells   = 4_000_000     // entries of the transition table before minimising
	maxWork    = 20_000_000    // NFA instructions visited by the subset construction
)

// Kind is the reason for rejecting a pattern.
type Kind uint8

const (
	Syntax     Kind = iota // no ECMA-262 pattern with the u flag
	Unportable             // a pattern, but without the same meaning in every language
	TooLarge               // over one of the limits
)

// String returns the kind as diagnostics spell it.
func (k Kind) String() string {
	return [...]string{"syntax", "unportable", "too-large"}[k]
}

// Error is the reason for which a pattern was refused. It describes a user's mistake and is no Go error.
type Error struct {
	Offset  int // code points into the source
	Kind    Kind
	Message string // one sentence without a final full stop
}

// Translate reads a pattern. Of its result and the error exactly one is nil.
func Translate(source string) (re *ir.Regexp, refused *Error) {
	refused = attempt(func() {
		tree := simplify(parse(decode(source)))
		letters := newAlphabet(tree)
		re = &ir.Regexp{
			Source: source,
			RE2:    spell(tree, &re2),
			JS:     spell(tree, &javaScript),
			Python: spell(tree, &python),
			Walk:   newWalk(tree),
		}
		if contains(tree, isLook) {
			re.RE2 = "" // it has none
		}
		re.DFA, re.Engine = automaton(tree, letters, re.Walk)
		re.Counted = re.Engine == ir.ShortStrings && !contains(tree, isRemembered)
	})
	if refused != nil {
		return nil, refused
	}
	return re, nil
}

// automaton returns the DFA of a pattern, and the engines that can match it. The size of the DFA is no reason to reject a walk, which does not need
// it.
func automaton(tree node, letters *alphabet, walk *ir.Walk) (dfa ir.DFA, asked ir.Engine) {
	p := newProgram(tree, letters)
	tooLarge := attempt(func() { dfa = newDFA(p) })
	if tooLarge != nil && walk == nil {
		panic(bailout{tooLarge})
	}
	if p.Looks {
		return dfa, ir.NoString
	}
	return dfa, engine(tree, p)
}

// decode splits a pattern into code points.
func decode(source string) []rune {
	if len(source) > maxSource*utf8.UTFMax || utf8.RuneCountInString(source) > maxSource {
		refuse(0, TooLarge, "the pattern is longer than %d characters", maxSource)
	}
	points := []rune(source)
	if !utf8.ValidString(source) {
		for i, at := 0, 0; i < len(source); at++ {
			r, size := utf8.DecodeRuneInString(source[i:])
			if r == utf8.RuneError && size == 1 {
				refuse(at, Syntax, "the pattern is not valid UTF-8")
			}
			i += size
		}
	}
	return points
}

// attempt returns the refusal that ended f, or nil.
func attempt(f func()) (reason *Error) {
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bailout)
			if !ok {
				panic(r)
			}
			reason = b.reason
		}
	}()
	f()
	return nil
}

// bailout carries a refusal from deep within the recursion up to attempt.
type bailout struct{ reason *Error }

// refuse ends the translation.
func refuse(at int, kind Kind, format string, args ...any) {
	panic(bailout{newError(at, kind, format, args...)})
}

func newError(at int, kind Kind, format string, args ...any) *Error {
	return &Error{Offset: at, Kind: kind, Message: fmt.Sprintf(format, args...)}
}
