package breaking_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/spec"
)

// BenchmarkSelf compares the five shipped specs with themselves; the bar is 0.3 s.
func BenchmarkSelf(b *testing.B) {
	for b.Loop() {
		for _, name := range shipped {
			source, err := spec.FS.ReadFile(name + ".yaml")
			if err != nil {
				b.Fatal(err)
			}
			if found := benchmarked(b, source, source); len(found) > 0 {
				b.Fatal(found)
			}
		}
	}
}

// BenchmarkThousand compares a spec of 1,000 types with a copy in which each twentieth has another limit; the bar is 3 s.
func BenchmarkThousand(b *testing.B) {
	var text strings.Builder
	text.WriteString("envgen: 1\nprotocol: wide\nversion: \"1\"\ntypes:\n")
	for n := range 1000 {
		fmt.Fprintf(&text, "  T%d: {type: object, required: [id, kind], properties: {id: {type: string, minLength: 1}, kind: {enum: [a, b, c]}, size: {type: integer, minimum: %d}, list: {type: array, items: {type: string, pattern: '^[a-z]+$'}}, other: {$ref: '#/types/T%d'}}}\n", n, n, (n*7+1)%1000)
	}
	text.WriteString("root: T0\n")
	old := text.String()
	new := old
	for n := 0; n < 1000; n += 20 {
		new = strings.Replace(new, fmt.Sprintf("minimum: %d}", n), fmt.Sprintf("minimum: %d}", n+1), 1)
	}
	for b.Loop() {
		if found := benchmarked(b, []byte(old), []byte(new)); len(found) != 50 {
			b.Fatal(len(found))
		}
	}
}

func benchmarked(b *testing.B, old, new []byte) []breaking.Finding {
	b.Helper()
	found, err := breaking.Compare(version(b, protocol(b, "old", old)), version(b, protocol(b, "new", new)), breaking.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return found
}
