package wire

import "strings"

// Accepts looks ahead for the version of the next message, a string at the path at. If it is a semantic version with another major
// than those that are given, with spaces between them, Accepts raises the failure; for level Must it skips the message, which ends the check. Everything else is left
// to the structure.
func (r *Reader) Accepts(versions string, refused Failure, at ...string) bool {
	i := r.pos
	state := TagFound
	for n, name := range at {
		if i, state = r.member(i, 1+n, name); state != TagFound {
			return true
		}
	}
	theirs, state := tagValue(r.text, i)
	if state != TagFound {
		return true
	}
	major, ok := majorOf(theirs)
	if !ok || hasMajor(versions, major) {
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

// hasMajor reports whether one of some versions, with spaces between them, has a major version.
func hasMajor(versions, major string) bool {
	for version := range strings.SplitSeq(versions, " ") {
		if own, ok := majorOf(version); ok && own == major {
			return true
		}
	}
	return false
}

// majorOf returns the digits of the major version, and false if s is not a semantic version 2.0.0.
func majorOf(s string) (string, bool) {
	s, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	major, rest, _ := strings.Cut(core, ".")
	minor, patch, _ := strings.Cut(rest, ".")
	ok := isVersionNumber(major) && isVersionNumber(minor) && isVersionNumber(patch) &&
		(!hasPre || areIdentifiers(pre, true)) && (!hasBuild || areIdentifiers(build, false))
	return major, ok
}

// isVersionNumber reports whether s is a number without leading zeros.
func isVersionNumber(s string) bool {
	return s != "" && skipDigits(s, 0) == len(s) && (s[0] != '0' || s == "0")
}

// areIdentifiers reports whether s is a dot-separated list of identifiers. Numeric identifiers of a pre-release have no leading zeros.
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
