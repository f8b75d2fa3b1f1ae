package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/bytedance/sonic"
	jsonv2 "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/bench/go/generated"
	"github.com/envgen/envgen/bench/go/generated/tags"
	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

const (
	noChecks     = "into a plain struct, checks nothing"
	untyped      = "into any, checks nothing"
	noRules      = "into any, no rules"
	partOfSchema = "OkEnvelope without unions with null, conditions and formats; no rules"
)

// modules names where a library comes from.
var modules = map[string]string{
	"encoding/json/v2": "github.com/go-json-experiment/json",
	"goccy/go-json":    "github.com/goccy/go-json",
	"sonic":            "github.com/bytedance/sonic",
	"jsonschema":       "github.com/santhosh-tekuri/jsonschema/v6",
	"go-jsonschema":    "github.com/atombender/go-jsonschema",
}

// generator is the version of the generator of the package generated; its module is not part of this program.
const generator = "v0.24.1"

func versionOf(library string) string {
	info, _ := debug.ReadBuildInfo()
	switch path := modules[library]; {
	case library == "go-jsonschema":
		return generator
	case path != "":
		for _, dep := range info.Deps {
			if dep.Path == path {
				return dep.Version
			}
		}
	}
	return ""
}

func races() []race {
	all := []race{
		{"foxctl-faults", "read", []contestant{
			{"envgen", "all faults", refused(reads(foxctl.ParseEnvelope))},
			{"jsonschema", "into any, no rules", refused(validates("foxctl"))},
		}},
	}
	for _, name := range []string{"foxctl-full", "foxctl-artifact", "foxctl-large", "foxctl-stream"} {
		read := race{name, "read", append([]contestant{{"envgen", "", reads(foxctl.ParseEnvelope)}}, decoders[foxctlEnvelope](noChecks)...)}
		read.libraries = append(read.libraries, contestant{"jsonschema", noRules, validates("foxctl")})
		if name != "foxctl-stream" {
			read.libraries = append(read.libraries, contestant{"go-jsonschema", partOfSchema, decodes[generated.OkEnvelope](json.Unmarshal)})
			all = append(all,
				race{name, "write", append([]contestant{{"envgen", "unchecked", writes(foxctl.ParseEnvelope, unchecked[foxctl.Envelope])}}, encoders[foxctlEnvelope](noChecks)...)},
				race{name, "check and write", []contestant{{"envgen", "", writes(foxctl.ParseEnvelope, foxctl.Envelope.Encode)}, encoders[foxctlEnvelope](noChecks)[0]}})
		}
		all = append(all, read)
	}
	return append(all,
		race{"foxctl-artifact", "build and write", []contestant{{"envgen", "", builds()}, {"envgen", "check and write alone", writes(foxctl.ParseEnvelope, foxctl.Envelope.Encode)}}},
		race{"hotrepl", "read", among(contestant{"envgen", "", reads(hotrepl.ParseMessage)}, decoders[any](untyped), "hotrepl")},
		race{"agh-direct", "read", among(contestant{"envgen", "", reads(agh.ParseEnvelope)}, decoders[aghEnvelope](noChecks), "agh")},
		race{"agh-direct", "write", append([]contestant{{"envgen", "unchecked", writes(agh.ParseEnvelope, unchecked[agh.Envelope])}}, encoders[aghEnvelope](noChecks)...)},
		race{"agh-direct", "check and write", []contestant{{"envgen", "", writes(agh.ParseEnvelope, agh.Envelope.Encode)}, encoders[aghEnvelope](noChecks)[0]}},
		race{"tags-front", "read", []contestant{{"envgen", "tag of each level in front", reads(tags.ParseNode)}, {"envgen", "the same, tag of each level behind", onText(reads(tags.ParseNode), late)}}},
		race{"delegator-results", "read", among(contestant{"envgen", "", reads(delegator.ParseJSONEnvelope)}, decoders[any](untyped), "delegator")},
	)
}

func among(envgen contestant, others []contestant, protocol string) []contestant {
	return append(append([]contestant{envgen}, others...), contestant{"jsonschema", noRules, validates(protocol)})
}

func decoders[T any](remark string) []contestant {
	return []contestant{
		{"encoding/json", remark, decodes[T](json.Unmarshal)},
		{"encoding/json/v2", remark, decodes[T](func(text []byte, v any) error { return jsonv2.Unmarshal(text, v) })},
		{"goccy/go-json", remark, decodes[T](goccy.Unmarshal)},
		{"sonic", remark, decodes[T](sonic.Unmarshal)},
	}
}

