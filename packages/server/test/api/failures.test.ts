import { describe, expect, test } from "vitest";
import { StorageError } from "../../src/problem.ts";
import { signSmsGate } from "../../src/sms/signature.ts";
import { deliver, firstKey, openDesk } from "./harness.ts";

/** A server with what it logs. */
async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const lines: [level: string, message: string, more?: unknown][] = [];
  const log = {
    debug: (message: string, fields?: unknown) => void lines.push(["debug", message, fields]),
    info: (message: string, fields?: unknown) => void lines.push(["info", message, fields]),
    warn: (message: string, fields?: unknown) => void lines.push(["warn", message, fields]),
    error: (message: string, error: unknown) => void lines.push(["error", message, error]),
  };
  const desk = await openDesk({ log, clock: { now: () => Date.UTC(2026, 0, 1, 12, 0, 30) }, ...options });
  lines.length = 0;
  return { desk, lines };
}

describe("a path", () => {
  test.each([
    ["/nowhere", "There is nothing at this path."],
    ["/svc-api/nowhere", "There is nothing at this path."],
    ["/svc-api/svc-api/account", "There is nothing at this path. It has /svc-api twice: is the base URL right?"],
  ])("%s that does not exist is reported as such", async (path, error) => {
    const { desk, lines } = await open();
    const answer = await desk.server.fetch(new Request(`http://desk.test${path}`));
    expect([answer.status, await answer.json()]).toEqual([404, { error, code: "not_found" }]);
    expect(lines).toEqual([]);
  });

  test("of a tunnel reports that no HTTP server is attached", async () => {
    const { desk } = await open();
    const answer = await desk.server.fetch(new Request("http://desk.test/svc-tunnel/connect"));
    const error = "it is embedded in a program that has not called attach().";
    expect([answer.status, await answer.json()]).toEqual([501, { error, code: "unavailable" }]);
  });
});

describe("an error", () => {
  const failWith = async (error: unknown) => {
    const { desk, lines } = await open();
    desk.server.services.mailboxes.page = () => Promise.reject(error);
    const headers = { authorization: `Bearer ${firstKey}` };
    const answer = await desk.server.fetch(new Request("http://desk.test/svc-api/mailbox/list", { headers }));
    return { answer, body: await answer.json(), line: lines.find(([level]) => level === "error" || level === "warn") };
  };

  test("that is unexpected is logged with its stack, under the id that the caller gets", async () => {
    const error = new Error("a fault of ours");
    const { answer, body, line } = await failWith(error);
    const id = answer.headers.get("x-request-id") ?? "";
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
    expect([answer.status, body]).toEqual([
      500,
      { error: `The server failed; its log says why, of request ${id}.`, code: "internal" },
    ]);
    expect(line).toEqual(["error", `listMailboxes failed (request ${id})`, error]);
  });

  test.each([
    [
      "failed",
      "Storage failed; request rejected with 503",
      "The server's storage does not respond. Try again shortly.",
    ],
    [
      "full",
      "Storage full; request rejected with 503",
      "The server's storage is full, so nothing was stored. Delete what is no longer needed, or ask the operator to free space.",
    ],
    [
      "late",
      "Storage failed; request rejected with 503",
      "The server's storage did not respond in time. The change may still happen: check before you retry.",
    ],
  ] as const)(
    "of a storage that is %s is one line without a stack, with the storage's message",
    async (fault, message, sentence) => {
      const error = new StorageError("outer", { fault, cause: new Error("inner words\nof many lines") });
      const { answer, body, line } = await failWith(error);
      expect([answer.status, body]).toEqual([503, { error: sentence, code: "unavailable" }]);
      const id = answer.headers.get("x-request-id");
      expect(line).toEqual(["warn", message, { operation: "listMailboxes", id, why: "inner words" }]);
    },
  );

  test("in a page is logged, and reported without its message", async () => {
    const { desk, lines } = await open();
    Object.defineProperty(desk.server.services.facts, "publicUrl", {
      get: () => {
        throw new Error("a fault of ours");
      },
    });
    const answer = await desk.server.fetch(new Request("http://desk.test/llms.txt"));
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: "The server failed; its log says why.", code: "internal" },
    ]);
    expect(lines.map(([level, message]) => [level, message])).toEqual([["error", "A request failed"]]);
  });
});

