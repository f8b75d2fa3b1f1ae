package packages

import (
	"fmt"
	"os/exec"
	"path/filepath"
)

// sbom writes the list of the modules in a binary, as CycloneDX. It has no time and no serial number, so that the same binary gives the same bytes.
func (r Release) sbom(p Platform, binary string) (string, error) {
	name := p.BinaryName(r.Version) + ".cdx.json"
	list := exec.Command(r.CycloneDX, "bin", "-json", "-std", "-noserial", "-notimestamp", "-version", "v"+r.Version, "-output", filepath.Join(r.Out, name), binary)
	if out, err := list.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", r.CycloneDX, err, out)
	}
	return name, nil
}
