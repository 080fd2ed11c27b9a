import { describe, expect, test } from "vitest";
import { allOperations, openDeskWithEverything, request } from "./desk-with-everything.ts";

const withCredential = allOperations.filter(([, { token }]) => token !== "none");
/** A read with the same credential; a signature is made with the SMS key. */
const reads = {
  agent: "getAccount",
  mailbox: "getRecentMail",
  sms: "getRecentSms",
  signature: "getRecentSms",
} as const;
const limit = 15;

describe("the limit of a credential's requests", () => {
  test.each(withCredential)("counts %s", async (id, { token }) => {
    const { desk, owner } = await openDeskWithEverything({ requestsPerKey: limit });
    expect(await request(desk, id, owner)).toMatchObject({ status: 200 });
    const { desk: busy, owner: other } = await openDeskWithEverything({ requestsPerKey: limit });
    for (let at = 0; at < limit; at++) await request(busy, reads[token as keyof typeof reads], other);
    const refused = await request(busy, id, other);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

test("requests for which a key lacks the scope count too", async () => {
  const { desk, owner } = await openDeskWithEverything({ requestsPerKey: 2 * limit });
  const body = { name: "reader", scopes: "mailbox:read" };
  const { token } = (await desk.call("POST", "agent-tokens/create", { token: owner.key, body })).body.agent_token;
  const statuses = [];
  for (let at = 0; at <= 2 * limit; at++)
    statuses.push((await request(desk, "listAgentKeys", owner, { token })).status);
  expect(statuses).toEqual([...Array(2 * limit).fill(403), 429]);
});

describe("the limit of an account's requests", () => {
  test.each(withCredential.filter(([, { token }]) => token === "agent"))("counts for %s", async (id) => {
    const { desk, owner } = await openDeskWithEverything({ requestsPerAccount: limit });
    const { token } = (await desk.call("POST", "agent-tokens/create", { token: owner.key, body: { name: "busy" } }))
      .body.agent_token;
    for (let at = 0; at < limit; at++) await request(desk, "getAccount", owner, { token });
    expect(await request(desk, id, owner)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });
});
