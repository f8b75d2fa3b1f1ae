package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// The features of support code. Code of a feature is written only for protocols that use it.
const (
	FeatureAccel         = "accel" // the bridge to the accelerator of Python
	FeatureConversations = "conversations"
	FeatureDateTimes     = "datetimes"
	FeatureFallbacks     = "fallbacks" // unions with a variant for other tags
	FeatureFills         = "fills"     // builders that do more than add constants
	FeatureGiven         = "given"     // rules, parameters, stages and versions
	FeatureSecrets       = "secrets"   // members that are not to be shown
	FeatureStores        = "stores"
	FeatureWide          = "wide" // integers of 64 bits
	FeatureFast          = "fast" // ways that only save time
)

// Features returns the features of support code that a protocol uses.
func Features(p *ir.Protocol) []string {
	secrets := slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 })
	given := len(p.Params) > 0 || len(p.Stages) > 1 || p.Accepts != nil || len(p.Conversations) > 0 || slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return len(t.Rules) > 0 }) || anyValue(p, hasStaged)
	stores := slices.ContainsFunc(p.Builders, func(b *ir.Builder) bool { return len(b.Stores) > 0 })
	var list []string
	for _, f := range []struct {
		name string
		uses bool
	}{
		{FeatureConversations, len(p.Conversations) > 0},
		{FeatureDateTimes, anyValue(p, ir.Value.IsDateTime)},
		{FeatureFallbacks, anyValue(p, func(v ir.Value) bool { u, is := v.Kind.(*ir.Union); return is && u.Fallback() != nil })},
		{FeatureFills, len(p.Builders) > 0 && (given || secrets || slices.ContainsFunc(p.Builders, fills))},
		{FeatureGiven, given},
		{FeatureSecrets, stores || secrets},
		{FeatureStores, stores},
		{FeatureWide, slices.ContainsFunc(p.Numbers, func(n *ir.Numbers) bool { return n.Wide })},
	} {
		if f.uses {
			list = append(list, f.name)
		}
	}
	for _, other := range p.Imports { // whose types are parts of messages
		for _, name := range Features(other) {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// hasStaged reports whether a record has members that wait for a stage.
func hasStaged(v ir.Value) bool {
	r, is := v.Kind.(*ir.Record)
	return is && slices.ContainsFunc(r.Fields, func(f *ir.Field) bool { return f.Staged })
}

// fills reports whether a builder does more than add constants of the message itself.
func fills(b *ir.Builder) bool {
	return b.Answered != nil || len(b.Copies)+len(b.Stores)+len(b.Cuts)+len(b.Keeps)+len(b.Omits)+len(b.Drops) > 0 || slices.ContainsFunc(b.Fills, computes) ||
		b.Draft != nil && slices.ContainsFunc(b.Draft.Members, func(m ir.DraftMember) bool { return m.Draft != nil })
}

// computes reports whether a fill is more than a constant of the message itself.
func computes(f *ir.Fill) bool {
	_, constant := f.With.(ir.FillConstant)
	return !constant || len(f.At) != 1 || len(f.Branches) > 0
}

// anyValue reports whether a value of a protocol, or a part of one, satisfies a predicate.
func anyValue(p *ir.Protocol, is func(ir.Value) bool) bool {
	var within func(v ir.Value) bool
	within = func(v ir.Value) bool { return is(v) || slices.ContainsFunc(v.Inside(), within) }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return within(t.Value) })
}
