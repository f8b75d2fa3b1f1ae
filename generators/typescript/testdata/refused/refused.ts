/** Mistakes that the compiler must see: each line's comment names the error, and there may be no other. */

import type * as agh from "../../../../gen/ts/agh.js";
import type * as delegator from "../../../../gen/ts/delegator.js";
import * as foxctl from "../../../../gen/ts/foxctl.js";
import * as helper from "../../../../gen/ts/helper.js";
import * as hotrepl from "../../../../gen/ts/hotrepl.js";

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
  return helper.SemVer.safeDecode(text).value; // TS2322
}

export function forgetsNestedVariant(answer: delegator.JsonEnvelope): string { // TS2366
  switch (answer.status) {
    case "error":
      return answer.error.message;
    case "ok":
      switch (answer.tool) {
        case "_codex_local_exec":
        case "_codex_cloud_submit":
          return answer.data.task_id;
      }
  }
}

export function forgetsMessage(message: hotrepl.MessageFromClient): never {
  switch (message.type) {
    case "eval":
    case "complete":
      throw new Error(message.code);
  }
  return message; // TS2322
}

export const sentByTheServer: hotrepl.MessageFromClient = { type: "reset_result", id: "1", success: true }; // TS2322

export const sender: "client" = hotrepl.MessageSides.reset_result; // TS2322

export function readsForbiddenMember(answer: delegator.SuccessResponse): string {
  return answer.error; // TS2322
}

export const noErrorCode: foxctl.ErrorCode = "E"; // TS2322

export const noKnownCommand: keyof typeof foxctl.Command = "custom/verb"; // TS2322

export function trustsUnknownWord(command: foxctl.Command): string {
  return foxctl.commandEntry(command).group; // TS2532
}

export function takesChoiceForString(details: foxctl.ErrorDetails): string | undefined {
  return details.retry_after; // TS2322
}

export const misspellsMemberOfOpenRecord: foxctl.Meta = { ts: "2026-05-01T00:00:00Z", durationMs: 3 }; // TS2561

export const readsUndeclaredMember = (meta: foxctl.Meta): unknown => meta.durationms; // TS2551

export const wrongValueInMap: hotrepl.Artifacts = { log: "log" }; // TS2322

export const lacksWhatABuilderNeeds = (): unknown => foxctl.buildOk({ command: "fs/ls" }); // TS2345

export const lacksWhatIsInside = (): unknown => foxctl.buildProgress({ command: "fs/ls", data: {}, meta: {} }); // TS2322

export const givesWhatIsFixed = (): unknown => foxctl.buildOk({ command: "fs/ls", data: {}, status: "ok" }); // TS2353

export const misspellsWhatIsFilledIn = (): unknown => helper.buildOk({ agnet: "codex" }); // TS2561

export const hidesTheTypeOfItsOwn = (): unknown => helper.buildOk<{ rows: number }>({ rows: "3" }); // TS2322

export const answersNothing = (): unknown => hotrepl.buildEvalResult({ hasValue: false, durationMs: 1 }); // TS2554

export const answersAnother = (reset: hotrepl.Reset): unknown => hotrepl.buildEvalResult(reset, { hasValue: false, durationMs: 1 }); // TS2345

export const forgetsCase = (message: helper.Envelope): string =>
  helper.dispatchAction(message, { consume: String, "consume-and-flag": String, "fall-back": String }); // TS2345

export const readsMessageThatIsNone: helper.ActionHandlers<string>["fall-back"] = (message) => message.error.code; // TS18048

export const makesNoCode = (): unknown => foxctl.newFailure.EWHAT({ message: "m" }); // TS2339

export const lacksMessage = (): unknown => foxctl.newFailure.EIO({}); // TS2345

export const exitsWithWords = (message: helper.Envelope): string => helper.emit(message); // TS2322
