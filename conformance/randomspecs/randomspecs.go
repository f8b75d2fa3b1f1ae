// Package randomspecs writes legal but unusual specs from a seed. It runs the compiler, the generators, the linters of each language, the executors,
// and an independent validator, the witness, on them.
//
// Beside each spec it writes its types as plain JSON Schema, made from the same random tree and not by the compiler. The witness validates by that.
// The same seed and number give the same spec, on every machine.
package randomspecs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Spec is one random spec.
type Spec struct {
	Seed   uint64
	Number int
	Name   string // of its protocol
	YAML   []byte

	types    []*named
	catalogs []*catalog
	patterns map[string]*pattern
	author   *author
	talk     *talk // nil in a spec without a conversation
	print    func() []byte
	whole    part     // the spec as one file
	library  *library // nil in a spec that imports nothing
}

// Write writes the spec of a seed and a number.
func Write(seed uint64, n int) *Spec {
	a := &author{Rand: rand.New(rand.NewPCG(seed, uint64(n)+1)), patterns: map[string]*pattern{}, members: map[string]*kind{}, taken: map[string]bool{}}
	s := &Spec{Seed: seed, Number: n, Name: fmt.Sprintf("random%d", n), patterns: a.patterns, author: a}
	if a.one(3) {
		a.stages = []string{"early", "late", "last"}[:1+a.IntN(3)]
	}
	a.prepare()
	a.planCatalogs()
	writers := a.plan()
	for i, write := range writers {
		a.types[i].schema = write(spot{depth: 3, type_: i})
		a.annotate(a.types[i])
	}
	a.planParams()
	root := a.types[a.IntN(len(a.types))]
	if a.one(2) {
		root = a.types[len(a.types)-1]
	}
	s.catalogs = a.catalogs
	a.writeRules()
	a.markParts(root)
	accepts := a.accepts(root)
	s.talk = a.planTalk(seed, n)
	s.types = a.types
	s.whole = part{protocol: s.Name, root: root.name, accepts: accepts, talks: true, has: func(string) bool { return true }}
	s.print = func() []byte { return []byte(a.file(s, s.whole)) }
	s.YAML = s.print()
	return s
}

func values(members []member) []any {
	list := make([]any, len(members))
	for i, m := range members {
		list[i] = m.value
	}
	return list
}

// file is the text of the spec, or of a part of it.
func (a *author) file(s *Spec, p part) string {
	var b strings.Builder
	section := func(key string, entries []member) {
		if len(entries) == 0 {
			return
		}
		b.WriteString(key + ":\n")
		for _, e := range entries {
			b.WriteString("  " + spelling(e.name) + ": " + spelling(p.named(e.value)) + "\n")
		}
	}
	fmt.Fprintf(&b, "envgen: 1\nprotocol: %s\nversion: \"1\"\n", p.protocol)
	if p.imported != "" {
		fmt.Fprintf(&b, "imports: {%[1]s: %[1]s.yaml}\n", p.imported)
	}
	var catalogs, types []member
	for _, c := range a.catalogs {
		if p.has(c.name) {
			catalogs = append(catalogs, member{p.nameOf(c.name), c.spec()})
		}
	}
	for _, t := range a.types {
		if p.has(t.name) {
			types = append(types, member{p.nameOf(t.name), t.schema})
		}
	}
	var rules []any
	for _, r := range a.rules {
		if p.has(ruled(r)) {
			rules = append(rules, p.named(r))
		}
	}
	section("catalogs", catalogs)
	var builders []member
	for _, made := range a.builders {
		if of := made.value.(*object).get("makes").(reference).name; p.has(of) && (p.talks || a.isPart(of)) {
			builders = append(builders, made)
		}
	}
	section("params", a.paramMembers(p, slices.Concat(rules, values(types), values(builders))))
	if p.accepts != nil {
		b.WriteString("accepts: " + spelling(p.accepts) + "\n")
	}
	if len(a.stages) > 0 {
		b.WriteString("stages: " + spelling(texts(a.stages)) + "\n")
	}
	section("types", types)
	section("builders", builders)
	if a.output != nil {
		b.WriteString("output: " + spelling(a.output) + "\n")
	}
	if len(rules) > 0 {
		b.WriteString("rules:\n")
		for _, r := range rules {
			b.WriteString("  - " + spelling(r) + "\n")
		}
	}
	if s.talk != nil && p.talks {
		section("conversations", []member{{s.talk.name, s.talk.orders}})
	}
	fmt.Fprintf(&b, "root: %s\n", spelling(p.nameOf(p.root)))
	return b.String()
}
