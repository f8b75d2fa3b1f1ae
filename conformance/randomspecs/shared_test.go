package randomspecs

import (
	"bytes"
	"strings"
	"testing"
)

// TestShare moves types into libraries: nothing but a clash of names makes a spec illegal, and each kind of import occurs.
func TestShare(t *testing.T) {
	imports := map[string]int{"a rule": 0, "a catalog": 0, "a parameter": 0, "an equal name": 0, "a conversation": 0, "a reply": 0, "a cell": 0, "a part": 0}
	shared := 0
	for n := range 300 {
		s := Write(usualSeed, n)
		before := refusal(s)
		if !s.Share() {
			continue
		}
		shared++
		if after := refusal(s); after != before && after != "name-collision" {
			t.Errorf("spec %d: %q of the whole spec, %q of its parts", n, before, after)
		}
		lib, yaml := s.Library()
		for what, found := range map[string]bool{
			"a rule":         bytes.Contains(yaml, []byte("\nrules:")),
			"a catalog":      bytes.Contains(yaml, []byte("\ncatalogs:")),
			"a parameter":    bytes.Contains(yaml, []byte("\nparams:")),
			"a part":         bytes.Contains(yaml, []byte(`"x-part": true`)),
			"an equal name":  s.equalNames(),
			"a conversation": bytes.Contains(s.YAML, []byte(`"over": "`+lib+`.`)),
			"a reply":        s.talk != nil && strings.Contains(string(s.YAML[bytes.Index(s.YAML, []byte("\nconversations:")):]), `": "`+lib+`.`),
			"a cell":         bytes.Contains(s.YAML, []byte(`(`+lib+`.`)),
		} {
			if found {
				imports[what]++
			}
		}
	}
	if shared < 280 {
		t.Errorf("%d of 300 specs import something", shared)
	}
	for what, n := range imports {
		if n == 0 {
			t.Errorf("no spec imports %s", what)
		}
	}
}

// equalNames reports whether a type of the library has the name of a type that stays.
func (s *Spec) equalNames() bool {
	for name, there := range s.library.names {
		if name != there {
			return true
		}
	}
	return false
}

// TestComplete writes the files of a spec a second time.
func TestComplete(t *testing.T) {
	first, again := Complete(usualSeed, 1), Complete(usualSeed, 1)
	_, lib := first.Library()
	_, same := again.Library()
	if len(lib) == 0 || !bytes.Equal(lib, same) || !bytes.Equal(first.YAML, again.YAML) {
		t.Error("other files of the same seed and number")
	}
}
