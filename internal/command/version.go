package command

import "runtime/debug"

// Module is the path of this module.
const Module = "github.com/envgen/envgen"

// released is the version of a build from a checkout, for which the go command has no version.
const released = "0.1.0-dev"

// Version is the module's version where envgen was installed as one. A checkout's pseudo-version is left out: it
// would make each commit touch every manifest.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != Module || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return released
	}
	return info.Main.Version
}
