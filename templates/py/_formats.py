"""String formats other than dates and times.

The reference is the JSON Schema test suite, then the RFC. Every pattern takes linear time and little memory: only
single character classes repeat without limit.
"""

from __future__ import annotations

from typing import Final

from ._patterns import Pattern

_DURATION_FORMAT: Final = Pattern(
    r"\A[Pp](?:[0-9]+[Ww]|(?!\Z)"
    r"(?:[0-9]+[Yy](?:[0-9]+[Mm](?:[0-9]+[Dd])?)?|[0-9]+[Mm](?:[0-9]+[Dd])?|[0-9]+[Dd])?"
    r"(?:[Tt](?:[0-9]+[Hh](?:[0-9]+[Mm](?:[0-9]+[Ss])?)?|[0-9]+[Mm](?:[0-9]+[Ss])?|[0-9]+[Ss]))?)\Z"
)
_UUID: Final = Pattern(r"\A[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z")
_BAD_ESCAPE: Final = Pattern(r"~(?![01])")


def is_duration(text: str) -> bool:
    """Return whether a string is a duration of RFC 3339, appendix A.

    Units are in descending order without gaps, or weeks alone. Letters may be lower case, as in the whole grammar.
    """
    return _DURATION_FORMAT.search(text) is not None


def is_uuid(text: str) -> bool:
    """Return whether a string is a UUID of RFC 4122, of any version and variant."""
    return _UUID.search(text) is not None


def is_json_pointer(text: str) -> bool:
    """Return whether a string is a JSON Pointer of RFC 6901, not in URI fragment form."""
    return text[:1] in ("", "/") and _BAD_ESCAPE.search(text) is None


_RELATIVE_POINTER: Final = Pattern(r"\A(?:0|[1-9][0-9]*+)(?:[+-][1-9][0-9]*+)?(?:#\Z|(?=/|\Z))")
_VARIABLE: Final = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})++"
_EXPRESSION: Final = Pattern(
    rf"\A[+#./;?&=,!@|]?{_VARIABLE}(?:\.{_VARIABLE})*+(?::[1-9][0-9]{{0,3}}|\*)?"
    rf"(?:,{_VARIABLE}(?:\.{_VARIABLE})*+(?::[1-9][0-9]{{0,3}}|\*)?)*+\Z"
)
_NO_LITERAL: Final = Pattern(r"[\x00- \x7f\"<>\\^`|{}]|%(?![0-9A-Fa-f]{2})")


def is_relative_json_pointer(text: str) -> bool:
    """Return whether a string is a relative JSON Pointer.

    It is a number, an optional shift of an index, and a JSON Pointer or "#".
    """
    match = _RELATIVE_POINTER.search(text)
    return match is not None and (match[0][-1] == "#" or is_json_pointer(text[match.end() :]))


def is_uri_template(text: str) -> bool:
    """Return whether a string is a URI template of RFC 6570, of any level."""
    first, *rest = text.split("{")
    if _NO_LITERAL.search(first):
        return False
    for part in rest:
        expression, closed, literal = part.partition("}")
        if not closed or _EXPRESSION.search(expression) is None or _NO_LITERAL.search(literal):
            return False
    return True


_QUAD: Final = Pattern(r"\A([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\Z")
_GROUPS: Final = Pattern(r"\A[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*\Z")
_LONGEST_IPV6: Final = len("0000:0000:0000:0000:0000:0000:255.255.255.255")
_MALFORMED: Final = 9
"""The result for a malformed address: more groups than any IPv6 address has."""


def is_ipv4(text: str) -> bool:
    """Return whether a string is an IPv4 address of RFC 2673. Leading zeros pass, as in JSON-Schema-Test-Suite."""
    match = _QUAD.search(text)
    return match is not None and all(int(part) <= 255 for part in match.groups())


def is_ipv6(text: str) -> bool:
    """Return whether a string is an IPv6 address of RFC 4291, without zone or prefix length.

    A trailing IPv4 part has no leading zeros, as in RFC 3986.
    """
    return _is_ipv6(text, least_gap=1, leading_zeros=False)


def _is_ipv6(text: str, *, least_gap: int, leading_zeros: bool) -> bool:
    if len(text) > _LONGEST_IPV6:
        return False
    head, gap, tail = text.partition("::")
    if not gap:
        return _groups(text, leading_zeros) == 8
    return "." not in head and _groups(head, leading_zeros) + _groups(tail, leading_zeros) <= 8 - least_gap


