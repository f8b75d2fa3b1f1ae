package witnesses_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/fixtures"
	. "github.com/envgen/envgen/conformance/witnesses"
	"github.com/envgen/envgen/internal/needs"
)

// exceptions lists the valid fixtures that the control binding refuses: a line `# reason: text of the error`, and below it their ids.
const exceptions = "control.txt"

// TestControl lets the control binding decode all valid fixtures. It refuses the listed ones, with the text of their reason, and no others.
func TestControl(t *testing.T) {
	valid := validFixtures(t)
	errors := decodeByControl(t, valid)
	reasons := readExceptions(t)
	decoded := 0
	var missing []string
	for _, m := range valid {
		err, text := errors[m.ID], reasons[m.ID]
		delete(reasons, m.ID)
		switch {
		case err == "" && text == "":
			decoded++
		case err == "":
			t.Errorf("%s is decoded: remove it from %s", m.ID, exceptions)
		case text == "":
			missing = append(missing, fmt.Sprintf("%s: %s", m.ID, err))
		case !strings.Contains(err, text):
			t.Errorf("%s: %s, for another reason than %q", m.ID, err, text)
		}
	}
	if missing != nil {
		t.Errorf("%d valid fixtures are refused:\n%s", len(missing), strings.Join(missing, "\n"))
	}
	for id := range reasons {
		t.Errorf("%s names %s, which is no valid fixture", exceptions, id)
	}
	if decoded < 1000 {
		t.Errorf("%d fixtures show too little", decoded)
	}
	t.Logf("%d of %d valid fixtures are decoded", decoded, len(valid))
}

func validFixtures(t *testing.T) (valid []Message) {
	t.Helper()
	all, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	bundles, err := Bundles(needs.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bundles {
		messages, _ := b.Fixtures(all)
		for _, m := range messages {
			if m.Valid() {
				valid = append(valid, m)
			}
		}
	}
	return valid
}

// decodeByControl returns the errors of the control binding by fixture.
func decodeByControl(t *testing.T, messages []Message) map[string]string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "control")
	build := exec.Command("go", "-C", filepath.Join(needs.Root(t), "conformance", "control"), "build", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var in, out bytes.Buffer
	for _, m := range messages {
		line, err := json.Marshal(map[string]any{"protocol": m.Protocol, "type": m.Type, "base64": []byte(m.Text)})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	c := exec.Command(program, "-errors")
	c.Stdin, c.Stdout, c.Stderr = &in, &out, os.Stderr
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	errors := map[string]string{}
	lines := bufio.NewScanner(&out)
	for _, m := range messages {
		var answer *string
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &answer) != nil || answer == nil {
			t.Fatalf("%s: the answer is %q", m.ID, lines.Text())
		}
		errors[m.ID] = *answer
	}
	return errors
}

func readExceptions(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(exceptions)
	if err != nil {
		t.Fatal(err)
	}
	reasons, text := map[string]string{}, ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if reason, isReason := strings.CutPrefix(line, "# "); isReason {
			_, text, _ = strings.Cut(reason, ": ")
		} else if line != "" {
			reasons[line] = text
		}
	}
	return reasons
}

// TestControlIsCurrent generates the control binding anew with the pinned go-jsonschema.
func TestControlIsCurrent(t *testing.T) {
	module, out := filepath.Join(needs.Root(t), "conformance", "control"), t.TempDir()
	if report, err := exec.Command("go", "-C", module, "run", "./generate", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	names, err := filepath.Glob(filepath.Join(out, "*", "*.go"))
	if err != nil || len(names) != 10 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		relative, err := filepath.Rel(out, name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(module, relative)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("conformance/control/%s is not current; `go -C conformance/control generate` writes it (%v)", filepath.ToSlash(relative), err)
		}
	}
}
