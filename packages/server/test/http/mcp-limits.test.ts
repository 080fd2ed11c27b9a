import { expect, test } from "vitest";
import { firstKey, openDesk } from "../api/harness.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
};

/** A server whose minute does not end while a test runs. */
async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk({ clock: { now: () => Date.UTC(2026, 0, 1, 12, 0, 30) }, ...options });
  const post = (authorization: string, changes: RequestInit & { headers?: Record<string, string> } = {}) =>
    desk.server.fetch(
      new Request("http://desk.test/mcp", {
        method: "POST",
        body: JSON.stringify(initialize),
        ...changes,
        headers: {
          authorization,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...changes.headers,
        },
      }),
    );
  return { desk, post };
}

test("wrong keys at POST /mcp count with those of the API, and a right one always passes", async () => {
  const { desk, post } = await open({ authFailuresPerIp: 3 });
  const wrong = () => post("Bearer svcagt_wrong");
  expect((await desk.call("GET", "account", { token: "svcagt_wrong" })).status).toBe(401);
  expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 401]);
  const limited = await wrong();
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(await limited.json()).toMatchObject({ code: "rate_limited" });
  expect((await desk.call("GET", "account", { token: "svcagt_wrong" })).status).toBe(429);
  expect((await post(`Bearer ${firstKey}`)).status).toBe(200);
});

test("who sends too many wrong keys is told when to come back, not to sign in", async () => {
  const { post } = await open({ authFailuresPerIp: 1 });
  const seen: unknown[] = [];
  for (const { status, headers } of [await post("Bearer svcagt_wrong"), await post("Bearer svcagt_wrong")])
    seen.push([status, headers.has("www-authenticate"), headers.has("retry-after")]);
  expect(seen).toEqual([
    [401, true, false],
    [429, false, true],
  ]);
});

test("a request without a key counts as no wrong key, and learns where to sign in however often it is sent", async () => {
  const { desk, post } = await open({ authFailuresPerIp: 1 });
  expect((await post("Bearer svcagt_wrong")).status).toBe(401);
  for (let time = 0; time < 3; time++) {
    const { status, headers } = await desk.call("POST", "/mcp", { token: null, body: {} });
    expect([status, headers.has("www-authenticate")]).toEqual([401, true]);
  }
  expect((await post("Bearer svcagt_wrong")).status).toBe(429);
});

test("other errors of a request do not count as a wrong key", async () => {
  const { post } = await open({ authFailuresPerIp: 1 });
  for (let time = 0; time < 3; time++) expect((await post(`Bearer ${firstKey}`, { body: "{" })).status).toBe(400);
  expect((await post("Bearer svcagt_wrong")).status).toBe(401);
});

test("requests at POST /mcp count for their key", async () => {
  const { desk, post } = await open({ requestsPerKey: 2 });
  expect((await desk.call("GET", "account")).status).toBe(200);
  expect((await post(`Bearer ${firstKey}`)).status).toBe(200);
  const limited = await post(`Bearer ${firstKey}`);
  expect([limited.status, await limited.json()]).toMatchObject([429, { code: "rate_limited" }]);
});

test.each(["Bearer ", "bearer ", "BEARER   "])("a key after %j is accepted, as by the API", async (scheme) => {
  const { desk, post } = await open();
  expect((await post(scheme + firstKey)).status).toBe(200);
  const headers = { authorization: scheme + firstKey };
  expect((await desk.call("GET", "account", { token: null, headers })).status).toBe(200);
  const tools = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "account_whoami", arguments: {} } };
  const answer = await post(scheme + firstKey, { body: JSON.stringify(tools) });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"account":"default"')]);
});

test("any page may read the response and the headers that the protocol needs", async () => {
  const { desk, post } = await open();
  const answer = await post(`Bearer ${firstKey}`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "www-authenticate, mcp-session-id, mcp-protocol-version",
    "x-content-type-options": "nosniff",
  });
  const preflight = await desk.server.fetch(new Request("http://desk.test/mcp", { method: "OPTIONS" }));
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
    204,
    expect.objectContaining({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
      "access-control-max-age": "86400",
    }),
  ]);
});

test.each(["/mcp", "/mcp/"])("%s takes POST, and says with any method where to sign in", async (path) => {
  const { desk } = await open();
  const ask = async (method: string, token: string | null) => {
    const { status, headers } = await desk.call(method, path, { token });
    return [status, headers.get("allow"), headers.has("www-authenticate")];
  };
  for (const method of ["GET", "POST"]) expect(await ask(method, null)).toEqual([401, null, true]);
  for (const method of ["GET", "DELETE"]) expect(await ask(method, firstKey)).toEqual([405, "POST, OPTIONS", false]);
  const { headers } = await desk.call("GET", path, { token: null });
  expect(headers.get("access-control-expose-headers")).toBe("www-authenticate, mcp-session-id, mcp-protocol-version");
});

test.each([
  ["too large", JSON.stringify("x".repeat(1024 * 1024)), {}, 413],
  ["of another kind", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415],
  ["no JSON", "{", {}, 400],
])("a body that is %s is refused as by the API", async (_what, body, headers, status) => {
  const { post } = await open();
  expect((await post(`Bearer ${firstKey}`, { body, headers })).status).toBe(status);
  expect((await post("Bearer svcagt_wrong", { body, headers })).status).toBe(401);
});

test("a storage failure does not count as a wrong key", async () => {
  const { desk, post } = await open({ authFailuresPerIp: 1 });
  desk.server.services.agentKeys.find = async () => {
    throw new Error("out of reach");
  };
  for (let time = 0; time < 3; time++) expect((await post(`Bearer ${firstKey}`)).status).toBe(500);
});
