// A request and its reply, as texts, through a client and a peer in one process.
const MANY = 20_000;

/** Returns nanoseconds of a round trip, by round. */
export async function roundTrips({ client, connectionRequests, connectionServer }, greeting, rounds) {
  const peer = connectionServer({
    send: (text) => asking.receive(text),
    handlers: { eval: ({ id }) => ({ type: "eval_result", id, hasValue: false, durationMs: 1 }) },
    missing: () => {
      throw new Error("only evals are sent");
    },
  });
  const asking = client(connectionRequests, { side: "client", send: (text) => void peer.receive(text) });
  peer.send(greeting);
  const ns = [];
  for (let round = 0; round <= rounds; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < MANY; i++) await asking.request({ type: "eval", id: `${i}`, code: "1 + 1" });
    ns.push(Number(process.hrtime.bigint() - start) / MANY);
  }
  return { remark: "an eval and its result, as texts, through a client and a server", ns: ns.slice(1) };
}
