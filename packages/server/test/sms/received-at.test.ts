import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampReceivedAt, parseReceivedAt } from "../../src/sms/received-at.ts";

const instant = Date.UTC(2026, 10, 20, 9, 30, 0);
const hour = 3_600_000;

describe("parseReceivedAt", () => {
  it("reads up to 17 digits, of which no clock shows more", () => {
    expect(parseReceivedAt("1".repeat(17))).toBe(Number("1".repeat(17)));
  });

  it.each([
    ["2026-11-20T09:30:00Z"],
    ["2026-11-20T10:30:00+01:00"],
    ["2026-11-20T10:30:00.000+0100"],
    ["2026-11-20t09:30:00.000000z"],
    ["2026-11-20T00:00:00-09:30"],
    [" 2026-11-20 09:30:00Z "],
    ["٢٠٢٦-١١-٢٠T٠٩:٣٠:٠٠Z"],
    [instant],
    [instant / 1000],
    [String(instant)],
    [String(instant / 1000)],
  ])("reads %j", (written) => {
    expect(parseReceivedAt(written)).toBe(instant);
  });

  it.each([
    "",
    "yesterday",
    "2026-11-20",
    "2026-11-20T09:30:00",
    "2026-02-30T09:30:00Z",
    "2026-11-20T24:00:00Z",
    "1e3",
    "-5",
    "12.5",
    "0x10",
    "1".repeat(18),
  ])("refuses %j", (written) => {
    expect(parseReceivedAt(written)).toBeNull();
  });

  it.each([
    [0, 0],
    [instant + 0.4, instant],
    [instant + 0.5, instant + 1],
    [instant / 1000 + 0.25, instant + 250],
  ])("reads %d as %d ms", (written, time) => {
    expect(parseReceivedAt(written)).toBe(time);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])("refuses %d", (written) => {
    expect(parseReceivedAt(written)).toBeNull();
  });

  it("parses every format of an instant to the same result", () => {
    const times = fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2200, 0) });
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(times, offsets, (time, minutes) => {
        const local = new Date(time + minutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(minutes);
        const offset = `${minutes < 0 ? "-" : "+"}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
        expect(parseReceivedAt(local + offset)).toBe(time);
        expect(parseReceivedAt(time)).toBe(time);
        expect(parseReceivedAt(String(time))).toBe(time);
        expect(parseReceivedAt(Math.floor(time / 1000))).toBe(Math.floor(time / 1000) * 1000);
      }),
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.double()), (written) => void parseReceivedAt(written)));
  });
});

describe("clampReceivedAt", () => {
  it("trusts a clock that is up to a day ahead", () => {
    expect(clampReceivedAt(instant + 24 * hour, instant)).toBe(instant + 24 * hour);
    expect(clampReceivedAt(instant + 24 * hour + 1, instant)).toBe(instant);
    expect(clampReceivedAt(0, instant)).toBe(0);
  });
});
