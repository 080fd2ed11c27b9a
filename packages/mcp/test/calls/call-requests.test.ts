import { expect, onTestFinished, test } from "vitest";
import { createCallRequests } from "../../src/calls/call-requests.ts";

/** The requests of a call at a server that responds so; `sent` are the signals that it got. */
function open(respond: () => Response | Promise<Response> = () => Response.json({})) {
  const call = new AbortController();
  const sent: AbortSignal[] = [];
  const requests = createCallRequests(call.signal, async ({ signal }) => {
    sent.push(signal);
    return respond();
  });
  onTestFinished(() => requests.close());
  return { call, sent, ...requests };
}

test.each(["the call", "the request"])("a request is aborted with the signal of %s", async (which) => {
  const { call, sent, fetch } = open();
  const own = new AbortController();
  await fetch(new Request("http://desk.test/", { signal: own.signal }));
  expect(sent[0]?.aborted).toBe(false);
  (which === "the call" ? call : own).abort();
  expect(sent[0]?.aborted).toBe(true);
});

test("a request of a call that is cancelled already is aborted from the start", async () => {
  const { call, sent, fetch } = open();
  call.abort();
  await fetch(new Request("http://desk.test/"));
  expect(sent[0]?.aborted).toBe(true);
});

test("a closed call leaves its requests alone", async () => {
  const { call, sent, fetch, close } = open();
  await fetch(new Request("http://desk.test/"));
  close();
  call.abort();
  expect(sent[0]?.aborted).toBe(false);
});

test("the time of the server is that of its last Date, in the middle of the second", async () => {
  const dates = ["Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:01:00 GMT"];
  const { fetch, serverNow } = open(() => new Response(null, { headers: { date: dates.shift() ?? "" } }));
  for (const expected of [Date.UTC(2026, 0, 1, 0, 0, 0, 500), Date.UTC(2026, 0, 1, 0, 1, 0, 500)]) {
    await fetch(new Request("http://desk.test/"));
    expect(Math.abs(serverNow() - expected)).toBeLessThan(400);
  }
  // A response without a Date says nothing about it.
  await fetch(new Request("http://desk.test/"));
  expect(Math.abs(serverNow() - Date.UTC(2026, 0, 1, 0, 1, 0, 500))).toBeLessThan(400);
});

test("the time of a server without a Date is that of this machine", async () => {
  const { fetch, serverNow } = open();
  await fetch(new Request("http://desk.test/"));
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(400);
});

test.each([
  ["30", 30],
  ["0", 0],
  // No pause may end before the server's.
  ["1.2", 2],
  ["Thu, 01 Jan 2026 00:00:00 GMT", undefined],
  [null, undefined],
])("the pause that a response asks for by “Retry-After: %s” is %s seconds", async (header, seconds) => {
  const { fetch, retryAfterSeconds } = open(
    () => new Response(null, header ? { headers: { "retry-after": header } } : {}),
  );
  await fetch(new Request("http://desk.test/"));
  expect(retryAfterSeconds()).toBe(seconds);
});

test.each([
  ["none", ["30", ""], 30],
  ["a longer one", ["5", "30"], 30],
  ["a shorter one", ["30", "5"], 5],
])(
  "the last pause that a response asks for counts, also if the next response asks for %s",
  async (_which, pauses, seconds) => {
    const { fetch, retryAfterSeconds } = open(() => {
      const pause = pauses.shift();
      return new Response(null, pause ? { headers: { "retry-after": pause } } : {});
    });
    for (let count = 0; count < 2; count++) await fetch(new Request("http://desk.test/"));
    expect(retryAfterSeconds()).toBe(seconds);
  },
);
