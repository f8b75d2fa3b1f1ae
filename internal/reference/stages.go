package reference

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// course is one check of a message, step by step (contract section 3.4). A step that leaves a must issue is the last one.
type course struct {
	*Interpreter
	settings
	typ      *ir.Type
	value    any
	walk     *walker
	failures []failure // of the steps so far, without those that another one of the same step hides
	beside   []failure // that another one hides at the same place
	stopped  bool
	// unread means that the course ended before all structure was checked, for a reason other than structure.
	unread bool
}

// everyStage is later than any stage of a protocol.
const everyStage = math.MaxInt

func (i *Interpreter) run(t *ir.Type, value any, s settings, kept func(Asked)) *course {
	value = i.placed(value, []meaning{{value: &t.Value}})
	c := &course{Interpreter: i, settings: s, typ: t, value: value, walk: newWalker(i.patterns, map[visit]answer{})}
	c.walk.kept = kept
	c.acceptVersion()
	if c.endStep() {
		c.unread = true
		return c
	}
	c.walk.structure(t, value)
	c.walk.lose(t, value, -1)
	if c.endStep() {
		return c
	}
	for stage := range i.protocol.Stages {
		c.walk.reached = stage
		c.walk.staged(t, value, stage)
		c.walk.lose(t, value, stage)
		if c.endStep() {
			return c
		}
		c.rules(stage)
		if c.endStep() {
			c.unread = true
			return c
		}
	}
	return c
}

// endStep adds the failures of the step, and reports whether the step was the last.
func (c *course) endStep() bool {
	left, beside := hide(c.walk.failures)
	c.walk.failures = nil
	c.failures = append(c.failures, left...)
	c.beside = append(c.beside, beside...)
	c.stopped = slices.ContainsFunc(left, isMust)
	return c.stopped
}

func isMust(f failure) bool { return f.Level == ir.Must }

// structural reports whether the message is valid by a JSON Schema of the protocol, which has no steps.
func (c *course) structural() bool {
	if !c.unread {
		return !c.stopped
	}
	w := newWalker(c.patterns, c.walk.answers)
	w.reached = everyStage
	w.structure(c.typ, c.value)
	for stage := range c.protocol.Stages {
		if slices.ContainsFunc(w.failures, isMust) {
			return false
		}
		w.staged(c.typ, c.value, stage)
	}
	return !slices.ContainsFunc(w.failures, isMust)
}

// structure collects every failure of value as a t, except in members that wait for a later stage.
func (w *walker) structure(t *ir.Type, value any) {
	w.value(&t.Value, value, position{place: Place{Type: t}})
	w.settle()
}

// staged checks the members of value that have waited for the stage.
func (w *walker) staged(t *ir.Type, value any, stage int) {
	v := visitor{stage: stage, waiting: func(f *ir.Field, value any, p position) bool {
		before := len(w.failures)
		w.value(&f.Value, value, p)
		w.settle()
		return !slices.ContainsFunc(w.failures[before:], isMust)
	}}
	v.typ(t, value, nil)
}

// visitor goes through the typed parts of a valid value. Members of later stages are not looked into.
type visitor struct {
	stage int
	// typed is called for every value of a type.
	typed func(t *ir.Type, value any, at path)
	// waiting is called for every member of the stage itself, and reports whether to visit its value.
	waiting func(f *ir.Field, value any, p position) bool
}

func (v visitor) typ(t *ir.Type, value any, at path) {
	if value == nil {
		return // null is not a value of the type, but means an absent one
	}
	if v.typed != nil {
		v.typed(t, value, at)
	}
	v.kind(t, t.Value.Kind, value, at)
}

// value visits the parts of a value that def describes, a part of a t.
func (v visitor) value(t *ir.Type, def *ir.Value, value any, at path) {
	if value != nil {
		v.kind(t, def.Kind, value, at)
	}
}

func (v visitor) kind(t *ir.Type, kind ir.Kind, value any, at path) {
	switch k := kind.(type) {
	case ir.Ref:
		v.typ(k.Type, value, at)
	case ir.Array:
		for i, item := range value.([]any) {
			v.value(t, k.Items, item, at.with(segment{index: i, isIndex: true}))
		}
	case ir.Map:
		for _, m := range value.(object) {
			v.value(t, k.Values, m.value, at.with(segment{name: m.name}))
		}
	case *ir.Record:
		v.record(t, k, value.(object), at)
	case *ir.Union:
		v.typ(selectVariant(k, value.(object)), value, at)
	case *ir.Choice:
		for i := range k.Options {
			if o := &k.Options[i]; represents(resolve(o, value), value) {
				v.value(t, o, value, at)
				return
			}
		}
	}
}

func (v visitor) record(t *ir.Type, r *ir.Record, members object, at path) {
	for _, f := range r.Fields {
		value, present := members.get(f.Name)
		if !present || f.Staged && f.Stage > v.stage {
			continue
		}
		below := position{at.with(segment{name: f.Name}), Place{Type: t}.Of(f.Name)}
		if f.Staged && f.Stage == v.stage && v.waiting != nil && !v.waiting(f, value, below) {
			continue
		}
		v.value(t, &f.Value, value, below.at)
	}
}

// semanticVersion is the grammar of Semantic Versioning 2.0.0; the first group is the major version.
var semanticVersion = regexp.MustCompile(`\A(` + versionNumber + `)\.` + versionNumber + `\.` + versionNumber +
	`(?:-` + preRelease + `(?:\.` + preRelease + `)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\z`)

const (
	versionNumber = `(?:0|[1-9][0-9]*)`
	preRelease    = `(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
)

// acceptVersion checks the version of a message, if it is well-formed: a missing or malformed one is left to structure.
func (c *course) acceptVersion() {
	a := c.protocol.Accepts
	if a == nil || !slices.Contains(c.protocol.Messages, c.typ) {
		return
	}
	at := position{place: Place{Type: c.typ}}
	value := c.value
	for _, name := range a.At {
		members, _ := value.(object)
		value, _ = members.get(name)
		at = at.member(name)
	}
	version, _ := value.(string)
	given := semanticVersion.FindStringSubmatch(version)
	if given == nil {
		return
	}
	accepted := strings.Split(c.params[c.protocol.Params[a.Param].Name].(string), " ")
	isOne := slices.ContainsFunc(accepted, func(own string) bool { return semanticVersion.FindStringSubmatch(own)[1] == given[1] })
	c.walk.judge(a.Failure, isOne, version, at)
}
