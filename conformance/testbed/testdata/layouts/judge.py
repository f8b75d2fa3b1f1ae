"""Judges the texts on standard input, one request a line, with generated modules below the folder of the first argument."""

import base64
import importlib
import json
import sys

sys.path.insert(0, sys.argv[1])


def judge(request: dict) -> dict:
    protocol = importlib.import_module(sys.argv[2] + request["protocol"])
    codec = protocol.lookup(request.get("type") or protocol.ROOT_TYPE)
    if codec is None:
        raise ValueError("there is no such type")
    params = dict(request.get("params") or {})
    limits = {name: params.pop(name) for name in ("max_depth", "max_bytes", "max_issues", "max_remembered") if name in params}
    # A name that the protocol uses has a prefix.
    options_of = getattr(protocol, "EnvgenOptions", None) or protocol.Options
    options = options_of(now=request.get("now") or "2000-01-01T00:00:00Z", params=params, **limits)
    data = base64.b64decode(request["base64"]) if request.get("base64") else request.get("text", "")
    result = codec.try_decode(data, options=options)
    answer = {"issues": [{"rule": i.rule, "path": i.path, "level": i.level, "message": i.message} for i in result.issues]}
    if result.ok:
        roomy = options_of(max_depth=options.max_depth, max_bytes=2**31 - 1)
        answer["output"] = codec.encode_unchecked(result.value, options=roomy).decode()
    return answer


for line in sys.stdin:
    try:
        answer = judge(json.loads(line))
    except (TypeError, ValueError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
