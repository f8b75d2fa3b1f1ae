package python

import (
	"strings"

	"github.com/envgen/envgen/generators/plan"
)

// observeModule returns the module for observers. No other module imports it.
func (g *generator) observeModule() module {
	o := plan.Observe(g.protocol)
	u, public := g.newUses(), names{"observed": true}
	for _, name := range strings.Fields("Clock Codec Observation Observe ObservedConversation ObservedIssue ObservedNames observe_codec") {
		u.support.use(name)
	}
	for _, name := range strings.Fields("Clock Observation Observe ObservedConversation ObservedIssue") {
		public.use(name)
	}
	functions := observedCodec
	if o.Conversations != nil {
		for _, name := range strings.Fields("Conversation ObservedTracker Options observe_tracker") {
			u.support.use(name)
		}
		public.use("ObservedTracker")
		public.use("observed_tracker")
		functions += observedTracker
	}
	for _, name := range strings.Fields("Final TypeVar") {
		u.typing.use(name)
	}
	m := g.module(o.Doc("Reports", "hook"), u, public, []string{functions})
	m.Imports = "from time import perf_counter\n" + m.Imports
	p := newPrinter(0)
	p.Line("_NAMES: " + g.own("Final") + " = " + g.own("ObservedNames") + "(")
	p.Block(func() {
		p.Line("%s,", quote(o.Protocol))
		lines := o.Lines()
		for i, line := range lines {
			end := ""
			if i == len(lines)-1 {
				end = ","
			}
			p.Line("%s%s", quote(line), end)
		}
	})
	p.Line(")")
	m.All += "\n\nT = " + g.own("TypeVar") + "(\"T\")\n\n" + strings.TrimSuffix(p.String(), "\n")
	return m
}

const observedCodec = `def observed(codec: Codec[T], observe: Observe, *, clock: Clock = perf_counter) -> Codec[T]:
    """Return a codec that reports each call.

    Its results and exceptions are those of the codec. An exception of the hook is dropped.
    """
    return observe_codec(_NAMES, codec, observe, clock)
`

const observedTracker = `

def observed_tracker(
    conversation: Conversation[T],
    observe: Observe,
    side: str | None = None,
    *,
    options: Options | None = None,
    clock: Clock = perf_counter,
) -> ObservedTracker[T]:
    """Begin a conversation whose tracker reports each call."""
    return observe_tracker(_NAMES, conversation, observe, side, options=options, clock=clock)
`
