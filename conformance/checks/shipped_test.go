package checks_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/conformance/fixtures"
)

// Every check that ships with envgen has its fixtures.
func TestShippedProtocolsAreCovered(t *testing.T) {
	all, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	protocols := fixtures.Protocols()
	if len(protocols) == 0 {
		t.Fatal("no protocols")
	}
	for _, p := range protocols {
		oracle, err := fixtures.Reference(p)
		if err != nil {
			t.Fatal(err)
		}
		c, err := checks.Cover(oracle, p, all)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Gaps()) == 0 {
			continue
		}
		var lacking strings.Builder
		if err := c.Print(&lacking); err != nil {
			t.Fatal(err)
		}
		t.Error(lacking.String())
	}
}
