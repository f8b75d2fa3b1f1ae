"""Uses the builders that building.yaml generates; the folder above the package is the first argument."""

import copy
import datetime
import io
import json
import os
import pickle
import re
import sys
import time

sys.path.insert(0, sys.argv[1])

from generated import building
from generated.building import Options, ValidationError, builders, dispatch, errors

NOW = datetime.datetime(2026, 5, 12, 8, 0, 0, 999_999, tzinfo=datetime.UTC)


def sources(**given: object) -> builders.EnvgenSources:
    """Sources without anything of this machine."""
    fixed = {"clock": lambda: NOW, "new_id": lambda kind: kind.upper(), "environ": {}}
    return builders.EnvgenSources(**{**fixed, **given})  # type: ignore[arg-type]


def made(**given: object) -> dict[str, object]:
    """Build the message with everything, and return it as JSON."""
    args = {"sources": ["a", "b"], "draft": {"wanted": {"n": 1}}, "sources_": sources(), **given}
    return builders.list_(**args).to_dict()  # type: ignore[arg-type]


def issues(**given: object) -> list[str]:
    try:
        made(**given)
    except ValidationError as error:
        return [f"{issue.path} {issue.rule}" for issue in error.issues]
    return []


def raised(kind: type[Exception], **given: object) -> str:
    try:
        made(**given)
    except kind as error:
        return str(error)
    raise AssertionError("nothing was raised")


# The members that a builder fills in, in the order of the spec.
assert made() == {
    "type": "list",
    "id": "UUID",
    "ulid": "ULID",
    "at": "2026-05-12T08:00:00.999Z",
    "since": 1778572800,
    "tool": "none",
    "size": 1024,
    "factor": 2.5,
    "flag": True,
    "version": "1.2.0",
    "word": "it's",
    "maybe": None,
    "nothing": None,
    "sources": ["a", "b"],
    "answered": None,
    "draft": {
        "fill": {"count": 0, "level": 0, "names": ["none", "x"], "ratio": 5, "late": True},
        "wanted": {"n": 1, "kind": "usual"},
    },
}
# The caller's members are unchanged, including null if the type accepts it.
given = made(id="x", at="2026-01-01T00:00:00Z", since=0, tool="two", maybe=3, answered="y", word="z", took=5)
assert [given[name] for name in ("id", "at", "since", "tool", "maybe", "answered", "word", "took")] == [
    "x", "2026-01-01T00:00:00Z", 0, "two", 3, "y", "z", 5,
]  # fmt: skip
assert made(maybe=None, answered=None)["maybe"] is None
assert made(from_="f", extra_="e", extra={"free": [1]}) == {**made(), "extra": "e", "from": "f", "free": [1]}
nested = made(draft={"fill": {"count": 7}, "wanted": {"n": 1, "kind": "k", "extra": {"m": 2}}})["draft"]
assert nested == {
    "fill": {"count": 7, "level": 0, "names": ["none", "x"], "ratio": 5, "late": True},
    "wanted": {"n": 1, "kind": "k", "m": 2},
}
whole = building.Draft(
    fill=building.Fill(count=1, level=2, names=[], ratio=3.5), wanted=building.Builder(n=1, kind="k"), times=[]
)
before = copy.deepcopy(whole)
assert made(draft=whole)["draft"] == {
    "fill": {"count": 1, "level": 2, "names": [], "ratio": 3.5, "late": True},
    "wanted": {"n": 1, "kind": "k"},
}
assert whole == before

# Empty lists are omitted before counts are computed.
assert "dropped" not in made(dropped=[])
counted = made(dropped=[4, 5], draft={"wanted": {"n": 1}, "times": [1]})
assert counted["dropped"] == [4, 5]
assert counted["draft"]["fill"]["count"] == 2 and counted["draft"]["times"] == [1]  # type: ignore[index]

# The environment: the first variable that is set. An empty variable counts as unset.
for environ, tool in ({"TWO": "x"}, "two"), ({"ONE": "", "TWO": "x"}, "two"), ({"ONE": "1", "TWO": "x"}, "one"):
    assert made(sources_=sources(environ=environ))["tool"] == tool
    assert made(sources_=sources(environ=environ))["draft"]["fill"]["level"] == {"one": 1, "two": 2}[tool]  # type: ignore[index]
os.environ["TWO"] = "set"
assert made(sources_=sources(environ=None))["tool"] == "two"

