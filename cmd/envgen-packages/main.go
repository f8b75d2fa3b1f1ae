// Command envgen-packages writes the npm packages and the Python wheels of envgen, with checksums: `make packages`. It publishes nothing.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/packages"
	"github.com/envgen/envgen/internal/version"
)

func main() {
	out := flag.String("out", "build/packages", "folder for the packages")
	host := flag.Bool("host", false, "make the packages of this machine's platform only")
	cyclonedx := flag.String("sbom", "", "path of cyclonedx-gomod, to list the modules of each binary")
	flag.Parse()
	if err := run(*out, *host, *cyclonedx); err != nil {
		fmt.Fprintf(os.Stderr, "envgen-packages: %v\n", err)
		os.Exit(command.ExitCouldNot)
	}
}

func run(out string, host bool, cyclonedx string) error {
	if !command.InCheckout() {
		return fmt.Errorf("this is not the top folder of a checkout of envgen")
	}
	platforms := packages.Platforms
	if host {
		p, err := packages.Host()
		if err != nil {
			return err
		}
		platforms = []packages.Platform{p}
	}
	release := packages.Release{Root: ".", Version: version.Tool(), Out: out, CycloneDX: cyclonedx}
	if err := release.Make(platforms); err != nil {
		return err
	}
	sums, err := os.ReadFile(out + "/SHA256SUMS")
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(sums)
	return err
}
