package testbed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/envgen/envgen/conformance"
)

// A mutant has a fault or two. A spoiled value has dozens, and the list of issues is short, so that most of them
// are not in it. A binding may then stop checking early, and the reference checks everything.

// perExample is how many spoiled copies of each example there are.
const perExample = 20

// enough bytes end the repetition of items and members, which nests.
const enough = 2000

func spoiled(c *conformance.Case, random *rand.Rand) []conformance.Probe {
	var list []conformance.Probe
	for range perExample {
		var b bytes.Buffer
		spoil(&b, decoded(*c.Text), random)
		limit := []int{1, 2, 3, 5, 100}[random.IntN(5)]
		list = append(list, conformance.Probe{Protocol: c.Protocol, Text: b.Bytes(), Limits: conformance.Limits{MaxIssues: limit}})
	}
	return list
}

func decoded(text string) any {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err) // the examples have been read before
	}
	return value
}

// spoil writes a value with some other scalars, with repeated items in arrays, and with removed and added members of
// objects, in any order.
func spoil(b *bytes.Buffer, value any, random *rand.Rand) {
	if random.IntN(12) == 0 {
		b.WriteString([]string{"null", "true", "0", "-1.5", `""`, `"A"`, "[]", "{}", "[[1]]"}[random.IntN(9)])
		return
	}
	switch value := value.(type) {
	case []any:
		b.WriteByte('[')
		comma := ""
		for _, item := range value {
			for i := range random.IntN(5) {
				if i > 0 && b.Len() > enough {
					break
				}
				b.WriteString(comma)
				spoil(b, item, random)
				comma = ","
			}
		}
		b.WriteByte(']')
	case map[string]any:
		spoilMembers(b, value, random)
	default:
		text, err := json.Marshal(value)
		if err != nil {
			panic(err)
		}
		b.Write(text)
	}
}

func spoilMembers(b *bytes.Buffer, object map[string]any, random *rand.Rand) {
	var names []string
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names) // a map has no order, and the seed must decide
	var values []any
	for _, name := range names {
		values = append(values, object[name])
	}
	for i, name := range []string{"z", "a", "0", "10", "~/", "é", "M"} {
		if _, known := object[name]; !known && random.IntN(3) == 0 && b.Len() < enough {
			names = append(names, name)
			values = append(values, append(values, 1.0)[i%(len(values)+1)])
		}
	}
	b.WriteByte('{')
	comma := ""
	for _, i := range random.Perm(len(names)) {
		if random.IntN(10) == 0 {
			continue
		}
		name, err := json.Marshal(names[i])
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(b, "%s%s:", comma, name)
		spoil(b, values[i], random)
		comma = ","
	}
	b.WriteByte('}')
}
