import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openServer } from "../../src/server.ts";
import { call } from "./call.ts";
import { makeFolder } from "./start-frontdesk.ts";

/** Storage on which a server has been, so that it has the account `default`. */
async function makeStorage() {
  const storage = `lmdb:${await makeFolder()}/desk`;
  const server = await openServer({ storage });
  await server.close();
  const desk = async (...words: string[]) => {
    const { code, out, err } = await call([...words, "--storage", storage, "--json"]);
    return { code, err, ...(out ? JSON.parse(out) : {}) };
  };
  return { storage, desk };
}

describe("frontdesk account", () => {
  test("creates, changes and lists accounts on a storage without a server", async () => {
    const { desk } = await makeStorage();
    const added = await desk("account", "create", "shop", "--tier", "vip", "--extra-mailboxes=3");
    expect(added).toMatchObject({ code: 0, account: { name: "shop", tier: "vip", limits: { mailboxes: 8 } } });
    const changed = await desk("account", "set", "shop", "--extra-sms-inboxes", "unlimited");
    expect(changed.account).toMatchObject({ tier: "vip", extra_mailboxes: 3, limits: { sms_tokens: null } });
    const { accounts } = await desk("account", "list");
    expect(accounts).toMatchObject([{ name: "default" }, { name: "shop", extra_mailboxes: 3 }]);
  });

  test("prints a table on a terminal", async () => {
    const { storage } = await makeStorage();
    const { out } = await call(["account", "list"], { env: { FRONTDESK_STORAGE: storage } });
    expect(out).toBe(
      ["NAME     TIER    MAILBOXES  SMS INBOXES  SUBDOMAINS", "default  normal  0 of 5     0 of 5       0"].join("\n"),
    );
  });

  test("deletes an account with all its data", async () => {
    const { storage, desk } = await makeStorage();
    await desk("account", "create", "shop");
    const { agent_token } = await desk("key", "create", "--account", "shop");
    const before = await openServer({ storage });
    const { accounts, mailboxes, subdomains, smsInboxes, mail } = before.services;
    const account = (await accounts.findByName("shop"))!;
    const mailbox = await mailboxes.register(account.id, "orders", async () => null);
    await mail.receive([{ id: mailbox.id, recipient: "orders@desk.example.com" }], {
      subject: "Code 4711",
      sender: "a@example.com",

      body: "4711",
    });
    await subdomains.register(account.id, "shop", "tunnel.localhost");
    const smsToken = await smsInboxes.register(account.id, async () => null);
    await before.close();

    expect(await desk("account", "delete", "shop", "--yes")).toMatchObject({ code: 0, deleted: "shop" });

    await using after = await openServer({ storage });
    const { services } = after;
    expect(await services.accounts.findByName("shop")).toBeNull();
    expect(await services.mailboxes.findByName("orders")).toBeNull();
    expect(await services.subdomains.findByDomain("shop.tunnel.localhost")).toBeNull();
    expect(await services.smsInboxes.exists(smsToken.id)).toBe(false);
    expect(await services.agentKeys.find(agent_token.id)).toBeNull();
    const request = new Request("http://desk/svc-api/mail/recent", {
      headers: { authorization: `Bearer ${mailbox.token}` },
    });
    expect((await after.fetch(request)).status).toBe(401);
  });

  test("asks before it deletes, and needs --yes without a terminal", async () => {
    const { storage, desk } = await makeStorage();
    const words = ["account", "delete", "default", "--storage", storage];
    expect(await call(words)).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await call(words, { answer: "n" })).toMatchObject({ code: 1, err: "Nothing was deleted." });
    expect((await desk("account", "list")).accounts).toHaveLength(1);
    expect(await call(words, { answer: "y" })).toMatchObject({ code: 0, out: "Deleted the account default." });
    expect((await desk("account", "list")).accounts).toEqual([]);
  });

  test.each([
    ["a name there is already", ["create", "default"], 1, "default exists already"],
    ["a name there is not", ["set", "nobody", "--tier", "vip"], 1, "no account named nobody"],
    ["a tier there is not", ["set", "default", "--tier", "gold"], 2, "--tier must be one of"],
    ["extras that are no number", ["set", "default", "--extra-mailboxes=-1"], 2, "--extra-mailboxes must be"],
    ["a name with spaces", ["create", "a b"], 2, "letters, digits"],
    ["nothing to set", ["set", "default"], 2, "Nothing to set"],
  ])("refuses %s", async (_what, words, code, err) => {
    const { desk } = await makeStorage();
    expect(await desk("account", ...words)).toMatchObject({ code, err: expect.stringContaining(err) });
  });
});

