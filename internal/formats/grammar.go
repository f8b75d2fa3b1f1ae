package formats

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"time"
)

// The formats other than date-time: the ABNF of the RFCs as regular expressions, rule by rule, and the standard library
// where it accepts exactly the same strings. Go's (?i) is unusable: it accepts a long s for an S.

// RFC 3339; RFC 4122; RFC 6901.
var (
	fullDate    = whole(`[0-9]{4}-[0-9]{2}-[0-9]{2}`)
	duration    = whole(durationRule())
	uuid        = whole(`[[:xdigit:]]{8}-[[:xdigit:]]{4}-[[:xdigit:]]{4}-[[:xdigit:]]{4}-[[:xdigit:]]{12}`)
	jsonPointer = whole(`(?:/(?:[^/~]|~[01])*)*`)
)

// draft-bhutton-relative-json-pointer-00; RFC 6570, section 2, and its erratum 6937 about apostrophes.
var (
	relativePointer = whole(`(?:0|[1-9][0-9]*)(?:[+-][1-9][0-9]*)?(?:#|(?:/(?:[^/~]|~[01])*)*)`)
	uriTemplate     = whole(`(?:[^\x00- \x7f"<>\\^` + "`" + `|{}%]|%[[:xdigit:]]{2}|\{[+#./;?&=,!@|]?` + variable + `(?:,` + variable + `)*\})*`)
)

const (
	variableName = `(?:[A-Za-z0-9_]|%[[:xdigit:]]{2})+`
	variable     = variableName + `(?:\.` + variableName + `)*(?::[1-9][0-9]{0,3}|\*)?`
)

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil && fullDate.MatchString(s)
}

// isTime prepends a date. The date does not change which times are valid.
func isTime(s string) bool { return isDateTime("1970-01-01T" + s) }

func durationRule() string {
	const second, day, week = `[0-9]+[Ss]`, `[0-9]+[Dd]`, `[0-9]+[Ww]`
	const minute, month = `[0-9]+[Mm](?:` + second + `)?`, `[0-9]+[Mm](?:` + day + `)?`
	const hour, year = `[0-9]+[Hh](?:` + minute + `)?`, `[0-9]+[Yy](?:` + month + `)?`
	const clock = `[Tt](?:` + hour + `|` + minute + `|` + second + `)`
	const date = `(?:` + day + `|` + month + `|` + year + `)(?:` + clock + `)?`
	return `[Pp](?:` + date + `|` + clock + `|` + week + `)`
}

// Addresses. RFC 2673 and the Snum of RFC 5321 allow zeros in front, RFC 3986 does not.
const (
	h16         = `[[:xdigit:]]{1,4}`
	decimalByte = `(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])`
	decOctet    = `(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`
	dottedQuad  = decimalByte + `(?:\.` + decimalByte + `){3}`
)

var ipv4 = whole(dottedQuad)

func isIPv6(s string) bool {
	address, err := netip.ParseAddr(s)
	return err == nil && address.Is6() && address.Zone() == ""
}

// RFC 3986, appendix A.
var (
	uri         = whole(`[A-Za-z][A-Za-z0-9+.-]*:(?:` + hierarchy() + `|` + pathFrom(":@") + `)` + queryAndFragment())
	relativeRef = whole(`(?:` + hierarchy() + `|` + pathFrom("@") + `)` + queryAndFragment())
)

func isURIReference(s string) bool { return uri.MatchString(s) || relativeRef.MatchString(s) }

// oneOf is unreserved, pct-encoded, sub-delims and more.
func oneOf(more string) string {
	return `(?:[A-Za-z0-9._~!$&'()*+,;=` + more + `-]|%[[:xdigit:]]{2})`
}

func segments() string { return `(?:/` + oneOf(":@") + `*)*` }

// pathFrom is a path that begins with such a segment.
func pathFrom(first string) string { return oneOf(first) + `+` + segments() }

