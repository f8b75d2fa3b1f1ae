package compile_test

import "testing"

// TestReplacedFill composes a message of a part whose fill reads a member that is filled in. The message gives the target of the fill an x-auto, so nothing
// is read.
func TestReplacedFill(t *testing.T) {
	const spec = `envgen: 1
protocol: demo
version: "1"
types:
  Head: {x-part: true, type: object, required: [id], properties: {id: {type: string}, of: {type: string}}}
  Note: {allOf: [Head], required: [of], properties: {id: {x-auto: {value: a}}, of: {x-auto: uuid}}}
root: Note
builders:
  head: {makes: Head, fills: {/id: "has(this.of) ? this.of : \"b\""}}
`
	if list := diagnose("demo.yaml", []byte(spec)); list.HasErrors() {
		t.Errorf("%v", list)
	}
}
