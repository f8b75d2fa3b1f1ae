package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/version"
)

func TestVersion(t *testing.T) {
	envgen(t, "", "version").want(t, 0, "envgen "+version.Tool()+"\n")
	var got map[string]any
	if err := json.Unmarshal([]byte(envgen(t, "", "version", "--json").out), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"tool": version.Tool(), "spec": 1.0, "contract": 1.0, "executors": 1.0, "platforms": got["platforms"]}
	if platforms, _ := got["platforms"].([]any); !reflect.DeepEqual(got, want) || len(platforms) != len(version.Platforms) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOtherMajor explains why all files differ after a change of the major version, and is silent after a smaller one.
func TestOtherMajor(t *testing.T) {
	out := t.TempDir()
	envgen(t, "", "gen", "helper", "--py", out).want(t, 0)
	manifest := filepath.Join(out, "envgen.manifest.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	for earlier, explains := range map[string]bool{"envgen 7.1.0": true, "envgen v7.1.0": true, "envgen " + version.Major(version.Tool()) + ".99.0": false} {
		changed := strings.Replace(string(text), "envgen "+version.Tool(), earlier, 1)
		if err := os.WriteFile(manifest, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		got := envgen(t, "", "gen", "helper", "--py", out, "--check")
		if strings.Contains(got.err, "was written by "+earlier+", and this is envgen "+version.Tool()) != explains || strings.Contains(got.err, "help: install version 7") != explains {
			t.Errorf("%s: %s", earlier, got.err)
		}
	}
}
