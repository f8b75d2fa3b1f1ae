// The exchanges of MCP: JSON-RPC in both directions, with results whose type follows from the request.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { measure } from "./measure.mjs";

const TRIPS = 10_000;
const HELLO = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: { sampling: {} }, clientInfo: { name: "bench", version: "1" } } };
const WELCOME = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "bench", version: "1" } };
const READY = { jsonrpc: "2.0", method: "notifications/initialized" };
const RESULT = { content: [{ type: "text", text: "3" }] };

const call = (id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } });
const answer = (id) => ({ jsonrpc: "2.0", id, result: RESULT });
const ping = (id) => ({ jsonrpc: "2.0", id, method: "ping" });
const failure = (id) => ({ jsonrpc: "2.0", id, error: { code: 1, message: "" } });

/** Prints the rows of MCP from a folder of generated TypeScript. */
export async function printRpc(folder, outdir, version, { rounds, time, only }) {
  if (!only.test("mcp-exchange track envgen") && !only.test("mcp-exchange request envgen")) return;
  const outfile = join(outdir, "mcp.mjs");
  await build({ entryPoints: [join(resolve(folder), "mcp.ts")], outfile, bundle: true, format: "esm", target: "node20", logLevel: "error" });
  const mcp = await import(pathToFileURL(outfile));
  const print = (work, { remark }, ns) => console.log(JSON.stringify({ message: "mcp-exchange", work, library: "envgen", version, remark, ns }));
  const rows = [
    { library: "envgen", remark: "a tools/call and its response, as values; the result is checked by the type of the request", work: stepping(mcp, call, answer) },
    { library: "envgen", remark: "a ping and its error, as values", work: stepping(mcp, ping, failure) },
  ];
  if (only.test("mcp-exchange track envgen")) measure(rows, [undefined], rounds, time).forEach((ns, i) => print("track", rows[i], ns));
  if (only.test("mcp-exchange request envgen")) print("request", { remark: "a tools/call and its result, as texts, through sessionClient and sessionServer" }, await trips(mcp, rounds));
}

function expectNone(issues) {
  if (issues.length > 0) throw new Error(`a session that is in order has the issue ${JSON.stringify(issues[0])}`);
}

/** Two steps, with another id each time: MCP allows no id twice. */
function stepping({ track, sessionConversation }, asked, said) {
  const tracker = track(sessionConversation, { side: "client" });
  expectNone(tracker.send(HELLO));
  expectNone(tracker.receive({ jsonrpc: "2.0", id: 0, result: WELCOME }));
  expectNone(tracker.send(READY));
  let id = 0;
  return () => {
    id++;
    expectNone(tracker.send(asked(id)));
    expectNone(tracker.receive(said(id)));
  };
}

/** Returns nanoseconds of a round trip, by round. */
async function trips({ sessionClient, sessionServer }, rounds) {
  const missing = () => {
    throw new Error("only calls are sent");
  };
  const server = sessionServer({ send: (text) => void client.receive(text), handlers: { initializeRequest: () => WELCOME, callToolRequest: () => RESULT }, missing });
  const client = sessionClient({ send: (text) => void server.receive(text), handlers: {}, missing });
  await client.request(HELLO);
  client.send(READY);
  const ns = [];
  let id = 0;
  for (let round = 0; round <= rounds; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < TRIPS; i++) await client.request(call(++id));
    ns.push(Number(process.hrtime.bigint() - start) / TRIPS);
  }
  return ns.slice(1);
}