# Time: rounded down, measured from a start, and the same for rules.
for started, took in (
    (NOW - datetime.timedelta(microseconds=1999), 1),
    ("2026-05-12T07:59:59.999999Z", 1000),
    (NOW + datetime.timedelta(microseconds=1500), -1),
    ("0001-01-01T00:00:00Z", 9_223_372_036_854),
):
    assert made(sources_=sources(started=started))["took"] == took, started
past = datetime.datetime(1969, 12, 31, 23, 59, 59, 500_000, tzinfo=datetime.UTC)
assert [made(sources_=sources(clock=lambda: past))[name] for name in ("at", "since")] == [
    "1969-12-31T23:59:59.500Z",
    -1,
]
fixed = sources(clock=None, options=Options(now="0009-01-01T00:00:00.0019Z"))
assert made(sources_=fixed)["at"] == "0009-01-01T00:00:00.001Z"
assert raised(ValueError, sources_=sources(started="soon")) == "started must be an RFC 3339 date-time"
assert raised(ValueError, sources_=sources(clock=lambda: NOW.replace(tzinfo=None))) == "now must have a time zone"

# Parameters.
chosen = made(sources_=sources(options=Options(params={"size": "2KiB", "factor": 1, "flag": False, "version": "3"})))
assert [chosen[name] for name in ("size", "factor", "flag", "version")] == [2048, 1, False, "3"]
assert chosen["draft"]["fill"] == {"count": 0, "level": 0, "names": ["none", "x"], "ratio": 2}  # type: ignore[index]
assert "nope is no parameter" in raised(ValueError, sources_=sources(options=Options(params={"nope": 1})))

# Defaults: this machine's clock and randomness.
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
several = [made(sources_=None) for _ in range(50)]
assert all(UUID.fullmatch(str(message["id"])) and ULID.fullmatch(str(message["ulid"])) for message in several)
assert len({message["id"] for message in several}) == len({message["ulid"] for message in several}) == 50
assert all(abs(time.time() - int(str(message["since"]))) < 600 for message in several)
digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
timed = str(made(sources_=sources(new_id=None))["ulid"])
assert sum(digits.index(c) * 32 ** (9 - i) for i, c in enumerate(timed[:10])) == 1778572800999

# Invalid input causes issues or exceptions.
assert issues(sources=[1]) == ["/sources/0 type"]
assert issues(at="soon", id=None) == ["/at format"]
assert issues(draft={"wanted": {}}) == ["/draft/wanted/n required"]
assert issues(draft={}) == ["/draft/wanted required"]
assert issues(draft=7) == ["/draft type"]
assert issues(draft={"wanted": 7, "fill": "x"}) == ["/draft/fill type", "/draft/wanted type"]
assert issues(sources=7) == ["/sources type"]
assert issues(extra={"id": 1}) == ["/id json"]
assert raised(TypeError, draft={"wanted": {"n": 1, "m": 2}}) == "Builder has no attribute 'm'"
assert raised(TypeError, tpye=1)
assert issues(extra={"a": 1}, sources_=sources(options=Options(max_bytes=20))) == [" json"]

# Messages share no objects with the caller's input.
words, free = ["a"], {"list": [1]}
message = builders.list_(sources=words, draft={"wanted": {"n": 1}}, extra={"free": free})
words.append("b")
free["list"].append(2)
assert message.sources == ["a"] and message.extra == {"free": {"list": [1]}}

# Answers copy absent members from the message, if it has them.
record = building.LIST.convert(made())
assert builders.emit_(record, draft={"n": 1}).to_dict() == {
    "type": "reply", "to": "UUID", "number": 1778572800, "draft": {"n": 1, "kind": "usual"},
}  # fmt: skip
assert builders.emit_(record, to="me", number=3, draft={"n": 1}).number == 3
reply = building.Reply(to="x", draft=building.Builder(n=1, kind="k"), extra={"id": "y", "since": None})
assert builders.emit_(reply, draft={"n": 1}).to == "y"
assert builders.emit_(reply, draft={"n": 1}).number is None
assert builders.emit_({"id": "z"}, draft={"n": 1}).to == "z"  # type: ignore[arg-type]
try:
    builders.emit_(building.Sources(builder=building.Builder(n=1, kind="k")), draft={"n": 1})
except ValidationError as error:
    assert [issue.path for issue in error.issues] == ["/to"]
else:
    raise AssertionError("an answer to nobody")

