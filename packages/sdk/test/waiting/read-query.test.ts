import { expect, onTestFinished, test, vi } from "vitest";
import { toReadInit } from "../../src/waiting/inbox-source.ts";

const now = 1_000_000;
const freeze = () => {
  vi.spyOn(performance, "now").mockReturnValue(now);
  onTestFinished(() => void vi.restoreAllMocks());
};

test.each([0, 0.5, 1, 14, 15, 16, 25, 60])("a long poll of %f s gets 15 s more for its response", (wait) => {
  freeze();
  expect(toReadInit({ wait }).deadline).toBe(now + wait * 1_000 + 15_000);
});

test("any other read gets 15 s", () => {
  freeze();
  expect(toReadInit({}).deadline).toBe(now + 15_000);
});

test.each([
  [{}, {}],
  [{ after: "m1" }, { after: "m1" }],
  [{ lookback: 1_500 }, { lookback: 1.5 }],
  [{ lookback: 0 }, { lookback: 0 }],
  [{ wait: 0 }, {}],
  [{ wait: 25 }, { wait: 25 }],
  [{ to: "x@desk.example.com" }, { to: "x@desk.example.com" }],
  [{ count: 3 }, { n: 3 }],
  [{ authenticated: true }, { authenticated: "true" }],
  [{ authenticated: false }, {}],
  [{ full: true }, { full: "true" }],
  [{ full: false }, {}],
])("%j is sent as %j", (query, expected) => {
  expect(toReadInit(query).params.query).toEqual(expected);
});