test("each request is logged at debug level, and a rejected key", async () => {
  const { desk, lines } = await open();
  expect((await desk.call("GET", "account")).headers.get("x-request-id")).toBeNull();
  const refused = await desk.call("GET", "account", { token: "svcagt_wrong" });
  const id = refused.headers.get("x-request-id");
  expect(lines).toEqual([
    ["debug", "Request", { id: expect.any(String), operation: "getAccount", status: 200, ms: expect.any(Number) }],
    [
      "info",
      "Key rejected",
      { operation: "getAccount", why: "This credential is unknown or was revoked", client: "in process" },
    ],
    ["debug", "Request", { id, operation: "getAccount", status: 401, ms: expect.any(Number) }],
  ]);
});

test("the duration of a request is the same in the log and in the metrics", async () => {
  const { desk, lines } = await open();
  await desk.call("GET", "account");
  const text = await desk.server.services.metrics.text();
  const [, seconds] = /^frontdesk_http_request_seconds_sum\{operation="getAccount",status="200"\} (\S+)$/m.exec(text)!;
  const [, , fields] = lines.find(([, message]) => message === "Request")!;
  expect(fields).toMatchObject({ ms: Math.round(Number(seconds) * 10_000) / 10 });
});

test("above the limit of wrong keys none is logged, or a flood of them would fill the log", async () => {
  const { desk, lines } = await open({ authFailuresPerIp: 2 });
  for (let time = 0; time < 5; time++) await desk.call("GET", "account", { token: "svcagt_wrong" });
  expect(lines.filter(([, message]) => message === "Key rejected")).toHaveLength(2);
});

test("the minute in which wrong keys are counted is one of the server's clock", async () => {
  let now = Date.UTC(2026, 0, 1, 12, 0, 30);
  const { desk } = await open({ authFailuresPerIp: 2, clock: { now: () => now } });
  const ask = async () => {
    const { status, headers } = await desk.call("GET", "account", { token: "svcagt_wrong" });
    return [status, headers.get("retry-after")];
  };
  expect([await ask(), await ask(), await ask()]).toEqual([
    [401, null],
    [401, null],
    [429, "30"],
  ]);
  now += 29_999;
  expect(await ask()).toEqual([429, "1"]);
  now += 1;
  expect(await ask()).toEqual([401, null]);
});

test("a field of a list is named with its position", async () => {
  const { desk } = await open();
  const { token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const message = { phone: "5550100001", sender: "Bank", body: "Code 1" };
  const { body } = await desk.call("POST", "sms/push", {
    token,
    body: { messages: [message, { ...message, body: 7 }] },
  });
  expect(body.error).toMatch(/^`messages\[1\]\.body` /);
});

test("each request has an id of its own", async () => {
  const { desk } = await open();
  const ids = new Set<string | null>();
  for (let time = 0; time < 3; time++)
    ids.add((await desk.call("GET", "account", { token: "svcagt_wrong" })).headers.get("x-request-id"));
  expect(ids.size).toBe(3);
});

test("a key works even if recording its last use fails", async () => {
  const { desk } = await open();
  desk.server.services.agentKeys.touch = () => Promise.reject(new Error("full"));
  expect((await desk.call("GET", "account")).status).toBe(200);
});

test("a request with a wrong signature does not count for the key that it names", async () => {
  const { desk } = await open({ requestsPerKey: 2 });
  const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
  const seconds = String(Date.UTC(2026, 0, 1, 12, 0, 30) / 1000);
  const payload = { sender: "Bank", recipient: "5550100001", message: "Code 1", receivedAt: "2026-01-01T12:00:00Z" };
  const raw = JSON.stringify({ event: "sms:received", payload });
  const push = async (signature: string) => {
    const headers = { "content-type": "application/json", "x-timestamp": seconds, "x-signature": signature };
    return (await desk.call("POST", `sms/${sms_token.id}/smsgate`, { token: null, raw, headers })).status;
  };
  const right = signSmsGate(sms_token.token, raw, seconds);
  for (let time = 0; time < 3; time++) expect(await push("0".repeat(64))).toBe(401);
  expect([await push(right), await push(right), await push(right)]).toEqual([200, 200, 429]);
});

test("of a repeated query parameter the first is used", async () => {
  const { desk } = await open();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "ann" } })).body;
  for (const subject of ["One", "Two"]) await deliver(desk, "ann", { subject });
  const { body } = await desk.call("GET", `mailbox/${mailbox.id}/emails?limit=1&limit=2`, { token: firstKey });
  expect(body.emails).toHaveLength(1);
});
