"""Uses the builders that shortening.yaml generates; the folder above the package is the first argument."""

import copy
import sys

sys.path.insert(0, sys.argv[1])

from generated.shortening import Keep, Omit, Options, builders


def cut(keep: object, sources: builders.Sources | None = None, **given: object) -> dict[str, object]:
    """Build a message, and return it as JSON. The arguments stay unchanged."""
    before = copy.deepcopy((keep, given))
    made = builders.cut(keep=keep, sources=sources, **given).to_dict()  # type: ignore[arg-type]
    assert before == (keep, given), "what the caller gave has changed"
    return made


params = builders.Sources(options=Options(params={"most": 1, "given": True}))

# Texts: limits from the message, from parameters, and constant limits.
assert cut(Keep()) == {"keep": {}}
assert cut(Keep(), class_="abc") == {"keep": {}, "class": "abc"}
assert cut(Keep(), class_="abcd") == {"keep": {}, "class": "a\"'cd"}
assert cut(Keep(), class_="abcdefgh", size=9) == {"keep": {}, "class": "abcd\"'gh", "size": 9}
assert cut(Keep(), class_="abcdef", sources=params) == {"keep": {}, "class": "a\"'f"}
assert cut(Keep(from_="abcde", extra_="ab")) == {"keep": {"from": "abde", "extra": ""}}
assert cut({"from_": "abcde"}) == {"keep": {"from": "abde"}}
assert cut(Keep(from_="aä世🦊")) == {"keep": {"from": "a"}}

# A limit that cannot be evaluated is 0. Cuts read the result of earlier cuts, omissions that of all cuts.
assert cut(Keep(), maybe=Omit(is_="123456789")) == {"keep": {}, "maybe": {"is": "3456789"}}
assert cut(Keep(), maybe={"is": "123456789"}) == {"keep": {}, "maybe": {"is": "3456789"}}
assert cut(Keep(), class_="", maybe=Omit(is_="ab")) == {"keep": {}, "class": ""}
assert cut(Keep(), class_="abcdef", maybe=Omit(is_="123")) == {"keep": {}, "class": "a\"'ef", "maybe": {"is": "23"}}

# Lists: the latest items first, or the last items in their order.
days = [Omit(at="2026-05-12T00:00:00Z"), Omit(is_="x"), Omit(at="2026-05-11T23:00:00-02:00")]
assert cut(Keep(with_=days)) == {"keep": {"with": [{"at": days[2].at}, {"at": days[0].at}]}}
assert cut(Keep(with_=days), sources=params) == {"keep": {"with": [{"at": days[2].at}]}}
assert cut(Keep(omit=Omit(words=["a"])), maybe=Omit(words=["a", "b"])) == {
    "keep": {"omit": {"words": []}},
    "maybe": {"words": ["b"]},
}

# Omitted members, including null. If the condition cannot be evaluated, the members stay.
assert cut(Keep(first_word=None)) == {"keep": {"first word": None}}
assert cut(Keep(first_word=None), sources=params) == {"keep": {}}
assert cut(Keep(from_="abcd", first_word="w")) == {"keep": {"from": "abcd"}}
assert cut(Keep(from_="abc", first_word="w")) == {"keep": {"from": "abc", "first word": "w"}}

# Texts are ordered by code points; items without a text come last.
words = [Omit(), Omit(is_="\uffff"), Omit(is_="😀"), Omit(is_="\uffff", words=[])]
assert cut(Keep(), list_=words) == {"keep": {}, "list": [{"is": "😀"}, {"is": "\uffff"}]}
assert cut(Keep(), list_=words[:2]) == {"keep": {}, "list": [{"is": "\uffff"}, {}]}
assert cut(Keep(), list_=[]) == {"keep": {}, "list": []}
