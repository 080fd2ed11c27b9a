import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { setClientIp } from "../../src/http/client-network.ts";
import { firstKey } from "../api/harness.ts";
import {
  authorize,
  callMcp,
  callTool,
  connect,
  createChallenge,
  createKey,
  day,
  hour,
  listKeys,
  obtainCode,
  open,
  refresh,
  register,
  resultOf,
  sendForm,
  signInByLink,
  toCodeForm,
} from "./oauth-client.ts";

test("revoking the row ends every token at once", async () => {
  const { desk } = await open();
  const { access, refresh: token, clientId } = await connect(desk);
  const [row] = await listKeys(desk);
  expect((await desk.call("DELETE", `agent-tokens/${row!.id}`)).status).toBe(200);
  expect((await callMcp(desk, access)).status).toBe(401);
  expect((await refresh(desk, clientId, token)).body).toMatchObject({ error: "invalid_grant" });
});

test("the client can revoke its connection with the refresh token, or one access token", async () => {
  const { desk } = await open();
  const { access, refresh: token, clientId } = await connect(desk);
  const other = await register(desk, ["https://other.example/cb"]);
  const revoke = (revoked: string, client: string) =>
    sendForm(desk, "/oauth/revoke", { token: revoked, client_id: client });
  for (const [revoked, client] of [
    [token, other],
    ["svcrt_unknown", clientId],
    [firstKey, clientId],
  ] as const)
    expect((await revoke(revoked, client)).status).toBe(200);
  expect((await callMcp(desk, access)).status).toBe(200);
  expect((await desk.call("GET", "account")).status).toBe(200);
  expect((await revoke(access, clientId)).status).toBe(200);
  expect((await callMcp(desk, access)).status).toBe(401);
  const { body } = await refresh(desk, clientId, token);
  expect((await callMcp(desk, body.access_token)).status).toBe(200);
  expect((await revoke(body.refresh_token, clientId)).status).toBe(200);
  expect((await callMcp(desk, body.access_token)).status).toBe(401);
  expect(await listKeys(desk)).toEqual([]);
});

test("a connection ends with the key that has approved it", async () => {
  const { desk } = await open();
  const approver = await createKey(desk);
  const { access, clientId, refresh: token } = await connect(desk, { token: approver.token });
  expect((await callMcp(desk, access)).status).toBe(200);
  await desk.call("DELETE", `agent-tokens/${approver.id}`);
  expect((await callMcp(desk, access)).status).toBe(401);
  expect((await refresh(desk, clientId, token)).body.error).toBe("invalid_grant");
  expect(await listKeys(desk)).toEqual([]);
});

test("a connection loses a scope that the key which has approved it loses", async () => {
  const { desk } = await open();
  const approver = await createKey(desk, { scopes: "mailbox:read,mailbox:create,token:write" });
  const { access } = await connect(desk, { token: approver.token, scopes: ["mailbox:read", "mailbox:create"] });
  await desk.call("PUT", `agent-tokens/${approver.id}`, { body: { scopes: "mailbox:read,token:write" } });
  expect(resultOf(await callMcp(desk, access, callTool("mailbox_register", { name: "x" }))).isError).toBe(true);
  expect((await desk.call("GET", "mailbox/list")).body.mailboxes).toEqual([]);
});

test("a connection that has lost every scope learns that, and not that it has full access", async () => {
  const { desk } = await open();
  const approver = await createKey(desk, { scopes: "mailbox:read,sms:read,token:write" });
  const { access } = await connect(desk, { token: approver.token, scopes: ["mailbox:read"] });
  const readScopes = async () =>
    resultOf(await callMcp(desk, access, callTool("account_whoami"))).structuredContent.scopes;
  expect(await readScopes()).toBe("mailbox:read");
  await desk.call("PUT", `agent-tokens/${approver.id}`, { body: { scopes: "sms:read,token:write" } });
  expect(await readScopes()).toBe("");
});

test("a connection does not outlive the key that has approved it, but a dashboard session it does", async () => {
  const { desk, pass, now } = await open();
  const limited = await createKey(desk, { expiry: new Date(now() + hour / 2).toISOString() });
  const short = await connect(desk, { token: limited.token });
  const session = await signInByLink(desk);
  const long = await connect(desk, { token: session.token });
  expect(short.body.expires_in).toBe(1800);
  pass(day);
  expect((await refresh(desk, short.clientId, short.refresh)).body.error).toBe("invalid_grant");
  // Signing in deletes the key of the session that has ended.
  await signInByLink(desk);
  const { body } = await refresh(desk, long.clientId, long.refresh);
  expect((await callMcp(desk, body.access_token)).status).toBe(200);
});

test("that a key is a dashboard session cannot be set by REST", async () => {
  const { desk, now } = await open();
  const expiry = new Date(now() + hour).toISOString();
  const body = { name: "dashboard", expiry, session: true, connection: { client: "x", host: "x" } };
  const { agent_token } = (await desk.call("POST", "agent-tokens/create", { body })).body;
  const { body: tokens } = await connect(desk, { token: agent_token.token, duration: "unlimited" });
  expect(tokens.expires_in).toBe(3600);
  expect(await listKeys(desk)).toMatchObject([{ expiry }, { expiry }]);
});

test.each([
  ["day", day],
  ["month", 30 * day],
] as const)("a connection for a %s ends after it, although it is in use", async (duration, milliseconds) => {
  const { desk, pass } = await open();
  let { clientId, refresh: token } = await connect(desk, { duration });
  for (let passed = 0; passed < milliseconds - hour; passed += milliseconds / 4) {
    pass(milliseconds / 4 - 1000);
    const { body } = await refresh(desk, clientId, token);
    token = body.refresh_token;
    expect(body.access_token).toBeTypeOf("string");
  }
  pass(5000);
  expect((await refresh(desk, clientId, token)).body.error).toBe("invalid_grant");
});

