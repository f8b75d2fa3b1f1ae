"""Sends messages through observed codecs and a tracker, and prints the metrics and log events of OpenTelemetry."""

from __future__ import annotations

from collections.abc import Mapping

from adapter import telemetry
from bindings.shop import LOGIN, MESSAGE, VISIT, Login, Options, ValidationError
from bindings.shop.observe import observed, observed_tracker
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import HistogramDataPoint, InMemoryMetricReader, NumberDataPoint

LOGIN_TEXT = '{"type":"login","user":"ada","password":"hunter2"}'
ORDER_TEXT = '{"type":"order","id":"hunter2","items":[]}'
WRONG_TEXT = (
    '{"type":"order","id":"1","items":[{"sku":"hunter2","count":0},{"sku":"ABC-1","count":1}],'
    '"notes":{"hunter2":"hunter2 hunter2 hunter2"}}'
)


def written(attributes: Mapping[str, object]) -> str:
    """Return attributes in the order of their names."""
    return "; ".join(
        f"{name}={'[' + ', '.join(value) + ']' if isinstance(value, tuple | list) else value}"
        for name, value in sorted(attributes.items())
    )


def main() -> None:
    """Send messages, and print the result."""
    reader = InMemoryMetricReader()
    logs = InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
    loggers = LoggerProvider()
    loggers.add_log_record_processor(SimpleLogRecordProcessor(logs))
    hook = telemetry(MeterProvider([reader]).get_meter("envgen"), loggers.get_logger("envgen"))

    message = observed(MESSAGE, hook)
    for text in (LOGIN_TEXT, ORDER_TEXT, WRONG_TEXT, "hunter2"):
        message.try_decode(text)
    try:
        observed(LOGIN, hook).encode(Login(user="ada", password="hunter2 hunter2 hunter2"))
        raise AssertionError
    except ValidationError:
        pass
    try:
        message.decode(LOGIN_TEXT, options=Options(params={"hunter2": 1}))
        raise AssertionError
    except ValueError:
        pass
    tracker = observed_tracker(VISIT, hook, "server")
    for text in (ORDER_TEXT, LOGIN_TEXT, '{"type":"receipt","id":"hunter2"}'):
        tracker.receive(MESSAGE.decode(text))
    tracker.close()

    lines: list[str] = []
    data = reader.get_metrics_data()
    for metric in (
        [metric for r in data.resource_metrics for scope in r.scope_metrics for metric in scope.metrics] if data else []
    ):
        for point in metric.data.data_points:
            match point:
                case HistogramDataPoint():
                    count = f"{point.count} sum {point.sum}" if metric.unit == "By" else f"{point.count}"
                case NumberDataPoint():
                    count = f"{point.value}"
                case _:
                    raise AssertionError
            lines.append(f"{metric.name} {metric.unit} {count}: {written(point.attributes or {})}")
    print("\n".join(sorted(lines)))
    for record in [log.log_record for log in logs.get_finished_logs()]:
        severity = record.severity_number.name if record.severity_number else ""
        print(f"{record.event_name} {severity}: {written(record.attributes or {})}")


if __name__ == "__main__":
    main()
