"""The parser and the writer of JSON texts."""

from __future__ import annotations

import base64
import json
import random
import unittest

from .._json import number_text, read_text, size_of, write_text
from .._plain import plain
from .._values import MAX_SAFE, JsonError, JsonValue
from .suites import suite


def read(data: bytes | str, max_bytes: int = 1 << 24, max_depth: int = 128) -> JsonValue:
    return read_text(data, max_bytes=max_bytes, max_depth=max_depth)[0]


def accepts(data: bytes | str) -> bool:
    try:
        read(data)
    except JsonError:
        return False
    return True


def accepts_to(data: str, max_depth: int) -> bool:
    try:
        read(data, max_depth=max_depth)
    except JsonError:
        return False
    return True


def written(value: JsonValue, indent: int | None = None) -> str:
    return write_text(plain(value, 128, True), indent)


def number(luck: random.Random) -> str:
    """Return a number in an unusual form."""
    whole = luck.choice(
        ("0", "1", "100", "9007199254740993", "1" + "0" * luck.randint(1, 30), str(luck.getrandbits(70)))
    )
    fraction = luck.choice(("", ".0", ".5", "." + "0" * luck.randint(1, 25) + "1", f".{luck.getrandbits(60)}"))
    power = luck.choice(("", "", f"e{luck.randint(0, 25)}", f"E-{luck.randint(0, 40)}", "e+300"))
    return luck.choice(("", "-")) + whole + fraction + power


class Bounds(unittest.TestCase):
    """The properties of a text that the reader returns beside its value."""

    def test_bounds(self) -> None:
        luck = random.Random(1)
        for _ in range(20_000):
            parts = [
                luck.choice((number(luck), '"\\u0041\\n"', '"0e0e0e9"', '"é"', "[ ]", '{"a0e": 1}'))
                for _ in range(luck.randint(1, 12))
            ]
            text = "[" + luck.choice((",", " , ")).join(parts) + "]"
            try:
                value, longest, beyond = read_text(text, max_bytes=1 << 20, max_depth=9)
            except JsonError:
                self.assertIn("e+300", text)
                continue
            self.assertLessEqual(len(write_text(value).encode()), longest, text)
            numbers = [part for part in json.loads(text) if isinstance(part, int | float)]
            self.assertTrue(beyond or all(abs(part) <= MAX_SAFE for part in numbers), text)
            other = read(text.replace("[", "[0e0,", 1))  # by the decoder for exponents
            self.assertEqual(repr(value), repr(other[1:] if isinstance(other, list) else None), text)

    def test_many_powers(self) -> None:
        for text in ("[" + '"0e",' * 200 + "1e20]", "[" + '"0e",' * 200 + "12]", '["' + "0e" * 200 + '",-1.5e20]'):
            value, longest, beyond = read_text(text, max_bytes=1 << 20, max_depth=9)
            self.assertLessEqual(len(write_text(value)), longest)
            self.assertTrue(beyond or "e20" not in text)

    def test_sizes(self) -> None:
        luck = random.Random(2)
        for _ in range(5_000):
            value = read(
                "["
                + ",".join(
                    [number(luck).replace("e+300", ""), '"é\\n"', '{"b":1.0,"7":[]}', '"1.0"'][: luck.randint(1, 4)]
                )
                + "]"
            )
            size = size_of(value)
            self.assertIn(size, (None, len(write_text(value).encode())))
        self.assertEqual(size_of(["é", {"a": 1.5}]), len('["é",{"a":1.5}]'.encode()))


class Large(unittest.TestCase):
    """Texts large enough for a different code path."""

    def test_names_among_many_objects(self) -> None:
        parts = ['{"a:{":"\\":{","b":[{"c":{}}]}', '{"\\\\":{},"":[[[{"d":1}]]]}', "{}"]
        for extra, wanted in (
            ('{"a":1,"b":2}', True),
            ('{"a":1,"b":2,"a":1}', False),
            ('[[{"x":{"a":1,"\\u0061":2}}]]', False),
        ):
            text = "[" + ",".join(parts * 5000) + "," + extra + "]"
            self.assertEqual(accepts(text), wanted, extra)
            if wanted:
                self.assertEqual(read(text), json.loads(text))

    def test_depth_at_any_offset(self) -> None:
        chance = random.Random(3)
        for _ in range(20):
            text = "["
            while len(text) < 200_000:
                inner = chance.choice(['"[[{"', '"\\"["', '"\\\\"', '"' + "[" * chance.randrange(99) + '"', "1"])
                depth = chance.randrange(4)
                text += "[" * depth + inner + "]" * depth + ","
            text += "[[[1]]]]"
            self.assertTrue(accepts_to(text, 4))
            self.assertFalse(accepts_to(text, 3))


