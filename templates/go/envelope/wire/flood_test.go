package wire

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// least is the contract's section 3.3 taken literally, regardless of memory: dedupe, cut, sort.
func least(all []violation, limit int) []Issue {
	best := map[string]violation{}
	for _, f := range all {
		key := fmt.Sprintf("%q %v", f.rule, f.at)
		known, found := best[key]
		if !found || f.level == Must && known.level == Should || f.level == known.level && f.message < known.message {
			best[key] = f
		}
	}
	var list []violation
	for _, f := range best {
		list = append(list, f)
	}
	inOrder := func(f, g violation) int {
		return cmp.Or(slices.CompareFunc(f.at, g.at, segment.compare), strings.Compare(f.rule, g.rule))
	}
	slices.SortFunc(list, func(f, g violation) int {
		return cmp.Or(strings.Compare(string(f.level), string(g.level)), inOrder(f, g))
	})
	list = list[:min(limit, len(list))]
	slices.SortFunc(list, inOrder)
	var issues []Issue
	for _, f := range list {
		issues = append(issues, issue(f))
	}
	return issues
}

func TestCollectorAgainstTheContract(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		limit := 1 + random.IntN(12)
		names := []string{"a", "b", "", "0", "10", "a/b", "é", "\uffff", "😀"}[:1+random.IntN(9)]
		var all []violation
		for range random.IntN(150) {
			var way []segment
			for range random.IntN(3) {
				if random.IntN(2) == 0 {
					way = append(way, segment{index: random.IntN(12)})
				} else {
					way = append(way, segment{names[random.IntN(len(names))], noIndex})
				}
			}
			all = append(all, violation{string('a' + rune(random.IntN(3))), string('a' + rune(random.IntN(3))), []Level{Must, Should}[random.IntN(2)], way})
		}
		if got, want := collect(all, limit), least(all, limit); !slices.Equal(got, want) {
			t.Fatalf("limit %d of %v:\ngot  %v\nwant %v", limit, all, got, want)
		}
	}
}

// A violation that cannot be reported is dropped before its path is built.
func TestDroppingAllocatesNothing(t *testing.T) {
	var c collector
	for i := range 20 {
		c.put(violation{"r", "m", Must, at("a", i)}, 10)
	}
	var r Reader
	r.options.maxIssues = 10
	r.issues = c
	r.issues.compact(10)
	for range 10 {
		r.trail.enter()
		r.trail.here.name = "b"
	}
	allocations := testing.AllocsPerRun(1000, func() {
		r.Must("r", "m")
		r.ShouldAt("name", "r", "m")
		r.Broken(0, Must, "r", "m", "name", "another")
	})
	if allocations > 0 || len(r.issues.found) != 10 || r.issues.dropped == 0 {
		t.Errorf("%v allocations, %d violations, %d dropped", allocations, len(r.issues.found), r.issues.dropped)
	}
}

// Places after the last kept violation are closed; at its own place another rule could still sort before it.
func TestClosedPlaces(t *testing.T) {
	var c collector
	for _, steps := range [][]segment{at("m", 3), at("m", 4), at("x", 0), at("x", 1), at("x", 2)} {
		c.put(violation{"r", "m", Must, steps}, 2)
	}
	for _, place := range []struct {
		steps  []segment
		closed bool
	}{
		{at(), false}, {at(0), false}, {at("m"), false}, {at("m", 3, "a"), false}, {at("m", 4), false}, {at("m", 4, "a"), true}, {at("m", 5), true},
		{at("m", "a"), true}, {at("ma"), true},
	} {
		if c.closed(&spot{outer: place.steps}) != place.closed {
			t.Errorf("%q: closed is not %v", pointer(place.steps), place.closed)
		}
	}
}

// readNode reads arrays, objects and numbers without a schema: at most 3 items, only a member a, numbers above 0 (must) and below 5
// (should). It returns the number of values visited.
func readNode(r *Reader) (looked int) {
	switch {
	case typeAt(r.text+" ", r.pos) == ArrayType:
		r.BeginArray()
		for r.NextItem() {
			looked += readNode(r)
		}
		if r.Count() > 3 {
			r.Must("maxItems", "m")
		}
	case typeAt(r.text+" ", r.pos) == ObjectType:
		missing := true
		r.BeginObject()
		for r.NextMember() {
			missing = missing && r.Name() != "a"
			looked += readNode(r)
		}
		if missing {
			r.MustAt("a", "required", "m")
		}
	default:
		if n, ok := r.Number(); !ok {
			r.Must("type", "m")
		} else if n == 0 {
			r.Must("minimum", "m")
		} else if n == 5 {
			r.Should("advice", "m")
		}
	}
	return looked + 1
}

