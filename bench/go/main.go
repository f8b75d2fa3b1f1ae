// Command go measures the generated Go bindings beside other ways to read and write the same messages. It prints one line of JSON
// for each message, work and library.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	b := &bench{}
	flag.StringVar(&b.messages, "messages", "", "folder of the messages")
	flag.IntVar(&b.rounds, "rounds", 11, "how often each library is measured")
	flag.DurationVar(&b.time, "time", 50*time.Millisecond, "how long each measurement takes")
	only := flag.String("only", "", "only the messages whose name matches")
	libraries := flag.String("libraries", "", "only the libraries whose name matches")
	flag.Parse()
	b.libraries = regexp.MustCompile(*libraries)
	b.only = regexp.MustCompile(*only)
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type bench struct {
	messages  string
	rounds    int
	time      time.Duration
	only      *regexp.Regexp
	libraries *regexp.Regexp
}

// contestant is one way to do a work.
type contestant struct {
	library string
	remark  string                  // the work that it does not do
	run     func(text []byte) error // reads one text, or writes the value that was read from it
}

// race is a message and a work, and those who do it.
type race struct {
	message, work string
	libraries     []contestant
}

func (b *bench) run() error {
	out := json.NewEncoder(os.Stdout)
	folder, err := os.MkdirTemp(filepath.Dir(b.messages), "store-") // on the disk of the checkout: that of temporary files may be memory
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, each := range slices.Concat(races(), conversationRaces(), serverRaces(), rpcRaces(), storeRaces(folder)) {
		if !b.only.MatchString(each.message) {
			continue
		}
		each.libraries = slices.DeleteFunc(each.libraries, func(c contestant) bool { return !b.libraries.MatchString(c.library) })
		texts, err := b.read(each.message)
		if err != nil {
			return err
		}
		switch each.work {
		case "read":
		case streamed:
			texts = [][]byte{append(bytes.Join(texts, []byte("\n")), '\n')}
		default:
			texts = texts[:1]
		}
		samples, err := b.measure(each, texts)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", each.message, each.work, err)
		}
		for i, l := range each.libraries {
			err := out.Encode(map[string]any{
				"message": each.message, "work": each.work, "library": l.library, "version": versionOf(l.library), "remark": l.remark, "ns": samples[i],
			})
			if err != nil {
				return err
			}
		}
	}
	if !b.libraries.MatchString("envgen") {
		return nil
	}
	for _, message := range []string{"hotrepl", "mcp"} {
		if !b.only.MatchString(message) {
			continue
		}
		samples, remark, err := b.millions(message)
		if err != nil {
			return err
		}
		if err := out.Encode(map[string]any{"message": message, "work": million, "library": "envgen", "version": "", "remark": remark, "ns": samples}); err != nil {
			return err
		}
	}
	return nil
}

// millions measures a million exchanges of a protocol.
func (b *bench) millions(message string) (samples []float64, remark string, err error) {
	if message == "mcp" {
		return b.bothWays()
	}
	texts, err := b.read(message)
	if err != nil {
		return nil, "", err
	}
	return b.evals(texts[0])
}

// read returns the texts of a message's file.
func (b *bench) read(name string) ([][]byte, error) {
	files, err := filepath.Glob(filepath.Join(b.messages, name+".*"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("%s has no message %s: %v", b.messages, name, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for line := range strings.Lines(string(data)) {
		texts = append(texts, []byte(strings.TrimSuffix(line, "\n")))
	}
	return texts, nil
}

// measure lets the libraries take turns, so that a machine that changes its speed changes it for all. It returns nanoseconds for one
// go through the texts, by library and round.
func (b *bench) measure(r race, texts [][]byte) ([][]float64, error) {
	counts := make([]int, len(r.libraries))
	for i, l := range r.libraries {
		// Warm-up, and how many goes fill the time.
		begin, n := time.Now(), 0
		for ; n == 0 || time.Since(begin) < 2*b.time; n++ {
			if err := once(l, texts); err != nil {
				return nil, fmt.Errorf("%s: %w", l.library, err)
			}
		}
		counts[i] = max(1, n/2)
	}
	samples := make([][]float64, len(r.libraries))
	for range b.rounds {
		for i, l := range r.libraries {
			runtime.GC()
			begin := time.Now()
			for range counts[i] {
				if err := once(l, texts); err != nil {
					return nil, err
				}
			}
			samples[i] = append(samples[i], float64(time.Since(begin).Nanoseconds())/float64(counts[i]))
		}
	}
	return samples, nil
}

func once(l contestant, texts [][]byte) error {
	for _, text := range texts {
		if err := l.run(text); err != nil {
			return err
		}
	}
	return nil
}
