/** A Hono application that takes foxctl envelopes. */

import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { Envelope } from "./protocols/foxctl.js";

/** This service takes small payloads only, and no envelope that the protocol advises against. */
const Accepted = Envelope.with({ params: { inline_max: 1000 }, strict: true });

export const app = new Hono()
  // A codec is a Standard Schema, so that any validator that knows these takes it.
  .post(
    "/envelopes",
    sValidator("json", Accepted, (result, c) => (result.success ? undefined : c.json({ issues: result.error }, 422))),
    (c) => {
      const { command, status } = c.req.valid("json");
      return c.json({ command, status });
    },
  )
  // A codec reads the text itself: it finds duplicate members and broken Unicode, which JSON.parse passes over.
  .post("/texts", async (c) => {
    const result = Accepted.safeDecode(new Uint8Array(await c.req.arrayBuffer()));
    if (!result.ok) return c.json({ issues: result.issues }, 422);
    const { command, status } = result.value;
    return c.json({ command, status });
  });
