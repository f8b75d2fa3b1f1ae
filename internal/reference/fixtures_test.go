package reference_test

import (
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/reference"
)

func init() {
	reference.FixtureTexts = func() ([]string, error) {
		cases, err := fixtures.ShippedCases()
		var texts []string
		for _, c := range cases {
			if c.Text != nil {
				texts = append(texts, *c.Text)
			}
		}
		return texts, err
	}
}
