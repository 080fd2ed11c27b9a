import { describe, expect, test } from "vitest";
import { allOperations, openDeskWithEverything, provide, request } from "./desk-with-everything.ts";

const byId = allOperations.filter(([, { path, token }]) => path.includes("{id}") && token !== "none");
const lists = allOperations.filter(([, { method, token }]) => method === "GET" && token !== "none");

describe("what belongs to another account", () => {
  test.each(byId)("does not exist for %s", async (id, { token: kind }) => {
    const { desk, owner } = await openDeskWithEverything();
    const other = await provide(desk, "other");
    const credentials = { agent: owner.key, mailbox: owner.mailbox.token, sms: owner.sms.token };
    if (kind === "signature") {
      // The id is the other's, the signature this account's.
      const forged = await request(desk, id, { ...other, sms: { ...other.sms, token: owner.sms.token } });
      expect(forged).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    } else {
      const token = credentials[kind as keyof typeof credentials];
      expect(await request(desk, id, other, { token })).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    // Nothing of it has changed, so its owner can do the same.
    expect(await request(desk, id, other)).toMatchObject({ status: 200 });
  });

  test.each(lists)("is not listed by %s", async (id) => {
    const { desk, owner } = await openDeskWithEverything();
    const other = await provide(desk, "other");
    const shown = JSON.stringify((await request(desk, id, owner)).body);
    const foreign = [
      other.subdomainId,
      other.mailbox.id,
      other.mailId,
      other.sms.id,
      other.smsId,
      other.webhookId,
      other.authenticatorId,
    ];
    for (const text of [...foreign, other.keyId, other.mailbox.token, other.sms.token, other.mailbox.address])
      expect(shown).not.toContain(text);
  });
});
