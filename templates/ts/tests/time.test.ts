import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fromDate, isDateTime, parseDateTime, toDate } from "../envelope/time.js";

describe("isDateTime", () => {
  const verdicts: [string, boolean][] = [
    ["2026-05-12T10:11:12Z", true],
    ["2026-05-12t10:11:12.5z", true],
    ["0000-02-29T00:00:00Z", true],
    ["9999-12-31T23:59:59.999999999999+23:59", true],
    ["2024-02-29T00:00:00-00:00", true],
    ["1900-02-29T00:00:00Z", false],
    ["2000-02-29T00:00:00Z", true],
    ["2026-02-30T00:00:00Z", false],
    ["2026-00-01T00:00:00Z", false],
    ["2026-13-01T00:00:00Z", false],
    ["2026-01-00T00:00:00Z", false],
    ["2026-04-31T00:00:00Z", false],
    ["2026-05-12 10:11:12Z", false],
    ["2026-05-12T10:11:12", false],
    ["2026-05-12T10:11Z", false],
    ["2026-05-12T10:11:12.Z", false],
    ["2026-05-12T10:11:12,5Z", false],
    ["2026-05-12T24:00:00Z", false],
    ["2026-05-12T10:60:00Z", false],
    ["2026-05-12T10:11:61Z", false],
    ["2026-05-12T10:11:12+24:00", false],
    ["2026-05-12T10:11:12+10:60", false],
    ["2026-05-12T10:11:12+1000", false],
    ["2026-05-12T10:11:12+10:00Z", false],
    ["2026-05-12T10:11:12Z ", false],
    ["2016-12-31T23:59:60Z", true],
    ["2017-01-01T01:29:60+01:30", true],
    ["2017-01-01T00:29:60+01:30", false],
    ["2017-01-01T23:58:60Z", false],
    ["2026-05-12", false],
    ["", false],
  ];
  for (const [text, verdict] of verdicts) test(text, () => assert.equal(isDateTime(text), verdict));
});

describe("parseDateTime", () => {
  const instants: [string, number, number, number, string][] = [
    ["1970-01-01T00:00:00Z", 0, 0, 0, "1970-01-01T00:00:00.000Z"],
    ["1969-12-31T23:59:59.5Z", -1, 500_000_000, 0, "1969-12-31T23:59:59.500Z"],
    ["2026-05-12T10:11:12.123456789987+05:30", 1778560872, 123_456_789, 330, "2026-05-12T04:41:12.123Z"],
    ["2026-05-12T10:11:12-00:00", 1778580672, 0, 0, "2026-05-12T10:11:12.000Z"],
    ["2026-05-12T10:11:12.000000001-08:00", 1778609472, 1, -480, "2026-05-12T18:11:12.000Z"],
    ["2016-12-31T23:59:60Z", 1483228800, 0, 0, "2017-01-01T00:00:00.000Z"],
    ["2016-12-31T23:59:60.25Z", 1483228800, 250_000_000, 0, "2017-01-01T00:00:00.250Z"],
    ["0000-01-01T00:00:00Z", -62167219200, 0, 0, "0000-01-01T00:00:00.000Z"],
    ["0099-12-31T23:59:59Z", -59011459201, 0, 0, "0099-12-31T23:59:59.000Z"],
    ["9999-12-31T23:59:59-23:59", 253402387139, 0, -1439, "+010000-01-01T23:58:59.000Z"],
  ];
  for (const [text, epochSeconds, nanoseconds, offsetMinutes, iso] of instants) {
    test(text, () => {
      assert.deepEqual(parseDateTime(text), { epochSeconds, nanoseconds, offsetMinutes, date: new Date(iso) });
    });
  }

  test("undefined for anything else", () => assert.equal(parseDateTime("2026-05-12"), undefined));
});

describe("Dates", () => {
  test("to and fro", () => {
    for (const text of ["0000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2024-02-29T12:00:00.001Z", "9999-12-31T23:59:59.999Z"]) {
      assert.equal(toDate(text).toISOString(), text);
      assert.equal(fromDate(toDate(text)), text);
    }
    assert.equal(fromDate(toDate("2016-12-31T23:59:60.9999+00:00")), "2017-01-01T00:00:00.999Z");
  });

  test("what is no date-time is refused", () => {
    for (const text of ["", "2024-02-30T00:00:00Z", "2024-02-29"]) assert.throws(() => toDate(text), RangeError);
    for (const time of [NaN, Date.UTC(10000, 0), -62_167_219_200_001]) assert.throws(() => fromDate(new Date(time)), RangeError);
  });
});
