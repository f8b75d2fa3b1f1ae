import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as timestamp from "../envelope/timestamp.js";

const time = (text: string): timestamp.Time => timestamp.timestampOfText(text) ?? assert.fail(text);

/** Converts nanoseconds to a Time. */
function of(nanoseconds: bigint): timestamp.Time {
  const microseconds = Number(nanoseconds / 1000n);
  return nanoseconds % 1000n === 0n && Number.isSafeInteger(microseconds) ? microseconds : nanoseconds;
}

const FIRST = time("0001-01-01T00:00:00Z");
const LONGEST = 2n ** 63n - 1n;
const LAST = 253_402_300_799_999_999_999n;

describe("timestamps", () => {
  const texts: [string, bigint | undefined][] = [
    ["1970-01-01T00:00:00Z", 0n],
    ["1970-01-01T00:00:00.000000001Z", 1n],
    ["2026-05-12T10:11:12.123456Z", 1_778_580_672_123_456_000n],
    ["2026-05-12T10:11:12.1234560001Z", 1_778_580_672_123_456_000n],
    ["2026-05-12T10:11:12.123456001Z", 1_778_580_672_123_456_001n],
    ["2255-06-05T23:47:34.740991Z", 9_007_199_254_740_991_000n],
    ["2255-06-05T23:47:34.740992Z", 9_007_199_254_740_992_000n],
    ["9999-12-31T23:59:59.999999999Z", LAST],
    ["1970-01-01T00:00:00.0000000019Z", 1n],
    ["1969-12-31T23:59:59.999999999Z", -1n],
    ["2026-05-12T10:11:12.5+02:00", 1_778_573_472_500_000_000n],
    ["2016-12-31T23:59:60Z", 1_483_228_800_000_000_000n],
    ["0099-01-01T00:00:00Z", -59_042_995_200_000_000_000n],
    ["0000-12-31T23:59:59Z", undefined],
    ["0001-01-01T00:00:00+00:01", undefined],
    ["9999-12-31T23:59:59-00:01", undefined],
    ["9999-12-31T23:59:60Z", undefined],
    ["2026-02-30T00:00:00Z", undefined],
    ["2026-05-12", undefined],
    ["", undefined],
  ];
  for (const [text, want] of texts) test(text, () => assert.equal(timestamp.timestampOfText(text), want === undefined ? want : of(want)));

  test("of seconds, and back towards the past", () => {
    assert.equal(timestamp.timestampOfInt(-1), -1_000_000);
    assert.equal(timestamp.timestampOfInt(253_402_300_799), time("9999-12-31T23:59:59Z"));
    assert.equal(timestamp.timestampOfInt(253_402_300_800), undefined);
    assert.equal(timestamp.timestampOfInt(-62_135_596_801), undefined);
    assert.equal(timestamp.timestampOfInt(2n ** 63n - 1n), undefined);
    assert.equal(timestamp.intOfTimestamp(-1n), -1);
    assert.equal(timestamp.intOfTimestamp(1_999_999_999n), 1);
    for (const second of [-9_007_199_254, -1, 0, 1, 8_589_934_592, 9_007_199_253]) {
      assert.deepEqual([0, 1, 999_999].map((us) => timestamp.intOfTimestamp(second * 1_000_000 + us)), [second, second, second]);
    }
    assert.equal(timestamp.intOfTimestamp(FIRST), -62_135_596_800);
  });

  test("stay within the years 1 to 9999", () => {
    assert.equal(timestamp.addTime(LAST, 1n), undefined);
    assert.equal(timestamp.subTime(FIRST, 1n), undefined);
    assert.equal(timestamp.addTime(LAST - LONGEST, LONGEST), LAST);
    assert.equal(timestamp.timeBetween(LAST - LONGEST, LAST), -LONGEST);
    assert.equal(timestamp.timeBetween(FIRST, LAST), undefined);
    assert.equal(timestamp.subTime(0, -LONGEST - 1n), LONGEST + 1n);
  });

  test("of a Date", () => {
    assert.equal(timestamp.timestampOfDate(-1), -1_000);
    assert.equal(timestamp.timestampOfDate(253_402_300_800_000), undefined);
    assert.equal(timestamp.timestampOfDate(NaN), undefined);
  });

  test("have one form, whatever they were computed from", () => {
    assert.equal(timestamp.addTime(1n, 999n), 1);
    assert.equal(timestamp.timeBetween(2 ** 53 - 1, -1), 2n ** 53n * 1000n);
    assert.equal(timestamp.subDuration(2n ** 53n * 1000n, 1), 2 ** 53 - 1);
    assert.equal(timestamp.subTime(5, 5), 0);
  });

  test("in order, whatever their form", () => {
    const times = [FIRST, -1_000n * 2n ** 53n, -(2 ** 53) + 1, -1, -1n, 0, 1n, 999n, 1, 1_001n, 2, 2 ** 53 - 1, 1_000n * 2n ** 53n, LAST];
    for (const [i, a] of times.entries()) {
      for (const [j, b] of times.entries()) assert.equal(Math.sign(timestamp.compareTimes(a, b)), Math.sign(i - j), `${a} and ${b}`);
    }
  });
});

