// Package gotemplates contains the support code of generated Go as files to copy. Its source and tests are in package wire below, and
// package envelope exports a part of it. Neither is imported here.
package gotemplates

import (
	"embed"
	"io/fs"
	"strings"
)

// The files are listed one by one to keep the tests out of the binary.
//
//go:embed envelope/wire/json_accept.go envelope/wire/format_address.go envelope/wire/rule_arithmetic.go envelope/wire/json_canonical.go envelope/wire/client.go envelope/wire/codec.go envelope/wire/issue_collector.go envelope/wire/conversation_tracker.go envelope/wire/conversation_checks.go envelope/wire/conversation_moves.go envelope/wire/conversation_codec.go envelope/wire/conversation_progress.go envelope/wire/format_datetime.go
//go:embed envelope/wire/doc.go envelope/wire/write_recheck.go envelope/wire/format_email.go envelope/wire/value_embedding.go envelope/wire/rule_equal.go envelope/wire/read_branches.go envelope/wire/schema_evaluate.go envelope/wire/schema_evaluated.go envelope/wire/value_exact.go envelope/wire/value_wide.go envelope/wire/conversation_exchanges.go envelope/wire/conversation_undo.go envelope/wire/issue_failure.go envelope/wire/issue_fault.go envelope/wire/format_duration.go envelope/wire/value_marshal.go envelope/wire/conversation_inspect.go envelope/wire/issue.go envelope/wire/read_items.go envelope/wire/read_types.go envelope/wire/lines_read.go envelope/wire/lines_write.go envelope/wire/batches_read.go envelope/wire/batches_write.go envelope/wire/frames_read.go envelope/wire/frames_write.go envelope/wire/read_lookahead.go envelope/wire/codec_lookup.go envelope/wire/value_map.go envelope/wire/read_members.go envelope/wire/conversation_unique.go envelope/wire/schema_multiple.go envelope/wire/value_numbers.go envelope/wire/value_object.go envelope/wire/options.go envelope/wire/conversation_table.go envelope/wire/rule_params.go envelope/wire/rule_units.go envelope/wire/rule_pattern.go envelope/wire/value_presence.go envelope/wire/value_raw.go envelope/wire/read_containers.go envelope/wire/read_text.go envelope/wire/client_requests.go envelope/wire/schema_satisfies.go envelope/wire/schema.go envelope/wire/rule_sets.go envelope/wire/read_skip.go envelope/wire/conversation_slots.go envelope/wire/rule_stages.go envelope/wire/read_surplus.go envelope/wire/read_tag.go envelope/wire/json_text.go envelope/wire/rule_timestamp.go envelope/wire/schema_tree.go envelope/wire/conversation_replies.go
//go:embed envelope/wire/schema_uniqueitems.go envelope/wire/schema_wide.go envelope/wire/format_template.go envelope/wire/format_uri.go envelope/wire/read_version.go envelope/wire/write_text.go
//go:embed envelope/wire/build.go envelope/wire/build_codec.go envelope/wire/build_cut.go envelope/wire/store_digest.go envelope/wire/store_directory.go envelope/wire/build_ids.go envelope/wire/build_keep.go envelope/wire/write_layout.go envelope/wire/conversation_locks.go envelope/wire/secrets_marks.go envelope/wire/own.go envelope/wire/own_value.go envelope/wire/store_preview.go envelope/wire/value_printing.go envelope/wire/secrets_redact.go envelope/wire/issue_refusals.go envelope/wire/secrets.go envelope/wire/write_sink.go envelope/wire/store.go
//go:embed envelope/wire/observe.go envelope/wire/observe_tracker.go envelope/observe.go envelope/wire/peer.go envelope/wire/peer_jobs.go envelope/wire/peer_serve.go envelope/wire/peer_frames.go
//go:embed envelope/artifacts.go envelope/batches.go envelope/builders.go envelope/clients.go envelope/servers.go envelope/transports.go envelope/conversations.go envelope/datetime.go envelope/doc.go envelope/envelope.go envelope/frames.go envelope/map.go envelope/values.go
var files embed.FS

// The folders of the two packages of support code. Their last elements are the names of the packages.
const (
	Face = "envelope"      // for programs
	Wire = "envelope/wire" // for generated code
)

// FaceImport is the import path of package envelope here, and a prefix of that of package wire. Copies have another one.
const FaceImport = "github.com/envgen/envgen/templates/go/" + Face

// usesList lists, for each file, the other files that it uses and its declarations for generated code. A test writes it.
//
//go:embed uses.txt
var usesList string

// File is one file of the support code.
type File struct {
	Path     string // begins with Face or Wire
	Data     []byte
	Uses     []string // paths of other files
	Declares []string // exported functions, types, variables and constants
	Methods  []string // exported methods of types of other files, which generated code calls
}

// Support returns the support code without its tests, package by package, sorted by file name.
func Support() ([]File, error) {
	face, err := fs.Glob(files, Face+"/*.go")
	if err != nil {
		return nil, err
	}
	wire, err := fs.Glob(files, Wire+"/*.go")
	if err != nil {
		return nil, err
	}
	listed := map[string]*File{}
	var file *File
	for line := range strings.Lines(usesList) {
		switch words := strings.Fields(line); words[0] {
		case "uses":
			file.Uses = words[1:]
		case "declares":
			file.Declares = words[1:]
		case "methods":
			file.Methods = words[1:]
		default:
			file = &File{Path: words[0]}
			listed[file.Path] = file
		}
	}
	var list []File
	for _, path := range append(face, wire...) {
		data, err := files.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f := listed[path]
		if f == nil {
			f = &File{Path: path} // the test of the list fails
		}
		f.Data = data
		list = append(list, *f)
	}
	return list, nil
}
