package link

import "strings"

// TypeScript describes TypeScript's support code.
var TypeScript = Language{
	Name:    "ts",
	Parse:   ParseTypeScript,
	Trimmed: strings.Fields("Collector"),
	Rooms: []Room{
		{"envelope/values.ts", "JSON values, their limits, and issues.", strings.Fields("pointer size value decimal jsontext equality ascii utf8 inherited options issue integer numbers conversion tag copied")},
		{"envelope/text.ts", "Reads and writes JSON text.", strings.Fields("scan text write extra")},
		{"envelope/check.ts", "Checks values.", strings.Fields("collect branch rulebook proof type check failures equal")},
		{"envelope/codec.ts", "Codecs, and what programs print.", strings.Fields("decode encode codec made secrets show digest")},
		{"envelope/schemas.ts", "Evaluates schemas.", strings.Fields("assertion schema accept evaluate pattern satisfies")},
		{"envelope/rules.ts", "Functions of rules, formats and times.", strings.Fields("time timestamp version parameters stages unique rules address email formats template uri wide typed")},
		{"envelope/build.ts", "Builds messages.", strings.Fields("build artifacts shorten output refusal sources make")},
		{"envelope/stores.ts", "Stores artifacts.", strings.Fields("stored preview")},
		{"envelope/conversations.ts", "Follows conversations.", strings.Fields("conversation courses order plan remembered room sequence ways tracker tracked keys sent")},
		{"envelope/streams.ts", "Reads and writes streams of messages.", strings.Fields("lines cutter sink writer frames batches serve")},
		{"envelope/clients.ts", "Sends and answers requests.", strings.Fields("requests client replies timer handlers peer")},
		{"envelope/observe.ts", "Reports calls to hooks.", strings.Fields("observe")},
	},
}

// Python describes Python's support code.
var Python = Language{
	Name:    "py",
	Parse:   ParsePython,
	Trimmed: strings.Fields("Issues Collector Given Kind Scalar Plain Integer Number Constant Words Variants ListOf MapOf Anything NullOr _Search Builder Draft"),
	Rooms: []Room{
		{"_core.py", "Values, issues, JSON text and codecs.", strings.Fields("_accel _values _collect _envelope _members _patterns _json _stack _plain _record _codec _sink _failure _numbers _interop _show")},
		{"_reading.py", "Reads values into models.", strings.Fields("_kinds _branches _time _formats _functions _rule _plans")},
		{"_evaluating.py", "Evaluates schemas.", strings.Fields("_schema _assertions _applicators _parts _spread _evaluate _satisfies")},
		{"_building.py", "Builds messages.", strings.Fields("_fills _change _builder _layout _refusal _shorten _secrets _stored _directory")},
		{"_conversations.py", "Follows conversations.", strings.Fields("_arrival _remembered _replies _orders _unique _table _exchanges _progress _tracker _session _conversation")},
		{"_streams.py", "Reads and writes streams of messages.", strings.Fields("_lines _alines _cutter _frames _headers _headed _writer _batches _batched")},
		{"_clients.py", "Sends and answers requests.", strings.Fields("_client _peer _serve")},
		{"_observe.py", "Reports calls to hooks.", strings.Fields("_observe")},
	},
}

// GoRooms contains the files of Go's support code.
var GoRooms = []Room{
	{"envelope/envelope.go", "// Package envelope contains the types and functions that all protocols share, for programs.", []string{"*"}},
	{"envelope/wire/values.go", "// Package wire is the support code of generated packages. It changes with the generator.", strings.Fields("value json own doc issue options schema_tree")},
	{"envelope/wire/read.go", "", strings.Fields("read codec")},
	{"envelope/wire/write.go", "", strings.Fields("write conversation_locks")},
	{"envelope/wire/rules.go", "", strings.Fields("rule format")},
	{"envelope/wire/build.go", "", strings.Fields("build secrets store")},
	{"envelope/wire/schemas.go", "", strings.Fields("schema")},
	{"envelope/wire/conversations.go", "", strings.Fields("conversation")},
	{"envelope/wire/streams.go", "", strings.Fields("lines frames batches")},
	{"envelope/wire/clients.go", "", strings.Fields("client peer")},
	{"envelope/wire/observe.go", "", strings.Fields("observe")},
}