describe("frontdesk key", () => {
  test("creates keys that work, lists them without their values, and revokes them", async () => {
    const { storage, desk } = await makeStorage();
    const { agent_token } = await desk("key", "create", "reader", "--scopes", "mailbox:read,sms:read");
    expect(agent_token).toMatchObject({ name: "reader", scopes: "mailbox:read,sms:read", expiry: null });
    const statusOf = async () => {
      await using server = await openServer({ storage });
      const headers = { authorization: `Bearer ${agent_token.token}` };
      return (await server.fetch(new Request("http://desk/svc-api/mailbox/list", { headers }))).status;
    };
    expect(await statusOf()).toBe(200);
    const { out } = await call(["key", "list", "--storage", storage]);
    expect(out).toContain("mailbox:read,sms:read");
    expect(out).not.toContain("svcagt_");
    expect(await desk("key", "revoke", agent_token.id)).toMatchObject({ code: 0, revoked: agent_token.id });
    expect(await statusOf()).toBe(401);
  });

  test("prints only the value on stdout, for scripts", async () => {
    const { storage } = await makeStorage();
    const { out, err } = await call(["key", "create", "ci", "--storage", storage]);
    expect(out).toMatch(/^svcagt_[0-9A-Za-z]{28}$/);
    expect(err).toContain("this once");
  });

  test("prints the first key if it is the first to open a storage", async () => {
    const storage = `lmdb:${await makeFolder()}/new`;
    const { out, err } = await call(["key", "create", "--storage", storage]);
    expect(err).toMatch(/First agent key .* svcagt_[0-9A-Za-z]{28}/);
    expect(err).not.toContain(out);
  });

  test.each([
    ["a scope there is not", ["create", "--scopes", "mailbox:eat"], 2, '--scopes names "mailbox:eat"'],
    ["a time that is over", ["create", "--expiry", "2001-01-01T00:00:00Z"], 2, "--expiry is in the past"],
    ["a time that is none", ["create", "--expiry", "tomorrow"], 2, "--expiry must be an RFC 3339 time"],
    ["a key there is not", ["revoke", "nokey"], 1, "no agent key"],
    ["an account there is not", ["create", "--account", "nobody"], 1, "no account named nobody"],
  ])("refuses %s", async (_what, words, code, err) => {
    const { desk } = await makeStorage();
    expect(await desk("key", ...words)).toMatchObject({ code, err: expect.stringContaining(err) });
  });
});

describe("a storage that these commands cannot use", () => {
  test("memory: belongs to another process", async () => {
    const { code, err } = await call(["account", "list", "--storage", "memory:"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("exists only inside a running server") });
  });

  test("a storage of an unknown kind", async () => {
    const { code, err } = await call(["account", "list", "--storage", "mysql://user:hunter2@desk"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^--storage does not know/) });
    expect(err).not.toContain("hunter2");
  });

  test("a missing folder is not created by reading it", async () => {
    const folder = join(await makeFolder(), "typo");
    const { code, err } = await call(["account", "list", "--storage", `lmdb:${folder}`]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("does not exist") });
    expect(existsSync(folder)).toBe(false);
  });
});

describe("frontdesk dashboard", () => {
  test("prints a link that signs in to the account, once", async () => {
    const { storage, desk } = await makeStorage();
    const { link } = await desk("dashboard");
    expect(await desk("dashboard", "--account", "nobody")).toMatchObject({ code: 1 });
    const { code, out } = await call(["dashboard", "--storage", storage]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^http:\/\/localhost:8787\/#sign-in=[\w-]{22}$/),
    });
    await using server = await openServer({ storage, smtp: false });
    const signIn = async () =>
      server.fetch(
        new Request("http://desk.test/svc-api/sign-in", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ code: link.split("=")[1] }),
        }),
      );
    expect((await signIn()).status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });
});