test("dates", () => {
  for (const [text, parts] of [
    ["2009-02-13T23:31:30.123456789Z", [2009, 1, 13, 5, 23, 31, 30, 123, 43]],
    ["1969-12-31T23:59:59.999999999Z", [1969, 11, 31, 3, 23, 59, 59, 999, 364]],
    ["0001-01-01T00:00:00Z", [1, 0, 1, 1, 0, 0, 0, 0, 0]],
    ["0096-12-31T12:00:00Z", [96, 11, 31, 1, 12, 0, 0, 0, 365]],
  ] as const) {
    const value = time(text);
    const d = timestamp.dateOf(value);
    const clock = [d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds(), d.getUTCMilliseconds()];
    const got = [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCDay(), ...clock, timestamp.dayOfYear(value)];
    assert.deepEqual(got, parts);
  }
});

describe("texts", () => {
  const times: [timestamp.Time, string][] = [
    [0, "1970-01-01T00:00:00Z"],
    [-999_999_990n, "1969-12-31T23:59:59.00000001Z"],
    [FIRST, "0001-01-01T00:00:00Z"],
    [LAST, "9999-12-31T23:59:59.999999999Z"],
  ];
  for (const [time, text] of times) test(text, () => assert.equal(timestamp.textOfTimestamp(time), text));
  const durations: [bigint, string][] = [
    [0n, "0s"],
    [1n, "0.000000001s"],
    [-90_500_000_000n, "-90.5s"],
    [-LONGEST - 1n, "-9223372036.854775808s"],
  ];
  for (const [duration, text] of durations) test(text, () => assert.equal(timestamp.textOfDuration(of(duration)), text));
});

describe("durations", () => {
  const texts: [string, bigint | undefined][] = [
    ["300s", 300_000_000_000n],
    ["1h30m", 5_400_000_000_000n],
    ["0.000000000000277778h", 1n], // the last of 18 decimals counts
    ["-1.5ms", -1_500_000n],
    ["+2us", 2_000n],
    ["2\u00b5s3\u03bcs", 5_000n],
    ["1.0000000009s", 1_000_000_000n],
    [".5s", 500_000_000n],
    ["1.s", 1_000_000_000n],
    ["0", 0n],
    ["-0", 0n],
    ["0.000000000000000000000000001h", 0n],
    ["0000000000000000000000000000001s", 1_000_000_000n],
    ["0.00000000000027777777777777778h", 0n], // all decimals would give a nanosecond
    ["0.333333333333333333999h", 1_199_999_999_999n],
    ["2562047h47m16.854775807s", LONGEST],
    ["-9223372036854775808ns", -LONGEST - 1n],
    ["9223372036854775808ns", undefined],
    ["-9223372036.854775809s", undefined],
    ["9".repeat(1_000_000) + "s", undefined],
    ["", undefined],
    ["-", undefined],
    ["00", undefined],
    ["1", undefined],
    [".s", undefined],
    ["s", undefined],
    ["1d", undefined],
    ["1s ", undefined],
    ["1 s", undefined],
    ["1s-1s", undefined],
    ["1S", undefined],
  ];
  for (const [text, want] of texts) {
    test(JSON.stringify(text.slice(0, 40)), () => assert.equal(timestamp.durationOfText(text), want === undefined ? want : of(want)));
  }

  test("in whole units, cut towards none", () => {
    assert.deepEqual([3600, 60, 1].map((unit) => timestamp.timesIn(5_399_999_999, unit)), [1, 89, 5_399]);
    assert.deepEqual([3600, 60, 1].map((unit) => timestamp.timesIn(-5_399_999_999_999n, unit)), [-1, -89, -5_399]);
  });

  test("stay within 64 bits", () => {
    assert.equal(timestamp.addDuration(LONGEST, 1n), undefined);
    assert.equal(timestamp.subDuration(-LONGEST, 1n), -LONGEST - 1n);
    assert.equal(timestamp.subDuration(-LONGEST, 2n), undefined);
    assert.equal(timestamp.addDuration(LONGEST, -1n), LONGEST - 1n);
  });
});
