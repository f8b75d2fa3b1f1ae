/** Sends messages through observed codecs and a tracker, and prints the metrics and log events that OpenTelemetry has received. */

import { SeverityNumber } from "@opentelemetry/api-logs";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { DataPointType, MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { telemetry } from "./adapter.js";
import { Login, Message, type Login as LoginMessage, track, visitConversation } from "./bindings/shop.js";
import { observed, observedTracker } from "./bindings/shop.observe.js";

class Reader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

const reader = new Reader();
const logs = new InMemoryLogRecordExporter();
const meters = new MeterProvider({ readers: [reader] });
const loggers = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: logs })] });
const hook = telemetry(meters.getMeter("envgen"), loggers.getLogger("envgen"));

const login = '{"type":"login","user":"ada","password":"hunter2"}';
const order = '{"type":"order","id":"hunter2","items":[]}';
const message = observed(Message, hook);
for (const text of [
  login,
  order,
  '{"type":"order","id":"1","items":[{"sku":"hunter2","count":0},{"sku":"ABC-1","count":1}],"notes":{"hunter2":"hunter2 hunter2 hunter2"}}',
  "hunter2",
]) {
  message.safeDecode(text);
}
const failing = (call: () => unknown): void => {
  try {
    call();
  } catch {
    return;
  }
  throw new Error("the call has succeeded");
};
failing(() => observed(Login, hook).encode({ type: "login", user: "ada", password: "hunter2 hunter2 hunter2" } as LoginMessage));
failing(() => message.decode(login, { params: { hunter2: 1 } as never }));

const tracker = observedTracker(track(visitConversation, { side: "server" }), hook);
tracker.receive(Message.decode(order));
tracker.receive(Message.decode(login));
tracker.receive(Message.decode('{"type":"receipt","id":"hunter2"}'));
tracker.close();

const written = (attributes: { readonly [name: string]: unknown }): string =>
  Object.keys(attributes)
    .sort()
    .map((name) => `${name}=${Array.isArray(attributes[name]) ? `[${(attributes[name] as string[]).join(", ")}]` : String(attributes[name])}`)
    .join("; ");
const lines: string[] = [];
const { resourceMetrics } = await reader.collect();
for (const { descriptor, dataPointType, dataPoints } of resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics)) {
  for (const { attributes, value } of dataPoints) {
    const { count, sum } = (dataPointType === DataPointType.HISTOGRAM ? value : { count: value }) as { count: number; sum?: number };
    lines.push(`${descriptor.name} ${descriptor.unit} ${count}${descriptor.unit === "By" ? ` sum ${sum}` : ""}: ${written(attributes)}`);
  }
}
console.log(lines.sort().join("\n"));
for (const { eventName, severityNumber, attributes } of logs.getFinishedLogRecords()) console.log(`${eventName} ${SeverityNumber[severityNumber ?? 0]}: ${written(attributes)}`);
