import { expect, test } from "vitest";
import { createJournal } from "../../src/inspector/journal.ts";

test("the journal stays within its bytes: the oldest are evicted first, and the newest stays whatever its size", () => {
  const journal = createJournal({ maxTotalBytes: 10_000 });
  for (let turn = 0; turn < 10; turn++) {
    const recording = journal.begin({ method: "POST", path: "/", headers: ["X-Large", "x".repeat(500)] });
    recording.requestBody(Buffer.alloc(3_000));
  }
  expect(journal.entries().map(({ id }) => id)).toEqual([10, 9]);
  const recording = journal.begin({ method: "GET", path: "/", headers: [] });
  recording.responseBody(Buffer.alloc(60_000));
  expect(journal.entries().map(({ id }) => id)).toEqual([11]);
  expect(journal.find(10)).toBe(undefined);
});
