import { client, type Completion, ReplyError, sessionRequests, sessionServer, ValidationError } from "./bindings/ts/ours.js";

const texts = (...list: string[]) => list.map((text) => ({ text }));
let deliver = (_: string): void => undefined;
const server = sessionServer({
  send: (text) => {
    console.log(text);
    deliver(text);
  },
  handlers: {
    hover: ({ params: { n } }) => (n === 1 ? { text: "a" } : n === 2 ? null : { text: "too long" }),
    complete: ({ params: { n } }) => (n === 4 ? texts("b", "c") : n === 5 ? { texts: [] } : null),
    list: ({ params: { n } }) => (n === 8 ? texts("d", "too long") : []),
    find: ({ params: { n } }) => (n === 9 ? texts("d") : null),
    count: ({ params: { n } }) => (n === 12 ? -1 : 7),
    shut: () => null,
    name: ({ params: { n } }) => (n === 14 ? "e" : n === 15 ? "" : null),
    size: () => ({ bytes: 2n ** 53n - 1n, near: 9007199254740994 }),
  },
  missing: () => {
    throw new Error("no method");
  },
  fail: ({ id }, error) => ({
    jsonrpc: "2.0",
    id: id ?? null,
    error: { code: 1, message: error instanceof ValidationError ? `${error.issues[0]?.path} ${error.issues[0]?.rule}` : String(error) },
  }),
});
const asking = client(sessionRequests, { side: "client", send: (text) => void server.receive(text) });
deliver = (text) => void asking.receive(text);

/** Prints a result, or why the request was refused. */
async function show<T>(name: string, result: Promise<T>, text: (result: T) => string): Promise<void> {
  const shown = result.then(text, (error: unknown) => (error instanceof ReplyError ? `refused: ${error.message}` : `fails: ${error}`));
  console.log(name, await shown);
}

const about = (r: Completion): string => (r === null ? "null" : "texts" in r ? `object of ${r.texts.length}` : `list of ${r.length}`);
for (let n = 1; n <= 17; n++) {
  const request = { jsonrpc: "2.0", params: { n } } as const;
  if (n <= 3) await show("hover", asking.request({ ...request, method: "hover" }), (r) => (r === null ? "null" : r.text));
  else if (n <= 6) await show("complete", asking.request({ ...request, method: "complete" }), about);
  else if (n <= 8) await show("list", asking.request({ ...request, method: "list" }), (r) => `of ${r.length}`);
  else if (n <= 10) await show("find", asking.request({ ...request, method: "find" }), (r) => (r === null ? "null" : `of ${r.length}`));
  else if (n <= 12) await show("count", asking.request({ ...request, method: "count" }), (r) => r.toFixed());
  else if (n === 13) await show("shut", asking.request({ ...request, method: "shut" }), (r) => (r === null ? "null" : r));
  else if (n === 17) await show("size", asking.request({ ...request, method: "size" }), (r) => `${r.bytes + 0n}`);
  else await show("name", asking.request({ ...request, method: "name" }), (r) => r ?? "null");
}
