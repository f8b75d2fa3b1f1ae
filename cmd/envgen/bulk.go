package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/bulk"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/version"
)

type bulkCmd struct {
	Spec string `help:"Spec of the messages." placeholder:"FILE" required:""`
	Type string `help:"Type of the messages. Default: the root of the spec." placeholder:"NAME" xor:"type"`

	Stream string `help:"The records are messages of conversations with this name; --key names the conversation of each." placeholder:"NAME" xor:"type" and:"stream"`
	Key    string `help:"Pointer to the name of the conversation in a record." placeholder:"POINTER" and:"stream"`
	Side   string `help:"Pointer to the side that has sent a record, for conversations in which both sides send some of the messages." placeholder:"POINTER"`
	Order  string `help:"Pointer to the place of a record in its conversation, a number or a text. Default: the order of the archive. The records are sorted, in temporary files if they are many." placeholder:"POINTER"`
	Open   int    `help:"Conversations that are open at once. Beyond it, the least recently used one is dropped, and counted as abandoned." default:"10000" placeholder:"N"`

	Form string `help:"Separation of records: lines, array for the items of a JSON array, value for one value in each file, or auto." enum:"auto,lines,array,value" default:"auto"`
	At   string `help:"Pointer to the message in a record: a value, or a string with its text. Default: the record itself." placeholder:"POINTER"`
	Now  string `help:"Time of the variable \"now\" in rules: a time in RFC 3339, or a pointer to each record's own, which is a date-time or a number of seconds since 1970. Default: the current time." placeholder:"TIME|POINTER"`

	By  string `help:"Pointer to the name of a group in a record, such as the sender: records are also counted by group." placeholder:"POINTER"`
	Day string `help:"Pointer to a time in a record: records are also counted by day, in UTC." placeholder:"POINTER"`

	Out        string `help:"Write each issue to this file: as a line of JSON, or as a row if the name ends in .parquet. The program envgen-arrow writes parquet." placeholder:"FILE"`
	Quarantine string `help:"Write each record that is not valid to this file, with its issues, as a line of JSON." placeholder:"FILE"`
	HTML       string `name:"html" help:"Write the report to this file, as a page that needs no network." placeholder:"FILE"`
	State      string `help:"Keep the progress of the run in this file. A run that was stopped goes on there, and counts nothing twice." placeholder:"FILE"`

	Strict   bool              `help:"Issues of level \"should\" make a message invalid too."`
	Param    map[string]string `help:"Value of a parameter of the protocol, or of max_depth, max_bytes, max_issues or max_remembered. The syntax is that of a default in the spec." placeholder:"NAME=VALUE" mapsep:"none"`
	Format   string            `help:"Output format: text, or json with one object." enum:"text,json" default:"text"`
	Examples int               `help:"Examples of each kind of issue." default:"3" placeholder:"N"`
	Jobs     int               `help:"Records that are checked at once. Default: the number of cores." placeholder:"N"`
	Input    []string          `arg:"" optional:"" help:"Files, folders and patterns. Default, and meaning of -: standard input. Files may be compressed by gzip or zstd."`
}

// Run checks the archive, and writes the report even if a file cannot be read.
func (c *bulkCmd) Run(s command.Streams) error {
	settings, err := c.settings(s)
	if err != nil {
		return err
	}
	run, err := bulk.New(*settings) // errors of the command line are reported before a file is changed
	if err != nil {
		return err
	}
	outputs, err := c.outputs(settings.State)
	if err != nil {
		return err
	}
	hooks := bulk.Hooks{Bad: outputs.write}
	if c.State != "" {
		hooks.Merged = func(state *bulk.State) error {
			if err := outputs.flush(state); err != nil {
				return err
			}
			data, err := json.Marshal(state)
			if err != nil {
				return err
			}
			return writeAtomically(c.State, data)
		}
	}
	var done func()
	hooks.Progress, done = totalProgress(settings.Files, s.Err)
	begin := time.Now()
	collectLess(400, 200<<20)
	sum, err := run.Check(hooks)
	done()
	if sum == nil {
		return err
	}
	if err := errors.Join(err, outputs.close(err == nil), c.report(s.Out, sum, time.Since(begin))); err != nil {
		return err
	}
	return command.InvalidUnless(sum.Invalid == 0 && sum.Unfinished == 0)
}

