// This file keeps the folder out of the Go module that users download.
module github.com/envgen/envgen/examples/dap

go 1.26.0
