/** Consumes the output of a helper script, as a skill does. The dispatch requires a function for each action. */

import { spawnSync } from "node:child_process";
import { type ActionHandlers, dispatchActionOf } from "./protocols/helper.js";

/** The skill's message for its user. */
const actions: ActionHandlers<string> = {
  consume: () => "gathered",
  "consume-and-flag": ({ skipped_sources }) => `gathered, without ${skipped_sources.join(", ")}`,
  "fall-back": (output, issues) => `by hand: ${output === undefined ? `no output: ${issues[0]?.message}` : output.error.message}`,
  "show-install-hint": ({ error }) => error.message,
};

/** Runs a helper. The consumer supports version 1.0.0; it refuses an output of another major version. */
export function consume(command: string, args: readonly string[]): { readonly text: string; readonly exit: number | null } {
  const { stdout, status } = spawnSync(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  return { text: dispatchActionOf(stdout, actions), exit: status };
}
