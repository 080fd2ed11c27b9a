import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isLocalName, orNullWithin } from "../../src/doctor/check-result.ts";

describe("a check that may hang", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("times out after its limit, not before", async () => {
    let found: unknown = "nothing yet";
    void orNullWithin(1_000, new Promise(() => {})).then((result) => (found = result));
    await vi.advanceTimersByTimeAsync(999);
    expect(found).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    expect([found, vi.getTimerCount()]).toEqual([null, 0]);
  });

  test("leaves no timer when it ends, and has no result if it fails", async () => {
    expect([await orNullWithin(1_000, Promise.resolve("result")), vi.getTimerCount()]).toEqual(["result", 0]);
    expect([await orNullWithin(1_000, Promise.reject(new Error("no"))), vi.getTimerCount()]).toEqual([null, 0]);
  });
});

test.each([
  ["localhost", true],
  ["LOCALHOST", true],
  ["a.localhost", true],
  ["desk.local", true],
  ["desk.internal", true],
  ["desk.lan", true],
  ["desk.home.arpa", true],
  ["desk.test", true],
  ["desk.invalid", true],
  ["example.com", true],
  ["desk.example.org", true],
  ["example.net", true],
  ["desk.example", true],
  ["localhost.com", false],
  ["mylocal", false],
  ["test", false],
  ["example.dev", false],
  ["myexample.com", false],
  ["10.0.0.5", false],
])("%s does not resolve beyond this network: %s", (name, isLocal) => {
  expect(isLocalName(name)).toBe(isLocal);
});
