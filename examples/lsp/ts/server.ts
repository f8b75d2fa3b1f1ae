/** A language server: it reports each TODO, and shows the length of a word. It serves one editor on standard input and output. */

import { exit, stdin, stdout } from "node:process";
import { setTimeout } from "node:timers/promises";
import {
  CancelledError,
  type Diagnostic,
  type DidChange,
  type DidOpen,
  frameTexts,
  headed,
  type HoverParams,
  type HoverResult,
  Message,
  sessionServer,
} from "./bindings/lsp.js";

const capabilities = { textDocumentSync: 1, hoverProvider: true } as const;
const documents = new Map<string, string>();
let isShutDown = false;

/** An error of JSON-RPC. */
class Failure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const server = sessionServer({
  send,
  handlers: {
    initialize: () => ({ capabilities, serverInfo: { name: "words", version: "1.0.0" } }),
    hover: ({ params }, { signal }) => hover(params, signal),
    shutdown: () => {
      isShutDown = true;
      return null;
    },
  },
  missing: ({ method }) => {
    throw new Failure(-32601, `there is no method ${method}`);
  },
  fail: ({ id }, error) => ({ jsonrpc: "2.0", id: id ?? null, error: { code: codeOf(error), message: String((error as Error).message) } }),
  onMessage: (message) => {
    if (message.method === "textDocument/didOpen" || message.method === "textDocument/didChange") changed(message);
    else if (message.method === "textDocument/didClose") documents.delete(message.params.textDocument.uri);
    else if (message.method === "exit") exit(isShutDown ? 0 : 1);
  },
  onRefused: (issues, refused) => {
    const { id, method } = headOf(String(refused));
    if (id === undefined || method === undefined) return;
    const code = Message.safeDecode(refused ?? "").ok ? (method === "initialize" || isShutDown ? -32600 : -32002) : -32602;
    send(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: issues[0]?.message } })); // this is no part of the conversation
  },
});

function send(text: string): Promise<unknown> {
  return new Promise((resolve) => stdout.write(headed(text), resolve));
}

function codeOf(error: unknown): number {
  if (error instanceof Failure) return error.code;
  return error instanceof Error && error.cause instanceof CancelledError ? -32800 : -32603;
}

function headOf(text: string): { readonly id?: unknown; readonly method?: unknown } {
  try {
    return JSON.parse(text) as ReturnType<typeof headOf>;
  } catch {
    return {};
  }
}

/** Stores the text of a document, and reports its faults. */
function changed({ params }: DidOpen | DidChange): void {
  const { uri, version } = params.textDocument;
  const text = "contentChanges" in params ? params.contentChanges.at(-1)?.text : params.textDocument.text;
  if (text === undefined) return;
  documents.set(uri, text);
  const diagnostics: Diagnostic[] = [];
  for (const [line, words] of text.split(/\r\n|\n|\r/).entries()) {
    for (const { index } of words.matchAll(/\bTODO\b/g)) {
      const range = { start: { line, character: index }, end: { line, character: index + 4 } };
      diagnostics.push({ range, severity: 3, source: "words", message: "there is work to do" });
    }
  }
  server.send({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } });
}

/** Shows the length of a word. The word `slow` takes a minute. */
async function hover({ textDocument: { uri }, position }: HoverParams, signal: AbortSignal): Promise<HoverResult> {
  const line = documents.get(uri)?.split(/\r\n|\n|\r/)[position.line] ?? "";
  for (const { 0: word, index } of line.matchAll(/\w+/g)) {
    if (index > position.character || position.character > index + word.length) continue;
    if (word === "slow") await setTimeout(60_000, undefined, { signal });
    const range = { start: { ...position, character: index }, end: { ...position, character: index + word.length } };
    return { contents: { kind: "markdown", value: `**${word}** has ${word.length} letters` }, range };
  }
  return null;
}

await server.serve(frameTexts(stdin));
