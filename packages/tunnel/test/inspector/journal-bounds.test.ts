import { expect, test } from "vitest";
import { createJournal } from "../../src/inspector/journal.ts";

test.each([
  [[9], 9, false],
  [[10], 10, false],
  [[11], 10, true],
  [[4, 6], 10, false],
  [[4, 7], 10, true],
  [[10, 0], 10, false],
  [[10, 1], 10, true],
])("of a body with the chunks %j at most 10 bytes are kept: %i, and whether it was cut: %s", (pieces, kept, cut) => {
  const journal = createJournal({ maxBodyBytes: 10 });
  const recording = journal.begin({ method: "POST", path: "/", headers: [] });
  for (const length of pieces) {
    recording.requestBody(Buffer.alloc(length));
    recording.responseBody(Buffer.alloc(length));
  }
  for (const message of [journal.find(1)!.request, journal.find(1)!.response])
    expect([message.body.length, message.cut]).toEqual([kept, cut]);
});

test.each([
  [3, [3, 2, 1]],
  [4, [4, 3, 2]],
])("of %i requests the last three are kept", (count, ids) => {
  const journal = createJournal({ maxEntries: 3 });
  for (let at = 0; at < count; at++) journal.begin({ method: "GET", path: "/", headers: [] });
  expect(journal.entries().map(({ id }) => id)).toEqual(ids);
});
