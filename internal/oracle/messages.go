package oracle

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// named follows names: an alias means its target (contract section 3.4).
func (o *Oracle) named(n *syntax.Node) *syntax.Node {
	for seen := map[*syntax.Node]bool{}; !seen[n] && isAlias(n); {
		seen[n] = true
		to, _, err := o.target(n, reference(n))
		if err != nil {
			return n
		}
		n = to
	}
	return n
}

// isAlias reports whether a schema is only another name of its target.
func isAlias(n *syntax.Node) bool {
	if reference(n) == "" {
		return false
	}
	for _, m := range n.Members {
		if m.Key.Value != "$ref" && !isAnnotation(m.Key.Value) {
			return false
		}
	}
	return true
}

// variants returns the branches of a union, or nil for other schemas. A union without a discriminator has several branches for objects, at least
// one with members, and no members beside the branches.
func (o *Oracle) variants(n *syntax.Node) []*syntax.Node {
	if n.Member("discriminator") != nil {
		return branchesOf(n)
	}
	for _, keyword := range []string{"oneOf", "anyOf"} {
		var objects []*syntax.Node
		records := 0
		for _, branch := range items(n.Member(keyword)) {
			meant := o.named(branch)
			of := meant.Member("type")
			switch {
			case meant != n && (meant.Member("properties") != nil || o.variants(meant) != nil):
				records++
			case of == nil || of.Text != "object":
				continue
			}
			objects = append(objects, branch)
		}
		if records > 0 && len(objects) > 1 && n.Member("properties") == nil {
			return objects
		}
	}
	return nil
}

// IsMessage reports whether values of a declared type are whole messages.
func (o *Oracle) IsMessage(typ string) bool {
	n := o.unit.types[typ]
	return n != nil && o.root != nil && o.isMessage(n)
}

// isMessage reports whether values of n are whole messages: the root, a variant of it, or the messages of one side.
func (o *Oracle) isMessage(n *syntax.Node) bool {
	if whole := o.wholes[n]; whole != nil && o.isMessage(whole) {
		return true
	}
	wanted := o.named(n)
	var leads func(from *syntax.Node, seen map[*syntax.Node]bool) bool
	leads = func(from *syntax.Node, seen map[*syntax.Node]bool) bool {
		from = o.named(from)
		if from == wanted {
			return true
		}
		if seen[from] {
			return false
		}
		seen[from] = true
		return slices.ContainsFunc(o.variants(from), func(branch *syntax.Node) bool { return leads(branch, seen) })
	}
	return leads(o.root, map[*syntax.Node]bool{})
}

// refusedVersion returns the location of another major version in a message, by Semantic Versioning 2.0.0. An absent or malformed version is left to
// structure.
func (o *Oracle) refusedVersion(n *syntax.Node, value any, params map[string]any) (at string, refused bool) {
	accepts := o.unit.root.Member("accepts")
	if accepts == nil || !o.isMessage(n) {
		return "", false
	}
	at = text(accepts.Member("at"))
	for _, token := range strings.Split(strings.TrimPrefix(at, "/"), "/") {
		object, _ := value.(map[string]any)
		value = object[pointerUnescaper.Replace(token)]
	}
	version, _ := value.(string)
	given, isVersion := majorOf(version)
	wanted, _ := params[strings.TrimPrefix(text(accepts.Member("version")), "params.")].(string)
	is := func(own string) bool { major, ok := majorOf(own); return ok && major == given }
	return at, isVersion && !slices.ContainsFunc(strings.Split(wanted, " "), is)
}

// majorOf is the first number of a semantic version.
func majorOf(version string) (major string, ok bool) {
	version, build, hasBuild := strings.Cut(version, "+")
	core, pre, hasPre := strings.Cut(version, "-")
	numbers := strings.Split(core, ".")
	valid := len(numbers) == 3 && !slices.ContainsFunc(numbers, func(s string) bool { return !isNumber(s) }) &&
		(!hasPre || dotted(pre, func(s string) bool { return isNumber(s) || strings.Trim(s, "0123456789") != "" })) &&
		(!hasBuild || dotted(build, func(string) bool { return true }))
	return numbers[0], valid
}

// isNumber reports whether s is digits without a leading zero.
func isNumber(s string) bool {
	n, err := strconv.Atoi(s)
	long := len(s) > 18 && strings.Trim(s, "0123456789") == "" && s[0] != '0'
	return long || err == nil && n >= 0 && strconv.Itoa(n) == s
}

// dotted reports whether s is identifiers with dots between them.
func dotted(s string, valid func(string) bool) bool {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-"
	return !slices.ContainsFunc(strings.Split(s, "."), func(part string) bool {
		return part == "" || strings.Trim(part, letters) != "" || !valid(part)
	})
}

// Senders returns, for each variant of a union by its type's name, the side that sends it: its own x-from, or that of the
// innermost union around it (contract section 3.4). A variant that two ways lead to may have several.
func (o *Oracle) Senders(union string) map[string][]string {
	found := map[string]map[string]bool{}
	var add func(n *syntax.Node, inherited string)
	add = func(n *syntax.Node, inherited string) {
		n = o.named(n)
		side := inherited
		if own := text(n.Member("x-from")); own != "" {
			side = own
		}
		if branches := o.variants(n); branches != nil {
			for _, branch := range branches {
				add(branch, side)
			}
			return
		}
		name := o.places[n].typ
		if found[name] == nil {
			found[name] = map[string]bool{}
		}
		found[name][side] = true
	}
	if n := o.unit.types[union]; n != nil {
		add(n, "")
	}
	all := map[string][]string{}
	for name, sides := range found {
		all[name] = slices.Sorted(maps.Keys(sides))
	}
	return all
}
