import { expect, test } from "vitest";
import type { Desk } from "../api/harness.ts";
import {
  callMcp,
  connect,
  createChallenge,
  createKey,
  hour,
  listKeys,
  obtainCode,
  open,
  refresh,
  register,
  sendForm,
  toAuthorizeQuery,
  toCodeForm,
} from "./oauth-client.ts";

const minute = 60_000;
const exchange = (desk: Desk, form: Record<string, string>) => sendForm(desk, "/oauth/token", form);

test("a stolen code is of no use without its verifier, to another client, or for another redirect URI", async () => {
  const { desk } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const right = toCodeForm(clientId, code, verifier);
  const wrongs = [
    { code_verifier: createChallenge().verifier },
    { client_id: await register(desk, ["https://other.example/cb"]) },
    { redirect_uri: "http://localhost:4001/callback" },
    { redirect_uri: "" },
    { code: `${code}x` },
  ];
  for (const wrong of wrongs)
    expect(await exchange(desk, { ...right, ...wrong })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  // None of it has used the code up.
  expect((await exchange(desk, right)).status).toBe(200);
});

test("a code that its client uses twice ends the connection; a wrong repeat does not", async () => {
  const { desk } = await open();
  const { clientId, code, verifier } = await obtainCode(desk);
  const right = toCodeForm(clientId, code, verifier);
  const { access_token } = (await exchange(desk, right)).body;
  const wrong = { ...right, code_verifier: createChallenge().verifier };
  expect((await exchange(desk, wrong)).body.error).toBe("invalid_grant");
  expect((await callMcp(desk, access_token)).status).toBe(200);
  expect((await exchange(desk, right)).body.error).toBe("invalid_grant");
  expect((await callMcp(desk, access_token)).status).toBe(401);
  expect(await listKeys(desk)).toEqual([]);
});

test("a code is valid for a minute", async () => {
  const { desk, pass } = await open();
  const [early, late] = [await obtainCode(desk), await obtainCode(desk)];
  pass(minute - 1);
  expect((await exchange(desk, toCodeForm(early.clientId, early.code, early.verifier))).status).toBe(200);
  pass(1);
  expect((await exchange(desk, toCodeForm(late.clientId, late.code, late.verifier))).body.error).toBe("invalid_grant");
});

test.each([
  ["no challenge", { code_challenge: null }],
  ["the method plain", { code_challenge_method: "plain" }],
  ["no method, which means plain", { code_challenge_method: null }],
  ["a short challenge", { code_challenge: "abc" }],
  ["another response type", { response_type: "token" }],
  ["no response type", { response_type: null }],
  ["a foreign resource", { resource: "https://other.example/mcp" }],
  ["an unknown client", { client_id: "abc.def" }],
  ["no client", { client_id: null }],
  ["no redirect URI", { redirect_uri: null }],
  ["a redirect URI that is not registered", { redirect_uri: "https://evil.example/cb" }],
])("with %s nothing redirects, and no link leads on", async (_what, changes) => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge });
  for (const [name, value] of Object.entries(changes)) value === null ? query.delete(name) : query.set(name, value);
  const { status, body, headers } = await desk.call("GET", `/oauth/authorize?${query}`, { token: null });
  expect([status, headers.get("location")]).toEqual([400, null]);
  expect(body).not.toMatch(/<a|href|evil\.example/);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("a parameter that is there twice is rejected", async () => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge });
  const { status } = await desk.call("GET", `/oauth/authorize?${query}&redirect_uri=https://evil.example/`, {
    token: null,
  });
  expect(status).toBe(400);
});

test("a client id that was changed, cut or signed elsewhere is unknown", async () => {
  const [{ desk }, { desk: elsewhere }] = [await open(), await open()];
  const clientId = await register(desk);
  const [payload = "", signature] = clientId.split(".");
  const forged = JSON.parse(Buffer.from(payload, "base64url").toString());
  forged.r = ["https://evil.example/cb"];
  const forgedId = `${Buffer.from(JSON.stringify(forged)).toString("base64url")}.${signature}`;
  for (const id of [forgedId, payload, `${payload}.`, `${clientId}x`, await register(elsewhere)])
    expect(await refresh(desk, id, "svcrt_x")).toMatchObject({ status: 401, body: { error: "invalid_client" } });
});

test("a refresh token works for its client alone, and a stranger's use of it ends nothing", async () => {
  const { desk, pass } = await open();
  const { clientId, refresh: token } = await connect(desk);
  const other = await register(desk, ["https://other.example/cb"]);
  expect((await refresh(desk, other, token)).body.error).toBe("invalid_grant");
  // At /mcp it is no token at all.
  expect((await callMcp(desk, token)).status).toBe(401);
  const next = await refresh(desk, clientId, token);
  expect(next.status).toBe(200);
  // Nor does the use of a token that the client has exchanged long before.
  pass(hour);
  const last = await refresh(desk, clientId, next.body.refresh_token);
  expect((await refresh(desk, other, token)).body.error).toBe("invalid_grant");
  expect((await refresh(desk, clientId, last.body.refresh_token)).status).toBe(200);
});

test("an old refresh token that is used again ends the connection", async () => {
  const { desk, pass } = await open();
  const { clientId, refresh: first } = await connect(desk);
  pass(hour);
  const second = (await refresh(desk, clientId, first)).body.refresh_token;
  const { access_token } = (await refresh(desk, clientId, second)).body;
  const last = (await refresh(desk, clientId, second)).body.refresh_token;
  expect((await refresh(desk, clientId, first)).body.error).toBe("invalid_grant");
  expect((await callMcp(desk, access_token)).status).toBe(401);
  expect((await refresh(desk, clientId, last)).body.error).toBe("invalid_grant");
  // The row stays, to warn.
  expect(await listKeys(desk)).toMatchObject([{ connection: { ended: "token_reused" } }]);
  pass(31 * 24 * hour);
  await desk.server.services.oauth.sweep();
  expect(await listKeys(desk)).toEqual([]);
});

test("a code whose approving key was revoked meanwhile creates nothing", async () => {
  const { desk } = await open();
  const approver = await createKey(desk);
  const { clientId, code, verifier } = await obtainCode(desk, { token: approver.token });
  await desk.call("DELETE", `agent-tokens/${approver.id}`);
  expect((await exchange(desk, toCodeForm(clientId, code, verifier))).body.error).toBe("invalid_grant");
  expect(await listKeys(desk)).toEqual([]);
});