func (c *bulkCmd) settings(s command.Streams) (*bulk.Settings, error) {
	if c.Examples < 0 || c.Jobs < 0 || c.Open < 1 {
		return nil, errors.New("--examples and --jobs are at least 0, and --open is at least 1")
	}
	if c.Side != "" && c.Stream == "" {
		return nil, errors.New("--side needs --stream: the sender matters for conversations only")
	}
	if c.Order != "" && c.Stream == "" {
		return nil, errors.New("--order needs --stream: the order matters for conversations only")
	}
	specs := newLoader(s)
	protocols, err := specs.Load([]string{c.Spec})
	if err != nil {
		return nil, err
	}
	r := &bulk.Settings{Protocol: protocols[0], Type: c.Type, Strict: c.Strict, Stdin: s.In, Form: bulk.Form(c.Form), Stream: c.Stream,
		Open: c.Open, Jobs: cmp.Or(c.Jobs, runtime.GOMAXPROCS(0)), Examples: c.Examples}
	flags := judging{Param: c.Param}
	pointers := []struct {
		flag, text string
		to         *[]string
	}{{"--key", c.Key, &r.Key}, {"--side", c.Side, &r.Side}, {"--order", c.Order, &r.Order}, {"--at", c.At, &r.At}, {"--by", c.By, &r.By}, {"--day", c.Day, &r.Day}}
	if strings.HasPrefix(c.Now, "/") {
		pointers = append(pointers, struct {
			flag, text string
			to         *[]string
		}{"--now", c.Now, &r.Now})
	} else if c.Now != "" {
		now, err := time.Parse(time.RFC3339Nano, c.Now)
		if err != nil {
			return nil, fmt.Errorf("--now %q is neither a time in RFC 3339 nor a pointer such as /ts", c.Now)
		}
		flags.Now = &now
	}
	for _, p := range pointers {
		if *p.to, err = pointer(p.flag, p.text); err != nil {
			return nil, err
		}
	}
	if r.Options, err = flags.options(r.Protocol); err != nil {
		return nil, err
	}
	if r.Files, err = bulk.Expand(c.inputs()); err != nil {
		return nil, err
	}
	if c.State != "" {
		if c.Order != "" {
			return nil, errors.New("--state does not work with --order: the order is not known before the end of the archive")
		}
		if isParquet(c.Out) {
			return nil, errors.New("--state continues the file of --out, which parquet cannot: write --out issues.ndjson, and then envgen-arrow parquet --out issues.parquet issues.ndjson")
		}
		if len(r.Files) == 1 && r.Files[0] == bulk.Stdin {
			return nil, errors.New("--state needs files: standard input cannot be read again")
		}
		hash, err := c.hash(specs)
		if err != nil {
			return nil, err
		}
		if r.State, err = bulk.ReadState(c.State, hash); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (c *bulkCmd) inputs() []string {
	if len(c.Input) == 0 {
		return []string{bulk.Stdin}
	}
	return c.Input
}

// hash is that of the spec, with its imports, and of the flags that results depend on.
func (c *bulkCmd) hash(specs *loader) (string, error) {
	kept := *c
	kept.State, kept.Input, kept.Jobs, kept.HTML, kept.Format = "", nil, 0, "", ""
	return bulk.Hash(version.Tool(), specs.Sources, kept)
}

// pointer returns the segments of a JSON Pointer, or nil for none.
func pointer(flag, text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	if text[0] != '/' {
		return nil, fmt.Errorf("%s %q is no JSON Pointer: it begins with a slash, as in /%s", flag, text, strings.ReplaceAll(text, ".", "/"))
	}
	segments := strings.Split(text[1:], "/")
	for i, segment := range segments {
		if strings.Contains(strings.NewReplacer("~0", "", "~1", "").Replace(segment), "~") {
			return nil, fmt.Errorf("%s %q is no JSON Pointer: a tilde is ~0, and a slash in a name is ~1", flag, text)
		}
		segments[i] = bulk.Unescape(segment)
	}
	return segments, nil
}

// totalProgress returns a function that takes the number of bytes that have been read of some files, and shows the progress on a terminal.
func totalProgress(files []string, err io.Writer) (read func(int), done func()) {
	total := int64(0)
	for _, file := range files {
		info, e := os.Stat(file)
		if file == bulk.Stdin || e != nil || !info.Mode().IsRegular() {
			return func(int) {}, func() {}
		}
		total += info.Size()
	}
	p := newProgress(fmt.Sprintf("%d files", len(files)), total, err)
	if p == nil {
		return func(int) {}, func() {}
	}
	return p.add, p.finish
}
