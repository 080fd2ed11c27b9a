import { expect, test } from "vitest";
import { createRequestFeed, type RecordedRequest } from "../../src/requests/request-feed.ts";

const head = { method: "POST", target: "/", headers: [] };

/** Subscribes to everything. */
function subscribe(feed: ReturnType<typeof createRequestFeed>, wants = true) {
  const requests: RecordedRequest[] = [];
  const unsubscribe = feed.subscribe({
    wants: () => wants,
    onRequest: (request) => requests.push(request),
    onClose() {},
  });
  return { requests, unsubscribe };
}

test("records nothing without a subscriber that wants the request", () => {
  const feed = createRequestFeed();
  expect(feed.begin(head)).toBeUndefined();
  subscribe(feed, false);
  expect(feed.begin(head)).toBeUndefined();
});

test("passes a request on to all who wanted it at its head and are still there", () => {
  const feed = createRequestFeed();
  const [one, other] = [subscribe(feed), subscribe(feed)];
  const recorder = feed.begin(head);
  const late = subscribe(feed);
  other.unsubscribe();
  recorder?.body(Buffer.from("body"));
  recorder?.end();
  expect([one, other, late].map(({ requests }) => requests.length)).toEqual([1, 0, 0]);
  expect(one.requests[0]).toEqual({ ...head, body: new Uint8Array(Buffer.from("body")), truncated: false });
});

test("bounds the memory of all incomplete bodies together, and frees that of each that ends", () => {
  const feed = createRequestFeed();
  const { requests } = subscribe(feed);
  const megabyte = Buffer.alloc(1_048_576);
  const recorders = Array.from({ length: 33 }, () => feed.begin(head)!);
  for (const recorder of recorders) recorder.body(megabyte);
  recorders[32]!.end();
  expect(requests.at(-1)).toMatchObject({ body: new Uint8Array(), truncated: true });
  recorders[0]!.abort();
  const next = feed.begin(head)!;
  next.body(megabyte);
  next.end();
  expect(requests.at(-1)).toMatchObject({ truncated: false });
});

test("a request that nobody waits for any more frees its memory once, not again at its end", () => {
  const feed = createRequestFeed();
  const megabyte = Buffer.alloc(1_048_576);
  for (let time = 0; time < 4; time++) {
    const { unsubscribe } = subscribe(feed);
    const recorder = feed.begin(head)!;
    recorder.body(megabyte);
    unsubscribe();
    recorder.end();
  }
  const { requests } = subscribe(feed);
  const recorders = Array.from({ length: 33 }, () => feed.begin(head)!);
  for (const recorder of recorders) recorder.body(megabyte);
  for (const recorder of recorders) recorder.end();
  expect(requests.map(({ truncated }) => truncated)).toEqual([...Array(32).fill(false), true]);
});

test.each([
  ["nobody waits for any request", 0],
  ["another subscriber waits for others", 1],
])("what still arrives of a request that nobody waits for takes no memory while %s", (_who, others) => {
  const feed = createRequestFeed();
  for (let count = 0; count < others; count++) subscribe(feed, false);
  const megabyte = Buffer.alloc(1_048_576);
  const { unsubscribe } = subscribe(feed);
  const unwanted = Array.from({ length: 32 }, () => feed.begin(head)!);
  unsubscribe();
  for (const recorder of unwanted) recorder.body(megabyte);
  const { requests } = subscribe(feed);
  const wanted = feed.begin(head)!;
  wanted.body(megabyte);
  wanted.end();
  expect(requests.map(({ truncated }) => truncated)).toEqual([false]);
});

test("a request frees its memory also if its subscriber throws", () => {
  const feed = createRequestFeed();
  const megabyte = Buffer.alloc(1_048_576);
  const requests: RecordedRequest[] = [];
  feed.subscribe({
    wants: () => true,
    onRequest(request) {
      requests.push(request);
      throw new Error("of the subscriber");
    },
    onClose() {},
  });
  for (let count = 0; count < 33; count++) {
    const recorder = feed.begin(head)!;
    recorder.body(megabyte);
    expect(() => recorder.end()).toThrow("of the subscriber");
  }
  expect(requests.map(({ truncated }) => truncated)).toEqual(Array(33).fill(false));
});

test("passes nothing on once the tunnel is closed, not even a request that began before", () => {
  const feed = createRequestFeed();
  const { requests } = subscribe(feed);
  const recorder = feed.begin(head);
  feed.close();
  recorder?.end();
  expect([feed.isListening(), feed.begin(head), requests]).toEqual([false, undefined, []]);
});
