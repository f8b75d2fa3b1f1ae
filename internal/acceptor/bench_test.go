package acceptor_test

import (
	"testing"
	"time"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/acceptor"
)

// BenchmarkAccepts reads valid fixtures.
func BenchmarkAccepts(b *testing.B) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range fixtures.Protocols() {
		j, err := acceptor.New(p).Judge("", acceptor.Options{Now: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			b.Fatal(err)
		}
		// All accepted fixtures up to 2,000 bytes.
		var texts [][]byte
		size := 0
		for _, c := range cases {
			if c.Protocol == p.Name && c.Op == "check" && c.Type == "" && c.Text != nil && c.Params == nil && j.Accepts([]byte(*c.Text)) && len(*c.Text) < 2000 {
				texts = append(texts, []byte(*c.Text))
				size += len(*c.Text)
			}
		}
		b.Run(p.Name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, text := range texts {
					if !j.Accepts(text) {
						b.Fatal("not accepted")
					}
				}
			}
			b.ReportMetric(float64(size)/float64(len(texts)), "bytes/message")
		})
	}
}
