// The program counts what the documents in a folder demand, by section: go run ./internal/normative/count LISTS DOCUMENTS.
// With -v it prints each place.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/internal/normative"
)

func main() {
	verbose := flag.Bool("v", false, "print each place")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: count [-v] LISTS DOCUMENTS")
		os.Exit(2)
	}
	if err := count(flag.Arg(0), flag.Arg(1), *verbose); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func count(lists, documents string, verbose bool) error {
	names, err := filepath.Glob(filepath.Join(lists, "*.json"))
	if err != nil {
		return err
	}
	for _, name := range names {
		protocol := strings.TrimSuffix(filepath.Base(name), ".json")
		d, err := normative.Read(os.DirFS(lists), protocol)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(documents, d.Document))
		if err != nil {
			return err
		}
		found, err := normative.Find(string(text), d.Headings())
		if err != nil {
			return fmt.Errorf("%s: %w", d.Document, err)
		}
		report(d, found, verbose)
		if err := d.Compare(found); err != nil {
			return err
		}
	}
	return nil
}

func report(d *normative.Document, found []normative.Found, verbose bool) {
	fmt.Printf("%4d %s\n", len(found), d.Document)
	for i := 0; i < len(found); {
		heading, words, order := found[i].Heading, map[string]int{}, []string(nil)
		n := 0
		for ; i < len(found) && found[i].Heading == heading; i++ {
			if words[found[i].Word]++; words[found[i].Word] == 1 {
				order = append(order, found[i].Word)
			}
			n++
			if verbose {
				fmt.Printf("            %d %s: %s\n", found[i].Ordinal, found[i].Word, found[i].Text)
			}
		}
		parts := make([]string, len(order))
		for j, w := range order {
			parts[j] = fmt.Sprintf("%d %s", words[w], w)
		}
		fmt.Printf("     %3d %s: %s\n", n, heading, strings.Join(parts, ", "))
	}
}
