package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// shape is one kind of message that makes a validator work for nothing.
type shape struct {
	name     string
	protocol string
	typ      string
	write    func(b *bytes.Buffer, size int)
}

// shapes are the messages. Their random parts depend on seed.
func shapes(seed uint64) []shape {
	random := rand.New(rand.NewPCG(seed, 16))
	shuffled := random.Perm(16 << 20) // more than there is room for
	own := func(name, typ string, write func(*bytes.Buffer, int)) shape { return shape{name, "floods", typ, write} }
	return []shape{
		own("items of the wrong type", "Strings", items("1")),
		{"`profiles` of foxctl, all numbers", "foxctl", "Meta", within(`{"ts":"2026-05-12T00:00:00Z","profiles":`, items("1"), "}")},
		own("staged items of the wrong type", "Staged", within(`{"list":`, items("1"), "}")),
		own("small arrays with a fault each", "Grid", items("[1]")),
		own("faults 100 arrays deep", "Tree", items(nested("true", 100))),
		own("numbers in place of arrays", "Leaf", items("[[1],[]]")),
		own("members missing in each item", "Pairs", items("{}")),
		own("three faults an item", "Codes", items(`"A"`)),
		own("unknown tags", "Unions", items(`{"kind":"x"}`)),
		own("unknown members, ascending", "Closed", members("m%08d", "1", false)),
		own("unknown members, descending", "Closed", members("m%08d", "1", true)),
		own("wrong members of a map, ascending", "Map", members("m%08d", `""`, false)),
		own("wrong members of a map, descending", "Map", members("m%08d", `""`, true)),
		own("objects in a map, descending", "Maps", members("m%08d", `{}`, true)),
		own("faults below two names of 2 MB", "Maps", longNames),
		own("`propertyNames`", "Names", members("M%08d", "1", false)),
		own("`propertyNames`, descending", "Names", members("M%08d", "1", true)),
		own("`unevaluatedItems: false`", "NoMoreItems", items("1")),
		own("`unevaluatedItems`, the last one wrong", "MoreItems", lastOf("1", `"x"`)),
		own("`unevaluatedProperties: false`, ascending", "NoMoreMembers", members("m%08d", "1", false)),
		own("`unevaluatedProperties: false`, descending", "NoMoreMembers", members("m%08d", "1", true)),
		own("`unevaluatedProperties: false`, all evaluated, the last one wrong", "NoMoreMembers", lastMember("x%08d")),
		own("`unevaluatedProperties`, the last one wrong", "MoreMembers", lastMember("m%08d")),
		own("`anyOf` in each item", "Either", items("true")),
		own("`anyOf`, the last one wrong", "Either", lastOf("1", "true")),
		own("`if` in each item", "Decided", items(`{}`)),
		own("`if`, the last one wrong", "Decided", lastOf(`{"k":"a","v":1}`, "{}")),
		own("`minContains`", "Some", items("1")),
		own("a rule that should hold, the last item wrong", "AdvisedList", lastOf("{}", "1")),
		own("a rule that must hold, in each item", "RuledList", items("{}")),
		own("a rule for each member, descending", "RuledOpen", members("m%08d", "1", true)),
		own("a million numbers, the last one twice", "Unique", unique(func(i int) string { return strconv.Itoa(shuffled[i]) })),
		own("numbers whose hashes are equal in V8, the last one twice", "Unique", unique(v8Collision)),
		own("a million strings, the last one twice", "Unique", unique(func(i int) string { return fmt.Sprintf(`"s%08d"`, shuffled[i]) })),
		own("a million objects, the last one twice", "Unique", unique(func(i int) string { return fmt.Sprintf(`{"n":%d}`, shuffled[i]) })),
		own("unique arrays in arrays, 100 deep", "UniqueTree", items(nested("0,0", 100))),
		own("one long integer among small ones, all wrong", "Strings", lastOf("1", "12345678901234567890")),
		own("brackets in strings, the last item wrong", "Strings", lastOf(`"["`, "1")),
	}
}

// items repeats one item.
func items(item string) func(*bytes.Buffer, int) { return lastOf(item, item) }

// lastOf repeats one item, and puts another one behind.
func lastOf(item, last string) func(*bytes.Buffer, int) {
	return func(b *bytes.Buffer, size int) {
		b.WriteByte('[')
		for b.Len()+len(item)+len(last)+len(",]") <= size {
			b.WriteString(item)
			b.WriteByte(',')
		}
		b.WriteString(last + "]")
	}
}

func nested(inner string, depth int) string {
	return strings.Repeat("[", depth) + inner + strings.Repeat("]", depth)
}

// unique writes items that differ, and the last of them again.
func unique(item func(int) string) func(*bytes.Buffer, int) {
	return func(b *bytes.Buffer, size int) {
		b.WriteByte('[')
		last := ""
		for i := 0; b.Len() < size-100; i++ {
			last = item(i)
			b.WriteString(last + ",")
		}
		b.WriteString(last + "]")
	}
}

func within(before string, inner func(*bytes.Buffer, int), after string) func(*bytes.Buffer, int) {
	return func(b *bytes.Buffer, size int) {
		b.WriteString(before)
		inner(b, size-len(after))
		b.WriteString(after)
	}
}

// members writes an object of members with the same value.
func members(name, value string, descending bool) func(*bytes.Buffer, int) {
	return func(b *bytes.Buffer, size int) {
		count := (size - 2) / (len(fmt.Sprintf(name, 0)) + len(value) + len(`"":,`))
		separator := "{"
		for i := range count {
			if descending {
				i = count - 1 - i
			}
			fmt.Fprintf(b, `%s"`+name+`":%s`, separator, i, value)
			separator = ","
		}
		b.WriteByte('}')
	}
}

// lastMember writes members that are numbers, and one that is none.
func lastMember(name string) func(*bytes.Buffer, int) {
	return func(b *bytes.Buffer, size int) {
		members(name, "1", false)(b, size-10)
		b.Truncate(b.Len() - 1)
		b.WriteString(`,"z":"x"}`)
	}
}

// longNames are two names that differ in their last letter, and faults below both.
func longNames(b *bytes.Buffer, size int) {
	name := strings.Repeat("n", 2<<20)
	fmt.Fprintf(b, `{"%sb":{"a":"","b":""},"%sa":{`, name, name)
	for i := 0; b.Len() < size-30; i++ {
		fmt.Fprintf(b, `"m%07d":"",`, i)
	}
	b.WriteString(`"a":""}}`)
}

// v8Collision returns a number of its own for each i. Where V8 hashes a number without a seed, as it does in a Set, these have
// the same hash: the steps of its ComputeLongHash are undone one by one.
func v8Collision(i int) string {
	for h := uint64(i) << 32; ; h += 1 << 62 {
		if f := math.Float64frombits(undoV8(h)); !math.IsNaN(f) && !math.IsInf(f, 0) && (f != math.Trunc(f) || math.Abs(f) > 1<<53) {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		if h>>62 == 3 {
			return strconv.Itoa(i) // its bits are those of no number
		}
	}
}

func undoV8(h uint64) uint64 {
	h ^= h>>22 ^ h>>44
	h *= inverse(1 + 1<<6)
	h ^= h>>11 ^ h>>22 ^ h>>33 ^ h>>44 ^ h>>55
	h *= inverse(21)
	h ^= h>>31 ^ h>>62
	return (h + 1) * inverse(1<<18-1)
}

// inverse returns the number that undoes a multiplication with an odd one.
func inverse(odd uint64) uint64 {
	x := odd
	for range 6 {
		x *= 2 - odd*x
	}
	return x
}