// nodeSchema is the same without the should.
func nodeSchema() (Schemas, SchemaID) {
	var b builder
	node := b.add()
	b.schemas[node].Assertions = []Assertion{
		is(ArrayType | ObjectType | NumberType),
		Bound{Above, 0, "", fail("minimum")},
		Size{ArrayType, AtMost, 3, fail("maxItems")},
		requires("a"),
		PropertyNames{Schema: b.add(Matches{func(name string) bool { return name != "b" }, fail("pattern")}), Failure: fail("propertyNames")},
		Items{Rest: node},
		properties("a", node),
		Unevaluated{Of: ObjectType, Schema: node},
	}
	return b.schemas, node
}

func randomNode(random *rand.Rand, b *strings.Builder, depth int) {
	kind := random.IntN(6)
	switch {
	case kind < 2 && depth > 0:
		b.WriteByte('[')
		for i := range random.IntN(7) {
			b.WriteString(","[:min(i, 1)])
			randomNode(random, b, depth-1)
		}
		b.WriteByte(']')
	case kind < 4 && depth > 0:
		b.WriteByte('{')
		for i, n := range random.Perm(7)[:random.IntN(6)] {
			fmt.Fprintf(b, "%s%q:", ","[:min(i, 1)], []string{"a", "b", "", "0", "10", "a~", "é"}[n])
			randomNode(random, b, depth-1)
		}
		b.WriteByte('}')
	default:
		b.WriteString([]string{"0", "5", "1", `"x"`}[random.IntN(4)])
	}
}

// TestClosed checks that skipping closed places loses no issue.
func TestClosed(t *testing.T) {
	schemas, id := nodeSchema()
	read := map[string]func(r *Reader){
		"reader": func(r *Reader) { readNode(r) },
		"schema": func(r *Reader) {
			if r.Valid(schemas, id) {
				r.Skip()
			}
		},
		"both": func(r *Reader) {
			r.BeginArray()
			for r.NextItem() {
				if r.Valid(schemas, id) {
					readNode(r)
				}
			}
		},
	}
	random := rand.New(rand.NewPCG(7, 8))
	cut := 0
	for range 3000 {
		var b strings.Builder
		b.WriteByte('[')
		randomNode(random, &b, 4)
		b.WriteByte(',')
		randomNode(random, &b, 4)
		b.WriteByte(']')
		for name, read := range read {
			all := issuesOf(b.String(), 1<<30, read)
			for _, limit := range []int{1, 2, 3, 5} {
				want := slices.Clone(all)
				slices.SortStableFunc(want, func(i, j Issue) int { return strings.Compare(string(i.Level), string(j.Level)) })
				want = want[:min(limit, len(want))]
				got := issuesOf(b.String(), limit, read)
				slices.SortStableFunc(got, func(i, j Issue) int { return strings.Compare(string(i.Level), string(j.Level)) })
				if !slices.Equal(got, want) {
					t.Fatalf("%s, limit %d of %s:\ngot  %v\nwant %v", name, limit, b.String(), got, want)
				}
				if len(all) > 2*limit {
					cut++
				}
			}
		}
	}
	if cut < 1000 {
		t.Errorf("only %d texts had more issues than are kept", cut)
	}
}

func issuesOf(text string, limit int, read func(r *Reader)) []Issue {
	var r Reader
	var issues []Issue
	r.Start([]byte(text), []Option{MaxIssues(limit), Report(&issues)}, nil)
	read(&r)
	_ = r.Finish() // the error repeats the issues
	return issues
}

// In an endless array, the reader visits as many items as it keeps issues. The other items allocate nothing.
func TestFloodIsNotLookedAt(t *testing.T) {
	schemas, id := nodeSchema()
	for name, item := range map[string]string{"numbers": "0", "objects": `{"b":0}`, "arrays": "[0,[0]]"} {
		cost := func(items int) (looked int, allocations float64) {
			text := []byte("[" + strings.Repeat(item+",", items) + item + "]")
			issues := 0
			allocations = testing.AllocsPerRun(1, func() {
				var r Reader
				r.Start(text, []Option{MaxIssues(10)}, nil)
				looked = readNode(&r)
				issues = len(r.issues.found)
			})
			if issues < 10 {
				t.Errorf("%s: %d issues", name, issues)
			}
			return looked, allocations
		}
		few, allocations := cost(100)
		many, more := cost(10_000)
		// The runtime itself may allocate a little, so the test compares allocations with the number of items.
		if few != many || few > 100 || more > allocations+100 {
			t.Errorf("%s: %d values looked at, then %d; %v allocations, then %v", name, few, many, allocations, more)
		}
		text := "[" + strings.Repeat(item+",", 10_000) + item + "]"
		e := evaluation{schemas: schemas, maxIssues: 10}
		e.read(text)
		e.apply(0, id)
		e.visit(0, 0, 0)
		if e.issues.dropped == 0 || e.issues.dropped > 100 || len(e.issues.found) > 20 {
			t.Errorf("%s: %d violations dropped, %d kept", name, e.issues.dropped, len(e.issues.found))
		}
	}
}
