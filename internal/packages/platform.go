package packages

import (
	"fmt"
	"runtime"
)

// Platform is an operating system and an architecture, as Go names them, and as the registries do.
type Platform struct {
	OS, Arch string
	Node     string   // process.platform and process.arch
	Tags     []string // platform tags of the wheel
}

// Platforms are the platforms with packages. The binaries for Linux are static, so that one wheel serves both C libraries. Go 1.26 needs macOS 12.
var Platforms = []Platform{
	{"darwin", "amd64", "darwin-x64", []string{"macosx_12_0_x86_64"}},
	{"darwin", "arm64", "darwin-arm64", []string{"macosx_12_0_arm64"}},
	{"linux", "amd64", "linux-x64", []string{"manylinux2014_x86_64", "manylinux_2_17_x86_64", "musllinux_1_1_x86_64"}},
	{"linux", "arm64", "linux-arm64", []string{"manylinux2014_aarch64", "manylinux_2_17_aarch64", "musllinux_1_1_aarch64"}},
	{"windows", "amd64", "win32-x64", []string{"win_amd64"}},
	{"windows", "arm64", "win32-arm64", []string{"win_arm64"}},
}

// String returns OS/Arch.
func (p Platform) String() string { return p.OS + "/" + p.Arch }

// Host returns the platform of this machine.
func Host() (Platform, error) {
	for _, p := range Platforms {
		if p.OS == runtime.GOOS && p.Arch == runtime.GOARCH {
			return p, nil
		}
	}
	return Platform{}, fmt.Errorf("there are no packages for %s/%s", runtime.GOOS, runtime.GOARCH)
}

// executable is the name of the command in packages.
func (p Platform) executable() string {
	if p.OS == "windows" {
		return "envgen.exe"
	}
	return "envgen"
}

// BinaryName is the name of the binary beside the packages.
func (p Platform) BinaryName(version string) string {
	name := fmt.Sprintf("envgen_%s_%s_%s", version, p.OS, p.Arch)
	if p.OS == "windows" {
		name += ".exe"
	}
	return name
}
