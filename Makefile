# Two commands: `make` generates the bindings of all specs and builds the executors; `make test` runs everything.
# What they need beyond Go, Node 20 and Python 3.11 is pinned in go.mod, tools/ and installed from the registries.
SHELL := /bin/bash
# Packages are compiled once for the checkout and for the copies that tests make of it.
export GOFLAGS := -trimpath $(GOFLAGS)
.DELETE_ON_ERROR:
.PHONY: all gen sizes executors tools packages test test-packages test-versions test-witnesses test-engines audit bulk bulk-engines bench bench-go bench-ts bench-py bench-rules bench-gen floods fuzz clean

SPECS := $(wildcard spec/*.yaml)

all: gen executors
	@echo "done: bindings in gen/, executors ready; \`make test\` checks them"

gen:
	@go run ./cmd/envgen gen
	@go run ./cmd/envgen-conformance derive
	@go run ./cmd/envgen docs --cases conformance/cases --statements docs/normative --out docs/protocols $(SPECS)

# How large the bindings are, and how long Python takes to import them: gen/README.md.
sizes: build/node_modules.stamp
	@node tools/sizes.mjs

# The executors are programs of their own, so that the suite drives them as it drives anybody's.
executors: build/node_modules.stamp build/accel/envgen_accel/_native.abi3.so
	@go build -o build/executors/go ./conformance/executors/go
	@go build -o build/executors/reference ./conformance/executors/reference
	@tools/node_modules/.bin/tsc -b conformance/executors/ts

build/accel/envgen_accel/_native.abi3.so: tools/accel $(wildcard accel/py/src/*.[ch] accel/py/src/envgen_accel/*.py)
	@tools/accel

tools: build/node_modules.stamp build/compilers.stamp build/schemas.stamp build/example-ts.stamp build/example-mcp.stamp build/example-lsp.stamp build/example-observe.stamp build/venv.stamp build/bin/staticcheck build/suites.stamp

build/node_modules.stamp: tools/package-lock.json
	@npm ci --prefix tools --no-audit --no-fund --loglevel=error >/dev/null
	@mkdir -p build && touch $@

# The TypeScript compilers beside the one of tools/package.json.
build/compilers.stamp: tools/compilers/package-lock.json
	@npm ci --prefix tools/compilers --no-audit --no-fund --loglevel=error >/dev/null
	@mkdir -p build && touch $@

# The parsers of the formats of schemas.
build/schemas.stamp: tools/schemas/package-lock.json
	@npm ci --prefix tools/schemas --no-audit --no-fund --loglevel=error >/dev/null
	@mkdir -p build && touch $@

# What the programs of examples/typescript use, with a headless Chromium.
build/example-ts.stamp: examples/typescript/package-lock.json
	@npm ci --prefix examples/typescript --no-audit --no-fund --loglevel=error >/dev/null
	@mkdir -p build && touch $@

# The official SDKs, which the programs of examples/mcp talk to.
build/example-mcp.stamp: examples/mcp/ts/package-lock.json examples/mcp/py/requirements.txt examples/mcp/go/go.sum
	@npm ci --prefix examples/mcp/ts --no-audit --no-fund --loglevel=error >/dev/null
	@python3 -m venv --clear build/example-mcp
	@build/example-mcp/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r examples/mcp/py/requirements.txt
	@go -C examples/mcp/go mod download
	@touch $@

# The client libraries that drive the server of examples/lsp.
build/example-lsp.stamp: examples/lsp/ts/package-lock.json examples/lsp/py/requirements.txt
	@npm ci --prefix examples/lsp/ts --no-audit --no-fund --loglevel=error >/dev/null
	@python3 -m venv --clear build/example-lsp
	@build/example-lsp/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r examples/lsp/py/requirements.txt
	@touch $@

# The SDKs of OpenTelemetry, which the adapters of examples/observe use.
build/example-observe.stamp: examples/observe/ts/package-lock.json examples/observe/py/requirements.txt examples/observe/go/go.sum
	@npm ci --prefix examples/observe/ts --no-audit --no-fund --loglevel=error >/dev/null
	@python3 -m venv --clear build/example-observe
	@build/example-observe/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r examples/observe/py/requirements.txt
	@go -C examples/observe/go mod download
	@touch $@

build/venv.stamp: tools/requirements.txt
	@python3 -m venv --clear .venv
	@.venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r tools/requirements.txt
	@mkdir -p build && touch $@

build/bin/staticcheck: tools/go.mod tools/go.sum
	@go build -modfile=tools/go.mod -o $@ honnef.co/go/tools/cmd/staticcheck
	@touch $@

# Suites of others, out of packages that carry them.
build/suites.stamp: tools/suites/fetch $(wildcard tools/suites/*.txt tools/suites/go.*) build/venv.stamp
	@tools/suites/fetch
	@touch $@

# The runner is tested before it is believed.
test: tools executors
	@go test -count=1 -run '^(TestParallel|TestRan)$$' . >/dev/null || { echo "tools/parallel hides failures: go test -run 'TestParallel|TestRan' ."; exit 1; }
	@tools/test

# The command for users without Go: packages for npm and PyPI, and checksums.
packages: build/bin/cyclonedx-gomod
	@rm -rf build/packages
	@go run ./cmd/envgen-packages -sbom build/bin/cyclonedx-gomod

build/bin/cyclonedx-gomod: tools/sbom.mod tools/sbom.sum
	@go build -modfile=tools/sbom.mod -o $@ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
	@touch $@

# Installs the packages as users do, in folders with Node, Python or Go alone, and runs the fixtures with further versions of the languages.
test-packages: packages build/packaging.stamp test-versions test-witnesses
	@. tools/parallel && ENVGEN_REQUIRE=1 ENVGEN_PACKAGES="$(CURDIR)/build/packages" go test -v -count=1 -timeout 15m ./internal/packages/installs 2>&1 | ran go

# The fixtures with the oldest supported and the newest version of each language.
test-versions: executors build/versions.stamp
	@tools/versions/run

build/versions.stamp: tools/versions/package-lock.json
	@npm ci --prefix tools/versions --no-audit --no-fund --loglevel=error >/dev/null
	@mkdir -p build && touch $@

# The exported schemas in validators and generators of others: all mutants, and the page of what others let through.
test-witnesses: build/schemas.stamp build/venv.stamp build/witnesses.stamp
	@. tools/parallel && ENVGEN_REQUIRE=1 go test -v -count=1 -run TestValidators ./conformance/witnesses -mutants 10000 2>&1 | ran go
	@go run ./conformance/witnesses/others -check

build/witnesses.stamp: tools/witnesses/package-lock.json tools/witnesses/requirements.txt
	@npm ci --prefix tools/witnesses --no-audit --no-fund --loglevel=error >/dev/null
	@python3 -m venv --clear build/witnesses
	@build/witnesses/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r tools/witnesses/requirements.txt
	@touch $@

# The tools that build and lint packages of bindings.
build/packaging.stamp: tools/packaging/package-lock.json tools/packaging/requirements.txt
	@npm ci --prefix tools/packaging --no-audit --no-fund --loglevel=error >/dev/null
	@python3 -m venv --clear build/packaging
	@build/packaging/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r tools/packaging/requirements.txt
	@touch $@

# The engines of archives: the same issues from Spark, DuckDB, Polars, envgen bulk and envgen-arrow as from the binding, on mutants of each protocol.
MUTANTS ?= 2000
test-engines: build/engines.stamp
	@go build -o build/engines-envgen ./cmd/envgen
	@go -C engines/arrow build -o $(CURDIR)/build/engines-arrow ./envgen-arrow
	@go run ./engines/messages build/messages $(MUTANTS)
	@ENVGEN_MESSAGES=$(CURDIR)/build/messages ENVGEN_PROGRAM=$(CURDIR)/build/engines-envgen ENVGEN_ARROW=$(CURDIR)/build/engines-arrow PYTHONPATH=gen/py:engines/py/src build/engines/bin/python engines/py/tests/test_engines.py
	@ENVGEN_MESSAGES=$(CURDIR)/build/messages go -C engines/beam test -count=1 ./...

build/engines.stamp: engines/py/requirements.txt
	@python3 -m venv --clear build/engines
	@build/engines/bin/pip install --quiet --disable-pip-version-check --require-hashes -r engines/py/requirements.txt
	@touch $@

# Known vulnerabilities of the pinned dependencies, from the databases of Go, npm and PyPI. It needs a network.
audit:
	@tools/audit

# The bindings, rules and the generator beside others that do the same work: bench/RESULTS.md. One part alone: `make bench-go`.
bench: build/node_modules.stamp
	@go run ./bench

# 10 GB of traffic through envgen bulk, beside other programs: bench/BULK.md.
bulk: build/bulk.stamp
	@go run ./bench/bulk

# 2 GB of traffic through Spark and loops, with a binding and envgen-arrow: bench/ENGINES.md.
bulk-engines: build/engines.stamp
	@go run ./bench/bulk -engines -gigabytes 2 -dir build/bulk-engines

build/bulk.stamp: bench/py/requirements.txt bench/bulk/requirements.txt bench/ts/package-lock.json
	@python3 -m venv --clear build/bulk-venv
	@build/bulk-venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r bench/py/requirements.txt
	@build/bulk-venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r bench/bulk/requirements.txt
	@npm ci --prefix bench/ts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

bench-go bench-ts bench-py bench-rules bench-gen: build/node_modules.stamp
	@go run ./bench -parts $(@:bench-%=%)

# What messages of 16 MB with millions of faults cost, beside the JSON parser of each language: a table in Markdown.
floods: build/node_modules.stamp
	@go run ./conformance/floods

# Each target looks for new inputs for FUZZTIME; `go test` runs the known ones. The generated TypeScript and Python are fuzzed by tools/fuzz/run, for
# FUZZSECONDS a target.
FUZZTIME ?= 1m
FUZZSECONDS ?= 60
FUZZ := generators:FuzzSpec generators:FuzzInjection internal/compile/pattern:FuzzTranslate \
	templates/go/envelope/wire:FuzzText internal/reference:FuzzTextAgainstGo conformance/fuzz:FuzzFrames

fuzz: build/node_modules.stamp
	@set -e; for target in $(FUZZ); do \
		echo "$$target"; \
		go test -run '^$$' -fuzz "^$${target#*:}\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x ./$${target%:*}; \
	done
	@set -e; for language in ts py; do for target in readers trackers lines; do \
		echo "$$language:$$target"; \
		tools/fuzz/run $$language $$target $(FUZZSECONDS); \
	done; done

clean:
	rm -rf build .venv tools/{,compilers/,schemas/,witnesses/,packaging/}node_modules examples/typescript/{node_modules,protocols,dist} examples/{mcp,lsp}/ts/{node_modules,dist} examples/{mcp,lsp}/*/bindings