test("what has expired is deleted", async () => {
  const { desk, pass } = await open();
  const { clientId, refresh: token } = await connect(desk);
  await obtainCode(desk);
  pass(20 * day);
  const { body } = await refresh(desk, clientId, token);
  pass(11 * day);
  await desk.server.services.oauth.sweep();
  expect(await listKeys(desk)).toHaveLength(1);
  pass(31 * day);
  await desk.server.services.oauth.sweep();
  expect(await listKeys(desk)).toEqual([]);
  expect((await refresh(desk, clientId, body.refresh_token)).body.error).toBe("invalid_grant");
});

test("an approval and its end are in the audit log", async () => {
  const { desk } = await open();
  const { clientId, refresh: token } = await connect(desk);
  const [row] = await listKeys(desk);
  await sendForm(desk, "/oauth/revoke", { token, client_id: clientId });
  const { entries } = (await desk.call("GET", "audit")).body;
  expect(entries.slice(0, 2)).toMatchObject([
    { action: "key.revoked", key_id: row!.id, target: `key:${row!.id}` },
    { action: "connection.approved", target: `key:${row!.id}` },
  ]);
});

test("an approval is recorded with the IP address of its person, and not with that of the client", async () => {
  const { desk } = await open();
  const { challenge, verifier } = createChallenge();
  const clientId = await register(desk);
  const body = { request: await authorize(desk, { clientId, challenge }), scopes: ["mailbox:read"], duration: "day" };
  const request = new Request("http://desk.test/oauth/consent/approve", {
    method: "POST",
    headers: { authorization: `Bearer ${firstKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  setClientIp(request, "192.0.2.6");
  const { redirect } = (await (await desk.server.fetch(request)).json()) as { redirect: string };
  await sendForm(desk, "/oauth/token", toCodeForm(clientId, new URL(redirect).searchParams.get("code")!, verifier));
  const { entries } = (await desk.call("GET", "audit")).body;
  expect(entries[0]).toMatchObject({ action: "connection.approved", ip: "192.0.2.6" });
});

test("the end of a connection is recorded with the IP address of the client that caused it", async () => {
  const { desk } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const form = toCodeForm(clientId, code, verifier);
  await sendForm(desk, "/oauth/token", form);
  const { refresh: token } = await connect(desk);
  for (const [ip, path, body] of [
    ["192.0.2.7", "/oauth/token", form],
    ["192.0.2.8", "/oauth/revoke", { token }],
  ] as const) {
    const request = new Request(`http://desk.test${path}`, { method: "POST", body: new URLSearchParams(body) });
    setClientIp(request, ip);
    await desk.server.fetch(request);
    const { entries } = (await desk.call("GET", "audit")).body;
    expect(entries[0]).toMatchObject({ action: "key.revoked", ip });
  }
});

test("the second use of a refresh token is recorded with the IP address from which it came", async () => {
  const { desk, pass } = await open();
  const { clientId, refresh: first } = await connect(desk);
  const [row] = await listKeys(desk);
  pass(hour);
  await refresh(desk, clientId, (await refresh(desk, clientId, first)).body.refresh_token);
  const form = { grant_type: "refresh_token", client_id: clientId, refresh_token: first };
  const request = new Request("http://desk.test/oauth/token", { method: "POST", body: new URLSearchParams(form) });
  setClientIp(request, "192.0.2.9");
  await desk.server.fetch(request);
  const { entries } = (await desk.call("GET", "audit")).body;
  expect(entries[0]).toMatchObject({ action: "key.revoked", target: `key:${row!.id}`, ip: "192.0.2.9" });
});

test("a code gives nothing once the key that has approved it has expired", async () => {
  const { desk, pass, now } = await open();
  const approver = await createKey(desk, { expiry: new Date(now() + 1000).toISOString() });
  const { clientId, verifier, code } = await obtainCode(desk, { token: approver.token });
  pass(1000);
  const { body } = await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
  expect(body).toMatchObject({ error: "invalid_grant" });
  expect(await listKeys(desk)).toMatchObject([{ id: approver.id }]);
});

test("a connection ends earlier if the expiry of the approving key is moved forward", async () => {
  const { desk, pass, now } = await open();
  const approver = await createKey(desk);
  const { access, clientId, refresh: token } = await connect(desk, { token: approver.token });
  const expiry = new Date(now() + 1000).toISOString();
  await desk.call("PUT", `agent-tokens/${approver.id}`, { body: { expiry } });
  expect((await callMcp(desk, access)).status).toBe(200);
  pass(1000);
  expect((await callMcp(desk, access)).status).toBe(401);
  expect((await refresh(desk, clientId, token)).body.error).toBe("invalid_grant");
});

test("a call whose key is revoked while its body arrives is rejected", async () => {
  const { desk } = await open();
  const { access } = await connect(desk);
  const steps = new EventEmitter();
  const [isRead, isRevoked] = [once(steps, "read"), once(steps, "revoked")];
  const raw = new ReadableStream(
    {
      async pull(controller) {
        steps.emit("read");
        await isRevoked;
        controller.enqueue(Buffer.from(JSON.stringify(callTool("account_whoami"))));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const answer = desk.call("POST", "/mcp", { token: access, raw, headers });
  await isRead;
  const [row] = await listKeys(desk);
  await desk.call("DELETE", `agent-tokens/${row!.id}`);
  steps.emit("revoked");
  expect((await answer).status).toBe(401);
});
