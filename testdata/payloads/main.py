from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from bindings.py.ours import PEER_MESSAGE, ROWS_RESULT, TOOL_MESSAGE, Cancellation, Give, Issue, Options, Progress


def lines(file: str) -> list[str]:
    return Path(file).read_text().splitlines()


def report(issues: Iterable[Issue]) -> None:
    for issue in issues:
        print(issue.path, issue.rule)


for line in lines("rows.ndjson"):
    result = ROWS_RESULT.try_decode(line)
    if not result.ok:
        report(result.issues)
    elif result.value.output is not None:
        print(len(result.value.output.rows), "rows")

peers = PEER_MESSAGE.bind(Options(now=datetime.fromtimestamp(1776366001, UTC)))
for line in lines("peer.ndjson"):
    peer = peers.try_decode(line)
    if not peer.ok:
        report(peer.issues)
        continue
    match peer.value:
        case Give(body=task):
            print(task.task, task.priority, task.text)
        case Progress(body=done):
            print(done.task, str(done.ok).lower())
        case other:
            print(other.kind)

for line in lines("tool.ndjson"):
    response = TOOL_MESSAGE.try_decode(line)
    if not response.ok:
        report(response.issues)
    elif isinstance(response.value, Cancellation):
        print(response.value.data.task_id, str(response.value.data.was_running).lower())
