module github.com/envgen/envgen/examples/go/console

go 1.26.0

replace github.com/envgen/envgen => ../../..

require github.com/envgen/envgen v0.0.0-00010101000000-000000000000

require github.com/coder/websocket v1.8.15
