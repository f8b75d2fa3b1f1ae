"""HTTP endpoints whose bodies are messages: ``uvicorn gateway:app``."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

from envgen_protocols import agh, hotrepl
from envgen_protocols.agh import builders
from fastapi import Body, FastAPI, Request, Response
from pydantic import BaseModel

# A union is not a class, so its codec has a name of its own.
Call = Annotated[hotrepl.MessageFromClient, hotrepl.MESSAGE_FROM_CLIENT]


class Batch(BaseModel):
    """A model of the program that contains messages."""

    sender: str
    calls: list[Call]


def gateway(clock: Callable[[], datetime]) -> FastAPI:
    """Return the application. ``clock`` returns the time for the expiry of AGH messages."""
    app = FastAPI()

    @app.post("/jobs")
    def job(status: Annotated[hotrepl.JobStatus, Body()]) -> hotrepl.JobStatusResult:
        """Return the state of a job, with a record as body and as response."""
        return hotrepl.JobStatusResult(id=status.id, job_id=status.job_id, progress={"steps": 3})

    @app.post("/batches")
    def batch(given: Batch) -> list[str]:
        """List the calls of a batch."""
        return [f"{given.sender}: {call.type}" for call in given.calls]

    @app.post("/inbox")
    async def inbox(request: Request) -> Response:
        """Read a message from the body's text, and answer a direct message with a receipt."""
        now = clock()
        result = agh.try_decode(await request.body(), options=agh.Options(now=now))
        if not result:
            issues = [issue._asdict() for issue in result.issues]
            return Response(json.dumps({"issues": issues}), 422, media_type="application/json")
        if not isinstance(result.value, agh.Direct):
            return Response(status_code=202)
        sources = builders.Sources(clock=lambda: now)
        answer = builders.receipt(
            result.value, from_=result.value.to or "gateway", body={"accepted": True}, sources=sources
        )
        return Response(builders.lay_out(answer), media_type="application/json")

    return app


app = gateway(lambda: datetime.now(UTC))
