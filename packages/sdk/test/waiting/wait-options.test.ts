import { expect, test } from "vitest";
import { checkWaitOptions } from "../../src/waiting/wait-options.ts";

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