# Layout.
built = builders.class_(builder={"n": 1})
assert builders.lay_out(built) == b'{\n "type": "sources",\n "builder": {\n  "n": 1,\n  "kind": "usual"\n }\n}\n\n'
file = io.BytesIO()
builders.emit(built, file)
assert file.getvalue() == builders.lay_out(built)
assert json.loads(file.getvalue()) == built.to_dict()
assert list(builders.BUILDERS) == ["list", "emit", "build", "failed"]

# Dispatch: by class, and by word where a class has several.


def event(tag: str, state: str) -> str:
    return dispatch.event(
        building.EVENT.convert({"tag": tag, "at": {"state": state}}),
        is_=lambda message: f"is {message.tag}",
        on=lambda message: f"on {message.at.state}",
        message=lambda message: f"message {message.tag}",
        no_more=lambda message: f"no more {message.tag}",
    )


assert [event(tag, "is") for tag in ("start", "change", "stop")] == ["is start", "is change", "is stop"]
assert [event("change", state) for state in ("on", "message", "no-more")] == [
    "on on",
    "message change",
    "no more change",
]


def kind(text: str) -> object:
    return dispatch.kind_of_text(
        text,
        list=lambda message: message.id,
        reply=lambda message, found: (message and message.to, [f"{issue.path} {issue.rule}" for issue in found]),
        sources=lambda message: message.builder.n,
        failed=lambda message: message.trouble.code,
        options=Options(max_depth=3),
    )


assert kind('{"type":"sources","builder":{"n":3,"kind":"k"}}') == 3
assert kind('{"type":"reply","to":"me","draft":{"n":3,"kind":"k"}}') == ("me", [])
assert kind('{"type":"reply","to":1}') == (None, ["/draft required", "/to type"])
assert kind("{") == (None, [" json"])
assert kind('{"type":"reply","to":"","draft":{"n":3,"kind":"k"},"deep":[[[]]]}') == (None, [" json"])
changed = building.CHANGE.convert({"tag": "change", "at": {"state": "on"}})
changed.at.state = "gone"
for wrong, error in ((changed, "the word at /at/state has no case"), (7, "int is no message of Event")):
    try:
        dispatch.event(wrong, is_=repr, on=repr, message=repr, no_more=repr)  # type: ignore[arg-type]
    except (TypeError, ValueError) as found:
        assert str(found) == error, found
    else:
        raise AssertionError("something was done")

# Failures: each code has a function. The builder of the envelope adds the other members.
made_of = {
    "class": errors.class_("m"),
    "refusal": errors.refusal_("m", hint="h"),
    "NOT-FOUND": errors.not_found("m", again=True, hint=None),
}
told = [builders.failed(trouble=failure).trouble.to_dict() for failure in made_of.values()]
assert told == [
    {"code": "class", "message": "m", "again": True},
    {"code": "refusal", "message": "m", "again": False, "hint": "h"},
    {"code": "NOT-FOUND", "message": "m", "again": True, "hint": None},
]
try:
    raise errors.BuildingError(errors.class_("it's late"))
except errors.BuildingError as error:
    raised_again = pickle.loads(pickle.dumps(error))
    assert str(error) == str(raised_again) == "class: it's late"
    assert error.code == "class"
    failed = builders.failed(trouble=error.failure)
assert failed.to_dict()["trouble"] == {"code": "class", "message": "it's late", "again": True}
back = errors.BuildingError.of(failed)
assert back.failure is failed.trouble and (back.code, str(back)) == ("class", "class: it's late")
assert builders.failed(trouble=back.failure) == failed


def refused(text: str) -> list[object]:
    try:
        building.FAILED.decode(text)
    except ValidationError as found:
        failure = errors.refusal(found)
        assert errors.refusal(found.issues) == failure and building.TROUBLE.check(failure) == []
        return [failure.code, failure.again, failure.hint, failure.message]
    raise AssertionError("it is valid")


code, again, hint, said = refused("[")
assert (code, again, hint) == ("class", True, None) and "(byte 1)" in str(said)
assert refused("[]") == ["refusal", False, None, "must be an object"]
assert refused('{"type":"failed","trouble":{}}') == ["refusal", False, None, "/trouble/again is required"]
try:
    errors.refusal([])
except ValueError as error:
    assert str(error) == "nothing is wrong"
else:
    raise AssertionError("something was wrong")
advice = building.Issue("r", "/a", "should", "should be b")
assert errors.refusal([advice]).message == "/a should be b"
assert errors.refusal([advice, building.Issue("r", "/z", "must", "must be b")]).message == "/z must be b"
