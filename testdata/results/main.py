import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bindings.py.ours import (
    Complete,
    Completion,
    Count,
    ErrorObject,
    Failure,
    Find,
    Found,
    Hover,
    HoverResult,
    List,
    Listing,
    MaybeName,
    Message,
    Name,
    Nothing,
    Nth,
    Shut,
    Size,
    Sized,
    Text,
    Texts,
    Total,
    ValidationError,
)
from bindings.py.ours.clients import ReplyError, SessionClient
from bindings.py.ours.servers import Serving, SessionServer, UnimplementedSessionServerHandler

T = TypeVar("T")


class Answers(UnimplementedSessionServerHandler):
    async def hover(self, request: Hover) -> HoverResult:
        return {1: Text(text="a"), 2: None}.get(request.params.n, Text(text="too long"))

    async def complete(self, request: Complete) -> Completion:
        if request.params.n == 4:
            return [Text(text="b"), Text(text="c")]
        return Texts(texts=[]) if request.params.n == 5 else None

    async def list(self, request: List) -> Listing:
        return [Text(text="d"), Text(text="too long")] if request.params.n == 8 else []

    async def find(self, request: Find) -> Found:
        return [Text(text="d")] if request.params.n == 9 else None

    async def count(self, request: Count) -> Total:
        return -1 if request.params.n == 12 else 7

    async def shut(self, request: Shut) -> Nothing:
        return None

    async def size(self, request: Size) -> Sized:
        return Sized(bytes=2**53 - 1, near=9007199254740994.0)

    async def name(self, request: Name) -> MaybeName:
        return {14: "e", 15: ""}.get(request.params.n)


def failed(request: Message, error: Exception) -> Message:
    text = str(error)
    if isinstance(error, ValidationError):
        text = f"{error.issues[0].path} {error.issues[0].rule}"
    return Failure(id=getattr(request, "id", None), error=ErrorObject(code=1, message=text))


async def show(name: str, result: Awaitable[T], text: Callable[[T], str]) -> None:
    """Print a result, or why the request was refused."""
    try:
        shown = text(await result)
    except ReplyError as error:
        shown = f"refused: {error}"
    print(name, shown)


def about(r: Completion) -> str:
    if r is None:
        return "null"
    return f"object of {len(r.texts)}" if isinstance(r, Texts) else f"list of {len(r)}"


def named(r: MaybeName) -> str:
    return "null" if r is None else r


async def main() -> None:
    tasks: list[asyncio.Future[object]] = []

    async def to_client(text: str) -> None:
        print(text)
        client.receive(text)

    async def to_server(text: str) -> None:
        tasks.append(asyncio.ensure_future(server.receive(text)))

    server = SessionServer(to_client, Answers(), serving=Serving[Message](fail=failed))
    client = SessionClient(to_server)
    for n in range(1, 18):
        params = Nth(n=n)
        if n <= 3:
            await show("hover", client.request(Hover(params=params)), lambda r: r.text if r else "null")
        elif n <= 6:
            await show("complete", client.request(Complete(params=params)), about)
        elif n <= 8:
            await show("list", client.request(List(params=params)), lambda r: f"of {len(r)}")
        elif n <= 10:
            await show("find", client.request(Find(params=params)), lambda r: "null" if r is None else f"of {len(r)}")
        elif n <= 12:
            await show("count", client.request(Count(params=params)), str)
        elif n == 13:
            await show("shut", client.request(Shut(params=params)), named)
        elif n == 17:
            await show("size", client.request(Size(params=params)), lambda r: str(r.bytes))
        else:
            await show("name", client.request(Name(params=params)), named)


asyncio.run(main())
