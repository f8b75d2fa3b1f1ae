"""Uses the package that ruled.yaml generates; the folder above it is the first argument."""

import datetime
import json
import sys

sys.path.insert(0, sys.argv[1])

from generated import ruled
from generated.ruled import Options

NOW = "2026-05-12T00:00:00.000000001Z"


def found(message: object, **options: object) -> list[str]:
    """Spell the issues of a message as path and rule, however it is given."""
    given = Options(**{"now": NOW, **options})  # type: ignore[arg-type]
    issues = ruled.MESSAGE.check(message, options=given)
    text = json.dumps(message)
    result = ruled.MESSAGE.try_decode(text, options=given)
    assert list(result.issues) == issues
    assert result.ok == (not any(issue.level == "must" for issue in issues) and not (given.strict and issues)), text
    return [f"{issue.path} {issue.rule}" for issue in issues]


def ping(**item: object) -> dict[str, object]:
    return {"kind": "ping", "item": item}


def pack(**members: object) -> dict[str, object]:
    return {"kind": "pack", "item": {}, "staged": {"n": 2}, **members}


# By rule: items that pass the rule, and items that violate only this rule.
ITEMS: dict[str, tuple[list[dict[str, object]], list[dict[str, object]]]] = {
    "sum": (
        [{}, {"a": 1}, {"a": 9_999_999, "b": 1}, {"a": -9_007_199_254_739, "b": 2}],
        [{"a": -9_007_199_254_740_991, "b": 2}, {"a": 10_000_000, "b": 0}],
    ),
    "quotient /a": (
        [{"a": -7, "b": 2}, {"a": -9, "b": 4}, {"a": -1, "b": 2}, {"a": 1, "b": 0}],
        [{"a": 0, "b": 0}, {"a": -8, "b": 2}, {"a": -1, "b": 1}],
    ),
    "ratio": ([{"x": 1, "y": 0}, {"x": -1, "y": -3}], [{"x": 0, "y": 0}, {"x": 1, "y": 3.5}]),
    "order": (
        [{"s": "\uff5e", "t": "\U0001f600"}, {"s": "", "t": "a"}],
        [{"s": "\U0001f600", "t": "\uff5e"}, {"s": "a", "t": "a"}],
    ),
    "texts": (
        [{"s": "\U0001f600" * 4}, {"s": "abcde"}, {"s": "vwxyz"}, {"s": "12345"}, {"s": "a``bc"}],
        [{"s": "12345\n"}, {"s": "٣٣٣٣٣"}],
    ),
    "fresh": (
        [
            {"at": "2026-05-12T00:00:00.000000001Z"},
            {"at": "2026-05-11T23:59:58.500000001Z"},
            {"at": "2026-05-12T02:00:00.0000000019+02:00"},
        ],
        [{"at": "2026-05-11T23:59:58.5Z"}, {"at": "2026-05-12T00:00:00.000000002Z"}, {"at": "0000-01-01T00:00:00Z"}],
    ),
    "period": (
        [{"at": "2026-05-12T00:00:00Z", "until": "2026-05-12T00:00:01.500000001Z"}],
        [{"at": "2026-05-12T00:00:00Z", "until": "2026-05-12T00:00:01.5Z"}],
    ),
    "catalog": ([{"code": "EARG"}, {"code": "EIO"}], [{"code": "earg"}, {"code": "constructor"}]),
    "word": ([{"word": "on"}], [{"word": "off"}]),
    "all": ([{"tags": []}, {"tags": ["a", "b"]}], [{"tags": [""]}, {"tags": ["a!", "a"]}]),
    "first": (
        [{"tags": ["x", "y"]}, {"tags": ["1", "2", "3", "d"]}],
        [{"tags": ["a", "x"]}, {"tags": ["1", "2", "3", "e"]}],
    ),
    "once": ([{"tags": ["once"]}], [{"tags": ["once", "once"]}]),
    "counts": ([{"counts": {}}, {"counts": {"n": 8}}], [{"counts": {"n": 9}}, {"counts": {"a": 1, "__class__": 0}}]),
    "nulls": ([{"none": None}, {"none": 0}], [{"none": -1}]),
    "size": ([{"any": "x" * 1014}, {"any": None}], [{"any": "x" * 1015}, {"any": "é" * 508}]),
    "deep /inner/inner/a": ([{"inner": {"inner": {"a": 1}}}, {"inner": {}}], [{"inner": {"inner": {"a": 2}}}]),
    "late": ([{"bad": "early"}], [{"bad": "late"}]),
}


