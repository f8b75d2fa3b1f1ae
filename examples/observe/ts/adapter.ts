/** Passes the events of observed codecs and trackers to OpenTelemetry. */

import type { Attributes, Meter } from "@opentelemetry/api";
import { type Logger, SeverityNumber } from "@opentelemetry/api-logs";
import type { Observation } from "./bindings/shop.observe.js";

/** Returns the hook for `observed` and `observedTracker`. */
export function telemetry(meter: Meter, logger: Logger): (event: Observation) => void {
  const messages = meter.createCounter("envgen.messages", { unit: "{message}", description: "Messages by outcome" });
  const issues = meter.createCounter("envgen.issues", { unit: "{issue}", description: "Issues by rule and place" });
  const size = meter.createHistogram("envgen.message.size", { unit: "By", description: "Size of JSON texts", advice: { explicitBucketBoundaries: [1e2, 1e3, 1e4, 1e5, 1e6, 1e7] } });
  const duration = meter.createHistogram("envgen.duration", { unit: "s", description: "Time of calls", advice: { explicitBucketBoundaries: [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1] } });
  return (event) => {
    const about: Attributes = { "envgen.protocol": event.protocol, "envgen.type": event.type, "envgen.operation": event.operation };
    messages.add(1, { ...about, "envgen.outcome": event.outcome });
    duration.record(event.duration, about);
    if (event.bytes !== undefined) size.record(event.bytes, about);
    for (const { rule, path, level } of event.issues) issues.add(1, { ...about, "envgen.rule": rule, "envgen.path": path, "envgen.level": level });
    if (event.outcome === "valid") return;
    const worst = event.issues.find(({ level }) => level === "must") ?? event.issues[0];
    logger.emit({
      eventName: "envgen.message." + event.outcome,
      severityNumber: event.outcome === "advised" ? SeverityNumber.INFO : SeverityNumber.WARN,
      attributes: {
        ...about,
        "error.type": worst?.rule ?? "option",
        "envgen.issues": event.issues.map(({ rule, path }) => `${rule} ${path}`),
        ...(event.conversation && { "envgen.conversation": event.conversation.name, "envgen.side": event.conversation.side ?? "", "envgen.expected": [...event.conversation.expected] }),
      },
    });
  };
}
