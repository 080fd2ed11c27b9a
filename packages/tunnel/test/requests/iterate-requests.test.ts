import { expect, test } from "vitest";
import { iterateRequests } from "../../src/requests/iterate-requests.ts";
import { createRequestFeed, type RequestFeed } from "../../src/requests/request-feed.ts";

/** A feed into which a test passes requests. */
function setUp() {
  const feed = createRequestFeed();
  const receive = (target: string, body = "") => {
    const recorder = feed.begin({ method: "POST", target, headers: [] });
    recorder?.body(Buffer.from(body));
    recorder?.end();
  };
  return { feed, receive };
}

test("yields each request from the call on, in order, also if the loop begins later", async () => {
  const { feed, receive } = setUp();
  receive("/before");
  const requests = iterateRequests(feed);
  receive("/a", "1");
  const next = [requests.next(), requests.next(), requests.next()];
  receive("/b");
  receive("/c");
  expect((await Promise.all(next)).map(({ value }) => value?.path)).toEqual(["/a", "/b", "/c"]);
});

test("ends with the tunnel after what is buffered, and at once on a closed tunnel", async () => {
  const { feed, receive } = setUp();
  const requests = iterateRequests(feed);
  receive("/a");
  const seen: string[] = [];
  feed.close();
  for await (const { path } of requests) seen.push(path);
  for await (const { path } of iterateRequests(feed)) seen.push(`late ${path}`);
  expect(seen).toEqual(["/a"]);
});

test("ends all that wait for a request, with the tunnel or with the signal", async () => {
  const stop = new AbortController();
  for (const end of [(feed: RequestFeed) => feed.close(), () => stop.abort()]) {
    const { feed } = setUp();
    const requests = iterateRequests(feed, { signal: stop.signal });
    const waiting = [requests.next(), requests.next(), requests.next()];
    end(feed);
    expect((await Promise.all(waiting)).map(({ done }) => done)).toEqual([true, true, true]);
  }
});

test("ends with the signal, and drops what is buffered", async () => {
  const { feed, receive } = setUp();
  const stop = new AbortController();
  const requests = iterateRequests(feed, { signal: stop.signal });
  receive("/a");
  stop.abort();
  expect(await requests.next()).toEqual({ done: true, value: undefined });
  const waiting = iterateRequests(feed, { signal: AbortSignal.abort() });
  expect((await waiting.next()).done).toBe(true);
  expect(feed.isListening()).toBe(false);
});

test("ends the subscription when the loop ends, and drops what is buffered", async () => {
  const { feed, receive } = setUp();
  const requests = iterateRequests(feed);
  receive("/a");
  receive("/b");
  for await (const { path } of requests) if (path === "/a") break;
  expect(feed.isListening()).toBe(false);
  expect((await requests.next()).done).toBe(true);
});

test("drops the oldest requests for a slow loop, and says how many", async () => {
  const { feed, receive } = setUp();
  const requests = iterateRequests(feed);
  for (let index = 0; index < 103; index++) receive(`/${index}`);
  const first = (await requests.next()).value;
  const second = (await requests.next()).value;
  expect([first?.path, first?.missed, second?.path, second?.missed]).toEqual(["/3", 3, "/4", 0]);
});

test("buffers 8 MiB at most", async () => {
  const { feed, receive } = setUp();
  const requests = iterateRequests(feed);
  for (let index = 0; index < 10; index++) receive(`/${index}`, "x".repeat(1_048_576));
  feed.close();
  const paths: string[] = [];
  for await (const { path } of requests) paths.push(path);
  // Seven of 1 MiB and their heads; with the eighth it would be more.
  expect(paths).toEqual(["/3", "/4", "/5", "/6", "/7", "/8", "/9"]);
});

test.each(["singal", "valueOf"])("rejects the unknown option %s", (name) => {
  const options: object = { [name]: 1 };
  expect(() => iterateRequests(setUp().feed, options)).toThrow(`requests() has no option \`${name}\``);
});

test("requests that wait may have 8 MiB, in targets and bodies, and one byte more drops the oldest", async () => {
  for (const [more, missed] of [
    ["", 0],
    ["a", 1],
  ] as const) {
    const { feed, receive } = setUp();
    const requests = iterateRequests(feed);
    for (let count = 0; count < 8; count++) receive("/", "a".repeat(1_048_575));
    if (more !== "") receive(more);
    expect((await requests.next()).value).toMatchObject({ missed });
  }
});
