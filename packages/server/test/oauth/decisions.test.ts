import { expect, test } from "vitest";
import { connectionScopes } from "../../src/store/connection-scopes.ts";
import { firstKey } from "../api/harness.ts";
import {
  approve,
  authorize,
  connect,
  createChallenge,
  createKey,
  day,
  listKeys,
  open,
  openRequest,
  register,
  toAuthorizeQuery,
} from "./oauth-client.ts";

const minute = 60_000;

test("no scope beyond the request, the approving key or the offer can be granted", async () => {
  const { desk } = await open();
  const clientId = await register(desk);
  const { challenge } = createChallenge();
  const ask = (scope: string) => authorize(desk, { clientId, challenge, scope });
  const limited = await createKey(desk, { scopes: "mailbox:read,token:write" });
  const cases: [string, string[], string?][] = [
    ["mailbox:read", ["mailbox:create"]],
    ["mailbox:read token:write", ["mailbox:read", "token:write"]],
    ["mailbox:read audit:read mail:push", ["audit:read"]],
    ["mailbox:read mailbox:create", ["mailbox:read", "mailbox:create"], limited.token],
  ];
  for (const [scope, scopes, token = firstKey] of cases)
    expect((await approve(desk, await ask(scope), { scopes, token })).status).toBe(403);
  expect((await approve(desk, await ask("mailbox:read"), { scopes: [] })).status).toBe(400);
});

test("a scope that a decision names twice is granted once", async () => {
  const { desk } = await open();
  expect((await connect(desk, { scopes: ["mailbox:read", "mailbox:read"] })).body.scope).toBe("mailbox:read");
});

test("a connection lasts as long as was chosen, but no longer than the key that approves it", async () => {
  const { desk, now } = await open();
  const { token } = await createKey(desk, { expiry: new Date(now() + 2 * day).toISOString() });
  for (const duration of ["day", "month"] as const) await connect(desk, { token, duration });
  const ends = (await listKeys(desk)).flatMap(({ connection, expiry }) => (connection ? [Date.parse(expiry!)] : []));
  expect(ends.toSorted()).toEqual([now() + day, now() + 2 * day]);
});

test("a connection cannot be given the scopes that are never offered, by changing its key", async () => {
  const { desk } = await open();
  await connect(desk);
  const [row] = await listKeys(desk);
  for (const scopes of ["token:write", "mailbox:read,audit:read", null])
    expect(await desk.call("PUT", `agent-tokens/${row!.id}`, { body: { scopes } })).toMatchObject({
      status: 400,
      body: {
        error: `\`scopes\` of a connection must be some of ${connectionScopes.join(", ")}. Create an agent key for others.`,
        code: "invalid_request",
      },
    });
  expect((await desk.call("PUT", `agent-tokens/${row!.id}`, { body: { scopes: "mailbox:create" } })).status).toBe(200);
});

test("a decision needs a key with token:write, which no other site can send", async () => {
  const { desk } = await open();
  const id = await openRequest(desk);
  const weak = await createKey(desk, { scopes: "mailbox:read" });
  const { access } = await connect(desk);
  for (const [token, status] of [
    ["", 401],
    [access, 401],
    [weak.token, 403],
  ] as const)
    for (const path of ["/oauth/consent", "/oauth/consent/approve", "/oauth/consent/deny"]) {
      const body = { request: id, scopes: ["mailbox:read"], duration: "day" };
      const answer = await desk.call("POST", path, { token: token || null, body });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  const preflight = await desk.call("OPTIONS", "/oauth/consent/approve", { token: null });
  expect(preflight.headers.get("access-control-allow-headers")).toBeNull();
  const gone = await createKey(desk);
  await desk.call("DELETE", `agent-tokens/${gone.id}`);
  expect((await approve(desk, id, { token: gone.token })).status).toBe(401);
  expect((await approve(desk, id)).status).toBe(200);
});

test("who has too many keys can revoke one, and then allow the same request", async () => {
  const { desk } = await open({ agentKeysPerAccount: 2 });
  const other = await createKey(desk);
  const id = await openRequest(desk);
  expect(await approve(desk, id)).toMatchObject({ status: 403, body: { code: "limit_reached" } });
  await desk.call("DELETE", `agent-tokens/${other.id}`);
  expect((await approve(desk, id)).status).toBe(200);
});

test("a request is decided once, within ten minutes, and cannot be guessed", async () => {
  const { desk, pass } = await open();
  const clientId = await register(desk);
  const ask = () => authorize(desk, { clientId, challenge: createChallenge().challenge });
  const [decided, late] = [await ask(), await ask()];
  expect((await approve(desk, decided)).status).toBe(200);
  expect((await approve(desk, decided)).status).toBe(404);
  const [slot] = late.split(".");
  for (const guess of [`${slot}.${"a".repeat(22)}`, slot!, "", "../x", "99999.abc"])
    expect((await approve(desk, guess)).status).toBe(404);
  pass(10 * minute);
  expect((await approve(desk, late)).status).toBe(404);
});

test.each([
  ["https://desk.example.com/mcp", 303],
  ["https://desk.example.com/mcp/", 303],
  ["https://desk.example.com", 303],
  ["https://desk.example.com/", 303],
  ["https://desk.example.com/other", 400],
  ["https://desk.example.com/other/mcp", 400],
  ["https://desk.example.com/mcp/mcp", 400],
  ["https://desk.example.com:8443/mcp", 400],
  ["http://desk.example.com/mcp", 400],
  ["https://other.example/mcp", 400],
  ["mcp", 400],
])("a request for a token of %s gets %d", async (resource, status) => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge, resource });
  expect((await desk.call("GET", `/oauth/authorize?${query}`, { token: null })).status).toBe(status);
});
