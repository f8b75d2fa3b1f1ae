package installs

import (
	"testing"

	"github.com/envgen/envgen/internal/version"
)

// npmUser has Node and nothing else. npm starts commands through sh.
func npmUser(t *testing.T) *user {
	t.Helper()
	u := newUser(t, "node", "npm", "npx", "sh")
	_, host := folder(t)
	u.run(0, "added 2 packages", "npm", "install", "--offline", "--no-audit", "--no-fund", one(t, "envgen-"+version.Tool()+".tgz"),
		one(t, "envgen-"+host.Node+"-*.tgz"))
	return u
}

// TestNpm installs the tarballs in an empty folder without Go, and generates.
func TestNpm(t *testing.T) {
	u := npmUser(t)
	u.run(0, "envgen "+version.Tool()+"\n", "npx", "envgen", "--version")
	u.firstMinute("npx", "envgen")
	u.run(0, "next: envgen gen", "npx", "envgen", "init")
	u.run(0, "bindings/ts: ", "npx", "envgen", "gen")
	u.exists("bindings/ts/greeter.ts")
	u.run(2, "unknown flag --none", "npx", "envgen", "gen", "--none")
	u.run(1, "stale: ", "npx", "envgen", "gen", "--check", "--spec", "protocol.yaml", "--ts", "other")
}
