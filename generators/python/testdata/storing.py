"""Uses the builders that storing.yaml generates; the folder above the package is the first argument."""

import copy
import hashlib
import json
import sys

sys.path.insert(0, sys.argv[1])

from generated.storing import (
    STORE,
    UNSET,
    Box,
    Kept,
    Key,
    Options,
    Plain,
    Store,
    ValidationError,
    builders,
    verify_digest,
)
from generated.storing.errors import refusal_of_size
from generated.storing.redaction import Secrets, redacted
from generated.storing.stores import ArtifactStore, StoreError


class Memory:
    """Keeps each artifact, or raises an error."""

    def __init__(self, error: Exception | None = None) -> None:
        self.kept: list[bytes] = []
        self.error = error

    def put(self, content: bytes, /) -> str:
        if self.error:
            raise self.error
        self.kept.append(content)
        return "sha256:" + hashlib.sha256(content).hexdigest()


def store(
    box: object,
    into: ArtifactStore | None = None,
    secrets: Secrets | None = None,
    options: Options | None = None,
    **given: object,
) -> dict[str, object]:
    """Build a message, and return it as JSON. The arguments stay unchanged."""
    before = copy.deepcopy((box, given))
    sources = builders.Sources(store=into, secrets=secrets, options=options or Options())
    made = builders.store(box=box, sources=sources, **({"digest": None} | given)).to_dict()  # type: ignore[arg-type]
    assert before == (box, given), "what the caller gave has changed"
    return made


LONG = {"last": "x" * 40, "b": 1}
TEXT = json.dumps(LONG, separators=(",", ":")).encode()
DIGEST = "sha256:" + hashlib.sha256(TEXT).hexdigest()

# Records and mappings, at both locations. Filled-in members depend on the stored object. Texts are canonical.
for payload in (Plain(last="x" * 40, extra={"b": 1}), {"b": 1, "last": "x" * 40}):
    for box in (Box(payload=payload), {"payload": payload}):  # type: ignore[arg-type]
        memory = Memory()
        # Expressions do not read mappings in place of records.
        made = store(box, memory, digest=UNSET if isinstance(box, Box) else DIGEST)
        info = {"with": "it's", "size": len(TEXT), "show": {"class": ["last", "b"], "a record": LONG}}
        assert made == {"box": {"payload": {"from": DIGEST, "info": info}}, "digest": DIGEST}, made
        assert memory.kept == [TEXT], memory.kept
        made = store(Box(payload=Plain()), memory, maybe=box)
        assert made["box"] == {"payload": {}} and made["digest"] is None
        assert made["maybe"] == {"payload": {"from": DIGEST, "info": info}}

# Not stored: short objects, objects with a digest, objects without a store, and invalid objects.
memory = Memory()
for box in (Box(payload=Plain(last="x" * 29)), Box(payload=Plain(extra={"b": [1.5]}))):
    assert store(box, memory) == {"box": box.to_dict(), "digest": None}
assert "info" not in str(store(Box(payload=Plain(last="x" * 60))))
for wrong in (Plain(extra={"from": "y" * 60}), Plain(last="\ud800" * 60), [LONG] * 9, "x" * 60):
    try:
        store(Box(payload=wrong), memory)  # type: ignore[arg-type]
        raise AssertionError(wrong)
    except ValidationError:
        pass
assert not memory.kept
store(Box(payload=Plain(last="x" * 60)), memory, options=Options(params={"most": "10"}))
assert len(memory.kept) == 1

# A member is copied into the replacement only if it is valid there.
for token, there in ("t", True), (1, False), (None, False), ({"t": "t"}, False):
    payload = {"token": token, "text": "x" * 40}
    made = store({"payload": payload}, Memory())
    assert ("token" in made["box"]["payload"]["info"]) == there, made  # type: ignore[index,call-overload]

# An error of the store ends the builder.
failure = OSError(28, "No space left on device")
try:
    store(Box(payload=Plain(last="x" * 60)), Memory(failure))
    raise AssertionError
except StoreError as error:
    assert error.__cause__ is failure and error.path == "/box/payload", error
    assert str(error) == "/box/payload cannot be stored: [Errno 28] No space left on device", error

