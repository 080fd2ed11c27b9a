import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTimestamp } from "../../src/text/timestamp.ts";

describe("parseTimestamp", () => {
  it("parses everything that toISOString writes", () => {
    const anyTime = fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, (time) => {
        expect(parseTimestamp(time.toISOString())).toBe(time.getTime());
      }),
    );
  });

  it.each([
    ["2026-11-20T10:30:00+01:00", "2026-11-20T09:30:00.000Z"],
    ["2026-11-20t09:30:00z", "2026-11-20T09:30:00.000Z"],
    ["2026-11-20T09:30:00.123456789012Z", "2026-11-20T09:30:00.123Z"],
    ["2026-11-20T09:30:00.5Z", "2026-11-20T09:30:00.500Z"],
    ["2026-11-20T09:30:00.05Z", "2026-11-20T09:30:00.050Z"],
    ["2024-02-29T23:59:60-05:30", "2024-03-01T05:30:00.000Z"],
    ["2026-11-20 09:30:00Z", "2026-11-20T09:30:00.000Z"],
    ["2026-11-20T10:30:00+0130", "2026-11-20T09:00:00.000Z"],
    ["2026-11-20T09:30:00-23:59", "2026-11-21T09:29:00.000Z"],
    ["0050-01-01T00:00:00Z", "0050-01-01T00:00:00.000Z"],
  ])("reads %s", (text, time) => {
    expect(new Date(parseTimestamp(text) ?? Number.NaN).toISOString()).toBe(time);
  });

  it.each([
    "",
    "2026-11-20",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T10:30:00",
    "2026-11-20T10:30:00+25:00",
    "2026-11-20T10:30:00+24:00",
    "2026-11-20T10:30:00+01:60",
    "2026-11-20T10:60:00Z",
    "2026-11-20T10:30:61Z",
    "2026-00-20T10:30:00Z",
    "2026-11-00T10:30:00Z",
    "now",
  ])("refuses %j", (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});
