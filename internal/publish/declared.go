package publish

import (
	"encoding/json"
	"regexp"
)

var (
	// projectTable is the table of pyproject.toml with the members below. A table ends before the next one.
	projectTable = regexp.MustCompile(`(?ms)^\[project\]\s*?$(.*?)(?:^\[|\z)`)
	quoted       = map[string]*regexp.Regexp{"name": quotedMember("name"), "version": quotedMember("version"), "license": quotedMember("license")}
)

func quotedMember(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*` + name + `\s*=\s*(?:"([^"\\\n]*)"|'([^'\n]*)')`)
}

// Declared returns the name, version or license of an existing package.json or pyproject.toml. It returns "" for an absent member, and for a
// form that this package does not write, such as a table with the text of a licence.
func Declared(manifest string, text []byte, member string) string {
	if manifest == "package.json" {
		var m map[string]json.RawMessage
		var value string
		if json.Unmarshal(text, &m) != nil || json.Unmarshal(m[member], &value) != nil {
			return ""
		}
		return value
	}
	table := projectTable.FindSubmatch(text)
	if table == nil {
		return ""
	}
	found := quoted[member].FindSubmatch(table[1])
	if found == nil {
		return ""
	}
	return string(found[1]) + string(found[2])
}
