import { afterEach, expect, test, vi } from "vitest";
import { toPage } from "../../src/waiting/inbox-source.ts";

afterEach(() => vi.restoreAllMocks());

const messages = [{ id: "m1", sender: "shop@a.test", snippet: "", received_at: "2026-01-01T00:00:00.000Z" }];
const read = (data: { cursor?: string; more?: boolean; missed?: number }, date?: string) =>
  toPage(Promise.resolve({ data, response: new Response(null, date ? { headers: { date } } : {}) }), () => messages);

test("a page of an older server has no cursor, and says neither that there is more nor that mail was missed", async () => {
  vi.spyOn(Date, "now").mockReturnValue(5_000);
  expect(await read({})).toEqual({ messages, cursor: undefined, more: false, missed: 0, now: 5_000 });
});

test("a page has the time of the server, whatever the clock of this machine", async () => {
  vi.spyOn(Date, "now").mockReturnValue(5_000);
  expect(await read({ cursor: "c1", more: true, missed: 2 }, "Thu, 01 Jan 2026 00:00:09 GMT")).toEqual({
    ...{ messages, cursor: "c1", more: true, missed: 2, now: Date.UTC(2026, 0, 1, 0, 0, 9) },
  });
  expect((await read({}, "yesterday")).now).toBe(5_000);
});
