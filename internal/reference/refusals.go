package reference

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// refusal is the failure of a message that does not lead on.
func (t *thread) refusal() ir.Failure {
	may := t.left.may()
	if len(may) == 0 {
		return ir.Failure{Rule: "after-end", Message: "must not come after the end"}
	}
	if !slices.ContainsFunc(may, t.isOther) {
		return ir.Failure{Rule: "unexpected-message", Message: "must be " + oneOf(named(t.order, may)) + " here"}
	}
	var refused []int
	for l := range t.order.Letters {
		if !slices.Contains(may, l) {
			refused = append(refused, l)
		}
	}
	message := "must not come here"
	if refused != nil {
		message = "must not be " + oneOf(named(t.order, refused)) + " here"
	}
	return ir.Failure{Rule: "unexpected-message", Message: message}
}

// isOther reports whether a letter is of all messages that the grammar does not name.
func (t *thread) isOther(letter int) bool { return len(t.order.Shown[letter]) == 0 }

// awaited returns the words for the remaining grammar.
func (t *thread) awaited() []string {
	may := t.left.may()
	words := named(t.order, may)
	if slices.ContainsFunc(may, t.isOther) {
		words = append(words, "another message")
	}
	return words
}
