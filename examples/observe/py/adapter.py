"""Passes the events of observed codecs and trackers to OpenTelemetry."""

from __future__ import annotations

from collections.abc import Callable

from bindings.shop.observe import Observation
from opentelemetry._logs import Logger, SeverityNumber
from opentelemetry.metrics import Meter
from opentelemetry.util.types import AnyValue


def telemetry(meter: Meter, logger: Logger) -> Callable[[Observation], None]:
    """Return the hook for ``observed`` and ``observed_tracker``."""
    messages = meter.create_counter("envgen.messages", "{message}", "Messages by outcome")
    issues = meter.create_counter("envgen.issues", "{issue}", "Issues by rule and place")
    size = meter.create_histogram(
        "envgen.message.size",
        "By",
        "Size of JSON texts",
        explicit_bucket_boundaries_advisory=[1e2, 1e3, 1e4, 1e5, 1e6, 1e7],
    )
    duration = meter.create_histogram(
        "envgen.duration",
        "s",
        "Time of calls",
        explicit_bucket_boundaries_advisory=[1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1],
    )

    def observe(event: Observation) -> None:
        about = {"envgen.protocol": event.protocol, "envgen.type": event.type, "envgen.operation": event.operation}
        messages.add(1, about | {"envgen.outcome": event.outcome})
        duration.record(event.duration, about)
        if event.bytes is not None:
            size.record(event.bytes, about)
        for rule, path, level in event.issues:
            issues.add(1, about | {"envgen.rule": rule, "envgen.path": path, "envgen.level": level})
        if event.outcome == "valid":
            return
        attributes: dict[str, AnyValue] = {**about}
        worst = min(event.issues, key=lambda issue: issue.level != "must", default=None)
        attributes["error.type"] = worst.rule if worst else "option"
        attributes["envgen.issues"] = [f"{issue.rule} {issue.path}" for issue in event.issues]
        if event.conversation:
            name, side, expected = event.conversation
            attributes |= {"envgen.conversation": name, "envgen.side": side or "", "envgen.expected": expected}
        severity = SeverityNumber.INFO if event.outcome == "advised" else SeverityNumber.WARN
        event_name = f"envgen.message.{event.outcome}"
        logger.emit(severity_number=severity, event_name=event_name, attributes=attributes)

    return observe
