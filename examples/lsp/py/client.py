"""Drives a language server with pygls, as ``client.ts`` does with the libraries of VS Code: ``python client.py COMMAND...``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

URI = "file:///notes.txt"


async def failed(request: Awaitable[object]) -> int:
    """Return the code of the error that a request has."""
    try:
        await request
    except JsonRpcException as error:
        return error.code
    raise RuntimeError("the request has not failed")


class Editor:
    """A client with one document."""

    def __init__(self) -> None:
        """Begin without a server."""
        self.client = LanguageClient("editor", "1.0.0")
        self._diagnosed: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def diagnosed(news: types.PublishDiagnosticsParams) -> None:
            self._diagnosed.put_nowait(news)

    def asked(self, line: int, character: int) -> asyncio.Future[types.Hover | None]:
        """Send a request for the text of a place."""
        place = types.Position(line=line, character=character)
        document = types.TextDocumentIdentifier(uri=URI)
        return self.client.protocol.send_request_async(
            types.TEXT_DOCUMENT_HOVER, types.HoverParams(text_document=document, position=place)
        )

    async def hover(self, line: int, character: int) -> str:
        """Return the text of a place."""
        found = await self.asked(line, character)
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else "nothing"

    async def diagnostics(self) -> str:
        """Return the next diagnostics."""
        news = await self._diagnosed.get()
        shown = [f"{d.range.start.line}:{d.range.start.character} {d.message}" for d in news.diagnostics]
        return f"version {news.version}: {', '.join(shown) or 'no diagnostics'}"


async def main(command: str, *args: str) -> None:
    """Open a document, change it, and end the server."""
    editor = Editor()
    client = editor.client
    await client.start_io(command, *args)
    print("hover before initialize:", await failed(editor.asked(0, 0)))
    welcome = await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    info = welcome.server_info
    print(
        info and info.name, info and info.version, "hovers:", "true" if welcome.capabilities.hover_provider else "false"
    )
    client.initialized(types.InitializedParams())

    text = "first\nsecond 😀 TODO\nslow"
    opened = types.TextDocumentItem(uri=URI, language_id="plaintext", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=opened))
    print(await editor.diagnostics())
    print("hover:", await editor.hover(1, 2))
    print("hover beside words:", await editor.hover(7, 0))
    changed = types.VersionedTextDocumentIdentifier(uri=URI, version=2)
    change = types.TextDocumentContentChangeWholeDocument(text="first\nsecond\nslow")
    client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=changed, content_changes=[change]))
    print(await editor.diagnostics())
    print("cancelled hover:", await cancelled(editor))
    print("unknown request:", await failed(client.protocol.send_request_async("workspace/burn", {})))
    await client.shutdown_async(None)
    print("hover after shutdown:", await failed(editor.asked(0, 0)))
    client.exit(None)
    server = client._server
    print("exit:", await server.wait() if server else None)
    await client.stop()


async def cancelled(editor: Editor) -> int:
    """Cancel a request that is slow, and return the code of its error."""
    slow = asyncio.ensure_future(failed(editor.asked(2, 1)))
    await asyncio.sleep(0.1)
    [key] = editor.client.protocol._request_futures
    editor.client.cancel_request(types.CancelParams(id=key))
    return await slow


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
