/** Mistakes that the compiler must see: each line's comment names the error, and there may be no other. */

import type * as agh from "../../../../gen/ts/agh.ts";
import * as helper from "../../../../gen/ts/helper.ts";

export function forgetsVariant(output: helper.Envelope): string { // TS2366
  switch (output.status) {
    case "ok":
    case "partial":
      return "consume";
    case "error":
      return "fall back";
  }
}

export function comparesWithNoTag(message: agh.Envelope): boolean {
  return message.kind === "greeting"; // TS2367
}

export function readsBeforeNarrowing(message: agh.Envelope): string {
  return message.body.text; // TS2322
}

export function readsWhatMayBeAbsent(message: agh.Say): string {
  return message.to; // TS2322
}

export function misspellsMember(message: agh.Greet): unknown {
  return message.form; // TS2339
}

export const missesMember: agh.Greet = { protocol: "agh-network/v0", id: "1", kind: "greet" }; // TS2739

export function assignsConstant(failed: helper.ErrorOutput): void {
  failed.status = "error"; // TS2540
}

export const noAgent: helper.Agent = "copilot"; // TS2322

export function usesUncheckedResult(text: string): string {
  return helper.SemVer.decode(text).value; // TS2322
}
