"""Judges messages by JSON Schema alone: python-jsonschema, with the few things that envgen's contract decides otherwise.

Standard input is a line with the schemas of all specs, {spec: {stage: {uri: schema}}}, then a line a message, {spec, uri, text}.
Each message is answered with a line, {stage: whether the message is valid}.
"""

import json
import re
import sys
from fractions import Fraction
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema._utils import equal
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = rf"{OCTET}(?:\.{OCTET}){{3}}"
SNUM = r"0{0,2}[0-9]|0?[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]"
PADDED = rf"(?:{SNUM})(?:\.(?:{SNUM})){{3}}"
HEX4 = "[0-9A-Fa-f]{1,4}"
ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
QUERY = rf"(?:{PCHAR}|[/?])*"
TIME = re.compile(
    r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
DURATION = re.compile(
    r"P(?:[0-9]+W|(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?"
    r"|T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))",
    re.IGNORECASE | re.ASCII,
)
UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*", re.DOTALL)
RELATIVE = re.compile(r"(?:0|[1-9][0-9]*)(?:[+-][1-9][0-9]*)?(?:#|(?:/(?:[^/~]|~[01])*)*)", re.DOTALL)
HOSTNAME = re.compile(rf"{LABEL}(?:\.{LABEL})*")
QUOTED = r'"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"'
LOCAL = re.compile(rf"{ATOM}(?:\.{ATOM})*|{QUOTED}")
AUTHORITY = re.compile(
    r"(?:((?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*)@)?(\[[^\]]*\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?"
)


def is_date(text: str) -> bool:
    parts = DATE.fullmatch(text)
    if not parts:
        return False
    year, month, day = map(int, parts.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= month <= 12 and 1 <= day <= (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def is_time(text: str) -> bool:
    parts = TIME.fullmatch(text)
    if not parts:
        return False
    hour, minute, second, sign, plus_hours, plus_minutes = parts.groups()
    offset = int(plus_hours or 0) * 60 + int(plus_minutes or 0)
    utc = (int(hour) * 60 + int(minute) - (-offset if sign == "-" else offset)) % 1440
    return second != "60" or utc == 1439


def is_ipv6(text: str, most: int = 7, embedded: str = IPV4) -> bool:
    head, gap, tail = text.partition("::")
    groups = 0
    for part, last in ((head, not gap), (tail, True)):
        fields = part.split(":") if part else []
        for i, field in enumerate(fields):
            if last and i == len(fields) - 1 and re.fullmatch(embedded, field):
                groups += 2
            elif re.fullmatch(HEX4, field):
                groups += 1
            else:
                return False
    return groups <= most if gap else groups == 8


def is_email(text: str) -> bool:
    local, at, domain = text.rpartition("@") if "@[" not in text else text.partition("@[")
    domain = "[" * (at == "@[") + domain
    if not at or not LOCAL.fullmatch(local) or len(local) > 64:
        return False
    if not domain.startswith("["):
        return len(domain) <= 255 and bool(HOSTNAME.fullmatch(domain))
    literal, end = domain[1:-1], domain[-1]
    if end != "]":
        return False
    if literal[:5].lower() == "ipv6:":
        return is_ipv6(literal[5:], 6, PADDED)
    return bool(re.fullmatch(PADDED, literal) or re.fullmatch(r"[A-Za-z0-9-]*[A-Za-z0-9]:[!-Z^-~]+", literal))


def is_hostname(text: str) -> bool:
    return len(text) <= 253 and bool(HOSTNAME.fullmatch(text)) and not re.fullmatch(r"[0-9]+(?:\.[0-9]+){3}", text)


def is_reference(text: str) -> bool:
    parts = re.fullmatch(r"(?:([^:/?#]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", text, re.DOTALL)
    if not parts:
        return False
    scheme, authority, path, query, fragment = parts.groups()
    if scheme is not None and not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        return False
    if not re.fullmatch(rf"(?:{PCHAR}|/)*", path) or (authority is not None and not is_authority(authority)):
        return False
    return all(part is None or re.fullmatch(QUERY, part) for part in (query, fragment))


def is_authority(text: str) -> bool:
    parts = AUTHORITY.fullmatch(text)
    if not parts:
        return False
    host = parts.group(2)
    if not host.startswith("["):
        return True
    return is_ipv6(host[1:-1]) or bool(re.fullmatch(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+", host[1:-1]))


def is_template(text: str) -> bool:
    """Return whether a text is a URI Template (RFC 6570): expressions in braces between literals."""
    name = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+"
    variable = rf"{name}(?:\.{name})*(?::[1-9][0-9]{{0,3}}|\*)?"
    for i, part in enumerate(re.split(r"(\{[^{}]*\})", text)):
        if i % 2 == 1:
            if not re.fullmatch(rf"[+#./;?&=,!@|]?{variable}(?:,{variable})*", part[1:-1]):
                return False
        elif not all(c > " " and c not in '\x7f"<>\\^`{|}' for c in part) or re.search(r"%(?![0-9A-Fa-f]{2})", part):
            return False
    return True


FORMATS = {
    "date": is_date,
    "time": is_time,
    "date-time": lambda text: text[10:11] in ("T", "t") and is_date(text[:10]) and is_time(text[11:]),
    "duration": DURATION.fullmatch,
    "uuid": UUID.fullmatch,
    "ipv4": re.compile(PADDED).fullmatch,
    "ipv6": is_ipv6,
    "json-pointer": POINTER.fullmatch,
    "email": is_email,
    "hostname": is_hostname,
    "uri": lambda text: is_reference(text) and re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text),
    "uri-reference": is_reference,
    "relative-json-pointer": RELATIVE.fullmatch,
    "uri-template": is_template,
}


def format_checker() -> FormatChecker:
    checker = FormatChecker(formats=())
    for name, check in FORMATS.items():
        checker.checks(name)(lambda value, check=check: not isinstance(value, str) or bool(check(value)))
    return checker


def is_integer(_: Any, value: Any) -> bool:
    """Contract, section 2: an integer is one within the safe range, however it is spelled."""
    return isinstance(value, float) and value.is_integer() and abs(value) <= 2**53 - 1


class Long(float):
    """An integer beyond the doubles that are exact, with its digits."""

    digits: int


def number(text: str) -> float:
    """A double, which remembers the digits that it loses."""
    value = Long(text)
    value.digits = int(text)
    return value


def is_within(least: int, most: int) -> Any:
    """Contract, section 2: integers of 64 bits are exact if they are spelled in digits alone."""

    def check(_: Any, value: Any) -> bool:
        if not isinstance(value, float) or not value.is_integer():
            return False
        return least <= (value.digits if isinstance(value, Long) else int(value)) <= most

    return check


def multiple_of(validator: Any, divisor: float, value: Any, _: Any) -> Any:
    """Contract, section 2: decided on the shortest decimal spellings."""
    if validator.is_type(value, "number") and Fraction(float.__repr__(value)) % Fraction(float.__repr__(divisor)) != 0:
        yield ValidationError("multipleOf")


def unique_items(validator: Any, wanted: bool, value: Any, _: Any) -> Any:
    """python-jsonschema compares neighbours after sorting, and 1 sorts like true."""
    if (
        wanted
        and validator.is_type(value, "array")
        and any(equal(a, b) for i, a in enumerate(value) for b in value[:i])
    ):
        yield ValidationError("uniqueItems")


Witness = extend(
    Draft202012Validator,
    {"multipleOf": multiple_of, "uniqueItems": unique_items},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", is_integer)
    .redefine("std.Int64", is_within(-(2**63), 2**63 - 1))
    .redefine("std.UInt64", is_within(0, 2**64 - 1)),
)


def read(text: str) -> Any:
    """Every number is a double."""
    return json.loads(text, parse_int=number)


def main() -> None:
    sys.setrecursionlimit(20_000)
    lines = (line for line in sys.stdin)
    judges: dict[tuple[str, str], dict[str, Any]] = {}
    for spec, stages in read(next(lines)).items():
        for stage, schemas in stages.items():
            registry = (
                Registry()
                .with_resources((uri, DRAFT202012.create_resource(schema)) for uri, schema in schemas.items())
                .crawl()
            )
            for uri in schemas:
                judge = Witness({"$ref": uri}, registry=registry, format_checker=format_checker())
                judges.setdefault((spec, uri), {})[stage] = judge
    for line in lines:
        message = json.loads(line)
        value = read(message["text"])
        verdict = {stage: judge.is_valid(value) for stage, judge in judges[message["spec"], message["uri"]].items()}
        sys.stdout.write(json.dumps(verdict) + "\n")


main()
