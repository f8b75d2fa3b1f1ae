import sys
from bindings.py.fsls import ANSWER, Listing, Ls, ValidationError
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
        case Ls(data=data):
            if isinstance(data, Listing):
                print(stamp(answer.meta), data.entries[0].name, len(data.entries))
            elif isinstance(data.summary.preview, foxctl.PreviewObject):
                keys = data.summary.preview.first_keys or []
                print(data.summary.kind, data.summary.record_count, keys[0])
            print(ANSWER.encode(answer).decode())
        case foxctl.ErrorEnvelope():
            print("failed")
