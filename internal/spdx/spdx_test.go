package spdx

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

func TestValid(t *testing.T) {
	for _, text := range []string{Generated, "MIT", "Apache-2.0", "GPL-2.0+", "MIT OR Apache-2.0", "SSPL-1.0", "MIT+", "(MIT AND ISC) OR LicenseRef-a.b-C", "((MIT))", "GPL-2.0-or-later WITH Classpath-exception-2.0 OR MIT", "  MIT  "} {
		if err := Check(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "the licence is empty; " + example,
		" ":                               "the licence is empty; " + example,
		"MIT\nx":                          `"MIT\nx" contains characters that no licence expression has; ` + example,
		"MİT":                             `"MİT" contains characters that no licence expression has; ` + example,
		"Apache 2.0":                      "`Apache` is not a licence of SPDX; did you mean `Apache-2.0`?",
		"MPL 2.0":                         "`MPL` is not a licence of SPDX; did you mean `MPL-2.0`?",
		"apache-2.0":                      "`apache-2.0` is not a licence of SPDX; write `Apache-2.0`",
		"Apache-2":                        "`Apache-2` is not a licence of SPDX; did you mean `Apache-2.0`?",
		"GPLv3":                           "`GPLv3` is not a licence of SPDX; did you mean `GPL-3.0-only`?",
		"x_y":                             "`x_y` is not a licence of SPDX; use letters, digits, `-` and `.`; a licence of your own begins with `LicenseRef-`",
		"MIT or ISC":                      "`or` is not an operator of a licence expression; write `OR`",
		"MIT, ISC":                        "`MIT,` is not a licence of SPDX; did you mean `MIT`?",
		"MIT ISC":                         "`ISC` in the licence lacks an operator before it; join licences with AND or OR",
		"MIT )":                           "`)` in the licence lacks an operator before it; join licences with AND or OR",
		"MIT OR":                          "the licence expression lacks a licence; " + example,
		"OR MIT":                          "the licence expression lacks a licence; " + example,
		"(MIT":                            "a parenthesis of the licence is not closed; add `)`",
		"(MIT ISC)":                       "`ISC` in the licence lacks an operator before it; join licences with AND or OR",
		"(MIT) WITH Font-exception-2.0":   "`WITH` cannot follow here; " + example,
		"GPL-3.0-only WITH":               "the licence expression lacks an exception after WITH; write an exception such as `Classpath-exception-2.0`",
		"GPL-3.0-only WITH )":             "the licence expression lacks an exception after WITH; write an exception such as `Classpath-exception-2.0`",
		"BSD 2-Clause":                    "`BSD` is not a licence of SPDX; did you mean `BSD-3-Clause`?",
		"MIT 0":                           "`MIT 0` is not a licence expression; write `MIT-0`",
		"LicenseRef-":                     "`LicenseRef-` is not a licence of SPDX; use letters, digits, `-` and `.`; a licence of your own begins with `LicenseRef-`",
		"LicenseRef-a_b":                  "`LicenseRef-a_b` is not a licence of SPDX; use letters, digits, `-` and `.`; a licence of your own begins with `LicenseRef-`",
		"DocumentRef-coding:LicenseRef-x": "`DocumentRef-coding:LicenseRef-x` refers to another document, which packages cannot contain; write a reference such as `LicenseRef-Company`",
	} {
		err := Check(text)
		var fault *Error
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestNotice requires the definition of the default.
func TestNotice(t *testing.T) {
	text, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n"+Generated+"\n") || Check(Generated) != nil {
		t.Errorf("NOTICE does not define %s", Generated)
	}
}

// TestCommon compares the suggestions with the licences that the build backend in tools/requirements.txt accepts.
func TestCommon(t *testing.T) {
	const program = "import setuptools._vendor.packaging.licenses._spdx as s; print(*(v['id'] for v in s.LICENSES.values()))"
	out, err := exec.Command(needs.File(t, ".venv/bin/python"), "-c", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	accepted := strings.Fields(string(out))
	for _, id := range append(slices.Collect(maps.Values(coined)), common...) {
		if !slices.Contains(accepted, id) && !strings.HasPrefix(id, "LicenseRef-") {
			t.Errorf("the build backend refuses %s", id)
		}
	}
}
