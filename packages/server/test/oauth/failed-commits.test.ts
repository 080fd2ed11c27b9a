import { expect, test } from "vitest";
import type { Answer, Desk } from "../api/harness.ts";
import { openFullStorage } from "../storage/full-storage.ts";
import { connect, listKeys, obtainCode, open, refresh, sendForm, toCodeForm } from "./oauth-client.ts";

/** Prepares a request that changes something. Returns what sends it. */
const changes: [string, (desk: Desk) => Promise<() => Promise<Answer>>][] = [
  [
    "A code",
    async (desk) => {
      const { clientId, code, verifier } = await obtainCode(desk);
      return () => sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
    },
  ],
  [
    "A refresh token",
    async (desk) => {
      const { clientId, refresh: token } = await connect(desk);
      return () => refresh(desk, clientId, token);
    },
  ],
  [
    "The revocation of an access token",
    async (desk) => {
      const { clientId, access } = await connect(desk);
      return () => sendForm(desk, "/oauth/revoke", { token: access, client_id: clientId });
    },
  ],
  [
    "The revocation of a connection",
    async (desk) => {
      const { clientId, refresh: token } = await connect(desk);
      return () => sendForm(desk, "/oauth/revoke", { token, client_id: clientId });
    },
  ],
];

test.each(changes)("%s is not accepted if its commit fails, and is when sent again", async (_what, prepare) => {
  const { storage, state } = openFullStorage();
  const { desk } = await open({ storage });
  const send = await prepare(desk);
  state.isFull = true;
  expect((await send()).status).toBe(503);
  state.isFull = false;
  expect((await send()).status).toBe(200);
});

test("a code can be exchanged again unless it has made a connection, whichever of the writes has failed", async () => {
  const { storage, state } = openFullStorage();
  const { desk } = await open({ storage });
  for (let writes = 0; ; writes++) {
    const { clientId, code, verifier } = await obtainCode(desk);
    const send = () => sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
    const { length: keysBefore } = await listKeys(desk);
    state.writesLeft = writes;
    const { status } = await send();
    state.writesLeft = Number.POSITIVE_INFINITY;
    if (status === 200) break;
    const isConnected = (await listKeys(desk)).length > keysBefore;
    if (!isConnected) expect([writes, (await send()).status]).toEqual([writes, 200]);
  }
});

/** Prepares a request with a code or token that was used already, which ends its connection. Returns what sends it. */
const secondUses: [string, (desk: Desk) => Promise<() => Promise<Answer>>][] = [
  [
    "a code",
    async (desk) => {
      const { clientId, code, verifier } = await obtainCode(desk);
      const send = () => sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier));
      await send();
      return send;
    },
  ],
  [
    "a refresh token",
    async (desk) => {
      const { clientId, refresh: first } = await connect(desk);
      const second = (await refresh(desk, clientId, first)).body.refresh_token;
      // From then on the client certainly has the second one, so that only a thief uses the first.
      await refresh(desk, clientId, second);
      return () => refresh(desk, clientId, first);
    },
  ],
];

test.each(secondUses)(
  "a second use of %s is not called the end of its connection if that fails",
  async (_what, use) => {
    const { storage, state } = openFullStorage();
    const { desk } = await open({ storage });
    const send = await use(desk);
    state.isFull = true;
    expect((await send()).status).toBe(503);
    state.isFull = false;
    expect(await send()).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  },
);
