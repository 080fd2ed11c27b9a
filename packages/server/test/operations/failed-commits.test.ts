import { type OperationId, operations } from "@frontdesk/contract";
import { expect, test } from "vitest";

import type { OpenServer } from "../../src/server.ts";
import type { StoredAccount } from "../../src/store/accounts.ts";
import type { Answer, Desk } from "../api/harness.ts";
import { openFullStorage } from "../storage/full-storage.ts";
import { allOperations, type Owner, openDeskWithEverything, request } from "./desk-with-everything.ts";

/** Issues the code that an operation redeems. */
const codes: Partial<Record<OperationId, (desk: Desk, owner: Owner) => Promise<string>>> = {
  pair: async (desk, owner) => (await request(desk, "createPairing", owner)).body.pairing.code,
  async signIn({ server }) {
    const { accounts, claims } = server.services;
    return (await claims.issue("sign-in", { account: (await accounts.findByName("default"))!.id })).code;
  },
};

/** Returns what sends a valid request of an operation. It sends the same code each time. */
async function prepare(id: OperationId, desk: Desk, owner: Owner): Promise<() => Promise<Answer>> {
  const code = await codes[id]?.(desk, owner);
  const { method, path } = operations[id];
  return () =>
    code === undefined ? request(desk, id, owner) : desk.call(method, path, { token: null, body: { code } });
}

const rules = { lifetimeMs: 600_000, maxSends: 5, maxFailures: 5 };
const verification = { service: "VA1", to: "+15550100001", channel: "sms", rules, length: 6, code: "369385" } as const;

/** What the command, providers' routes and OAuth clients change. */
const otherChanges: [string, (services: OpenServer["services"], account: StoredAccount) => Promise<unknown>][] = [
  ["creating an account", ({ accounts }) => accounts.create("another")],
  ["changing an account", ({ accounts }, { id }) => accounts.update(id, { tier: "vip" })],
  ["beginning the removal of an account", ({ accounts }, account) => accounts.beginRemoval(account)],
  ["finishing the removal of an account", ({ accounts }, account) => accounts.finishRemoval(account)],
  ["issuing a code", ({ claims }, { id }) => claims.issue("sign-in", { account: id })],
  ["revoking codes", ({ claims }, { id }) => claims.revoke(id)],
  ["starting a verification", ({ verifications }, { id }) => verifications.start(id, { ...verification, to: "+1555" })],
  ["a right code", ({ verifications }, { id }) => verifications.check(id, guess(verification.code))],
  ["a wrong code", ({ verifications }, { id }) => verifications.check(id, guess("000000"))],
  ["deleting verifications", ({ verifications }, { id }) => verifications.deleteAll(id)],
  ["remembering a reply", ({ idempotentRequests }, { id }) => idempotentRequests.runOnce(id, once("two"), reply)],
  ["forgetting replies", ({ idempotentRequests }, { id }) => idempotentRequests.deleteAll(id)],
];
const guess = (code: string) => ({ service: verification.service, target: { to: verification.to }, code, rules });
const once = (key: string) => ({ scope: "mails", key, digest: "" });
const reply = async () => ({});

test.each(otherChanges)("%s fails if its commit fails", async (_what, change) => {
  const { storage, state } = openFullStorage();
  const { desk } = await openDeskWithEverything({ storage });
  const { services } = desk.server;
  const account = (await services.accounts.findByName("default"))!;
  await services.claims.issue("sign-in", { account: account.id });
  await services.verifications.start(account.id, verification);
  await services.idempotentRequests.runOnce(account.id, once("one"), reply);
  state.isFull = true;
  await expect(change(services, account)).rejects.toThrow("The storage failed");
});

const changes = allOperations.filter(([, { method }]) => method !== "GET");

test.each(changes)("%s is not acknowledged if its commit fails, and succeeds when repeated", async (id) => {
  const { storage, state } = openFullStorage();
  const { desk, owner } = await openDeskWithEverything({ storage });
  const send = await prepare(id, desk, owner);
  state.isFull = true;
  expect(await send()).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(state.failures).toBeGreaterThan(0);
  state.isFull = false;
  expect(await send()).toMatchObject({ status: 200 });
});
