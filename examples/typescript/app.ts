/** A Hono application that receives foxctl envelopes. */

import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { Envelope } from "./protocols/foxctl.js";

/** This service accepts only small payloads, and no envelope that violates the protocol's advice. */
const Accepted = Envelope.with({ params: { inline_max: 1000 }, strict: true });

export const app = new Hono()
  // A codec is a Standard Schema, so that every middleware for Standard Schema accepts it.
  .post(
    "/envelopes",
    sValidator("json", Accepted, (result, c) => (result.success ? undefined : c.json({ issues: result.error }, 422))),
    (c) => {
      const { command, status } = c.req.valid("json");
      return c.json({ command, status });
    },
  )
  // A codec parses the text: it detects duplicate members and invalid Unicode, which JSON.parse ignores.
  .post("/texts", async (c) => {
    const result = Accepted.safeDecode(new Uint8Array(await c.req.arrayBuffer()));
    if (!result.ok) return c.json({ issues: result.issues }, 422);
    const { command, status } = result.value;
    return c.json({ command, status });
  });
