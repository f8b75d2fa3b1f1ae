// What carries JSONTestSuite: a decoder of JSON whose tests run it. Nothing imports it; fetch copies the texts out.
module github.com/envgen/envgen/tools/suites

go 1.26.0

require github.com/go-faster/jx v1.2.0
