"""Uses the package that nasty.yaml generates; the folder above it is the first argument."""

import json
import sys

sys.path.insert(0, sys.argv[1])

from generated import nasty


def rules(name: str, text: str) -> list[tuple[str, str]]:
    codec = nasty.lookup(name)
    assert codec is not None, name
    found = [(issue.rule, issue.path) for issue in codec.try_decode(text).issues]
    assert found == [(issue.rule, issue.path) for issue in codec.check(json.loads(text))], (name, text)
    return found


QUOTED = 'it\'s "quoted" \\ \n'
WORD = "a\"b'c\\d\n\u2028\U0001f600"
GOOD = {"class": "c", "": 1, QUOTED: WORD, "__proto__": True}


def names() -> None:
    value = {
        **GOOD,
        "constructor": None,
        "hasValue": "\"'\\ab",
        "path": [[1.0, None], []],
        "value": [{"x": 1}],
        "made": {},
        "out": None,
        "x": 2.5,
        "get": 2,
        "0": "éé",
        "5": 1,
    }
    text = json.dumps(value, ensure_ascii=False)
    made = nasty.NAMES.decode(text)
    assert (made.class_, made.empty, made.proto, made.has_value) == ("c", 1, True, "\"'\\ab")
    assert made.path == [[1, None], []] and type(made.path[0][0]) is int
    assert type(made.get) is float and made.extra == {"5": 1}
    value["path"] = [[1, None], []]
    assert nasty.encode_unchecked(made) == json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    absent = nasty.NAMES.decode(json.dumps(GOOD))
    assert (absent.constructor, absent.value, absent.out) == (nasty.UNSET, nasty.UNSET, nasty.UNSET)
    assert (absent.made, absent.path, absent.x) == (None, None, None)
    assert json.loads(nasty.encode_unchecked(absent)) == GOOD
    bad = {
        "class": None,
        QUOTED: "x",
        "path": [[-1, 1, 1], 2, ["a"]],
        "out": 0,
        "x": 2,
        "get": 1,
        "0": "aaaa",
        "hasValue": "",
    }
    assert rules("Names", json.dumps(bad)) == [
        ("required", "/"),
        ("maxLength", "/0"),
        ("required", "/__proto__"),
        ("type", "/class"),
        ("exclusiveMinimum", "/get"),
        ("pattern", "/hasValue"),
        ("const", "/" + QUOTED),
        ("type", "/out"),
        ("maxItems", "/path/0"),
        ("minimum", "/path/0/0"),
        ("type", "/path/1"),
        ("type", "/path/2/0"),
        ("enum", "/x"),
    ]


def words() -> None:
    for word in nasty.WORDS_VALUES:
        assert nasty.is_words(word) and nasty.WORDS.decode(json.dumps(word)) == word
    assert "line\nbreak" in nasty.WORDS_VALUES and "None" in nasty.WORDS_VALUES
    assert rules("Words", '"x"') == [("enum", "")] and rules("Words", "1") == [("type", "")]


def trees() -> None:
    assert rules("Tree", '{"kids":[{"kids":[]},{"kids":1},{}],"forest":[],"maybe":null,"z":0}') == [
        ("minItems", "/forest"),
        ("type", "/kids/1/kids"),
        ("required", "/kids/2/kids"),
        ("additionalProperties", "/z"),
    ]
    tree = nasty.TREE.decode('{"kids":[{"kids":[]}],"maybe":null}')
    assert tree.kids[0] == nasty.Tree(kids=[]) and tree.maybe is None and tree.kids[0].maybe is nasty.UNSET
    assert nasty.encode_unchecked(nasty.NESTED.decode("[[],[[]]]")) == b"[[],[[]]]"
    assert rules("Nested", "[[1]]") == [("type", "/0/0")]
    assert rules("Forest", "[]") == [("minItems", "")]


def unions() -> None:
    tag = "t'ag\""
    assert nasty.EITHER.decode(json.dumps({tag: "o\\ne"})) == nasty.Fixed()
    assert isinstance(nasty.EITHER.decode(json.dumps({tag: "two", "n": 1e2})), nasty.Other)
    for value, rule in (({}, "required"), ({tag: 1}, "discriminator"), ({tag: "x"}, "discriminator")):
        assert rules("Either", json.dumps(value)) == [(rule, "/" + tag)]
    assert rules("Either", "[]") == [("type", "")]
    assert nasty.EMPTY.decode("{}") == nasty.Empty() and rules("Empty", '{"a":0}') == [("additionalProperties", "/a")]


def scalars() -> None:
    for name, good, bad, rule in (
        ("Text", '"\\u0000"', "1", "type"),
        ("Whole", "-3.0", "9007199254740992", "integer-range"),
        ("Whole", "0", "0.5", "type"),
        ("Fraction", "2.50", "2", "const"),
        ("Large", "1e300", "1e299", "const"),
        ("Large", "10e299", "true", "const"),
        ("Sure", "true", "false", "const"),
        ("Sure", "true", "1", "const"),
        ("Nothing", "null", "0", "type"),
    ):
        assert rules(name, good) == [], (name, good)
        assert rules(name, bad) == [(rule, "")], (name, bad, rules(name, bad))
    assert rules("Anything", '[{"a":null}]') == []
    assert nasty.SEVERAL.convert([1e300]) == [1e300]
    assert rules("Several", "[1e300,2]") == [("const", "/1")]


names()
words()
trees()
unions()
scalars()
