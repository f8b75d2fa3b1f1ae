package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// now is the time of all checks.
var now = time.Date(2026, 5, 12, 8, 41, 7, 0, time.UTC)

// faults turn a valid message into an invalid one, or return nil. Each is of a kind that archives have.
var faults = []struct {
	name string
	make func(text []byte) []byte
}{
	{"cut", func(text []byte) []byte { return text[:len(text)*2/3] }},
	{"duplicate", func(text []byte) []byte { return before(text, `,"twice":1,"twice":2`) }},
	{"not UTF-8", func(text []byte) []byte { return before(text, ",\"x\":\"\xff\"") }},
	{"text behind", func(text []byte) []byte { return append(bytes.Clone(text), '}') }},
	{"status", func(text []byte) []byte { return changed(text, `"status":"ok"`, `"status":"okay"`) }},
	{"type", func(text []byte) []byte { return changed(text, `"type":"eval"`, `"type":"evaluate"`) }},
	{"version", func(text []byte) []byte { return changed(text, `"version":1`, `"version":"1"`) }},
	{"name", func(text []byte) []byte { return changed(text, `"id":"`, `"ident":"`) }},
}

// before inserts members before the last bracket.
func before(text []byte, members string) []byte {
	i := bytes.LastIndexByte(text, '}')
	if i < 0 || bytes.Equal(text, []byte("{}")) {
		return nil
	}
	return []byte(string(text[:i]) + members + string(text[i:]))
}

func changed(text []byte, from, to string) []byte {
	if !bytes.Contains(text, []byte(from)) {
		return nil
	}
	return bytes.Replace(text, []byte(from), []byte(to), 1)
}

// pool are the messages that traffic is made of.
type pool struct {
	valid  [][]byte
	faulty [][]byte
	kinds  []string // of faulty
}

// newPool takes the valid fixtures of a protocol. The reference confirms that each of them has no issue, and each faulty one has.
func newPool(p *ir.Protocol) (*pool, error) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		return nil, err
	}
	r, err := reference.NewInterpreter(p)
	if err != nil {
		return nil, err
	}
	clean := func(text []byte) (bool, error) {
		result, err := r.Verdict(p.Root, text, reference.Options{Now: &now})
		return len(result.Issues) == 0, err
	}
	made := &pool{}
	for _, c := range cases {
		if c.Protocol != p.Name || c.Op != "check" || c.Type != "" || c.Text == nil || c.Params != nil || bytes.ContainsAny([]byte(*c.Text), "\n\r") || len(*c.Text) > 4000 {
			continue
		}
		text := []byte(*c.Text)
		if ok, err := clean(text); err != nil || !ok {
			if err != nil {
				return nil, err
			}
			continue
		}
		made.valid = append(made.valid, text)
		for _, f := range faults {
			bad := f.make(text)
			if bad == nil {
				continue
			}
			ok, err := clean(bad)
			if err != nil {
				return nil, err
			}
			if !ok {
				made.faulty, made.kinds = append(made.faulty, bad), append(made.kinds, f.name)
			}
		}
	}
	if len(made.valid) < 20 || len(made.faulty) < 20 {
		return nil, fmt.Errorf("%s has %d valid and %d faulty messages", p.Name, len(made.valid), len(made.faulty))
	}
	return made, nil
}

// fileBytes is the size of a file of traffic.
const fileBytes = 256 << 20

// write writes files of traffic of one protocol, of at most most bytes each, one message in a hundred of them faulty, and returns where the faults are.
func (p *pool) write(dir, name string, size, most int64, seed uint64) (planted map[string]bool, records int64, err error) {
	dice := rand.New(rand.NewPCG(seed, 1))
	planted = map[string]bool{}
	for i := 0; size > 0; i++ {
		file := filepath.Join(dir, fmt.Sprintf("%s-%03d.ndjson", name, i))
		f, err := os.Create(file)
		if err != nil {
			return nil, 0, err
		}
		w := bufio.NewWriterSize(f, 1<<20)
		written := int64(0)
		for line := 1; written < min(size, most); line++ {
			text := p.valid[dice.IntN(len(p.valid))]
			if dice.IntN(100) == 0 {
				text = p.faulty[dice.IntN(len(p.faulty))]
				planted[fmt.Sprintf("%s:%d", file, line)] = true
			}
			w.Write(text)     // errors are those of Flush
			w.WriteByte('\n') // as well
			written += int64(len(text)) + 1
			records++
		}
		size -= written
		if err := w.Flush(); err != nil {
			return nil, 0, err
		}
		if err := f.Close(); err != nil {
			return nil, 0, err
		}
	}
	return planted, records, nil
}
