package typescript

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
)

// observed are the types of the module for observers that programs name.
var observed = strings.Fields("Clock Observation Observe ObservedConversation ObservedIssue Operation")

// observe returns the module for observers. It is beside the module of the protocol, so that programs without observers do not load its table.
func (o Options) observe(job target.Job) output.File {
	lowered := plan.Observe(job.Protocol)
	s := &generator{chosen: o, beside: job.Support, uses: map[string]bool{}}
	for _, name := range strings.Fields("Clock Codec Observe ObservedNames observeCodec") {
		s.use(name)
	}
	types, functions := observed, observedCodec
	if lowered.Conversations != nil {
		for _, name := range strings.Fields("ObservedTracker Tracker observeTracker") {
			s.use(name)
		}
		types, functions = append(types[:len(types):len(types)], "ObservedTracker"), functions+observedTracker
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n/* eslint-disable */\n\n", version.Header(job.Protocol.File))
	b.WriteString(comment("", "", lowered.Doc("Reports", "hook")))
	imports := s.supportImports()
	for _, i := range imports {
		fmt.Fprintf(&b, "import %s from %s;\n", i.Names, i.From)
	}
	module := s.specifier("envelope/observe.ts")
	fmt.Fprintf(&b, "\nexport type { %s } from %s;\n%s\n", strings.Join(types, ", "), module, functions)
	fmt.Fprintf(&b, "/** The declared names of the protocol. */\nconst names: ObservedNames = {\n  protocol: %s,\n  text:\n", quote(lowered.Protocol))
	lines := lowered.Lines()
	for i, line := range lines {
		end := " +"
		if i == len(lines)-1 {
			end = ","
		}
		fmt.Fprintf(&b, "    %s%s\n", quote(line), end)
	}
	b.WriteString("};\n")
	return output.File{Path: job.Names.Package() + ".observe.ts", Data: []byte(b.String())}
}

const observedCodec = `
/** Returns a codec that reports each call. Its results and errors are those of the codec. An error of the hook is dropped. */
export function observed<T, Params>(codec: Codec<T, Params>, observe: Observe, clock?: Clock): Codec<T, Params> {
  return observeCodec(names, codec, observe, clock);
}
`

const observedTracker = `
/** Returns the methods of a tracker, each of which reports its calls. */
export function observedTracker<M, Params>(tracker: Tracker<M, Params>, observe: Observe, clock?: Clock): ObservedTracker<M, Params> {
  return observeTracker(names, tracker, observe, clock);
}
`
