import { expect, test } from "vitest";
import { checkResources } from "../../src/oauth/authorize.ts";
import { fragileStorage } from "../api/harness.ts";
import {
  approve,
  callMcp,
  connect,
  createChallenge,
  createKey,
  hour,
  listKeys,
  obtainCode,
  open,
  openRequest,
  refresh,
  register,
  sendForm,
  signInByLink,
  toAuthorizeQuery,
  toCodeForm,
} from "./oauth-client.ts";

const openPage = async (desk: Awaited<ReturnType<typeof open>>["desk"], changes: Record<string, string> = {}) => {
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge });
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return desk.call("GET", `/oauth/authorize?${query}`, { token: null });
};

test("sign-ins from one IP address are limited, and the page says when to come back", async () => {
  const { desk } = await open({ oauthAuthorizationsPerIp: 2 });
  const statuses = [];
  for (let time = 0; time < 2; time++) statuses.push((await openPage(desk)).status);
  const limited = await openPage(desk);
  expect([...statuses, limited.status]).toEqual([303, 303, 429]);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(limited.body).toContain("Too many sign-ins of apps from this IP address");
});

test("a state has at most 4096 characters", async () => {
  const { desk } = await open();
  expect((await openPage(desk, { state: "s".repeat(4096) })).status).toBe(303);
  expect((await openPage(desk, { state: "s".repeat(4097) })).status).toBe(400);
});

test.each([
  [{ grant_type: "password" }, "unsupported_grant_type"],
  [{ resource: "https://other.example/mcp" }, "invalid_target"],
  [{ code_verifier: "a".repeat(42) }, "invalid_grant"],
  [{ code_verifier: "a".repeat(129) }, "invalid_grant"],
  [{ code_verifier: "" }, "invalid_request"],
  [{ code: "" }, "invalid_request"],
  [{ client_id: "" }, "invalid_request"],
  [{ grant_type: "" }, "invalid_request"],
  [{ grant_type: "refresh_token" }, "invalid_request"],
])("a code with %j gets the error %s, and stays valid", async (changes, error) => {
  const { desk } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const form = toCodeForm(clientId, code, verifier);
  expect(await sendForm(desk, "/oauth/token", { ...form, ...changes })).toMatchObject({ status: 400, body: { error } });
  expect((await sendForm(desk, "/oauth/token", form)).status).toBe(200);
});

test.each([
  [[], true],
  [["https://desk.example/mcp"], true],
  [["https://desk.example/mcp", "https://desk.example"], true],
  [["https://desk.example/mcp", "https://other.example/mcp"], false],
  [["https://other.example/mcp", "https://desk.example/mcp"], false],
])("tokens for %j are issued only if each of these is this server: %s", (resources, isOwn) => {
  const parameters = new URLSearchParams();
  for (const resource of resources) parameters.append("resource", resource);
  const urls = { issuer: "https://desk.example", resource: "https://desk.example/mcp" };
  const check = expect(() => checkResources(parameters, urls));
  if (isOwn) check.not.toThrow();
  else check.toThrow("resource must be https://desk.example/mcp.");
});

test("a code is of no use without its redirect URI", async () => {
  const { desk } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const { redirect_uri: _, ...form } = toCodeForm(clientId, code, verifier);
  expect((await sendForm(desk, "/oauth/token", form)).body.error).toBe("invalid_grant");
});

test.each([42, 129])("a verifier of %i characters is rejected for its length", async (length) => {
  const { desk } = await open();
  const { clientId, code } = await obtainCode(desk);
  const { body } = await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, "a".repeat(length)));
  expect(body.error_description).toContain("43 to 128");
});

test("a form whose parameter is there twice is rejected, and its code stays valid", async () => {
  const { desk } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const form = toCodeForm(clientId, code, verifier);
  const raw = `${new URLSearchParams(form)}&code=other`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status, body } = await desk.call("POST", "/oauth/token", { token: null, raw, headers });
  expect([status, body.error]).toEqual([400, "invalid_request"]);
  expect((await sendForm(desk, "/oauth/token", form)).status).toBe(200);
});

test("clients that do not exist count as wrong credentials, and other errors do not", async () => {
  const { desk } = await open({ authFailuresPerIp: 2 });
  const { clientId } = await connect(desk);
  for (let time = 0; time < 3; time++)
    expect((await sendForm(desk, "/oauth/token", { grant_type: "refresh_token" })).status).toBe(400);
  const statuses = [];
  for (let time = 0; time < 3; time++) statuses.push((await refresh(desk, "unknown", "svcrt_x")).status);
  expect(statuses).toEqual([401, 401, 429]);
  const limited = await refresh(desk, clientId, "svcrt_x");
  expect(limited.body.error).toBe("temporarily_unavailable");
  expect(limited.headers.get("retry-after")).toBe("60");
});

