"""Uses the package that general.yaml generates; the folder above it is the first argument."""

import copy
import json
import pickle
import sys
import typing

sys.path.insert(0, sys.argv[1])

from generated import general


def rules(name: str, text: str) -> list[tuple[str, str]]:
    codec = general.lookup(name)
    assert codec is not None, name
    found = [(issue.rule, issue.path) for issue in codec.try_decode(text).issues]
    assert found == [(issue.rule, issue.path) for issue in codec.check(json.loads(text))], (name, text)
    return found


def catalogs() -> None:
    entry = general.error_code_entry("EARG")
    assert entry is general.ERROR_CODE_ENTRIES[0] and general.error_code_entry("earg") is None
    assert (entry.value, entry.meaning, entry.retryable) == ("EARG", 'Invalid "arguments"', False)
    assert (entry.count_, entry.weight, entry.class_) == (3, 2.0, "high") and type(entry.weight) is float
    assert tuple(entry.value for entry in general.ERROR_CODE_ENTRIES) == general.ERROR_CODE_VALUES
    assert general.ERROR_CODE_ENTRIES[1].count_ is None and general.ERROR_CODE_ENTRIES[1].meaning == "Busy \\"
    assert pickle.loads(pickle.dumps(entry)) == entry
    assert [(entry.value, entry.profile) for entry in general.COMMAND_ENTRIES] == [
        ("run/start", "run"),
        ("run/stop", "run"),
    ]


def open_vocabularies() -> None:
    assert general.COMMAND.decode('"any"') == "any" and rules("Command", "1") == [("type", "")]
    assert general.is_command("run/start") and not general.is_command("any")
    assert rules("Eval", '{"type":"eval","code":"","command":"run"}') == [("pattern", "/command")]
    assert general.EVAL.decode('{"type":"eval","code":"","command":"a/b"}').command == "a/b"


def unions() -> None:
    failed = general.MESSAGE.decode('{"type":"result","state":"failed","error":"EBUSY","detail":null}')
    assert isinstance(failed, general.Failed) and failed.detail is None
    assert rules("Message", '{"type":"result"}') == [("required", "/state")]
    assert rules("Message", '{"type":"result","state":"x"}') == [("discriminator", "/state")]
    assert rules("Message", '{"type":"resul"}') == [("discriminator", "/type")]
    assert general.MESSAGE_SIDES == {"eval": "client", "result": "server"}
    assert typing.get_args(general.MessageFromServer) == (general.Done, general.Failed)
    assert general.MessageFromClient is general.Eval


def maps() -> None:
    done = general.DONE.decode('{"type":"result","state":"done","values":{"b":1.0,"10":2,"9":3}}')
    assert done.values == {"b": 1, "10": 2, "9": 3}
    assert general.encode_unchecked(done) == b'{"type":"result","state":"done","values":{"9":3,"10":2,"b":1}}'
    assert rules("Done", '{"type":"result","state":"done","values":{"a":1e300,"b":""}}') == [
        ("integer-range", "/values/a"),
        ("type", "/values/b"),
    ]
    done.values = {"a": 2**60}
    assert [issue.rule for issue in general.DONE.check(done)] == ["integer-range"]
    try:
        general.LABELS.convert({"\ud800": "x"})
    except general.ValidationError as error:
        assert [issue.rule for issue in error.issues] == ["json"]
    assert general.LABELS.decode('{"__proto__":null}') == {"__proto__": None}
    assert general.LINES.decode('{"a":[{"step":0.3,"tags":[]}]}')["a"][0].step == 0.3


def forbidden() -> None:
    assert rules("Forbidding", '{"a":1,"other":2}') == []
    assert rules("Forbidding", '{"no\'":null,"never":1}') == [("false-schema", "/never"), ("false-schema", "/no'")]
    assert rules("Narrow", '{"never":1,"b":1,"a":1}') == [("additionalProperties", "/b"), ("false-schema", "/never")]


