from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from bindings.py.ours import BATCH, Batch, Notice, Issue, Started, Stopped, UnknownNotice, ValidationError


def report(issues: Iterable[Issue]) -> None:
    for issue in issues:
        print(issue.path, issue.rule)


def show(event: Notice) -> None:
    match event:
        case Started(at=at):
            print(event.kind, at)
        case Stopped(kind=kind, reason=reason):
            print(kind, "none" if reason is None else reason)
        case UnknownNotice(kind=kind):
            print("other", kind, event.at if event.at else "none")
        case _:
            assert_never(event)


def write(*events: Notice) -> None:
    try:
        print(BATCH.encode(Batch(events=list(events))).decode())
    except ValidationError as error:
        report(error.issues)


for line in Path("batches.ndjson").read_text().splitlines():
    result = BATCH.try_decode(line)
    if not result.ok:
        report(result.issues)
        continue
    for event in result.value.events:
        show(event)
    write(*result.value.events)

write(UnknownNotice(kind="resumed", at=3))
write(UnknownNotice(kind="started"))
write(UnknownNotice(kind="started", at=4))
