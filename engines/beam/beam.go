// Package beam checks messages in pipelines of Apache Beam, with generated bindings.
package beam

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// Checked is a message with its verdict. An issue of level should leaves a message valid.
type Checked struct {
	Text   string
	Valid  bool
	Issues []envelope.Issue
}

// foxctlFn checks messages of foxctl. A program has a function of this kind for each of its types.
type foxctlFn struct{}

func init() {
	register.DoFn1x1[string, Checked](&foxctlFn{})
	beam.RegisterType(reflect.TypeFor[Checked]())
}

// ProcessElement checks a message. It keeps nothing, so that a runner may repeat or split its work.
func (*foxctlFn) ProcessElement(text string) Checked {
	var issues []envelope.Issue
	_, err := foxctl.ParseEnvelope([]byte(text), envelope.Report(&issues))
	return Checked{text, err == nil, issues}
}

// CheckFoxctl returns the messages with their verdicts.
func CheckFoxctl(s beam.Scope, messages beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("CheckFoxctl"), &foxctlFn{}, messages)
}
