"""Uses the packages that importing.yaml and base.yaml generate; the folder above them is the first argument."""

import sys

sys.path.insert(0, sys.argv[1])

from generated import base, importing

TIME = "2026-01-01T00:00:00Z"


def rules(name: str, value: object) -> list[tuple[str, str]]:
    codec = importing.lookup(name)
    assert codec is not None, name
    return [(issue.rule, issue.path) for issue in codec.check(value)]


def classes() -> None:
    ping = importing.MESSAGE.decode('{"type":"ping","code":"A"}')
    assert type(ping) is base.Ping and base.encode_unchecked(ping) == b'{"type":"ping","code":"A"}'
    own = importing.EITHER.decode('{"type":"pong","more":"x"}')
    assert type(own) is importing.Own and not isinstance(own, base.Pong)
    assert isinstance(ping, importing.Message) and not hasattr(importing, "Ping")
    assert importing.MESSAGE_SIDES == {"ping": "client", "pong": "server"}


def members() -> None:
    text = (
        f'{{"type":"meta","base":{{"ts":"{TIME}"}},"code":"B","metas":[{{"ts":"{TIME}"}}],"tree":[[]],"word":"ab",'
        '"read_wait":3,"strict":{"a":1},"codes":{"k":"A"}}'
    )
    made = importing.META.decode(text)
    assert type(made.base) is base.Meta and made.metas == [made.base] and type(made.strict) is base.Strict
    assert (made.code, made.read_wait, made.codes) == ("B", 3, {"k": "A"})
    assert importing.encode_unchecked(made) == text.encode() and rules("Meta", made) == []


def faults() -> None:
    bad = {
        "type": "meta",
        "base": {"ts": "now"},
        "code": "C",
        "metas": [{"ts": TIME, "kind": "z"}],
        "tree": [[1]],
        "word": "a",
        "read_wait": 0.5,
        "strict": {"a": "", "b": 0},
        "codes": {"k": "C"},
        "kinds": [{"ts": TIME}, {"ts": TIME}],
    }
    assert rules("Meta", bad) == [
        ("format", "/base/ts"),
        ("enum", "/code"),
        ("enum", "/codes/k"),
        ("uniqueItems", "/kinds"),
        ("enum", "/metas/0/kind"),
        ("type", "/read_wait"),
        ("not", "/strict"),
        ("type", "/strict/a"),
        ("type", "/tree/0/0"),
        ("minLength", "/word"),
    ]
    assert rules("Wrapped", {"strict": {"b": 1}, "maybe": None, "z": 0}) == [("not", ""), ("not", "/strict")]
    assert rules("Wrapped", importing.Wrapped(strict=base.Strict(a=1), maybe=None)) == []


classes()
members()
faults()
