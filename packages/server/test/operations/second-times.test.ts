import type { OperationId } from "@frontdesk/contract";
import { describe, expect, test, vi } from "vitest";
import { type Owner, openDeskWithEverything, request } from "./desk-with-everything.ts";

const deletions: OperationId[] = [
  "deleteSubdomain",
  "deleteMailbox",
  "deleteSmsInbox",
  "deleteWebhook",
  "deleteAuthenticator",
  "deleteAgentKey",
];

test.each(deletions)("%s finds nothing the second time, and reduces the usage the first", async (id) => {
  const { desk, owner } = await openDeskWithEverything();
  const used = async () => Object.values((await request(desk, "getAccount", owner)).body.account.usage as object);
  const total = async () => (await used()).reduce((sum: number, count: number) => sum + count, 0);
  const before = await total();
  expect((await request(desk, id, owner)).status).toBe(200);
  // The webhook of this mailbox goes with it, in the background.
  const gone = id === "deleteMailbox" ? 2 : 1;
  await expect.poll(total).toBe(before - gone);
  const again = await request(desk, id, owner);
  expect([again.status, again.body.code]).toEqual([404, "not_found"]);
  expect(await total()).toBe(before - gone);
});

/** Which read each new key opens, and where it stands in the response. */
const rotations: [OperationId, keyOf: (body: never) => string, read: OperationId][] = [
  ["rotateMailboxToken", ({ mailbox }: { mailbox: { token: string } }) => mailbox.token, "getRecentMail"],
  ["rotateSmsInboxKey", ({ sms_token }: { sms_token: { token: string } }) => sms_token.token, "getRecentSms"],
];

test.each(rotations)("%s returns a new key each time, and only the last one works", async (id, keyOf, read) => {
  const { desk, owner } = await openDeskWithEverything();
  const first = read === "getRecentMail" ? owner.mailbox.token : owner.sms.token;
  const second = keyOf((await request(desk, id, owner)).body as never);
  const third = keyOf((await request(desk, id, owner)).body as never);
  expect(new Set([first, second, third]).size).toBe(3);
  const statuses = await Promise.all(
    [first, second, third].map(async (token) => (await request(desk, read, owner, { token })).status),
  );
  expect(statuses).toEqual([401, 401, 200]);
});

test("renewSubdomainToken returns a new token each time, and only the last one works", async () => {
  const { desk, owner } = await openDeskWithEverything();
  const renew = async () => (await request(desk, "renewSubdomainToken", owner)).body.subdomain.token as string;
  const [first, second] = [await renew(), await renew()];
  const { findByToken } = desk.server.services.subdomains;
  expect(await findByToken(first)).toBeNull();
  expect((await findByToken(second))?.id).toBe(owner.subdomainId);
});

test("clearMailbox may be repeated, and the mailbox still works", async () => {
  const { desk, owner } = await openDeskWithEverything();
  for (let time = 0; time < 2; time++) {
    expect((await request(desk, "clearMailbox", owner)).status).toBe(200);
    expect((await request(desk, "getRecentMail", owner)).body.emails).toEqual([]);
  }
  expect((await request(desk, "sendTestMail", owner)).status).toBe(200);
  expect((await request(desk, "getRecentMail", owner)).body.emails).toHaveLength(1);
});

describe("a code is valid once", () => {
  const issue: [
    OperationId,
    (owner: Owner, desk: Awaited<ReturnType<typeof openDeskWithEverything>>["desk"]) => Promise<string>,
  ][] = [
    ["pair", async (owner, desk) => (await request(desk, "createPairing", owner)).body.pairing.code],
    [
      "signIn",
      async (_owner, { server }) => {
        const { accounts, claims } = server.services;
        return (await claims.issue("sign-in", { account: (await accounts.findByName("default"))!.id })).code;
      },
    ],
  ];
  test.each(issue)("for %s", async (id, codeOf) => {
    const { desk, owner } = await openDeskWithEverything();
    const body = { code: await codeOf(owner, desk) };
    expect((await request(desk, id, owner, { body })).status).toBe(200);
    expect((await request(desk, id, owner, { body })).status).toBe(401);
  });
});

test("an expired sign-in is deleted with the next one, and other keys stay", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { desk, owner } = await openDeskWithEverything({ clock: { now: () => now } });
  const hours = 12 * 3_600_000;
  const names = async () =>
    (await request(desk, "listAgentKeys", owner)).body.agent_tokens.map(({ name }: { name: string }) => name);
  const others = await names();
  const signIn = async () => (await request(desk, "signIn", owner)).body.agent_token;
  const first = await signIn();
  expect(Date.parse(first.expiry)).toBe(now + hours);
  now += hours - 1;
  expect((await desk.call("GET", "account", { token: first.token })).status).toBe(200);
  await signIn();
  expect((await names()).filter((name: string) => name === "dashboard")).toHaveLength(2);
  now += 1;
  expect((await desk.call("GET", "account", { token: first.token })).status).toBe(401);
  await signIn();
  expect((await names()).filter((name: string) => name === "dashboard")).toHaveLength(2);
  expect((await names()).filter((name: string) => name !== "dashboard")).toEqual(others);
});

test("a sign-in succeeds although an expired one could not be deleted, which the next one does", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { desk, owner } = await openDeskWithEverything({ clock: { now: () => now } });
  const count = async () =>
    (await request(desk, "listAgentKeys", owner)).body.agent_tokens.filter(
      ({ name }: { name: string }) => name === "dashboard",
    ).length;
  const before = await count();
  expect((await request(desk, "signIn", owner)).status).toBe(200);
  now += 13 * 3_600_000;
  vi.spyOn(desk.server.services.agentKeys, "remove").mockRejectedValueOnce(new Error("It failed"));
  expect((await request(desk, "signIn", owner)).status).toBe(200);
  expect(await count()).toBe(before + 2);
  expect((await request(desk, "signIn", owner)).status).toBe(200);
  expect(await count()).toBe(before + 2);
});
