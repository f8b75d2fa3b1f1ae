package packages

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/version"
)

// Platform is an operating system and an architecture, as Go names them, and as the registries do.
type Platform struct {
	OS, Arch string
	Node     string   // process.platform and process.arch
	Tags     []string // platform tags of the wheel
}

// Platforms are the platforms with packages.
var Platforms = platforms()

func platforms() (list []Platform) {
	for _, name := range version.Platforms {
		system, arch, _ := strings.Cut(name, "/")
		node := strings.NewReplacer("windows", "win32", "amd64", "x64", "/", "-").Replace(name)
		list = append(list, Platform{system, arch, node, tagsOf(system, arch)})
	}
	return list
}

// tagsOf returns the platform tags of a wheel. The binaries for Linux are static, so that one wheel serves both C libraries. Go 1.26 needs macOS 12.
func tagsOf(system, arch string) []string {
	x86 := arch == "amd64"
	switch {
	case system == "windows":
		return []string{"win_" + arch}
	case system == "darwin" && x86:
		return []string{"macosx_12_0_x86_64"}
	case system == "darwin":
		return []string{"macosx_12_0_arm64"}
	}
	processor := "aarch64"
	if x86 {
		processor = "x86_64"
	}
	return []string{"manylinux2014_" + processor, "manylinux_2_17_" + processor, "musllinux_1_1_" + processor}
}

// String returns OS/Arch.
func (p Platform) String() string { return p.OS + "/" + p.Arch }

// Host returns the platform of this machine.
func Host() (Platform, error) {
	i := slices.IndexFunc(Platforms, func(p Platform) bool { return p.OS == runtime.GOOS && p.Arch == runtime.GOARCH })
	if i < 0 {
		return Platform{}, fmt.Errorf("there are no packages for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	return Platforms[i], nil
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