def schemas() -> None:
    text = '{"artifact":"sha256:00ff","summary":{"size_bytes":1.0,"kind":"k"},"retry_after":5,"x_y":[1.0]}'
    data = general.DATA.decode(text)
    assert data.extra == {"x_y": [1]} and data.retry_after == 5 and type(data.retry_after) is int
    assert general.encode_unchecked(data) == text.replace("1.0", "1").encode() and general.DATA.check(data) == []
    assert general.DATA.decode('{"retry_after":null}').retry_after is None
    assert general.DATA.decode("{}").retry_after is general.UNSET
    bad = '{"artifact":"sha256:00ff","summary":{"size_bytes":"1"},"retry_after":"","step":0.35,"X":1}'
    assert rules("Data", bad) == [
        ("propertyNames", "/X"),
        ("minLength", "/retry_after"),
        ("multipleOf", "/step"),
        ("required", "/summary/kind"),
        ("type", "/summary/size_bytes"),
        ("required", "/tags"),
    ]
    data.artifact, data.summary = "sha256:ffff", None
    assert [(issue.rule, issue.path) for issue in general.DATA.check(data)] == [("required", "/summary")]


def choices() -> None:
    for text, made in (('"x"', "x"), ("7.0", 7), ("null", None)):
        assert general.RETRY_AFTER.decode(text) == made
    assert rules("RetryAfter", "0.5") == [("type", "")] and rules("RetryAfter", "-1") == [("minimum", "")]
    bag = general.BAG.decode(
        '{"always":1,"one_of":[null,"x",4],"odd":{"b":[true,null]},"grid":[[1.0,null],[]],"flags":{"f":true},'
        '"words":["high"],"fixed":["x"],"open":"run/any","null_or":0.75,"pair":["a",1],"not_null":0}'
    )
    assert bag.one_of == [None, "x", 4] and bag.odd == {"b": [True, None]} and bag.grid == [[1, None], []]
    assert (bag.flags, bag.words, bag.fixed, bag.null_or) == ({"f": True}, ["high"], ["x"], 0.75)
    tree = general.BAG.decode('{"always":1,"one_of":{"value":"v"}}').one_of
    assert isinstance(tree, general.Tree) and general.BAG.decode('{"always":1,"one_of":true}').one_of is True
    assert rules("Bag", '{"always":3,"null_or":0.7,"one_of":"ab","either":15,"fixed":["x","x"],"odd":2}') == [
        ("not", "/always"),
        ("oneOf", "/either"),
        ("uniqueItems", "/fixed"),
        ("multipleOf", "/null_or"),
        ("enum", "/odd"),
        ("oneOf", "/one_of"),
    ]
    assert rules("Bag", '{"always":1e300,"not_null":null,"open":"run/none","words":["low"]}') == [
        ("integer-range", "/always"),
        ("not", "/not_null"),
        ("not", "/open"),
        ("not", "/words"),
    ]


def recursion() -> None:
    for depth, wanted in ((60, []), (59, [("const", "/deep")])):
        assert rules("Bag", f'{{"always":1,"deep":{"[" * depth + "]" * depth}}}') == wanted
    text = '{"value":"x","left":{"value":1,"right":{"value":"y"}}}'
    tree = general.TREE.decode(text)
    assert tree.left and tree.left.right and tree.left.right.value == "y"
    assert general.encode_unchecked(tree) == text.encode() and copy.deepcopy(tree) == tree
    assert rules("Tree", '{"value":"x","left":{"value":1}}') == [("anyOf", "/left")]
    assert rules("Tree", '{"value":"x","up":0}') == [("unevaluatedProperties", "/up")]
    deep = '{"value":"x","left":' * 127 + '{"value":"x"}' + "}" * 127
    assert rules("Tree", deep) == []
    assert rules("Tree", deep.replace('{"value":"x"}', '{"value":1}'))[0][0] == "anyOf"
    bag = {"always": 1, "trees": [{"value": "a", "left": {"value": "b"}}] * 2}
    assert rules("Bag", json.dumps(bag)) == []
    bag["trees"] = [*bag["trees"], bag["trees"][0], {"value": 0}]
    assert rules("Bag", json.dumps(bag)) == [("maxContains", "/trees"), ("anyOf", "/trees/3")]
    loop = general.Tree(value="x")
    loop.left = loop
    assert [issue.rule for issue in general.TREE.check(loop)] == ["json"]
    cycle: dict[str, object] = {"value": "x"}
    cycle["left"] = cycle
    try:
        general.TREE.convert(cycle)
    except general.ValidationError as error:
        assert [issue.rule for issue in error.issues] == ["json"]


catalogs()
open_vocabularies()
unions()
maps()
forbidden()
schemas()
choices()
recursion()