# Secrets: those of the spec, undeclared members by name, and parts of texts.
ALL = Box(
    payload=Plain(last="a key: k-1", extra={"Pass": {"a": 1}, "deep": [{"PASS": 1}, {"pass": None}]}),
    from_="k",
    keys=[Key(secret_word="s", note="k-12"), Key()],
    names={"pass": Key(secret_word="s"), "k-1": Key(note="n")},
    words={"pass": "w", "other": "k-1"},
    counts={"pass": 1},
    nested={"pass": {"pass": 1}},
    lists={"pass": ["k-1", "w"]},
    tree={"pass": 1, "a": {"pass": {}}},
)
HIDDEN = {
    "payload": {"last": "a key: ***", "Pass": "***", "deep": [{"PASS": "***"}, {"pass": None}]},
    "from": "***",
    "keys": [{"type": "key", "secret word": "***", "note": "***"}, {"type": "key"}],
    "names": {"pass": {"type": "key", "secret word": "***"}, "k-1": {"type": "key", "note": "n"}},
    "words": {"pass": "***", "other": "***"},
    "counts": {"pass": 1},
    "nested": {"pass": {"pass": 1}},
    "lists": {"pass": ["***", "w"]},
    "tree": {"pass": 1, "a": {"pass": {}}},
}
secrets = Secrets(names=["pASS"], values=["k-1", "k-12", ""])
for box in (ALL, ALL.to_dict(), {**ALL.to_dict(), "keys": tuple(ALL.keys or [])}):
    made = store(box, None, secrets, class_="c", extra={"PASS": "p"})
    assert made == {"box": HIDDEN, "digest": None, "class": "***", "PASS": "***"}, made
plain = store(ALL, None, Secrets(), class_="c")
assert plain["class"] == "***" and plain["box"]["keys"][0]["secret word"] == "***"  # type: ignore[index]
assert plain["box"]["words"] == ALL.words  # type: ignore[index]
assert store(ALL, None, None, class_="c") == {"box": ALL.to_dict(), "digest": None, "class": "c"}

# Secrets are hidden before large objects are stored.
memory = Memory()
store(Box(payload=Plain(extra={"pass": "k", "text": "k-1" + "x" * 60})), memory, secrets)
assert memory.kept == [b'{"pass":"***","text":"***' + b"x" * 60 + b'"}'], memory.kept
cycle: dict[str, object] = {}
cycle["a"] = cycle
try:
    store({"payload": {"pass": "k", "text": "x" * 60}, "more": cycle}, memory, secrets)
    raise AssertionError
except (ValidationError, RecursionError):
    assert len(memory.kept) == 1

# A copy shares no objects with its original.
whole = Store(box=ALL, digest=None, class_="c", extra={"PASS": "p", "list": [{}]})
text = STORE.encode(whole)
copied = redacted(whole, secrets)
assert copied.to_dict() == {"box": HIDDEN, "digest": None, "class": "***", "PASS": "***", "list": [{}]}
assert copied.box.payload is not ALL.payload and copied.box.keys is not ALL.keys
assert copied.extra["list"] is not whole.extra["list"]
copied.box.counts["pass"] = 2  # type: ignore[index]
assert STORE.encode(whole) == text and type(copied) is Store
assert redacted(whole).class_ == "***" and redacted(whole).extra == whole.extra
assert redacted([{"pass": 1}, "k-1"], secrets) == [{"pass": "***"}, "***"]
assert (redacted(whole), redacted(copied)) == (redacted(whole), copied)

# Printed text lists the names of present secrets without their values; written text contains the values.
assert repr(whole) == "<Store class_=***>" and repr(ALL) == "<Box from_=***>" and repr(ALL.payload) == "<Plain>"
assert repr(ALL.keys) == "[<Key type='key' secret_word=***>, <Key type='key'>]"
assert repr(Box(payload=Plain(), from_=None)) == repr(Box(payload=Plain())) == "<Box>"
assert b'"class":"c"' in text and "pASS" not in repr(secrets)

# Texts that are too long, and digests.
assert refusal_of_size(40) is None and refusal_of_size(41) is not None
assert refusal_of_size(41, Options(params={"most": "1KiB"})) is None
verify_digest(DIGEST, TEXT)
assert isinstance(Kept, type)
