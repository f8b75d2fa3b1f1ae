# ruff: noqa: INP001  # a program
"""Judges messages by the exported schemas, with a library of others.

The arguments are the name of the library and the folder of the schemas. Standard input is a line for each message,
{protocol, type, text}. Each is answered with a line, `true` or `false`.
"""

import json
import re
import sys
from calendar import monthrange
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any


def main() -> None:
    """Answer each line."""
    library, folder = sys.argv[1], Path(sys.argv[2])
    compile_schema = {"jsonschema": with_jsonschema, "jsonschema-rs": with_jsonschema_rs}[library]

    @cache
    def judge(protocol: str, name: str) -> Callable[[Any], bool]:
        bundle = json.loads((folder / f"{protocol}.schema.json").read_text())
        return compile_schema({**bundle, "$ref": "#/$defs/" + name})

    for line in sys.stdin:
        message = json.loads(line)
        value = json.loads(message["text"], parse_int=float)  # every number is a double
        sys.stdout.write(json.dumps(judge(message["protocol"], message["type"])(value)) + "\n")


def with_jsonschema(schema: dict[str, Any]) -> Callable[[Any], bool]:
    """Return a validator with two documented extensions.

    In Python, ``$`` also matches before a line feed at the end. Without a further package, the library does not check
    ``date-time``, and that package refuses leap seconds, the year 0 and lower case.
    """
    from jsonschema import Draft202012Validator, FormatChecker, ValidationError
    from jsonschema.validators import extend

    def pattern(_validator: Draft202012Validator, source: str, value: object, _: object) -> Iterator[ValidationError]:
        if isinstance(value, str) and not re.search(source.replace("$", r"\Z"), value, re.ASCII):
            yield ValidationError("pattern")

    formats = FormatChecker(("uuid",))
    formats.checks("date-time")(lambda value: not isinstance(value, str) or is_date_time(value))
    return extend(Draft202012Validator, {"pattern": pattern})(schema, format_checker=formats).is_valid


DATE_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))",
    re.ASCII | re.IGNORECASE,
)


def is_date_time(text: str) -> bool:
    """Return whether a text is a date-time of RFC 3339. A second 60 is the last one of a day in UTC."""
    parts = DATE_TIME.fullmatch(text)
    if not parts:
        return False
    year, month, day, hour, minute, second = map(int, parts.groups()[:6])
    offset = int(parts[8] or 0) * 60 + int(parts[9] or 0)
    utc = (hour * 60 + minute + (offset if parts[7] == "-" else -offset)) % 1440
    dated = 1 <= month <= 12 and 1 <= day <= monthrange(year or 2000, month)[1]  # the year 0 is a leap year, as 2000 is
    return dated and (second < 60 or utc == 1439)


def with_jsonschema_rs(schema: dict[str, Any]) -> Callable[[Any], bool]:
    """Return a validator that asserts formats."""
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid


main()
