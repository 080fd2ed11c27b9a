import { expect, test } from "vitest";
import { toRequestId } from "../../src/http/mount-operations.ts";

test("no two requests have one id, however many there were", () => {
  const count = 200_000;
  const ids = Array.from({ length: count }, toRequestId);
  expect(new Set(ids).size).toBe(count);
  expect(new Set(ids.map((id) => id.split("-")[0])).size).toBe(1);
});
