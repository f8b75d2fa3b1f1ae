package envelope

import "strings"

// Accepts looks ahead for the version of the message that comes next, a string to which at leads. If that is a semantic
// version of another major than the caller's, Accepts raises the failure; one of level Must ends the check, and what comes
// next is skipped. Anything else is left to the structure.
func (r *Reader) Accepts(version string, refused Failure, at ...string) bool {
	i := r.pos
	state := TagFound
	for _, name := range at {
		if i, state = member(r.text, i, name); state != TagFound {
			return true
		}
	}
	theirs, state := tagValue(r.text, i)
	if state != TagFound {
		return true
	}
	major, ok := majorOf(theirs)
	own, _ := majorOf(version)
	if !ok || major == own {
		return true
	}
	if refused.Should {
		r.raise(Should, refused.Rule, refused.Message, at...)
		return true
	}
	r.raise(Must, refused.Rule, refused.Message, at...)
	r.Skip()
	return false
}

// majorOf returns the digits of the major version, if s is a semantic version 2.0.0.
func majorOf(s string) (string, bool) {
	s, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	major, rest, _ := strings.Cut(core, ".")
	minor, patch, _ := strings.Cut(rest, ".")
	ok := isVersionNumber(major) && isVersionNumber(minor) && isVersionNumber(patch) &&
		(!hasPre || areIdentifiers(pre, true)) && (!hasBuild || areIdentifiers(build, false))
	return major, ok
}

// isVersionNumber reports whether s is 0 or digits that begin with another one.
func isVersionNumber(s string) bool {
	return s != "" && skipDigits(s, 0) == len(s) && (s[0] != '0' || s == "0")
}

// areIdentifiers reports whether s is a list of identifiers with dots in between. Those of a pre-release have no leading
// zeros if they are numbers.
func areIdentifiers(s string, preRelease bool) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.ContainsFunc(part, isNoIdentifier) {
			return false
		}
		if preRelease && skipDigits(part, 0) == len(part) && !isVersionNumber(part) {
			return false
		}
	}
	return true
}

func isNoIdentifier(c rune) bool {
	return c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
}
