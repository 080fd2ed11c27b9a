import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeKey } from "../../src/storage/key-escape.ts";

const trapped = fc.array(
  fc.oneof(
    fc.constantFrom(":", "?", "/", "\\", "..", "$", "_", "__", "_k", "a", "A", "con", " "),
    fc.string({ unit: "binary" }),
  ),
  { minLength: 1, maxLength: 12 },
);
const key = trapped.map((parts) => parts.join("")).filter((text) => text !== "");

test("gives different keys different names, even on case-insensitive file systems", () => {
  fc.assert(
    fc.property(key, key, (left, right) => {
      expect(escapeKey(left).toLowerCase() === escapeKey(right).toLowerCase()).toBe(left === right);
    }),
  );
});

test("uses no character that a driver could remove, change or reject", () => {
  fc.assert(
    fc.property(key, (text) => {
      expect(escapeKey(text)).toMatch(/^(?:[a-z0-9_-]*__:)*[a-z0-9_-]*_k$/);
      expect(escapeKey(text).length).toBeLessThanOrEqual(200);
    }),
  );
});

test("never uses one key's file as another key's folder", () => {
  fc.assert(
    fc.property(key, key, (left, right) => {
      expect(escapeKey(right).startsWith(`${escapeKey(left)}:`)).toBe(false);
    }),
  );
});

test("keeps ordinary keys readable", () => {
  expect(escapeKey("mailbox:demo-1")).toBe("mailbox__:demo-1_k");
  expect(escapeKey("Mail")).toBe("_4dail_k");
});

test("a name of up to 200 characters stays readable, and a longer one becomes a hash", () => {
  expect(escapeKey("a".repeat(198))).toBe(`${"a".repeat(198)}_k`);
  expect(escapeKey("a".repeat(199))).toMatch(/^_h[0-9a-f]{64}_k$/);
});

test("a byte below 16 takes two digits too, so that it is not taken for another with the next character", () => {
  expect(escapeKey("\u00010")).not.toBe(escapeKey("\u0010"));
});
