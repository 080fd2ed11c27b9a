import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { type Desk, openDesk } from "../api/harness.ts";
import { startRedis } from "../storage/redis-server.ts";
import {
  approve,
  callMcp,
  callTool,
  connect,
  createKey,
  listKeys,
  obtainCode,
  openRequest,
  refresh,
  sendForm,
  toCodeForm,
} from "./oauth-client.ts";

const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so OAuth on several servers is not tested here.");
afterAll(() => redis?.stop());

/** Opens one server in memory, or two that share a Redis. Returns what the first and the second of two clients call. */
async function openServers(isShared: boolean): Promise<readonly [Desk, Desk]> {
  const options = { publicUrl: "https://desk.example.com" };
  const openOne = async () => {
    const desk = await openDesk(isShared ? { ...options, storage: redis!.url } : options);
    onTestFinished(() => desk.server.close());
    return desk;
  };
  const first = await openOne();
  return [first, isShared ? await openOne() : first];
}

/** The servers, and whether they are two. */
const setups: [string, boolean][] = [["one server", false]];
if (redis) setups.push(["two servers on one Redis", true]);

describe.each(setups)("on %s", (_what, isShared) => {
  test("fifty refreshes at once all get tokens, of which the newest work", async () => {
    const [one, other] = await openServers(isShared);
    const { clientId, refresh: token } = await connect(one);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refresh(index % 2 === 0 ? one : other, clientId, token)),
    );
    expect(results.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const works = await Promise.all(results.map(({ body }) => callMcp(other, body.access_token)));
    // At most twenty access tokens are valid at a time.
    expect(works.filter(({ status }) => status === 200)).toHaveLength(20);
    const again = [];
    for (const { body } of results) again.push((await refresh(one, clientId, body.refresh_token)).status);
    expect(again.filter((status) => status === 200)).toHaveLength(3);
    await revokeAll(one);
  });

  test("a refresh during a revocation leaves nothing that works", async () => {
    const [one, other] = await openServers(isShared);
    for (let round = 0; round < 10; round++) {
      const { clientId, refresh: token } = await connect(one);
      const [row] = await listKeys(one);
      const [refreshed, revoked] = await Promise.all([
        refresh(other, clientId, token),
        one.call("DELETE", `agent-tokens/${row!.id}`),
      ]);
      expect(revoked.status).toBe(200);
      expect([200, 400]).toContain(refreshed.status);
      for (const desk of [one, other]) {
        expect((await callMcp(desk, refreshed.body.access_token ?? "svcat_none")).status).toBe(401);
        const last = refreshed.body.refresh_token ?? token;
        expect((await refresh(desk, clientId, last)).body.error).toBe("invalid_grant");
      }
      expect(await listKeys(other)).toEqual([]);
    }
  });

  test("revoking an access token during a refresh takes nothing from the refresh", async () => {
    const [one, other] = await openServers(isShared);
    for (let round = 0; round < 10; round++) {
      const { clientId, access, refresh: token } = await connect(one);
      const [refreshed] = await Promise.all([
        refresh(other, clientId, token),
        sendForm(one, "/oauth/revoke", { token: access, client_id: clientId }),
      ]);
      expect((await callMcp(one, access)).status).toBe(401);
      expect((await refresh(one, clientId, refreshed.body.refresh_token)).status).toBe(200);
    }
    await revokeAll(one);
  });

  test("a code that is used twice at once gets tokens once, and they are revoked", async () => {
    const [one, other] = await openServers(isShared);
    const { clientId, code, verifier } = await obtainCode(one);
    const form = toCodeForm(clientId, code, verifier);
    const results = await Promise.all([one, other].map((desk) => sendForm(desk, "/oauth/token", form)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { body } = results.find(({ status }) => status === 200)!;
    await expect.poll(() => listKeys(one)).toEqual([]);
    expect((await callMcp(other, body.access_token)).status).toBe(401);
  });

  test("a request that is allowed twice at once gets one code", async () => {
    const [one, other] = await openServers(isShared);
    const id = await openRequest(one);
    const results = await Promise.all([one, other].map((desk) => approve(desk, id)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test("a connection approved while its approver is revoked ends with it", async () => {
    const [one, other] = await openServers(isShared);
    for (let round = 0; round < 10; round++) {
      const approver = await createKey(one);
      const { clientId, code, verifier } = await obtainCode(one, { token: approver.token });
      const [exchanged] = await Promise.all([
        sendForm(other, "/oauth/token", toCodeForm(clientId, code, verifier)),
        one.call("DELETE", `agent-tokens/${approver.id}`),
      ]);
      expect((await callMcp(one, exchanged.body.access_token ?? "svcat_none")).status).toBe(401);
      expect(await listKeys(one)).toEqual([]);
    }
  });

  test("revoking a connection ends the wait that it runs, on whichever server", async () => {
    const [one, other] = await openServers(isShared);
    await one.call("POST", "mailbox/register", { body: { name: "signup" } });
    const { access } = await connect(one);
    const waiting = callMcp(other, access, callTool("mail_wait_code", { mailbox: "signup" })).then(
      ({ status }) => status,
      () => "broken off",
    );
    await expect.poll(() => other.server.services.mail.pending()).toBe(1);
    await revokeAll(one);
    expect([401, "broken off"]).toContain(await waiting);
    await expect.poll(() => other.server.services.mail.pending()).toBe(0);
    const { mailboxes } = (await one.call("GET", "mailbox/list")).body;
    for (const { id } of mailboxes) await one.call("DELETE", `mailbox/${id}`);
  });
});

async function revokeAll(desk: Desk): Promise<void> {
  for (const { id } of await listKeys(desk)) await desk.call("DELETE", `agent-tokens/${id}`);
}
