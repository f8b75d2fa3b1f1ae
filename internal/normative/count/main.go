// The program counts the sentences of the documents in a folder, and those with requirements:
//
//	go run ./internal/normative/count LISTS DOCUMENTS
//
// With -v it prints each sentence with its place. With -stamp it adds the missing hashes of sentences to the places in the lists.
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
	verbose := flag.Bool("v", false, "print each sentence")
	stamp := flag.Bool("stamp", false, "add hashes to places that have none")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: count [-v] [-stamp] LISTS DOCUMENTS")
		os.Exit(2)
	}
	if err := count(flag.Arg(0), flag.Arg(1), *verbose, *stamp); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func count(lists, documents string, verbose, stamp bool) error {
	names, err := filepath.Glob(filepath.Join(lists, "*.json"))
	if err != nil {
		return err
	}
	for _, name := range names {
		d, sentences, err := read(lists, documents, name)
		if err != nil {
			return err
		}
		if stamp {
			if err := write(name, d, sentences); err != nil {
				return err
			}
			if d, sentences, err = read(lists, documents, name); err != nil {
				return err
			}
		}
		report(d, sentences, verbose)
		if err := d.Compare(sentences); err != nil {
			return err
		}
	}
	return nil
}

func read(lists, documents, name string) (*normative.Document, []normative.Sentence, error) {
	d, err := normative.Read(os.DirFS(lists), strings.TrimSuffix(filepath.Base(name), ".json"))
	if err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(filepath.Join(documents, d.Document))
	if err != nil {
		return nil, nil, err
	}
	sentences, err := normative.Cut(string(text), d.Headings())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", d.Document, err)
	}
	return d, sentences, nil
}

func write(name string, d *normative.Document, sentences []normative.Sentence) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	stamped, err := d.Stamp(string(text), sentences)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(stamped), 0o666)
}

func report(d *normative.Document, sentences []normative.Sentence, verbose bool) {
	statements := 0
	for _, s := range d.Sections {
		statements += len(s.Statements)
	}
	fmt.Printf("%4d sentences, %3d statements %s\n", len(sentences), statements, d.Document)
	if !verbose {
		return
	}
	for _, s := range sentences {
		fmt.Printf("     %v %s: %s\n", s, s.Word, s.Text)
	}
}
