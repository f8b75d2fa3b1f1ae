/** A tRPC router whose procedures have foxctl envelopes as input and output. */

import { initTRPC } from "@trpc/server";
import { type Command, CommandCodec, Envelope, fromDate, type InlineData, type Issue, OkEnvelope, ValidationError } from "./protocols/foxctl.js";

// For an invalid input, clients get its issues beside tRPC's own members.
const t = initTRPC.create({
  errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, issues: issuesOf(error.cause) } }),
});

function issuesOf(cause: unknown): readonly Issue[] {
  return cause instanceof ValidationError ? cause.issues : [];
}

/** The payload of this service's answers. */
interface Count extends InlineData {
  times: number;
}

const commands: Command[] = [];

export const router = t.router({
  record: t.procedure.input(Envelope).mutation(({ input }) => {
    commands.push(input.command);
    return commands.length;
  }),
  repeat: t.procedure
    .input(CommandCodec)
    .output(OkEnvelope)
    .query(({ input }) => {
      const data: Count = { times: commands.filter((command) => command === input).length };
      return { version: 1, status: "ok", command: input, data, meta: { ts: fromDate(new Date()) }, error: {} };
    }),
});

export type Router = typeof router;