test("a token is revoked without a client id, and a connection's webhooks with it", async () => {
  const { desk } = await open();
  const { access, refresh: token } = await connect(desk, { scopes: ["mailbox:read"] });
  const { id, account } = (await desk.server.services.agentKeys.list(await accountOf(desk)))[1]!;
  const settings = { url: "https://a.example/x", events: ["mail" as const], mailbox_id: null, sms_id: null, key: id };
  const webhook = await desk.server.services.webhooks.register(account, settings, async () => null);
  expect((await sendForm(desk, "/oauth/revoke", { token: access })).status).toBe(200);
  expect((await callMcp(desk, access)).status).toBe(401);
  expect(await desk.server.services.webhooks.find(webhook.id)).not.toBeNull();
  expect((await sendForm(desk, "/oauth/revoke", { token })).status).toBe(200);
  expect(await listKeys(desk)).toEqual([]);
  expect(await desk.server.services.webhooks.find(webhook.id)).toBeNull();
});

const accountOf = async (desk: Awaited<ReturnType<typeof open>>["desk"]) =>
  (await desk.server.services.accounts.findByName("default"))!.id;

test("an approval is recorded with the key that gave it", async () => {
  const { desk } = await open();
  const approver = await createKey(desk);
  await connect(desk, { token: approver.token });
  const { entries } = (await desk.call("GET", "audit")).body;
  const approval = entries.find(({ action }: { action: string }) => action === "connection.approved");
  expect(approval).toMatchObject({ key_id: approver.id });
  const session = await signInByLink(desk);
  await connect(desk, { token: session.token });
  const [newest] = (await desk.call("GET", "audit?action=connection.approved")).body.entries;
  expect(newest).toMatchObject({ key_id: session.id });
});

test("an account that is full when a code is exchanged gets no connection", async () => {
  const { desk } = await open({ agentKeysPerAccount: 2 });
  const { clientId, code, verifier } = await obtainCode(desk);
  await createKey(desk);
  const { status, body } = await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
  expect([status, body.error, body.error_description]).toEqual([
    400,
    "invalid_grant",
    expect.stringContaining("may have 2 agent keys"),
  ]);
  expect(await listKeys(desk)).toHaveLength(1);
});

test("a connection that ends within the hour says so, and its refresh ends at that moment", async () => {
  const { desk, pass, now } = await open();
  const limited = await createKey(desk, { expiry: new Date(now() + hour).toISOString() });
  const { clientId, refresh: token, body } = await connect(desk, { token: limited.token });
  expect(body.expires_in).toBe(3600);
  pass(hour - 500);
  const last = (await refresh(desk, clientId, token)).body;
  expect(last.expires_in).toBe(0);
  pass(500);
  expect((await refresh(desk, clientId, last.refresh_token)).body.error).toBe("invalid_grant");
});

test.each([
  ["/oauth/token", "POST"],
  ["/oauth/register", "POST"],
  ["/oauth/revoke", "POST"],
  ["/.well-known/oauth-authorization-server", "GET"],
])("a page of another origin may send its headers to %s, by %s alone", async (path, method) => {
  const { desk } = await open();
  const { headers } = await desk.call("OPTIONS", path, { token: null });
  expect(Object.fromEntries(headers)).toMatchObject({
    "access-control-allow-methods": `${method}, OPTIONS`,
    "access-control-allow-headers":
      "authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name",
    "access-control-max-age": "86400",
  });
  expect((await desk.call("PUT", path, { token: null })).headers.get("allow")).toBe(`${method}, OPTIONS`);
});

test("tokens and clients are never cached", async () => {
  const { desk } = await open();
  const body = { redirect_uris: ["http://localhost:1/cb", "http://localhost:1/cb"] };
  const registered = await desk.call("POST", "/oauth/register", { token: null, body });
  // Without a name, people see the host.
  expect(registered.body).toMatchObject({ client_name: "localhost:1", redirect_uris: ["http://localhost:1/cb"] });
  const { clientId, code, verifier } = await obtainCode(desk);
  const tokens = await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
  const described = await desk.call("POST", "/oauth/consent", { body: { request: await openRequest(desk) } });
  for (const { headers } of [registered, tokens, described])
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  expect(described.body.client).toMatchObject({ is_local: true });
});

test("wrong keys at the consent page are limited like others, and a failed storage is no wrong key", async () => {
  const fragile = fragileStorage();
  const { desk } = await open({ authFailuresPerIp: 2, storage: fragile.storage });
  const id = await openRequest(desk);
  fragile.break();
  expect((await approve(desk, id)).status).toBe(503);
  fragile.mend();
  const statuses = [];
  for (let time = 0; time < 3; time++) statuses.push((await approve(desk, id, { token: "svcagt_wrong" })).status);
  expect(statuses).toEqual([401, 401, 429]);
  expect((await approve(desk, id)).status).toBe(200);
});

test("an app that was turned away, and lands here, is explained on this server's port", async () => {
  const { desk } = await open();
  const callback = async (url: string) => {
    const response = await desk.server.fetch(new Request(url));
    return [response.status, await response.text()];
  };
  expect(await callback("http://localhost:8787/callback?error=access_denied")).toEqual([
    409,
    expect.stringContaining("on port 8787"),
  ]);
  expect(await callback("http://localhost/callback?code=1")).toEqual([409, expect.stringContaining("on port 80,")]);
});
