package randomspecs

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// TestBuild finds every part of builders that random specs are meant to reach in some spec, and compiles all of them.
func TestBuild(t *testing.T) {
	var all strings.Builder
	builders, refused := 0, 0
	for n := range 150 {
		s := Complete(usualSeed, n)
		all.Write(s.YAML)
		p, _ := compile.Library{Read: s.read}.Source(s.Name+".yaml", s.YAML)
		if p == nil {
			refused++
			continue
		}
		builders += len(p.Builders)
		for _, b := range p.Builders {
			for _, f := range b.Fills {
				if c, is := f.With.(ir.FillComputed); is && c.When == nil {
					all.WriteString("unconditional ")
				}
			}
		}
	}
	if builders < 500 || refused > 15 {
		t.Errorf("%d builders, %d specs without any because they are refused", builders, refused)
	}
	for _, part := range []string{`"answers": "`, `"copies": {`, `"drops": [`, `"requires": [`, `"fills": {`, `"when": "`, `"cuts": {`, `"head": "`, `"tail": "`, `"mark": "`, `"keeps": {`, `"by": "`, `"omits": {`,
		`"x-secret": true`, `"x-auto": "now"`, `"x-auto": "uuid"`, `"x-auto": "ulid"`, `"x-auto": "elapsed"`, `"x-auto": {"value": `, `"x-auto": {"param": `, `"x-auto": {"env": `, `output: {"indent": 0`, `output: {"indent": 3`, `"stores": {`, `"over": "params.most"`, `"preview": {`, `"takes": [`, `"values": {`, `"count": "/count"`, "unconditional"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("no spec has %s", part)
		}
	}
}
