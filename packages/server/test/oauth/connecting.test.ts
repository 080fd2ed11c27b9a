import { expect, test } from "vitest";
import { setClientIp } from "../../src/http/client-network.ts";
import { deliver, firstKey } from "../api/harness.ts";
import {
  approve,
  authorize,
  callMcp,
  callTool,
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
  resultOf,
  signInByLink,
} from "./oauth-client.ts";

test("a client connects, and reads a code from a mail", async () => {
  const { desk } = await open();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "signup" } })).body;
  await deliver(desk, "signup", { subject: "Your code", body: "Your verification code is 482913." });
  const { access, body } = await connect(desk, { scopes: ["mailbox:read"] });
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "mailbox:read" });
  const names = resultOf(await callMcp(desk, access)).tools.map(({ name }: { name: string }) => name);
  expect(names).toContain("mail_wait_code");
  expect(names).not.toContain("mailbox_register");
  const result = resultOf(await callMcp(desk, access, callTool("mail_wait_code", { mailbox: mailbox.name })));
  expect(JSON.stringify(result)).toContain("482913");
});

test("what a tool returns is recorded with the IP address of its client", async () => {
  const { desk } = await open();
  await desk.call("POST", "mailbox/register", { body: { name: "signup" } });
  await deliver(desk, "signup", { body: "Your verification code is 482913." });
  const request = new Request("http://desk.test/mcp", {
    method: "POST",
    headers: {
      authorization: `Bearer ${firstKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(callTool("mail_wait_code", { mailbox: "signup" })),
  });
  setClientIp(request, "192.0.2.7");
  expect(await (await desk.server.fetch(request)).text()).toContain("482913");
  const { entries } = (await desk.call("GET", "audit")).body;
  expect(entries).toContainEqual(expect.objectContaining({ action: "message.returned", ip: "192.0.2.7" }));
});

test("the way back to the client has the code, the state and the issuer", async () => {
  const { desk } = await open();
  const clientId = await register(desk);
  const id = await authorize(desk, { clientId, challenge: createChallenge().challenge, state: "a b&c" });
  const { redirect } = (await approve(desk, id)).body;
  const { origin, pathname, searchParams } = new URL(redirect);
  expect(`${origin}${pathname}`).toBe("http://localhost:4000/callback");
  expect(Object.fromEntries(searchParams)).toEqual({
    code: expect.stringMatching(/^svcac_/),
    state: "a b&c",
    iss: "https://desk.example.com",
  });
});

test("a denial goes back as an error, with state and issuer", async () => {
  const { desk } = await open();
  const id = await openRequest(desk);
  const { redirect } = (await desk.call("POST", "/oauth/consent/deny", { body: { request: id } })).body;
  expect(Object.fromEntries(new URL(redirect).searchParams)).toEqual({
    error: "access_denied",
    state: "s1",
    iss: "https://desk.example.com",
  });
  expect((await approve(desk, id)).status).toBe(404);
});

test("the consent page gets the client, the account and the scopes", async () => {
  const { desk } = await open();
  const clientId = await register(desk, ["https://app.example/cb"], "My\u202e app\n");
  const scope = "mailbox:read authenticator:read token:write offline_access";
  const id = await authorize(desk, {
    clientId,
    challenge: createChallenge().challenge,
    redirectUri: "https://app.example/cb",
    scope,
  });
  expect((await desk.call("POST", "/oauth/consent", { body: { request: id } })).body).toEqual({
    client: {
      name: "My app",
      host: "app.example",
      redirect_uri: "https://app.example/cb",
      is_local: false,
      verified_host: null,
    },
    account: "default",
    scopes: [
      { scope: "mailbox:read", ticked: true, allowed: true },
      { scope: "authenticator:read", ticked: false, allowed: true },
    ],
    expiry: null,
  });
  for (const token of [null, "svcagt_wrong", (await createKey(desk, { scopes: "token:read" })).token]) {
    const { status, body } = await desk.call("POST", "/oauth/consent", { token, body: { request: id } });
    expect([401, 403]).toContain(status);
    expect(JSON.stringify(body)).not.toContain("app.example");
  }
});

test("the consent page gets the expiry of the key that limits a connection, and none of a dashboard session", async () => {
  const { desk, now } = await open();
  const id = await openRequest(desk);
  const expiryFor = async (token: string) =>
    (await desk.call("POST", "/oauth/consent", { token, body: { request: id } })).body.expiry;
  const expiry = new Date(now() + hour).toISOString();
  expect(await expiryFor((await createKey(desk, { expiry })).token)).toBe(expiry);
  expect(await expiryFor((await signInByLink(desk)).token)).toBeNull();
});

test("a connection is one row of the list, whose key is not shown, and stays one when it refreshes", async () => {
  const { desk, pass } = await open();
  const { clientId, refresh: token } = await connect(desk);
  pass(hour);
  expect((await refresh(desk, clientId, token)).status).toBe(200);
  expect(await listKeys(desk)).toMatchObject([
    { name: "Test client", scopes: "mailbox:read", connection: { client: "Test client", host: "localhost:4000" } },
  ]);
  expect(JSON.stringify(await listKeys(desk))).not.toMatch(/svc(?:at|rt|ac)_/);
});

test("an access token works for an hour and at /mcp alone", async () => {
  const { desk, pass } = await open();
  const { access } = await connect(desk);
  for (const path of ["account", "mailbox/list", "agent-tokens/list"])
    expect((await desk.call("GET", path, { token: access })).status).toBe(401);
  pass(hour - 1);
  expect((await callMcp(desk, access)).status).toBe(200);
  pass(1);
  expect((await callMcp(desk, access)).status).toBe(401);
});

test("neither a refresh token nor a code is a credential for /mcp", async () => {
  const { desk } = await open();
  const { code } = await obtainCode(desk);
  const { refresh: token } = await connect(desk);
  for (const wrong of [code, token]) expect((await callMcp(desk, wrong)).status).toBe(401);
});
