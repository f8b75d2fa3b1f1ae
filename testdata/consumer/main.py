import sys
from bindings.py.fsls import ANSWER, ListOk, ValidationError
FOXCTL

def stamp(meta: foxctl.Meta) -> str:
    return meta.ts

for name in sys.argv[1:]:
    with open(name, "rb") as f:
        data = f.read()
    try:
        answer = ANSWER.decode(data)
    except ValidationError as error:
        for issue in error.issues:
            print(issue.path, issue.rule)
        continue
    match answer:
        case ListOk():
            print(stamp(answer.meta), answer.data.entries[0].name, len(answer.data.entries))
            print(ANSWER.encode(answer).decode())
        case foxctl.ErrorEnvelope():
            print("failed")
