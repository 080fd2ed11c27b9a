import { expect, test } from "vitest";
import { type AuthorizationRequest, createAuthorizationRequests } from "../../src/oauth/authorization-requests.ts";
import { openStorage } from "../../src/storage/open-storage.ts";

const minute = 60_000;
const slots = 4096;
const request: AuthorizationRequest = {
  clientId: "a.b",
  clientName: "An app",
  verifiedHost: null,
  redirectUri: "http://localhost:4000/callback",
  challenge: "",
  state: null,
  scopes: ["mailbox:read"],
};

test("a request that two decide on at the same time is decided once", async () => {
  const { kv, locks } = await openStorage("memory:");
  const requests = createAuthorizationRequests({ kv, locks, clock: { now: () => 0 } });
  const id = await requests.add(request);
  const decisions = await Promise.allSettled([requests.take(id), requests.take(id), requests.take(id)]);
  expect(decisions.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(requests.take(id)).rejects.toMatchObject({ code: "not_found" });
});

test("a request that takes the place of one which is being decided can be decided itself", async () => {
  const { kv, locks } = await openStorage("memory:");
  const slot = "oauth-request:0";
  let whileDeciding = async () => {};
  const requests = createAuthorizationRequests({
    // There is one slot for all requests.
    kv: {
      ...kv,
      async get<T extends object>() {
        const stored = await kv.get<T>(slot);
        await whileDeciding();
        return stored;
      },
      commit: (writes) => kv.commit(writes.map(([, value]) => [slot, value])),
    },
    locks: {
      ...locks,
      with: (names, task) =>
        locks.with(
          names.map(() => slot),
          task,
        ),
    },
    clock: { now: () => 0 },
  });
  const id = await requests.add(request);
  let later: Promise<string> | undefined;
  let reads = 0;
  whileDeciding = async () => {
    reads++;
    if (reads !== 2) return;
    later = requests.add(request);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };
  await requests.take(id);
  expect(await requests.take(await later!)).toMatchObject({ clientId: "a.b" });
});

test("when all slots are taken, a new request replaces one that expires soon, and can be decided", async () => {
  const { kv, locks } = await openStorage("memory:");
  const requests = createAuthorizationRequests({ kv, locks, clock: { now: () => 0 } });
  // Half of the open requests are older than the others.
  const expiryOf = (slot: number) => (slot % 2 === 0 ? 2 * minute : 8 * minute);
  for (let slot = 0; slot < slots; slot++)
    await kv.commit([[`oauth-request:${slot}`, { ...request, hash: `${slot}`, expires: expiryOf(slot) }]]);
  const ids: string[] = [];
  for (let count = 0; count < 60; count++) ids.push(await requests.add(request));
  const taken = ids.map((id) => Number(id.split(".")[0]));
  // Eight slots are chosen at random, and in one of 256 cases all of them are new.
  expect(taken.filter((slot) => slot % 2 === 0).length).toBeGreaterThan(50);
  expect(new Set(taken).size).toBeGreaterThan(50);
  expect(await requests.take(ids.at(-1)!)).toMatchObject({ clientId: "a.b" });
});
