/** Drives a language server with the libraries of VS Code: node client.js COMMAND... */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { argv } from "node:process";
import {
  CancellationTokenSource,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type MarkupContent,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ResponseError,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node.js";

const [command = "", ...args] = argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
let diagnosed: (params: PublishDiagnosticsParams) => void = () => {};
connection.onNotification(PublishDiagnosticsNotification.type, (params) => diagnosed(params));
connection.listen();

const uri = "file:///notes.txt";

/** Has a notification sent, and prints the diagnostics that follow it. */
async function diagnosticsAfter(sent: Promise<void>): Promise<void> {
  const { version, diagnostics } = await new Promise<PublishDiagnosticsParams>((resolve) => (diagnosed = resolve));
  await sent;
  const shown = diagnostics.map(({ range: { start }, message }) => `${start.line}:${start.character} ${message}`);
  console.log(`version ${version}:`, shown.join(", ") || "no diagnostics");
}

async function hover(line: number, character: number): Promise<string> {
  const found = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line, character } });
  return found === null ? "nothing" : (found.contents as MarkupContent).value;
}

async function failed(request: Promise<unknown>): Promise<number> {
  return request.then(
    () => { throw new Error("the request has not failed"); },
    (error: unknown) => { if (error instanceof ResponseError) return error.code; throw error; },
  );
}

console.log("hover before initialize:", await failed(hover(0, 0)));
const { serverInfo, capabilities } = await connection.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
console.log(serverInfo?.name, serverInfo?.version, "hovers:", capabilities.hoverProvider);
await connection.sendNotification(InitializedNotification.type, {});

const text = "first\nsecond 😀 TODO\nslow";
await diagnosticsAfter(connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "plaintext", version: 1, text } }));
console.log("hover:", await hover(1, 2));
console.log("hover beside words:", await hover(7, 0));
const change = { textDocument: { uri, version: 2 }, contentChanges: [{ text: "first\nsecond\nslow" }] };
await diagnosticsAfter(connection.sendNotification(DidChangeTextDocumentNotification.type, change));
const source = new CancellationTokenSource();
const slow = connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 2, character: 1 } }, source.token);
source.cancel();
console.log("cancelled hover:", await failed(slow));
console.log("unknown request:", await failed(connection.sendRequest("workspace/burn", {})));
await connection.sendRequest(ShutdownRequest.type);
console.log("hover after shutdown:", await failed(hover(0, 0)));
await connection.sendNotification(ExitNotification.type);
const [status] = (await once(server, "exit")) as [number];
console.log("exit:", status);
connection.dispose();
