package link_test

import (
	"testing"

	"github.com/envgen/envgen/generators/link"
)

// TestUnhide completes a module in which the types Error and Map hide globals.
func TestUnhide(t *testing.T) {
	const module = `/** Error$ of a call: a Map, cost$. */
export interface Error$ { Error?: Error$; readonly Map: Map<string, acp.Map$> }
export const typeOfError$: TypeInfo<Error$> = { name: "Error$", Error: () => Error$, made: make.Error, of: { Map, Set } };
export class Fault extends Error { text = ` + "`${new Map().size} Error`" + `; }
`
	const want = `/** Error of a call: a Map, cost$. */
export interface Error { Error?: Error; readonly Map: globalThis.Map<string, acp.Map> }
export const typeOfError: TypeInfo<Error> = { name: "Error$", Error: () => Error, made: make.Error, of: { Map: globalThis.Map, Set } };
export class Fault extends globalThis.Error { text = ` + "`${new globalThis.Map().size} Error`" + `; }
`
	if got := link.Unhide(module, []string{"Error", "Map"}); got != want {
		t.Errorf("got\n%s", got)
	}
}
