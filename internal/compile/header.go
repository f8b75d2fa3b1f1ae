package compile

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// protocolName leaves the underscore at the end to the names that a language needs for itself.
var protocolName = regexp.MustCompile(`^[a-z]([a-z0-9_]*[a-z0-9])?$`)

// maxName bounds the name of a protocol: file systems must accept the name with its suffixes.
const maxName = 64

//go:embed reserved.txt
var reservedList string

// reserved is the reason, by name, why no protocol may have it.
var reserved = func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(reservedList) {
		reason, names, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, name := range strings.Fields(names) {
			all[name] = reason
		}
	}
	return all
}()

func (c *compiler) header(u *unit) {
	name := u.file.Protocol
	switch reason := reserved[name.Value]; {
	case len(name.Value) > maxName:
		c.Fail(name.Pos, "protocol-name", "the names of files and folders contain it", "the name has more than %d characters", maxName)
	case !protocolName.MatchString(name.Value):
		c.Fail(name.Pos, "protocol-name", "use lower-case letters, digits and underscores; start with a letter and do not end with an underscore",
			"%q is not a valid package name in all three languages", name.Value)
	case reason != "":
		c.Fail(name.Pos, "protocol-name", fmt.Sprintf("choose another name, such as `%s_protocol`", name.Value), "`%s` is %s", name.Value, reason)
	}
	if u.file.Version.Value == "" {
		c.Fail(u.file.Version.Pos, "version", "write the version of the protocol", "`version` is empty")
	}
}

// oneLine is a file name as the headers of generated files show it: nothing in it can end a line in any language.
func oneLine(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