// hierarchy is the common part of hier-part and relative-part: everything except those paths.
func hierarchy() string {
	host := `(?:\[(?:` + ipv6Address() + `|[Vv][[:xdigit:]]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\]|` + oneOf("") + `*)`
	authority := `(?:` + oneOf(":") + `*@)?` + host + `(?::[0-9]*)?`
	return `(?://` + authority + segments() + `|/(?:` + pathFrom(":@") + `)?|)`
}

func queryAndFragment() string {
	part := oneOf(":@/?") + `*`
	return `(?:\?` + part + `)?(?:#` + part + `)?`
}

func ipv6Address() string {
	const ls32 = `(?:` + h16 + `:` + h16 + `|` + decOctet + `(?:\.` + decOctet + `){3})`
	forms := []string{`(?:` + h16 + `:){6}` + ls32, `::(?:` + h16 + `:){5}` + ls32}
	for before := range 5 {
		forms = append(forms, fmt.Sprintf(`(?:(?:%s:){0,%d}%s)?::(?:%s:){%d}%s`, h16, before, h16, h16, 4-before, ls32))
	}
	forms = append(forms, `(?:(?:`+h16+`:){0,5}`+h16+`)?::`+h16, `(?:(?:`+h16+`:){0,6}`+h16+`)?::`)
	return `(?:` + strings.Join(forms, `|`) + `)`
}

// RFC 1123 and RFC 5321. Both take labels of the DNS.
var (
	domain        = whole(label + `(?:\.` + label + `)*`)
	dottedDecimal = whole(`[0-9]+(?:\.[0-9]+){3}`)
	mailbox       = whole(`(` + atom + `(?:\.` + atom + `)*|"(?:[ !#-\[\]-~]|\\[ -~])*")@(?:(` + label + `(?:\.` + label + `)*)|\[(.*)\])`)
	taggedLiteral = whole(`([A-Za-z0-9-]*[A-Za-z0-9]):([!-Z^-~]+)`)
	mailIPv6      = whole(mailIPv6Rule())
)

const (
	label = `[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
	atom  = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
)

func isHostname(s string) bool {
	return len(s) <= 253 && domain.MatchString(s) && !dottedDecimal.MatchString(s)
}

func isEmail(s string) bool {
	if len(s) > 64+len("@")+255 {
		return false
	}
	part := mailbox.FindStringSubmatch(s)
	if part == nil || len(part[1]) > 64 || len(s)-len(part[1])-len("@") > 255 {
		return false
	}
	return part[2] != "" || isAddressLiteral(part[3])
}

func isAddressLiteral(s string) bool {
	part := taggedLiteral.FindStringSubmatch(s)
	switch {
	case part == nil:
		return ipv4.MatchString(s)
	case strings.ToLower(part[1]) != "ipv6":
		return true
	}
	groups := strings.FieldsFunc(part[2], func(c rune) bool { return c == ':' })
	most := 8
	if strings.Contains(part[2], "::") {
		most = 6
	}
	if strings.Contains(part[2], ".") {
		most--
	}
	return mailIPv6.MatchString(part[2]) && len(groups) <= most
}

func mailIPv6Rule() string {
	const full = h16 + `(?::` + h16 + `){7}`
	const compressed = `(?:` + h16 + `(?::` + h16 + `){0,5})?::(?:` + h16 + `(?::` + h16 + `){0,5})?`
	const fullV4 = h16 + `(?::` + h16 + `){5}:` + dottedQuad
	const compressedV4 = `(?:` + h16 + `(?::` + h16 + `){0,3})?::(?:` + h16 + `(?::` + h16 + `){0,3}:)?` + dottedQuad
	return full + `|` + compressed + `|` + fullV4 + `|` + compressedV4
}

// expression is a regular expression that is compiled at its first use: few runs of a program need any.
type expression func() *regexp.Regexp

// whole returns an expression for whole strings.
func whole(text string) expression { return compiled(`\A(?:` + text + `)\z`) }

func compiled(text string) expression {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

func (e expression) MatchString(s string) bool { return e().MatchString(s) }

func (e expression) FindStringSubmatch(s string) []string { return e().FindStringSubmatch(s) }
