import { describe, expect, test } from "vitest";
import { deleteAccount, finishInterruptedDeletions } from "../../src/admin/account-deletion.ts";
import { type Desk, fragileStorage, openDesk } from "../api/harness.ts";

async function addAccount(desk: Desk) {
  const { accounts, agentKeys } = desk.server.services;
  const account = await accounts.create("shop", { extra_mailboxes: "unlimited" });
  const { token } = await agentKeys.create(account.id, { name: "shop's" });
  const register = (name: string) => desk.call("POST", "mailbox/register", { token, body: { name } });
  return { account, token, register };
}

describe("deleting an account", () => {
  test("under load leaves no key that works, and no name taken", async () => {
    const desk = await openDesk({ authFailuresPerIp: 0 });
    const { account, token, register } = await addAccount(desk);
    const names = Array.from({ length: 400 }, (_, index) => `box${index}`);
    let removal: Promise<void> | undefined;
    let answered = 0;
    const statuses = new Set<number>();
    const tokens: string[] = [];
    /** Registers one of eight parts of the names, one after another. */
    const registerPart = async (part: number) => {
      for (const name of names.filter((_, index) => index % 8 === part)) {
        const { status, body } = await register(name);
        statuses.add(status);
        if (status === 200) tokens.push(body.mailbox.token);
        if (++answered === 100) removal = deleteAccount(account, desk.server.services);
        await desk.call("POST", "agent-tokens/create", { token, body: { name } });
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, part) => registerPart(part)));
    await removal;
    expect(statuses).toEqual(new Set([200, 401]));
    for (const token of tokens) expect((await desk.call("GET", "mail/recent", { token })).status).toBe(401);
    for (const name of names) expect((await desk.call("GET", `mailbox/check?name=${name}`)).body.available).toBe(true);
    expect((await desk.call("GET", "account", { token })).status).toBe(401);
    expect(await desk.server.services.accounts.findByName("shop")).toBeNull();
  });

  test("rejects its keys from the first step on, and resumes after a failure", async () => {
    const { storage, break: breakStorage, mend } = fragileStorage();
    const desk = await openDesk({ storage });
    const { account, token, register } = await addAccount(desk);
    const mailboxes = [];
    for (const name of ["one", "two", "three"]) mailboxes.push((await register(name)).body.mailbox);
    const { services } = desk.server;
    await services.accounts.beginRemoval(account);
    expect((await register("four")).status).toBe(401);
    breakStorage();
    await expect(deleteAccount(account, services)).rejects.toThrow();
    mend();
    await finishInterruptedDeletions(services, new AbortController().signal);
    expect(await services.accounts.findByName("shop")).toBeNull();
    for (const mailbox of mailboxes)
      expect((await desk.call("GET", "mail/recent", { token: mailbox.token })).status).toBe(401);
    expect((await desk.call("GET", "account", { token })).status).toBe(401);
    expect(await services.accounts.listRemovals()).toEqual([]);
    await services.accounts.create("shop");
  });

  test("leaves no storage key that names the account", async () => {
    const { storage } = fragileStorage();
    const desk = await openDesk({ storage });
    const { account, token, register } = await addAccount(desk);
    await register("one");
    const { mailbox } = (await register("two")).body;
    await desk.call("DELETE", `mailbox/${mailbox.id}`, { token });
    await desk.call("POST", "sms/register", { token });
    await desk.call("POST", "subdomain/register", { token, body: { name: "shop" } });
    await desk.call("POST", "webhooks/register", { token, body: { url: "https://app.example/hook" } });
    await desk.call("POST", "authenticators/register", { token, body: { name: "shop", secret: "JBSWY3DP" } });
    const naming = async () => {
      const keys = await storage.getKeys();
      return keys.filter((key) => key.includes(account.id));
    };
    expect(await naming()).not.toEqual([]);
    await deleteAccount(account, desk.server.services);
    expect(await naming()).toEqual([]);
  });

  test("is completed by the next start", async () => {
    const { storage } = fragileStorage();
    const first = await openDesk({ storage });
    const { account, register } = await addAccount(first);
    await register("one");
    await first.server.services.accounts.beginRemoval(account);
    await first.server.close();
    const second = await openDesk({ storage });
    await expect.poll(() => second.server.services.accounts.findByName("shop")).toBeNull();
    expect((await second.call("GET", "mailbox/check?name=one")).body.available).toBe(true);
  });
});