def _groups(text: str, leading_zeros: bool) -> int:
    """Count the groups of a part of an IPv6 address. A trailing IPv4 part counts as two."""
    count = 0
    if "." in text:
        text, colon, quad = text.rpartition(":")
        zeros = any(len(part) > 1 and part[0] == "0" for part in quad.split("."))
        if (colon and not text) or (zeros and not leading_zeros) or not is_ipv4(quad):
            return _MALFORMED
        count = 2
    if not text:
        return count
    return count + text.count(":") + 1 if _GROUPS.search(text) else _MALFORMED


_LABEL: Final = Pattern(r"\A(?!-)[A-Za-z0-9-]{1,63}(?<!-)\Z")
_DOTTED_DECIMAL: Final = Pattern(r"\A[0-9]+(?:\.[0-9]+){3}\Z")
_LONGEST_HOSTNAME: Final = 253
_LOCAL_PART: Final = Pattern(
    r"\A(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r'|"(?:[ !#-\[\]-~]|\\[ -~])*")@'
)
_TAGGED_LITERAL: Final = Pattern(r"\A[A-Za-z0-9-]*[A-Za-z0-9]:[!-Z^-~]+\Z")
_LONGEST_LOCAL_PART: Final = 64
_LONGEST_DOMAIN: Final = 255


def is_hostname(text: str) -> bool:
    """Return whether a string is a host name of RFC 1123.

    Labels of letters, digits and inner hyphens within the length limits of DNS, not in dotted-decimal form. A-labels
    (xn--) are not decoded, which would require the IDNA tables.
    """
    return len(text) <= _LONGEST_HOSTNAME and _is_domain(text) and _DOTTED_DECIMAL.search(text) is None


def _is_domain(text: str) -> bool:
    return all(_LABEL.search(label) for label in text.split("."))


def is_email(text: str) -> bool:
    """Return whether a string is a Mailbox of RFC 5321, within the limits of section 4.5.3.1."""
    if len(text) > _LONGEST_LOCAL_PART + 1 + _LONGEST_DOMAIN:
        return False
    match = _LOCAL_PART.search(text)
    if match is None or match.end() > _LONGEST_LOCAL_PART + 1:
        return False
    domain = text[match.end() :]
    if len(domain) > _LONGEST_DOMAIN:
        return False
    if domain[:1] != "[":
        return _is_domain(domain)
    return domain[-1] == "]" and _is_address_literal(domain[1:-1])


def _is_address_literal(text: str) -> bool:
    """Check the content of an address literal: IPv4, tagged IPv6, or a General-address-literal.

    Its tag is not checked against the registry. IPv6 is as in RFC 5321: "::" replaces at least two groups, and a
    trailing IPv4 part may have leading zeros.
    """
    tag, colon, content = text.partition(":")
    if not colon:
        return is_ipv4(text)
    if tag.lower() == "ipv6":
        return _is_ipv6(content, least_gap=2, leading_zeros=True)
    return _TAGGED_LITERAL.search(text) is not None


_PATH: Final = "[A-Za-z0-9._~!$&'()*+,;=:@%/-]*+"
_QUERY: Final = "[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*+"
_HIERARCHY: Final = (
    r"(?://(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*+@)?"
    r"(?:\[([^\]]*+)\]|[A-Za-z0-9._~!$&'()*+,;=%-]*+)(?::[0-9]*+)?(?=[/?#]|\Z)|(?!//))"
    rf"{_PATH}(?:\?{_QUERY})?(?:#{_QUERY})?\Z"
)
_URI: Final = Pattern(rf"\A[A-Za-z][A-Za-z0-9+.-]*+:{_HIERARCHY}")
_RELATIVE: Final = Pattern(rf"\A(?![^:/?#]*+:){_HIERARCHY}")
_BAD_PERCENT: Final = Pattern(r"%(?![0-9A-Fa-f]{2})")
_FUTURE_ADDRESS: Final = Pattern(r"\A[Vv][0-9A-Fa-f]++\.[A-Za-z0-9._~!$&'()*+,;=:-]++\Z")


def is_uri(text: str) -> bool:
    """Return whether a string is a URI of RFC 3986. Scheme-specific rules are not checked."""
    return _is_uri(_URI, text)


def is_uri_reference(text: str) -> bool:
    """Return whether a string is a URI or a relative reference of RFC 3986."""
    return _is_uri(_URI, text) or _is_uri(_RELATIVE, text)


def _is_uri(pattern: Pattern, text: str) -> bool:
    match = pattern.search(text)
    if match is None or _BAD_PERCENT.search(text):
        return False
    literal: str | None = match[1]
    return literal is None or is_ipv6(literal) or _FUTURE_ADDRESS.search(literal) is not None