class Suites(unittest.TestCase):
    # Texts that JSONTestSuite leaves open and the contract accepts.
    OPEN_ACCEPTED = frozenset(
        {
            "i_number_double_huge_neg_exp.json",
            "i_number_real_underflow.json",
            "i_number_too_big_neg_int.json",
            "i_number_too_big_pos_int.json",
            "i_number_very_big_negative_int.json",
        }
    )

    def test_json_test_suite(self) -> None:
        files = sorted(suite("JSONTestSuite", "test_parsing").glob("*.json"))
        self.assertEqual(len(files), 318)
        for file in files:
            # The contract is stricter than RFC 8259 in one point: it refuses duplicate names.
            wanted = file.name.startswith("y_") and "duplicated_key" not in file.name
            with self.subTest(file.name):
                self.assertEqual(accepts(file.read_bytes()), wanted or file.name in self.OPEN_ACCEPTED)

    def test_texts_of_the_contract(self) -> None:
        lines = suite("json-texts.ndjson").read_text().splitlines()
        self.assertGreater(len(lines), 80)
        for case in map(json.loads, lines):
            with self.subTest(case["name"]):
                self.assertEqual(accepts(base64.b64decode(case["base64"])), case["accept"])

    def test_transforms_come_back(self) -> None:
        for file in suite("JSONTestSuite", "test_transform").glob("*.json"):
            if accepts(file.read_bytes()):
                with self.subTest(file.name):
                    value = read(file.read_bytes())
                    self.assertEqual(read(written(value)), value)


class Reader(unittest.TestCase):
    def test_refused(self) -> None:
        for text in (
            *("", " ", "[1,]", "{}x", "[1] 2", "nul", "NaN", "-Infinity", "[1e999]", "[" + "9" * 400 + "]", "\ufeff{}"),
            *('{"a":1,"a":1}', '{"a":1,"\\u0061":1}', '[{"x":{"b":1,"b":2}}]', '["\\ud800"]', '["\\udc00\\ud800"]'),
            *('["\\ud800\\ud800\\udc00"]', '["\\ud83d\\\\\\ude00"]', '{"\\udfff":1}', '["a\nb"]', '["\\u12"]', "\x0b1"),
        ):
            with self.subTest(text[:40]):
                self.assertFalse(accepts(text))
                self.assertFalse(accepts(text.encode()))

    def test_accepted(self) -> None:
        for text, value in (
            (' \t\r\n{"a":[1,2.5,null,true,"x"]} \n', {"a": [1, 2.5, None, True, "x"]}),
            ('["\\ud83d\\ude00","\\\\ud800","\\u0000","\\/"]', ["\U0001f600", "\\ud800", "\x00", "/"]),
            ("[1e-999,-0,-0.0]", [0, 0, 0]),
            ('{"":0,"__proto__":1}', {"": 0, "__proto__": 1}),
        ):
            with self.subTest(text):
                self.assertEqual(read(text), value)
                self.assertEqual(read(text.encode()), value)

    def test_raw_bytes(self) -> None:
        for raw in (
            b'"\xff"',
            b'"\xed\xa0\x80"',
            b'"\xc0\x80"',
            b"\xef\xbb\xbf{}",
            "[1]".encode("utf-16"),
            b'"\xe2\x82',
        ):
            with self.subTest(raw):
                self.assertFalse(accepts(raw))
        self.assertFalse(accepts('"\ud800"'))

    def test_numbers_are_doubles(self) -> None:
        for text, value in (
            ("9007199254740991", 9007199254740991),
            ("9007199254740993", 9007199254740992.0),
            ("-9007199254740993", -9007199254740992.0),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("1" + "0" * 5000 + "e-5000", 1.0),
            ("0." + "0" * 5000 + "1e5001", 1.0),
            ("0." + "1" * 5000, 1 / 9),
        ):
            with self.subTest(text[:40]):
                number = read(text)
                self.assertEqual(number, value)
                self.assertIs(type(number), type(value))

    def test_depth(self) -> None:
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            inner = "[]" if opening == "[" else "{}"
            self.assertTrue(accepts(opening * 127 + inner + closing * 127))
            self.assertFalse(accepts(opening * 128 + inner + closing * 128))
        # Brackets in strings do not nest, with any escapes around them.
        self.assertTrue(accepts(json.dumps(["[{" * 300, '"[' * 300, "\\[" * 300, '\\"{' * 300])))
        self.assertTrue(accepts("[" + "[]," * 500 + "[]]"))
        self.assertFalse(accepts("[" * 100_000))
        self.assertFalse(accepts('{"a":[' * 50_000))
        for text, depth in (("1", 0), ("[]", 1), ('[{"a":[]},[]]', 3)):
            read(text, max_depth=depth)
            if depth:
                with self.assertRaises(JsonError):
                    read(text, max_depth=depth - 1)

    def test_bytes(self) -> None:
        for data in ('["é€"]', '["é€"]'.encode()):
            read(data, max_bytes=9)
            with self.assertRaises(JsonError):
                read(data, max_bytes=8)

    def test_cause_names_the_byte(self) -> None:
        for data, cause in (('["é" 1]', "byte 6"), (b'["\xc3\xa9\xff"]', "byte 4"), ('["é\\ud800"]', "byte 4")):
            with self.subTest(data), self.assertRaises(JsonError) as caught:
                read(data)
            self.assertIn(cause, caught.exception.cause)

    def test_second_members(self) -> None:
        long = "é" * 90
        for text, wanted in (
            ('{"a":1,"a":2}', 'a second member "a" at line 1, column 8 (byte 7)'),
            ('{\n "é": [1, {"x":"a", "b":{}}],\n "\\u00e9" : 2}', 'a second member "é" at line 3, column 2 (byte 34)'),
            ('[{"a":"\\"a","":{"b":0,"c":[{}],"b":1}}]', 'a second member "b" at line 1, column 32 (byte 31)'),
            ('{"a":"b","b":"a","a:":[],"a\\"":3,"a\\"":3}', 'a second member "a\\"" at line 1, column 34 (byte 33)'),
            (f'{{"{long}":0,"{long}":0}}', f'a second member "{long[:80]}…" at line 1, column 97 (byte 186)'),
        ):
            with self.subTest(text), self.assertRaises(JsonError) as caught:
                read(text)
            self.assertEqual(str(caught.exception), wanted)


