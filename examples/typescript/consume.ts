/** What a skill does with the output of its helper script: there is a function for each action, and none can be forgotten. */

import { spawnSync } from "node:child_process";
import { type ActionHandlers, dispatchActionOf } from "./protocols/helper.js";

/** What the skill tells its user. */
const actions: ActionHandlers<string> = {
  consume: () => "gathered",
  "consume-and-flag": ({ skipped_sources }) => `gathered, without ${skipped_sources.join(", ")}`,
  "fall-back": (output, issues) => `by hand: ${output === undefined ? `no output: ${issues[0]?.message}` : output.error.message}`,
  "show-install-hint": ({ error }) => error.message,
};

/** Runs a helper. The consumer was written for version 1.0.0; an output of another major version is none for it. */
export function consume(command: string, args: readonly string[]): { readonly text: string; readonly exit: number | null } {
  const { stdout, status } = spawnSync(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  return { text: dispatchActionOf(stdout, actions), exit: status };
}
