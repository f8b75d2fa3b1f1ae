/** Calls the tools of an MCP server over Streamable HTTP: node httpclient.js URL */

import { argv } from "node:process";
import { setTimeout } from "node:timers/promises";
import { Caller, version } from "./caller.js";

const url = argv[2] ?? "http://127.0.0.1:8080/mcp";
const ending = new AbortController();
const session: Record<string, string> = {};

/** The texts of all responses. A response is read no faster than the peer receives its texts. */
const inbox = new TransformStream<string, string>();
const writer = inbox.writable.getWriter();
const caller = new Caller(post);

/** The notifications and replies that are under way. A message is sent behind those before it, as the server receives each in a request of its own. */
let ahead: Promise<unknown> = Promise.resolve();

/** Sends a text as a request of its own. The response to a request of the protocol is its reply, or a stream up to it. */
async function post(text: string): Promise<void> {
  const posted = ahead.then(() => fetched("POST", { "content-type": "application/json", accept: "application/json, text/event-stream" }, text));
  const { id, method } = JSON.parse(text) as { id?: unknown; method?: string };
  if (id === undefined || method === undefined) ahead = posted.catch(() => {});
  const response = await posted;
  if (!response.ok) throw new Error(`the server answers ${response.status} ${await response.text()}`);
  const opened = response.headers.get("mcp-session-id");
  if (method === "initialize") {
    if (opened !== null) session["mcp-session-id"] = opened;
    session["mcp-protocol-version"] = version;
  }
  if (method === "notifications/initialized") listen().catch((error: unknown) => caller.peer.close(error));
  if (method !== undefined && id !== undefined) read(response).catch((error: unknown) => caller.peer.close(error));
  else await response.body?.cancel();
}

function fetched(method: string, headers: Record<string, string>, body?: string): Promise<Response> {
  return fetch(url, { method, headers: { ...headers, ...session }, signal: ending.signal, ...(body !== undefined && { body }) });
}

/** Passes the texts of a response on. */
async function read(response: Response): Promise<void> {
  if (response.headers.get("content-type")?.startsWith("application/json")) await writer.write(await response.text());
  else if (response.body !== null) for await (const { data } of events(response.body)) await writer.write(data);
}

/** Reads the messages that belong to no request of this side. Connects again if the stream ends, behind its last event. */
async function listen(): Promise<void> {
  for (let last = ""; !ending.signal.aborted; ) {
    try {
      const response = await fetched("GET", { accept: "text/event-stream", ...(last !== "" && { "last-event-id": last }) });
      if (!response.ok || response.body === null) return; // the server has no such stream
      for await (const { id, data } of events(response.body)) {
        last = id ?? last;
        await writer.write(data);
      }
    } catch (error) {
      if (!ending.signal.aborted) console.error("the stream has ended:", error);
    }
    await setTimeout(1000, undefined, { signal: ending.signal }).catch(() => {});
  }
}

interface ServerEvent {
  readonly id?: string | undefined;
  readonly data: string;
}

/** Cuts a stream into its events. Events without data are dropped. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split(/\r\n\r\n|\n\n|\r\r/);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const lines = part.split(/\r\n|\n|\r/).map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? []);
      const data = lines.filter(([, field]) => field === "data").map(([, , value]) => value).join("\n");
      if (data !== "") yield { data, id: lines.find(([, field]) => field === "id")?.[2] };
    }
  }
}

const served = caller.peer.serve(inbox.readable);
served.catch(() => {}); // a failure is reported below
await caller.play();
await ahead;
if ("mcp-session-id" in session) await fetched("DELETE", {});
ending.abort();
await writer.close();
await served;
