// Command others counts the fixtures that code of other generators misjudges, and writes the page about them.
//
// The tools are those of tools/witnesses, which `make test-witnesses` installs. With -check it compares the page and writes nothing.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/conformance/witnesses"
)

func main() {
	check := flag.Bool("check", false, "compare the page, and write nothing")
	list := flag.String("list", "", "print the fixtures that this tool misjudges, and write nothing")
	flag.Parse()
	if err := measure(context.Background(), *check, *list); err != nil {
		fmt.Fprintln(os.Stderr, "others:", err)
		os.Exit(1)
	}
}

// score is the result of one tool with one protocol.
type score struct {
	refused string // the reason why there is no code
	// Of messages that violate a keyword, of other invalid ones, and of valid ones: how many there are with a decoder, and how many are misjudged.
	keyword, other, valid count
	without               int // messages whose type has no decoder
	// alike reports whether the tool accepts some of the messages and refuses others.
	misjudged []witnesses.Message
}

type count struct{ wrong, all int }

func (c *count) add(wrong bool) {
	c.all++
	if wrong {
		c.wrong++
	}
}

func (c count) String() string { return fmt.Sprintf("%d of %d", c.wrong, c.all) }

func measure(ctx context.Context, check bool, list string) error {
	all, err := fixtures.ShippedCases()
	if err != nil {
		return err
	}
	bundles, err := witnesses.Bundles(".")
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := control(ctx); err != nil {
		return err
	}
	var scores [][]score
	for _, t := range tools {
		var row []score
		for _, b := range bundles {
			messages, _ := b.Fixtures(all)
			s, err := t.score(ctx, b, messages)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", t.name, b.Protocol, err)
			}
			row = append(row, s)
			if t.name == list {
				print(s.misjudged)
			}
		}
		scores = append(scores, row)
	}
	if list != "" {
		return nil
	}
	return write(bundles, scores, check)
}

func print(messages []witnesses.Message) {
	for _, m := range messages {
		fmt.Println(m.ID, strings.Join(m.Rules, " "))
	}
}

// score makes the code of one protocol, and judges the messages with it.
func (t tool) score(ctx context.Context, b *witnesses.Bundle, messages []witnesses.Message) (s score, err error) {
	if t.generate != nil {
		err := t.generate(ctx, b.File, b.Protocol)
		if errors.Is(err, errRefused) {
			s.refused = err.Error()
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
	verdicts, err := t.verdicts(ctx, b, messages)
	if err != nil {
		return s, err
	}
	for i, m := range messages {
		if verdicts[i] == nil {
			s.without++
			continue
		}
		accepted := *verdicts[i]
		kind := &s.valid
		if !m.Valid() {
			kind = &s.other
			if m.Judged() {
				kind = &s.keyword
			}
		}
		kind.add(accepted != m.Valid())
		if accepted != m.Valid() {
			s.misjudged = append(s.misjudged, m)
		}
	}
	return s, nil
}

// verdicts runs the judge. A verdict is nil for a message whose type has no decoder.
func (t tool) verdicts(ctx context.Context, b *witnesses.Bundle, messages []witnesses.Message) ([]*bool, error) {
	var in, out, logs bytes.Buffer
	for _, m := range messages {
		line, err := json.Marshal(map[string]any{"protocol": m.Protocol, "type": m.Type, "base64": []byte(m.Text), "root": m.Type == b.Root()})
		if err != nil {
			return nil, err
		}
		in.Write(append(line, '\n'))
	}
	c := exec.CommandContext(ctx, t.judge[0], t.judge[1:]...)
	c.Stdin, c.Stdout, c.Stderr = &in, &out, &logs
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, logs.String())
	}
	var verdicts []*bool
	yes, no := true, false
	for lines := bufio.NewScanner(&out); lines.Scan(); {
		i := slices.Index([]string{"null", "true", "false"}, lines.Text())
		if i < 0 {
			return nil, fmt.Errorf("%q is no verdict", lines.Text())
		}
		verdicts = append(verdicts, []*bool{nil, &yes, &no}[i])
	}
	if len(verdicts) != len(messages) {
		return nil, fmt.Errorf("%d answers to %d messages", len(verdicts), len(messages))
	}
	return verdicts, nil
}
