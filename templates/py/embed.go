// Package py contains the Python support code as modules to copy beside every generated protocol. They are tested in
// this folder.
package py

import "embed"

// Files contains the modules.
//
//go:embed _accel.py _alines.py _applicators.py _arrival.py _assertions.py _batched.py _batches.py _branches.py _builder.py _change.py _client.py _codec.py _collect.py _conversation.py _cutter.py _directory.py _envelope.py _evaluate.py _exchanges.py _failure.py _fills.py _formats.py _frames.py _functions.py _headed.py _headers.py _interop.py _json.py _kinds.py _layout.py _lines.py _members.py _numbers.py _observe.py _orders.py _parts.py _patterns.py _peer.py _plain.py _plans.py _progress.py _record.py _refusal.py _remembered.py _rule.py _satisfies.py _schema.py _secrets.py _serve.py _session.py _shorten.py _show.py _sink.py _spread.py _stack.py _stored.py _table.py _time.py _tracker.py _unique.py _values.py _writer.py _replies.py
var Files embed.FS
