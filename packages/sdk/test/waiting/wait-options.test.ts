import { expect, test } from "vitest";
import { checkWaitOptions, waitOptions } from "../../src/waiting/wait-options.ts";

/** Checks `length` as a caller without types may pass it. */
const checkLength = (length: unknown) => checkWaitOptions({ length } as { after?: unknown });

test.each([[4], [{}], [{ min: 4 }], [{ max: 6 }], [{ min: 4, max: 6 }], [{ min: 6, max: 6 }]])(
  "%j is a length",
  (length) => expect(() => checkLength(length)).not.toThrow(),
);

test.each([
  ["4"],
  [0],
  [null],
  [{ min: 0 }],
  [{ min: "4" }],
  [{ max: "6" }],
  [{ min: 8, max: 4 }],
  [{ max: Number.NaN }],
])("%j is no length", (length) =>
  expect(() => checkLength(length)).toThrow("`length` must be a number from 1, or { min, max }"),
);

const nan = Number.NaN;
const texts = { valid: ["a", ""], invalid: [1, null, /a/, {}] };
const patterns = { valid: ["a", /a/], invalid: [1, null, {}] };
/** What each option takes, at its limits, and what it rejects. */
const values: Record<string, { valid: unknown[]; invalid: unknown[] }> = {
  lookback: { valid: [0, 1.5, 3_600_000], invalid: [-1, 3_600_001, nan, "1", null] },
  maxAge: { valid: [0, Number.POSITIVE_INFINITY], invalid: [-1, nan, "1", null] },
  after: texts,
  to: texts,
  alphabet: texts,
  authenticated: { valid: [true, false], invalid: ["true", 1, null] },
  from: patterns,
  subject: patterns,
  phone: { valid: ["5550100001", "+1"], invalid: ["", "one", 5, null] },
  match: { valid: [() => true], invalid: [true, "a", null] },
  minConfidence: { valid: [0, 0.5, 1], invalid: [-0.1, 1.1, nan, "1", null] },
  pick: { valid: ["newest", "first"], invalid: ["last", "", null, true] },
  length: { valid: [1, { min: 1 }], invalid: [0, nan, "4", null] },
  pattern: { valid: [/a/], invalid: ["a", 1, null] },
};

test("every option with values of its own is in the table", () => {
  // Every wait has these; the caller checks them.
  const common = ["timeout", "signal", "errorOnTimeout", "count"];
  const names = new Set([...Object.values(waitOptions).flat(), "to", "authenticated", "phone"]);
  expect(Object.keys(values).sort()).toEqual([...names].filter((name) => !common.includes(name)).sort());
});

test.each(Object.entries(values))(
  "the option `%s` takes what it says, and nothing else",
  (name, { valid, invalid }) => {
    for (const value of [undefined, ...valid]) expect(() => checkWaitOptions({ [name]: value })).not.toThrow();
    for (const value of invalid) {
      const kind = typeof value === "number" ? RangeError : TypeError;
      expect(() => checkWaitOptions({ [name]: value }), String(value)).toThrow(kind);
      expect(() => checkWaitOptions({ [name]: value })).toThrow(`\`${name}\` must be `);
    }
  },
);

test.each([[{ after: "m1", lookback: 1 }], [{ after: "", lookback: 0 }]])("%j names two starts", (options) => {
  expect(() => checkWaitOptions(options)).toThrow("Give `after` or `lookback`, not both.");
});
