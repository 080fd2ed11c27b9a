import type { TunnelRequest } from "@frontdesk/tunnel";
import { expect, onTestFinished, test } from "vitest";
import { createRequestLog } from "../../src/state/request-log.ts";
import { createRequests } from "./request-source.ts";

/** A log of the requests that a test sends. Waits end with the test. */
function setUp() {
  const source = createRequests();
  const stop = new AbortController();
  onTestFinished(() => stop.abort(new Error("the test ended")));
  const log = createRequestLog(source);
  const next = (path?: string, timeoutMs = 60_000) => {
    const matches = (request: TunnelRequest) => path === undefined || request.path === path;
    return log.next({ matches, timeoutMs, signal: stop.signal });
  };
  return { ...source, stop, log, next };
}

test("returns each request once, oldest first, also those before the wait", async () => {
  const { send, next } = setUp();
  await send("/a", "/b");
  const waits = [await next(), await next(), next(), next()];
  await send("/c", "/d");
  expect((await Promise.all(waits)).map((entry) => [entry?.id, entry?.request.path])).toEqual([
    ["r1", "/a"],
    ["r2", "/b"],
    ["r3", "/c"],
    ["r4", "/d"],
  ]);
});

test("gives a request to the call that waited for it, and not to one that comes at the same moment", async () => {
  const { send, next, log, stop } = setUp();
  let later: Promise<unknown> = Promise.resolve();
  const matches = () => {
    // Runs before the call that waits goes on.
    queueMicrotask(() => (later = next()));
    return true;
  };
  const waiting = log.next({ matches, timeoutMs: 60_000, signal: stop.signal });
  await send("/a");
  expect((await waiting)?.id).toBe("r1");
  await send("/b");
  expect(await later).toMatchObject({ id: "r2" });
});

test("leaves requests that do not match for other waits", async () => {
  const { send, next, log } = setUp();
  await send("/a", "/b");
  expect((await next("/b"))?.id).toBe("r2");
  expect(await next("/c", 1)).toBeNull();
  expect(log.unread().map(({ id }) => id)).toEqual(["r1"]);
  expect((await next())?.id).toBe("r1");
  expect(log.find("r2")?.request.path).toBe("/b");
});

test("keeps the last fifty requests and 4 MiB of bodies", async () => {
  const { send, log } = setUp();
  await send(...Array.from({ length: 60 }, (_, index) => `/${index}`));
  expect(log.unread()).toHaveLength(50);
  expect(log.find("r10")).toBeUndefined();
  const large = setUp();
  for (let count = 0; count < 5; count++) await large.sendBody("/large", new Uint8Array(1_048_576));
  expect(large.log.unread().map(({ id }) => id)).toEqual(["r2", "r3", "r4", "r5"]);
});

test("ends waits with the tunnel at once, and with the call", async () => {
  const { next, close, stop } = setUp();
  const waits = [next(), next("/a")];
  await close();
  for (const waiting of waits) expect(await Promise.race([waiting, "still waits"])).toBeNull();
  const cancelled = next();
  stop.abort(new Error("enough"));
  await expect(cancelled).rejects.toThrow("enough");
});

test("a call that is cancelled already takes no request", async () => {
  const source = createRequests();
  const log = createRequestLog(source);
  await source.send("/a");
  const wait = { matches: () => true, timeoutMs: 1_000 };
  await expect(log.next({ ...wait, signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
  const next = await log.next({ ...wait, signal: new AbortController().signal });
  expect(next?.request.path).toBe("/a");
  await source.close();
});
