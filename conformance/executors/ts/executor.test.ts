import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("executor.js", import.meta.url));

/** Runs the executor on some input and returns its answers. */
function run(input: string): unknown[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(stderr, "");
  assert.equal(status, 0);
  assert.ok(stdout.endsWith("\n"));
  return stdout.slice(0, -1).split("\n").map((line) => JSON.parse(line) as unknown);
}

function answers(...requests: object[]): unknown[] {
  return run(requests.map((request) => JSON.stringify(request) + "\n").join(""));
}

const check = { seq: 1, op: "check", protocol: "agh", type: "PeerId" };

test("start names it, stop ends it", () => {
  const requests = [{ seq: 1, op: "start", contract: 1 }, { seq: 2, op: "stop" }, { seq: 3, op: "stop" }];
  assert.deepEqual(answers(...requests), [
    { seq: 1, executor: "envgen-ts", language: "typescript", contract: 1, protocols: ["agh", "delegator", "foxctl", "helper", "hotrepl"] },
    { seq: 2 },
  ]);
});

test("check reports issues, or writes the value", () => {
  const message = "must match ^[a-z0-9][a-z0-9._-]{0,127}$";
  assert.deepEqual(answers({ ...check, text: '"\\u0061"' }, { ...check, base64: "Ii0i" }), [
    { seq: 1, issues: [], output: '"a"' },
    { seq: 1, issues: [{ rule: "pattern", path: "", level: "must", message }] },
  ]);
});

test("without type it takes the root, and obeys the limits", () => {
  const options = { params: { max_issues: 2 }, now: "2026-01-01T00:00:00Z" };
  const [answer] = answers({ seq: 1, op: "check", protocol: "helper", text: '{"status":"ok"}', ...options });
  const issue = (path: string): object => ({ rule: "required", path, level: "must", message: "is required" });
  assert.deepEqual(answer, { seq: 1, issues: [issue("/agent"), issue("/error")] });
});

test("the time and the parameters are the request's", () => {
  const text = JSON.stringify({
    ...{ protocol: "agh-network/v0", id: "1", kind: "greet", channel: "c", from: "a", to: null, ts: 946_684_799, body: {} },
    ...{ proof: null },
  });
  const greet = { seq: 1, op: "check", protocol: "agh", text };
  const requests = [greet, { ...greet, now: "2000-01-01T00:05:00Z" }, { ...greet, now: "2000-01-01T00:05:00Z", params: { replay_age: "301s" } }];
  const rules = answers(...requests).map((answer) => (answer as { issues: { rule: string }[] }).issues.map(({ rule }) => rule));
  assert.deepEqual(rules, [[], ["within-replay-age"], []]);
});

test("lines end at LF alone, and the last one may have none", () => {
  const raw = JSON.stringify({ ...check, text: '"\u2028\u2029\u0085"' });
  assert.equal(run(raw).length, 1);
  assert.equal(run(raw + "\n" + raw).length, 2);
});

test("a long line is one request", () => {
  const text = JSON.stringify("x".repeat(20_000_000));
  const [answer] = answers({ ...check, text });
  const message = "the text is longer than 16777216 bytes";
  assert.deepEqual(answer, { seq: 1, issues: [{ rule: "json", path: "", level: "must", message }] });
});

test("what it cannot do is skipped", () => {
  assert.deepEqual(answers({ seq: 7, op: "dance" }), [{ seq: 7, skipped: "the operation dance is not supported" }]);
});

test("malformed requests are errors, and it lives on", () => {
  const bad: object[] = [
    { ...check, protocol: "nope", text: "1" },
    { ...check, type: "nope", text: "1" },
    { ...check, type: "constructor", text: "1" },
    { ...check },
    { ...check, text: "1", base64: "MQ==" },
    { ...check, text: 1 },
    { ...check, text: "1", params: { max_depth: "1" } },
    { ...check, text: "1", params: { max_depth: 0.5 } },
    { ...check, type: "Envelope", text: "1", params: { replay_age: "soon" } },
    { ...check, type: "Envelope", text: "1", params: { replay_aeg: "1s" } },
    { ...check, type: "Envelope", text: "1", now: "today" },
    { ...check, text: "1", now: 1 },
    { seq: 1, op: "start", contract: 2 },
    { seq: 1 },
  ];
  for (const answer of answers(...bad)) {
    assert.deepEqual(Object.keys(answer as object), ["seq", "error"]);
  }
  const [first, second, third] = run('{"seq":\n[]\n' + JSON.stringify({ ...check, text: '"a"' }) + "\n");
  assert.deepEqual([Object.keys(first as object), Object.keys(second as object)], [["seq", "error"], ["seq", "error"]]);
  assert.deepEqual(third, { seq: 1, issues: [], output: '"a"' });
});

