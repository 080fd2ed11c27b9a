import { createStorage } from "unstorage";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";
import {
  approve,
  authorize,
  codeOf,
  connect,
  createChallenge,
  createKey,
  day,
  hour,
  listKeys,
  refresh,
  register,
  sendForm,
  toCodeForm,
} from "./oauth-client.ts";

async function openStored() {
  let now = Date.UTC(2030, 0, 1);
  const storage = createStorage();
  const desk = await openDesk({ publicUrl: "https://desk.example.com", storage, clock: { now: () => now } });
  onTestFinished(() => desk.server.close());
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  /** Returns the names of the records about OAuth and of tokens. */
  const listStored = async () =>
    (await storage.getKeys()).filter((name) => /oauth|token|connection/.test(name)).toSorted();
  const readAll = async () =>
    JSON.stringify(await Promise.all((await storage.getKeys()).map((name) => storage.getItem(name))));
  return { desk, pass, listStored, readAll };
}

test("a revoked connection leaves no record, and an expired code none after three hours", async () => {
  const { desk, pass, listStored } = await openStored();
  // The signing key of the client ids stays.
  await register(desk);
  const before = await listStored();
  const approver = await createKey(desk);
  const { clientId, refresh: token } = await connect(desk, { token: approver.token });
  await refresh(desk, clientId, token);
  expect((await listStored()).length).toBeGreaterThan(before.length + 4);
  // Ends the connection too.
  await desk.call("DELETE", `agent-tokens/${approver.id}`);
  expect(await listKeys(desk)).toEqual([]);
  pass(3 * hour);
  await desk.server.services.oauth.sweep();
  // The calendar keeps the hour of its last sweep, and the page of the deleted connection until that hour.
  expect((await listStored()).filter((name) => !/expiry/.test(name))).toEqual(before);
  pass(31 * day);
  await desk.server.services.oauth.sweep();
  expect((await listStored()).filter((name) => !before.includes(name))).toEqual([
    expect.stringMatching(/^expiry.*oauth(?:_k)?$/),
  ]);
});

test("a connection of which one access token was revoked leaves no record of the others at its end", async () => {
  const { desk, listStored } = await openStored();
  const { access, clientId, refresh: token } = await connect(desk);
  await refresh(desk, clientId, token);
  const listTokens = async () => (await listStored()).filter((name) => /token/.test(name)).length;
  const withBoth = await listTokens();
  await sendForm(desk, "/oauth/revoke", { token: access });
  expect(await listTokens()).toBe(withBoth - 1);
  const [row] = await listKeys(desk);
  await desk.call("DELETE", `agent-tokens/${row!.id}`);
  // Two access tokens and two refresh tokens.
  expect(await listTokens()).toBe(withBoth - 4);
});

test("a server that failed between deleting a key and its connections deletes them some hours later", async () => {
  const { desk, pass } = await openStored();
  const approver = await createKey(desk);
  await connect(desk, { token: approver.token });
  const { agentKeys } = desk.server.services;
  vi.spyOn(agentKeys, "removeApproved").mockRejectedValueOnce(new Error("killed"));
  const { account = "" } = (await agentKeys.find(approver.id)) ?? {};
  await expect(agentKeys.remove(approver.id, account)).rejects.toThrow("killed");
  expect(await listKeys(desk)).toHaveLength(1);
  pass(day);
  await desk.server.services.oauth.sweep();
  expect(await listKeys(desk)).toEqual([]);
});

test("registrations are not stored", async () => {
  const { desk, listStored } = await openStored();
  await register(desk);
  const before = await listStored();
  for (let count = 0; count < 20; count++) await register(desk, [`https://app${count}.example/cb`]);
  expect(await listStored()).toEqual(before);
});

test("no code, token, verifier or id of a request is stored in clear text", async () => {
  const { desk, readAll } = await openStored();
  const clientId = await register(desk);
  const { verifier, challenge } = createChallenge();
  const request = await authorize(desk, { clientId, challenge });
  const code = codeOf(await approve(desk, request));
  const between = await readAll();
  const { body } = await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
  const all = between + (await readAll());
  for (const secret of [request, code, verifier, body.access_token, body.refresh_token])
    expect(all).not.toContain(secret);
});
