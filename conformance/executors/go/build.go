package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
)

// building contains the members of a request that only the op build has.
type building struct {
	Builder string
	Args    json.RawMessage
	Answers json.RawMessage
	Started string
	IDs     []string
	Env     map[string]string
	Secrets *envelope.Secrets
	Store   bool
}

// build builds a message.
func build(known []protocol, r request) answer {
	codec, err := builder(known, r)
	if err != nil {
		return answer{Error: err.Error()}
	}
	if codec.Answers() != (r.Answers != nil) {
		return answer{Error: "a builder that answers takes the message that is answered, and no other one does"}
	}
	opts, err := r.options()
	if err != nil {
		return answer{Error: err.Error()}
	}
	var issues []envelope.Issue
	s := &sources{ids: r.IDs}
	source := envelope.Source{NewID: s.id, Getenv: func(name string) string { return r.Env[name] }, Options: append(opts, envelope.Report(&issues))}
	source.Secrets = r.Secrets
	if r.Store {
		source.Store = memory{}
	}
	if r.Started != "" {
		if source.Started, err = time.Parse(time.RFC3339, r.Started); err != nil {
			return answer{Error: "started: " + err.Error()}
		}
	}
	var out bytes.Buffer
	source.Out = &out
	message, err := codec.Build(source, r.Args, r.Answers)
	var wrong *envelope.ValidationError
	switch {
	case s.short:
		return answer{Error: "ids: there are too few"}
	case err != nil && !errors.As(err, &wrong):
		return answer{Error: err.Error()}
	}
	issues = listed(issues)
	a := answer{Issues: &issues}
	if err != nil {
		return a
	}
	var text bytes.Buffer
	code, err := codec.Emit(&text, message, opts...)
	if err != nil {
		return answer{Error: "cannot write what was built: " + err.Error()}
	}
	if text.String() != out.String() {
		return answer{Error: "Emit writes another text than the builder: " + text.String()}
	}
	output := text.String()
	if a.Output = &output; code >= 0 {
		a.Exit = &code
	}
	return a
}

// memory is a store of texts by their digests.
type memory map[string][]byte

func (m memory) Put(content []byte) (string, error) {
	sum := sha256.Sum256(content)
	digest := "sha256:" + hex.EncodeToString(sum[:])
	m[digest] = content
	return digest, nil
}

// sources gives out the ids of a request.
type sources struct {
	ids   []string
	short bool
}

func (s *sources) id(string) string {
	if s.short = len(s.ids) == 0; s.short {
		return ""
	}
	id := s.ids[0]
	s.ids = s.ids[1:]
	return id
}

// builder returns the codec that a request names.
func builder(known []protocol, r request) (envelope.BuilderCodec, error) {
	for _, p := range known {
		if p.name != r.Protocol || p.builders == nil {
			continue
		}
		list := p.builders()
		if i := slices.IndexFunc(list, func(c envelope.BuilderCodec) bool { return c.Name() == r.Builder }); i >= 0 {
			return list[i], nil
		}
	}
	return envelope.BuilderCodec{}, fmt.Errorf("protocol %s has no builder %q", r.Protocol, r.Builder)
}