def items() -> None:
    for name, (kept, broken) in ITEMS.items():
        rule, _, path = name.partition(" ")
        for item in kept:
            assert found(ping(**item)) == [], (rule, item, found(ping(**item)))
        for item in broken:
            assert found(ping(**item)) == [f"/item{path} {rule}"], (rule, item, found(ping(**item)))
    assert found(ping(s="123456", t="0")) == ["/item order"]
    assert found(ping(s="abcdefgh", t="0", word="off")) == ["/item order", "/item word"]


def places() -> None:
    off = {"word": "off"}
    message = pack(items=[{}, off], named={"a/b": off}, maybe=off, free={"word": "off"}, item={"inner": {"inner": off}})
    assert found(message) == ["/item/inner/inner word", "/items/1 word", "/maybe word", "/named/a~1b word"]
    assert found(pack(maybe=None)) == []
    assert found(pack(item={"bad": "x"})) == [" kinds"] and found(ping(bad="x")) == []
    assert [issue.rule for issue in ruled.FRAME.check({"kind": "pong", "item": {}})] == ["kinds"]


def stages() -> None:
    assert found(pack(staged=1)) == ["/staged type"]
    assert found({"kind": "pack", "item": {"word": "off"}}) == ["/staged required"]
    assert found(pack(staged=1, count="1", item={"word": "off"})) == ["/item word"]
    assert found(pack(staged={"n": 0}, count="1")) == ["/staged past", "/staged staged"]
    assert found(pack(staged={"n": 1}, count="1")) == ["/count type", "/staged past"]
    assert found(pack(count=3, item={})) == [" end"] and found(pack(staged={"n": 1}, count=1)) == ["/staged past"]
    assert found(pack(staged={"n": 2, "inner": {}})) == ["/staged/inner inner"]
    assert found(pack(staged={"n": 2, "inner": 1}, count=3)) == ["/staged/inner type"]
    made = ruled.PACK.decode(
        json.dumps(pack(staged={"n": 2.0, "inner": {"n": 1}}, count=2)), options=Options(params={"now": 2.5})
    )
    assert isinstance(made.staged, ruled.Staged) and made.staged.inner is not None and made.staged.inner.n == 1
    assert made.count == 2 and found(pack(count=2)) == [" end"]
    assert ruled.encode_unchecked(made) == b'{"kind":"pack","item":{},"staged":{"n":2,"inner":{"n":1}},"count":2}'
    assert [i.rule for i in ruled.MESSAGE.check(made, options=Options(params={"now": 2.5}))] == []


def versions() -> None:
    for version in ("1.0.0", "1.99.0"):
        assert found({**ping(), "meta": {"version": version}}) == []
    for version in ("2.0", "x", "1.99.0-rc.1"):
        assert found({**ping(), "meta": {"version": version}}) == ["/meta/version pattern"]
    wrong = {"kind": 7, "meta": {"version": "2.0.0"}}
    assert found(wrong) == ["/meta/version version"]
    assert [i.rule for i in ruled.PACK.check(wrong)] == ["version"] and ruled.META.check({"version": "2.0.0"}) == []
    assert "version" not in [i.rule for i in ruled.FRAME.check({**wrong, "meta": {"version": "3.0.0"}})]
    assert found({**ping(), "meta": {"version": "2.0.0"}}, params={"version": "2.5.0"}) == []


def callers() -> None:
    at = ping(at="2026-05-11T23:59:50Z")
    assert found(at) == ["/item fresh"] and found(at, params={"age": "1m"}) == []
    assert found(at, params={"age": datetime.timedelta(minutes=1)}) == []
    assert found(at, now=datetime.datetime(2026, 5, 11, 23, 59, 50, 1, datetime.UTC)) == []
    assert (
        found(ping(any="x" * 1015), params={"limit": "2KiB"}) == [] == found(ping(bad="late"), params={"class": False})
    )
    assert found(ping(s="12345\n"), strict=True) == ["/item texts"] == found(ping(s="12345\n"))
    try:
        ruled.MESSAGE.decode(json.dumps(ping(s="12345\n")), options=Options(strict=True))
        raise AssertionError
    except ruled.ValidationError as error:
        assert [issue.level for issue in error.issues] == ["should"]
    for params in ({"unknown": 1}, {"age": 1}):
        try:
            ruled.ITEM.check({}, options=Options(params=params))
            raise AssertionError(params)
        except ValueError:
            pass


def parts_that_are_no_json() -> None:
    loop: list[object] = []
    loop.append(loop)
    for value in (loop, object(), float("nan")):
        try:
            ruled.ITEM.convert({"any": 1, "free": {"x": value}})
            raise AssertionError(value)
        except ruled.ValidationError as error:
            assert [issue.rule for issue in error.issues] == ["json"], error


items()
places()
stages()
versions()
callers()
parts_that_are_no_json()
