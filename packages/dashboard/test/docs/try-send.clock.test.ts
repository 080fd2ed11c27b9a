import { createHmac } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { monitoredFetch } from "../../src/app/connection.ts";
import type { Operation } from "../../src/docs/document.ts";
import { sendTry } from "../../src/docs/try-send.ts";
import { problem, startServer } from "../page.ts";

/** Sends a form of the reference. Returns what the server gets. */
async function send(key: string | null, token: string | null) {
  const server = startServer();
  const got: { body: string; headers: Headers }[] = [];
  server.respond("sms/smsgate", async (request: Request) => {
    got.push({ body: await request.clone().text(), headers: request.headers });
    return {};
  });
  const operation = {
    ...{ method: "POST", path: "/svc-api/sms/smsgate", parameters: [], key },
    body: { type: "application/json", isRequired: true },
  } as unknown as Operation; // The form reads no more of it.
  await sendTry({ operation, token, values: {}, body: '{"event": "sms:received"}' });
  return got[0]!;
}

test("a request of SMSGate's is signed with the key, over its body and the seconds of now", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_999 });
  onTestFinished(() => void vi.useRealTimers());
  const { body, headers } = await send("smsGateSignature", "svcsms_a");
  expect(headers.get("x-timestamp")).toBe("1800000000");
  expect(headers.get("x-signature")).toBe(createHmac("sha256", "svcsms_a").update(`${body}1800000000`).digest("hex"));
  expect([JSON.parse(body), headers.get("authorization")]).toEqual([{ event: "sms:received" }, null]);
});

test("a request of SMSGate's has the server's time, if the browser's clock is wrong", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const behind = new Date(1_800_000_000_000 - 600_000).toUTCString();
  startServer().respond("server/version", () => Response.json({}, { headers: { date: behind } }));
  await monitoredFetch(new Request("http://desk.test/svc-api/server/version"));
  const { headers } = await send("smsGateSignature", "svcsms_a");
  expect(headers.get("x-timestamp")).toBe(String(1_800_000_000 - 600));
});

test("any other request carries its key as a bearer, and no signature", async () => {
  const { headers } = await send("agentKey", "svcagt_a");
  expect([headers.get("authorization"), headers.get("x-signature")]).toEqual(["Bearer svcagt_a", null]);
});

test("a query has the fields that were filled in, and none that was emptied again", async () => {
  const server = startServer();
  const queries: string[] = [];
  server.respond("mail/recent", async (request: Request) => {
    queries.push(new URL(request.url).search);
    return {};
  });
  const parameters = ["n", "after", "to"].map((name) => ({ name, in: "query" }));
  const operation = { method: "GET", path: "/svc-api/mail/recent", parameters, key: "mailboxKey" };
  // The form reads no more of it.
  const request = { operation: operation as unknown as Operation, token: "svcm_a", body: "" };
  await sendTry({ ...request, values: { n: "5", after: "" } });
  expect(queries).toEqual(["?n=5"]);
});

test("a body that was emptied is not sent, and one that is no JSON says so without a request", async () => {
  const server = startServer();
  const bodies: string[] = [];
  server.respond("sms/register", async (request: Request) => {
    bodies.push(await request.clone().text());
    return {};
  });
  const parts = { method: "POST", path: "/svc-api/sms/register", parameters: [], key: "agentKey" };
  // The form reads no more of it.
  const operation = { ...parts, body: { type: "application/json", isRequired: false } } as unknown as Operation;
  await sendTry({ operation, token: "svcagt_a", values: {}, body: " \n" });
  expect(bodies).toEqual([""]);
  await expect(sendTry({ operation, token: "svcagt_a", values: {}, body: "{" })).rejects.toThrow("not valid JSON");
  expect(bodies.length).toBe(1);
});

const plain = { method: "GET", path: "/svc-api/account", parameters: [], key: null, body: null };
// The form reads no more of it.
const request = { operation: plain as unknown as Operation, token: null, values: {}, body: "" };

test.each([
  ["JSON", () => ({ a: [1] }), 200, '{\n  "success": true,\n  "a": [\n    1\n  ]\n}'],
  [
    "an error",
    () => problem(403, "missing_scope"),
    403,
    '{\n  "error": "The server says missing_scope.",\n  "code": "missing_scope"\n}',
  ],
  ["a text", () => new Response("busy", { status: 502 }), 502, "busy"],
])("%s is shown with its status, after one request", async (_what, respond, status, text) => {
  const server = startServer();
  server.respond("account", respond);
  const result = await sendTry(request);
  expect(result).toEqual({ status, text, milliseconds: expect.any(Number) });
  expect(Number.isInteger(result.milliseconds)).toBe(true);
  expect(server.requests.length).toBe(1);
});

test("the duration of a request is shown in whole milliseconds", async () => {
  startServer().respond("account", () => {
    now.mockReturnValue(1_250.6);
    return {};
  });
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await sendTry(request)).milliseconds).toBe(251);
});

test("a request that a busy server rejects is not repeated, and has longer than any long poll", async () => {
  const server = startServer();
  server.respond("account", () => Response.json({}, { status: 503, headers: { "retry-after": "0" } }));
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await sendTry(request)).status).toBe(503);
  expect(server.requests.length).toBe(1);
  expect(timeout.mock.calls.flat()).toContain(60_000);
});

test("a value goes where its parameter belongs: into the path or the query", async () => {
  const server = startServer();
  server.respond("mail/message/m1", {});
  const parameters = [
    { name: "id", in: "path" },
    { name: "n", in: "query" },
  ];
  const operation = { method: "GET", path: "/svc-api/mail/message/{id}", parameters, key: "mailboxToken" };
  const request = { operation: operation as unknown as Operation, token: "svcm_a", body: "" };
  await sendTry({ ...request, values: { id: "m1", n: "5" } });
  expect(server.requests.map(({ path, query }) => [path, query])).toEqual([["mail/message/m1", { n: "5" }]]);
});

test.each(["smsGateSignature", "agentKey"])("a request with %s that lasts too long is aborted", async (key) => {
  const late = new AbortController();
  const { timeout: start } = AbortSignal;
  const timeout = vi.spyOn(AbortSignal, "timeout");
  // The limit of each request of the page, which is shorter, never comes here: only the form's own ends the request.
  const never = new AbortController();
  timeout.mockImplementation((delay) => {
    if (delay > 55_000) return late.signal;
    return delay === 55_000 ? never.signal : start.call(AbortSignal, delay);
  });
  onTestFinished(() => timeout.mockRestore());
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = startServer();
  server.respond("sms/smsgate", () => new Promise(() => {}));
  const parts = { method: "POST", path: "/svc-api/sms/smsgate", parameters: [], key };
  // The form reads no more of it.
  const operation = { ...parts, body: { type: "application/json", isRequired: true } } as unknown as Operation;
  const sending = sendTry({ operation, token: "svcsms_a", values: {}, body: "{}" }).catch((error: unknown) => error);
  await expect.poll(() => server.requests.map(({ signal }) => signal.aborted)).toEqual([false]);
  late.abort(new DOMException("Too late", "TimeoutError"));
  await expect.poll(() => server.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(await sending).toBeInstanceOf(Error);
});
