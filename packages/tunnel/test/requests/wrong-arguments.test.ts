import { expect, test } from "vitest";
import { TunnelClosedError } from "../../src/index.ts";
import { expectRequest } from "../../src/requests/expect-request.ts";
import { createRequestFeed } from "../../src/requests/request-feed.ts";

const url = "http://demo.example";
/** Waits with options of any kind, as callers without TypeScript may. */
const wait = (options: unknown, trigger: unknown = () => {}, feed = createRequestFeed()) =>
  expectRequest({ feed, url }, trigger as () => void, options as object);

const noTime = (value: unknown) => new RangeError(`\`timeout\` must be a number of milliseconds from 0, not ${value}.`);
const noPath = (path: string) =>
  new TypeError(`\`path\` must begin with / and have no query, not "${path}". Or give a pattern.`);
const noObject = new TypeError("expectRequest() takes its options as an object.");
const noOption = (name: string) =>
  new TypeError(`expectRequest() has no option \`${name}\`. It has method, path, timeout, signal.`);

test.each<[unknown, Error]>([
  [{ timeout: -1 }, noTime(-1)],
  [{ timeout: Number.NaN }, noTime(Number.NaN)],
  [{ timeout: "5" }, noTime(5)],
  [{ method: 5 }, new TypeError("`method` must be a text, such as POST.")],
  [{ path: 5 }, new TypeError("`path` must be a text or a pattern.")],
  [{ path: "hook" }, noPath("hook")],
  [{ path: "" }, noPath("")],
  [{ path: "/hook?a=1" }, noPath("/hook?a=1")],
  [{ path: "/hook#a" }, noPath("/hook#a")],
  [{ pth: "/hook" }, noOption("pth")],
  [{ constructor: 1 }, noOption("constructor")],
  [null, noObject],
  ["/hook", noObject],
])("a wait for a request with %j is refused with what to give instead", async (options, error) => {
  const feed = createRequestFeed();
  let triggered = 0;
  await expect(wait(options, () => triggered++, feed)).rejects.toThrow(error);
  expect([triggered, feed.isListening()]).toEqual([0, false]);
});

test("a wait for a request without a trigger is refused", async () => {
  const error = new TypeError("expectRequest() takes a function that causes the request, such as () => pay(order).");
  await expect(wait({}, "pay")).rejects.toThrow(error);
});

test.each([
  [{}, "request"],
  [{ method: "post" }, "POST"],
  [{ path: "/hook" }, "request to /hook"],
  [{ method: "post", path: "/hook" }, "POST /hook"],
])("a wait with %j at a tunnel that closes says what did not arrive: %s", async (options, target) => {
  const feed = createRequestFeed();
  const error = new TunnelClosedError(url, target);
  expect(error.message).toBe(`The tunnel ${url} closed before a ${target} arrived. Its \`closed\` says why.`);
  await expect(wait(options, () => feed.close(), feed)).rejects.toThrow(error);
});

test.each([
  [0, "no request arrived at all. Was it sent to this URL?"],
  [1, "what arrived did not match (1: GET /1)."],
  [3, "what arrived did not match (3: GET /1, GET /2, GET /3)."],
  [4, "what arrived did not match (4, the last ones: GET /2, GET /3, GET /4)."],
])("after %i other requests a wait that timed out names the last ones", async (count, why) => {
  const feed = createRequestFeed();
  const visit = () => {
    for (let number = 1; number <= count; number++)
      feed.begin({ method: "GET", target: `/${number}?token=abc`, headers: [] })?.end();
  };
  await expect(wait({ method: "POST", timeout: 0 }, visit, feed)).rejects.toMatchObject({
    name: "RequestTimeoutError",
    timeout: 0,
    message: `No POST reached ${url} within 0 ms: ${why}`,
    received: Array.from({ length: count }, (_, index) => ({ method: "GET", path: `/${index + 1}` })),
  });
});