func encoders[T any](remark string) []contestant {
	return []contestant{
		{"encoding/json", remark, encodes[T](json.Marshal)},
		{"encoding/json/v2", remark, encodes[T](func(v any) ([]byte, error) { return jsonv2.Marshal(v) })},
		{"goccy/go-json", remark, encodes[T](goccy.Marshal)},
		{"sonic", remark, encodes[T](sonic.Marshal)},
	}
}

func reads[T, O any](parse func([]byte, ...O) (T, error)) func([]byte) error {
	return func(text []byte) error {
		_, err := parse(text)
		return err
	}
}

// onText reads a changed text.
func onText(read func([]byte) error, change func([]byte) []byte) func([]byte) error {
	var changed []byte
	return func(text []byte) error {
		if changed == nil {
			changed = change(text)
		}
		return read(changed)
	}
}

// late moves the tags of tags-front behind the members with the next level.
func late(text []byte) []byte {
	const front, behind = `"kind":"node",`, `,"kind":"node"`
	levels := bytes.Count(text, []byte(front))
	body := bytes.ReplaceAll(text[:len(text)-levels], []byte(front), nil)
	return append(body, bytes.Repeat([]byte(behind+"}"), levels)...)
}

// refused inverts the result of a reader for a message with faults.
func refused(read func([]byte) error) func([]byte) error {
	return func(text []byte) error {
		if read(text) == nil {
			return errors.New("the message has faults and is accepted")
		}
		return nil
	}
}

func decodes[T any](unmarshal func([]byte, any) error) func([]byte) error {
	return func(text []byte) error {
		var v T
		return unmarshal(text, &v)
	}
}

// encodes reads the text at the first call only.
func encodes[T any](marshal func(any) ([]byte, error)) func([]byte) error {
	var v *T
	return func(text []byte) error {
		if v == nil {
			v = new(T)
			if err := json.Unmarshal(text, v); err != nil {
				return err
			}
		}
		_, err := marshal(v)
		return err
	}
}

// unchecked is envelope.EncodeUnchecked for the messages of one type.
func unchecked[T envelope.Message](m T, opts ...envelope.Option) ([]byte, error) {
	return envelope.EncodeUnchecked(m, opts...)
}

// writes does the same for a generated type.
func writes[T any](parse func([]byte, ...envelope.Option) (T, error), encode func(T, ...envelope.Option) ([]byte, error)) func([]byte) error {
	var v T
	known := false
	return func(text []byte) error {
		if !known {
			var err error
			if v, err = parse(text); err != nil {
				return err
			}
			known = true
		}
		_, err := encode(v)
		return err
	}
}

// builds builds a message of the payload of a text, which the builder writes when it has checked it.
func builds() func([]byte) error {
	var draft *foxctl.OKDraft
	var out bytes.Buffer
	return func(text []byte) error {
		if draft == nil {
			message, err := foxctl.ParseEnvelope(text)
			if err != nil {
				return err
			}
			m := message.(*foxctl.OKEnvelope)
			draft = &foxctl.OKDraft{Command: foxctl.Some(m.Command), Data: m.Data, Meta: metaOf(m.Meta)}
		}
		out.Reset()
		_, err := foxctl.Builder{Out: &out}.OK(draft)
		return err
	}
}

// metaOf is metadata without the time, which the builder fills in.
func metaOf(m foxctl.Meta) foxctl.MetaDraft {
	return foxctl.MetaDraft{DurationMs: m.DurationMs, Runner: m.Runner, Workspace: m.Workspace, JobID: m.JobID, TraceID: m.TraceID, Profiles: m.Profiles, Source: m.Source,
		CASDigest: m.CASDigest, SkillVersion: m.SkillVersion, CacheKey: m.CacheKey, Seq: m.Seq, Final: m.Final, Extra: m.Extra}
}

// validates parses a text into the validator's input, and checks it by the exported schema.
func validates(protocol string) func([]byte) error {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schema, err := compiler.Compile("gen/schema/" + protocol + ".schema.json")
	return func(text []byte) error {
		if err != nil {
			return fmt.Errorf("%s: %w", protocol, err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
}