test("conversations are answered as their fixtures expect", () => {
  type Expected = readonly { readonly rule: string; readonly path: string; readonly level: string }[];
  type Case = { readonly id: string; readonly expect: { readonly verdicts: readonly Expected[] } };
  const cases = ["foxctl/run", "helper/run", "hotrepl/connection"].flatMap((name) => {
    const url = new URL(`../../../../../conformance/cases/${name}.json`, import.meta.url);
    return (JSON.parse(readFileSync(url, "utf8")) as Case[]).map((one) => ({ ...one, protocol: name.split("/")[0] }));
  });
  assert.ok(cases.length >= 90);
  const got = answers(...cases.map((one, seq) => ({ ...one, seq }))) as { readonly verdicts: readonly Expected[] }[];
  const rules = (verdicts: readonly Expected[]): unknown => verdicts.map((issues) => issues.map(({ rule, path, level }) => [rule, path, level]));
  cases.forEach(({ id, expect }, i) => assert.deepEqual(rules(got[i]?.verdicts ?? []), rules(expect.verdicts), id));
});

test("builders make what their fixtures expect", () => {
  type Issues = readonly { readonly rule: string; readonly path: string; readonly level: string }[];
  type Answer = { readonly issues?: Issues; readonly output?: string; readonly exit?: number };
  type Case = { readonly id: string; readonly expect: Answer & { readonly error?: string } };
  const topics = ["agh/build", "delegator/build", "foxctl/build", "foxctl/redacted", "foxctl/stored", "helper/build", "hotrepl/build"];
  const cases = topics.flatMap((topic) => {
    const url = new URL(`../../../../../conformance/cases/${topic}.json`, import.meta.url);
    return (JSON.parse(readFileSync(url, "utf8")) as Case[]).map((one) => ({ ...one, protocol: topic.split("/")[0] }));
  });
  assert.ok(cases.length >= 100);
  const got = answers(...cases.map((one, seq) => ({ ...one, seq }))) as Answer[];
  const told = ({ issues, output, exit }: Answer): unknown => [issues?.map(({ rule, path, level }) => [rule, path, level]), output, exit];
  cases.forEach(({ id, expect }, i) => assert.deepEqual(told(got[i] ?? {}), told(expect), id));
});

test("build builds as a program would, of what the request says", () => {
  const ok = { seq: 1, op: "build", protocol: "foxctl", builder: "ok", args: { command: "fs/ls", data: {} }, now: "2026-05-12T08:00:00Z" };
  const helper = { seq: 2, op: "build", protocol: "helper", builder: "error", args: { error: { code: "E", message: "m" } }, env: { GEMINI_PROFILE: "x" } };
  const reply = { seq: 3, op: "build", protocol: "hotrepl", builder: "reset_result", args: { success: true }, answers: { id: "7" } };
  const ack = { seq: 4, op: "build", protocol: "delegator", builder: "tool_call", args: { name: "x" } };
  const [first, second, third, fourth] = answers({ ...ok, started: "2026-05-12T07:59:59Z" }, helper, reply, ack) as { output: string }[];
  assert.match(first?.output ?? "", /"ts":"2026-05-12T08:00:00.000Z","duration_ms":1000,.*\}\n$/);
  assert.match(second?.output ?? "", /^\{\n {2}"schema_version": "1\.0\.0",[^]*"agent": "gemini"[^]*\}\n$/);
  assert.equal((second as unknown as { exit: number }).exit, 1);
  assert.deepEqual(third, { seq: 3, issues: [], output: '{"type":"reset_result","id":"7","success":true}' });
  assert.ok(!("output" in (fourth ?? {})));
});

test("a call of build that makes no sense is an error", () => {
  const greet = { seq: 1, op: "build", protocol: "agh", builder: "greet", args: { channel: "c", from: "a", body: {} } };
  const errors = [{ ...greet, builder: "toString" }, { ...greet, args: [] }, { ...greet, answers: {} }, greet, { ...greet, ids: 7 }];
  const said = answers(...errors).map((answer) => (answer as { error: string }).error);
  assert.deepEqual(said, [
    "Error: there is no builder toString",
    "Error: args is an object",
    "Error: a builder that answers takes the message that is answered, and no other one does",
    "Error: ids: there are too few",
    "Error: ids is a list",
  ]);
});
