package reference

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

// kiosk has exchanges that may end after each reply, of which few are open at once.
const kiosk = `envgen: 1
protocol: kiosk
version: "1"
types:
  Order: {type: object, required: [kind, id, note], properties: {kind: {const: order}, id: {type: string}, note: {type: string}}}
  Part: {type: object, required: [kind, id, note], properties: {kind: {const: part}, id: {type: string}, note: {type: string}}}
  Bill: {type: object, required: [kind, id], properties: {kind: {const: bill}, id: {type: string}}}
  Clear: {type: object, required: [kind], properties: {kind: {const: clear}}}
  Message: {oneOf: [Order, Part, Bill, Clear], discriminator: {propertyName: kind}}
root: Message
conversations:
  sale:
    over: Message
    sides: [guest, host]
    grammar: other*
    exchanges:
      orders:
        key: /id
        most: 5
        grammar: order part* bill?
        bind: {first: [order]}
        sequence:
          - {id: same-note, of: [part], each: this.note == bound.first.note, at: /note, message: must repeat the note}
`

// TestMemoryOfExchanges compares the notes about open exchanges with the exchanges themselves.
func TestMemoryOfExchanges(t *testing.T) {
	p, diags := compile.Source("kiosk.yaml", []byte(kiosk))
	if p == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := New(Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		c, err := r.Converse("kiosk", "sale", "guest")
		if err != nil {
			t.Fatal(err)
		}
		taken, refused := 0, 0
		for range 400 {
			kind := []string{"order", "order", "part", "bill", "clear"}[random.IntN(5)]
			text := fmt.Sprintf(`{"kind":%q,"id":"%d","note":"%0*d"}`, kind, random.IntN(12), random.IntN(40), 0)
			issues, err := c.Next(Event{Text: []byte(text), Sent: random.IntN(2) == 0, Options: Options{MaxRemembered: 60 + random.IntN(200)}})
			if err != nil {
				t.Fatal(err)
			}
			if len(issues) == 0 {
				taken++
			} else {
				refused++
			}
			if random.IntN(20) == 0 {
				c = c.Fork()
			}
			if n := c.remembered(); n > c.sizeMost {
				t.Fatalf("seed %d: %d bytes are remembered, and at most %d were expected", seed, n, c.sizeMost)
			}
			var first any
			for _, key := range c.idle(0, nil, 1) {
				first = key
			}
			if first != c.idleByScan(0) {
				t.Fatalf("seed %d: the exchange %v rests, and not %v", seed, c.idleByScan(0), first)
			}
			if len(c.resting[0]) > 2*5+65 {
				t.Fatalf("seed %d: %d notes about 5 exchanges", seed, len(c.resting[0]))
			}
		}
		if taken < 50 || refused < 50 {
			t.Errorf("seed %d: %d messages were taken, and %d refused", seed, taken, refused)
		}
	}
}

// idleByScan is idle without notes.
func (c *Conversation) idleByScan(i int) (key any) {
	for k, t := range c.open[i] {
		if t.left.ends && (key == nil || t.moved < c.open[i][key].moved) {
			key = k
		}
	}
	return key
}
