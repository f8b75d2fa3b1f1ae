module github.com/envgen/envgen

go 1.26.0

ignore (
	./.venv
	./build
	./tools/node_modules
	node_modules
)

require (
	github.com/alecthomas/kong v1.17.0
	github.com/dave/jennifer v1.7.1
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	golang.org/x/mod v0.42.0
	golang.org/x/text v0.14.0
	gopkg.in/yaml.v3 v3.0.1
)