class Writer(unittest.TestCase):
    def test_numbers(self) -> None:
        # Limits of Number::toString in ECMA-262, and samples of RFC 8785, appendix B.
        for number, text in (
            *((0.0, "0"), (-0.0, "0"), (5e-324, "5e-324"), (-5e-324, "-5e-324")),
            *((1.7976931348623157e308, "1.7976931348623157e+308"), (9007199254740992.0, "9007199254740992")),
            *((-9007199254740992.0, "-9007199254740992"), (295147905179352830000.0, "295147905179352830000")),
            *((1e20, "100000000000000000000"), (1e21, "1e+21"), (999999999999999900000.0, "999999999999999900000")),
            *((1e23, "1e+23"), (9.999999999999997e22, "9.999999999999997e+22"), (1.0, "1"), (-1.5, "-1.5")),
            *((0.000001, "0.000001"), (0.0000012, "0.0000012"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (-1e-10, "-1e-10")),
            *((0.0001, "0.0001"), (0.00001, "0.00001"), (1e16, "10000000000000000"), (1.5e16, "15000000000000000")),
            *((333333333.33333329, "333333333.3333333"), (0.1, "0.1"), (4.5, "4.5"), (2e-3, "0.002"), (1e-27, "1e-27")),
            *((2.0**69, "590295810358705700000"), (123456789012345680.0, "123456789012345680")),
        ):
            with self.subTest(text):
                self.assertEqual(number_text(number), text)
                self.assertEqual(float(text), number)

    def test_strings(self) -> None:
        text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028é\U0001f600'
        self.assertEqual(
            written(text),
            '"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\\u0010\\u0011'
            "\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f"
            '\\"\\\\/\x7f\u2028é\U0001f600"',
        )

    def test_order(self) -> None:
        names = ("b", "10", "4294967295", "a", "4294967294", "01", "9", "0", "-1", "٣", "99999999999", "")
        text = written({"x": dict.fromkeys(names)})
        order = [name for name, _ in json.loads(text, object_pairs_hook=lambda pairs: pairs)[0][1]]
        wanted = ["0", "9", "10", "4294967294", "b", "4294967295", "a", "01", "-1", "٣", "99999999999", ""]
        self.assertEqual(order, wanted)

    def test_layout(self) -> None:
        value: JsonValue = {"a": [1.0, {}, [], {"b": None}], "c": True}
        self.assertEqual(written(value), '{"a":[1,{},[],{"b":null}],"c":true}')
        self.assertEqual(
            written(value, 2),
            '{\n  "a": [\n    1,\n    {},\n    [],\n    {\n      "b": null\n    }\n  ],\n  "c": true\n}',
        )
        self.assertEqual(written(value, 0), written(value))


if __name__ == "__main__":
    unittest.main()
