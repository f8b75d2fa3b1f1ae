import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isIpv4, isIpv6 } from "../envelope/address.js";
import { isDuration, isJsonPointer, isUuid } from "../envelope/formats.js";
import { isEmail, isHostname } from "../envelope/email.js";
import { isRelativeJsonPointer, isUriTemplate } from "../envelope/template.js";
import { isDate, isDateTime, isTime } from "../envelope/time.js";
import { isUri, isUriReference } from "../envelope/uri.js";
import { checkout, type Folder, suites } from "./suites.js";

const formats = new Map<string, (s: string) => boolean>([
  ["date-time", isDateTime],
  ["date", isDate],
  ["time", isTime],
  ["duration", isDuration],
  ["uuid", isUuid],
  ["uri", isUri],
  ["uri-reference", isUriReference],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["json-pointer", isJsonPointer],
  ["relative-json-pointer", isRelativeJsonPointer],
  ["uri-template", isUriTemplate],
]);

interface Edge {
  readonly format: string;
  readonly value: string;
  readonly valid: boolean;
  readonly why: string;
}

interface Long extends Omit<Edge, "value"> {
  readonly start: string;
  readonly unit: string;
  readonly times: number;
  readonly end: string;
}

function lines<T>(name: string): T[] {
  const text = readFileSync(join(checkout, "conformance", "formats", name), "utf8");
  return text.trimEnd().split("\n").map((line) => JSON.parse(line) as T);
}

function accepts(format: string, s: string): boolean | undefined {
  return formats.get(format)?.(s);
}

describe("formats", () => {
  test("edges", () => {
    const edges = lines<Edge>("edges.ndjson");
    for (const { format, value, valid, why } of edges) {
      assert.equal(accepts(format, value), valid, `${format}: ${JSON.stringify(value)}: ${why}`);
    }
    assert.deepEqual(new Set(edges.map(({ format }) => format)), new Set(formats.keys()));
  });

  // These would time out with a scanner that is not linear.
  test("long strings", () => {
    for (const { format, start, unit, times, end, valid, why } of lines<Long>("long.ndjson")) {
      const s = start + unit.repeat(times) + end;
      assert.equal(accepts(format, s), valid, `${format}: ${unit} many times: ${why}`);
    }
  });

  test("JSON-Schema-Test-Suite", (t) => {
    const folders = suites(t, "JSON-Schema-Test-Suite", "tests", "draft2020-12", "optional", "format");
    for (const folder of folders) testSuite(folder);
  });
});

interface Exception extends Edge {
  readonly only?: Folder["name"];
}

function testSuite(folder: Folder): void {
  type Case = { readonly description: string; readonly data: unknown; readonly valid: boolean };
  const here = lines<Exception>("exceptions.ndjson").filter(({ only }) => only === undefined || only === folder.name);
  const exceptions = new Set(here.map(({ format, value }) => `${format} ${value}`));
  const met = new Set<string>();
  for (const format of formats.keys()) {
    const text = readFileSync(join(folder.path, `${format}.json`), "utf8");
    const groups = JSON.parse(text) as readonly { readonly tests: readonly Case[] }[];
    const cases = groups.flatMap(({ tests }) => tests).filter(({ data }) => typeof data === "string");
    assert.ok(cases.length > 3, format);
    for (const { description, data, valid } of cases) {
      const name = `${format} ${data as string}`;
      const exception = exceptions.has(name);
      if (exception) met.add(name);
      assert.equal(accepts(format, data as string), valid !== exception, `${folder.name}: ${name}: ${description}`);
    }
  }
  assert.deepEqual(met, exceptions);
}
