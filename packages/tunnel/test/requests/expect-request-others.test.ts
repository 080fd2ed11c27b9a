import { expect, onTestFinished, test, vi } from "vitest";
import { type ExpectRequestOptions, expectRequest } from "../../src/requests/expect-request.ts";
import { createRequestFeed } from "../../src/requests/request-feed.ts";

/** Waits for a request while others arrive: one to each of the targets, in order. */
function expectAmong(targets: string[], options: ExpectRequestOptions) {
  const feed = createRequestFeed();
  const receiveAll = () => {
    for (const target of targets) feed.begin({ method: "GET", target, headers: [] })?.end();
  };
  return expectRequest({ feed, url: "http://demo.example" }, receiveAll, options);
}

/** The targets `/1`, `/2` and so on. */
const targetsTo = (count: number) => Array.from({ length: count }, (_, index) => `/${index + 1}`);

test("a wait that times out lists the last ten requests that did not match, and counts all", async () => {
  const waiting = expectAmong(targetsTo(12), { path: "/paid", timeout: 0 });
  const error = await waiting.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    received: targetsTo(12)
      .slice(2)
      .map((path) => ({ method: "GET", path })),
  });
  expect(error).toHaveProperty("message", expect.stringContaining("(12, the last ones: GET /10, GET /11, GET /12)"));
});

test("a time-out says of three requests that did not match that these are all", async () => {
  const waiting = expectAmong(targetsTo(3), { path: "/paid", timeout: 0 });
  await expect(waiting).rejects.toThrow("(3: GET /1, GET /2, GET /3)");
});

test("a request that was waited for has missed none, although others came before", async () => {
  const request = await expectAmong(["/1", "/2", "/paid"], { path: "/paid" });
  expect(request).toMatchObject({ path: "/paid", missed: 0 });
});

test("a path ends at the first question mark, and its query goes on after another", async () => {
  expect(await expectAmong(["/a?b=1?c"], { timeout: 0 })).toMatchObject({ path: "/a", query: "b=1?c" });
});

test("a method is the same in upper and lower case, on either side", async () => {
  const feed = createRequestFeed();
  const receive = (method: string) => () => feed.begin({ method, target: "/", headers: [] })?.end();
  for (const [sent, expected] of [
    ["post", "POST"],
    ["POST", "post"],
  ] as const) {
    const request = await expectRequest({ feed, url: "" }, receive(sent), { method: expected, timeout: 0 });
    expect(request.method).toBe(sent);
  }
});

test("a pattern that remembers where it matched last finds the next request, too", async () => {
  for (const path of [/paid/g, /\/paid/y])
    for (let time = 0; time < 3; time++)
      expect(await expectAmong(["/paid"], { path, timeout: 0 })).toMatchObject({ path: "/paid" });
});

test.each([2_147_483_648, Number.POSITIVE_INFINITY])(
  "%s ms, which is longer than any timer, is no limit",
  async (timeout) => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const feed = createRequestFeed();
    const waiting = expectRequest({ feed, url: "http://demo.example" }, () => {}, { timeout });
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    // Other files' timers may run in this process.
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(timeout);
    feed.begin({ method: "GET", target: "/late", headers: [] })?.end();
    expect(await waiting).toMatchObject({ path: "/late" });
  },
);

test.each([
  [undefined, 60_000],
  [0, 0],
  [2_147_483_647, 2_147_483_647],
])("with the time limit %s, a wait ends %i ms after its trigger", async (timeout, milliseconds) => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const feed = createRequestFeed();
  let before = 0;
  const trigger = () => {
    before = timers.mock.calls.length;
    feed.begin({ method: "GET", target: "/", headers: [] })?.end();
  };
  await expectRequest({ feed, url: "" }, trigger, { timeout });
  expect(timers.mock.calls.slice(before).map(([, ms]) => ms)).toEqual([milliseconds]);
});
