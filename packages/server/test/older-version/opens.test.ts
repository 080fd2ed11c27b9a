import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { restoreBackup } from "../../src/storage/backup.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Kv } from "../../src/storage/types.ts";
import { readOldest } from "../../src/store/webhook-queue.ts";
import { openDesk } from "../api/harness.ts";
import { temporaryFolder } from "../storage/folder.ts";
import facts from "./2d61a7f/facts.json" with { type: "json" };

const fixture = (name: string) => new URL(`./2d61a7f/${name}`, import.meta.url);
const hour = 3_600_000;

/** Ways to bring the data of an older version into a folder that this version opens. */
const sources = {
  "a store of an older version": async (dir: string) => {
    mkdirSync(dir, { mode: 0o700 });
    writeFileSync(join(dir, "data.mdb"), gunzipSync(readFileSync(fixture("data.mdb.gz"))), { mode: 0o600 });
  },
  "a backup of an older version": async (dir: string) => {
    await withKv(dir, (kv) => restoreBackup(fixture("backup.gz").pathname, kv));
  },
};

async function withKv<T>(dir: string, use: (kv: Kv) => Promise<T>): Promise<T> {
  const { kv, close } = await openStorage(`lmdb:${dir}`);
  return use(kv).finally(close);
}

describe.each(Object.entries(sources))("%s", (_name, bring) => {
  let dir: string;

  beforeEach(async () => {
    dir = join(temporaryFolder().dir, "data");
    await bring(dir);
  });

  async function start(at = facts.at + 60_000) {
    // The messages would have expired by the time of today.
    const desk = await openDesk({ storage: `lmdb:${dir}`, clock: { now: () => at } });
    const { server } = desk;
    onTestFinished(() => server.close());
    const call = (method: string, path: string, token: string | null = facts.key, body?: object) =>
      desk.call(method, path, { token, ...(body ? { body } : {}) });
    return { server, call };
  }

  test("keeps its accounts and agent keys, with scopes and expiry", async () => {
    const { server, call } = await start();
    expect(server.key).toBeNull();
    const { body: account } = await call("GET", "account");
    expect(account.account).toMatchObject({ name: "default", usage: facts.usage });
    const { body: other } = await call("GET", "account", facts.otherKey);
    expect(other.account).toMatchObject({ name: "other", tier: "vip", limits: { mailboxes: 8, sms_tokens: null } });
    const { body: list } = await call("GET", "agent-tokens/list");
    expect(list.agent_tokens).toMatchObject(facts.keys);
    expect((await call("GET", "mailbox/list", facts.reader)).status).toBe(200);
    expect((await call("POST", "mailbox/register", facts.reader, { name: "new" })).status).toBe(403);
    expect((await call("GET", "account", facts.expiring.token)).status).toBe(200);
  });

  test("an agent key expires on time", async () => {
    const { call } = await start(Date.parse("2026-12-23T00:00:00Z"));
    expect((await call("GET", "account", facts.expiring.token)).status).toBe(401);
    expect((await call("GET", "account")).status).toBe(200);
  });

  test("completes the interrupted deletion of an account", async () => {
    const { server } = await start();
    const { accounts } = server.services;
    await expect.poll(async () => (await accounts.list()).map(({ name }) => name)).toEqual(["default", "other"]);
    expect(await accounts.listRemovals()).toEqual([]);
    expect(await accounts.findByName("half-removed")).toBeNull();
  });

  test("keeps mailboxes, their keys and messages; a cursor continues after what was read", async () => {
    const { call } = await start();
    const { token, cursor, messages, firstPage } = facts.mailbox;
    const { body: recent } = await call("GET", "mail/recent?full=true", token);
    expect(recent.emails).toMatchObject(messages);
    expect(recent.emails[0]).not.toHaveProperty("via");
    const { body: newer } = await call("GET", `mail/recent?after=${cursor}&n=3`, token);
    expect(newer).toMatchObject({ more: true });
    expect(newer.emails.map(({ subject }: { subject: string }) => subject)).toEqual(["Mail 11", "Mail 10", "Mail 9"]);
    const { body: rest } = await call("GET", `mail/recent?after=${newer.cursor}`, token);
    expect(rest.emails.map(({ subject }: { subject: string }) => subject)).toEqual(["For the webhook", "Mail 12"]);
    const { body: one } = await call("GET", `mail/message/${messages[0]?.id}`, token);
    const { snippet: _snippet, ...whole } = messages[0]!;
    expect(one.email).toMatchObject(whole);
    const { body: page } = await call("GET", `mailbox/list?limit=5&cursor=${firstPage}`);
    expect(page).toMatchObject({ mailboxes: [{ name: "empty.box", id: facts.empty.id, token: facts.empty.token }] });
    expect((await call("GET", "mail/recent", facts.gone.token)).status).toBe(401);
    expect((await call("POST", "mailbox/register", facts.key, { name: "signup" })).status).toBe(409);
    expect((await call("GET", `mailbox/${facts.others.id}/emails`)).status).toBe(404);
    expect((await call("GET", "mail/recent", facts.others.token)).body.emails).toHaveLength(1);
  });

  test("new messages come after the old cursors, and old messages are evicted", async () => {
    const { server, call } = await start();
    const { token, cursor, messages } = facts.mailbox;
    await server.deliver({ from: "a@b.example", to: "signup@desk.example.com", subject: "New", text: "Code 445566" });
    const { body: newer } = await call("GET", `mail/recent?after=${messages[0]?.id}`, token);
    expect(newer.emails.map(({ subject }: { subject: string }) => subject)).toEqual(["New"]);
    const { body: all } = await call("GET", "mail/recent", token);
    expect(all.emails).toHaveLength(10);
    expect(all.emails[0].id > all.emails[1].id).toBe(true);
    expect((await call("GET", `mail/recent?after=${cursor}`, token)).status).toBe(200);
    const { body: push } = await call("POST", "sms/push", facts.sms.token, {
      phone: "15550100003",
      sender: "Bank",
      body: "Code 1",
    });
    expect(push).toMatchObject({ code: "token_full" });
    const repeated = { phone: "15550100001", sender: "Bank", body: "Code 300013 to sign in" };
    const again = await call("POST", "sms/push", facts.sms.token, { ...repeated, received_at: "2026-11-23T08:00:00Z" });
    expect(again.body).toMatchObject({ stored: 0, duplicates: 1 });
  });

  test("keeps SMS inboxes with their numbers and messages", async () => {
    const { call } = await start();
    const { token, id, messages, phones, cursor } = facts.sms;
    const { body: recent } = await call("GET", "sms/recent", token);
    expect(recent.messages).toEqual(messages);
    expect(recent.phones.map(({ phone }: { phone: string }) => phone)).toEqual(phones);
    const { body: newer } = await call("GET", `sms/recent?after=${cursor}`, token);
    expect(newer.messages.map(({ snippet }: { snippet: string }) => snippet)).toEqual([
      "Code 300014 to sign in",
      "Code 300013 to sign in",
    ]);
    const { body: list } = await call("GET", "sms/list");
    expect(list.sms_tokens.map((each: { id: string }) => each.id).sort()).toEqual([id, facts.bare.id].sort());
    expect((await call("POST", "sms/pair", null, { code: facts.pairing })).body.sms_token).toMatchObject({ id });
    expect((await call("POST", "sms/pair", null, { code: facts.pairing })).status).toBe(401);
  });

  test("messages expire after their retention", async () => {
    const { call } = await start(facts.at + 31 * 24 * hour);
    await expect.poll(async () => (await call("GET", "mail/recent", facts.mailbox.token)).body.emails).toEqual([]);
    await expect.poll(async () => (await call("GET", "sms/recent", facts.sms.token)).body.messages).toEqual([]);
  });

  test("keeps webhooks with their queues", async () => {
    const queued = (id: string) => withKv(dir, (kv) => readOldest(kv, id, 10));
    expect((await queued(facts.webhook.id)).map(({ message }) => message.event)).toEqual(["sms", "mail"]);
    expect((await queued(facts.webhook.scoped)).map(({ message }) => message.inbox)).toEqual([facts.mailbox.id]);
    const { call } = await start();
    const { body } = await call("GET", "webhooks/list");
    expect(body.webhooks).toMatchObject([
      { id: facts.webhook.id, url: "http://127.0.0.1:9/hook", events: ["mail", "sms"], mailbox_id: null },
      { id: facts.webhook.scoped, events: ["mail"], mailbox_id: facts.mailbox.id },
    ]);
    for (const { deliveries } of body.webhooks) expect(deliveries[0]).toMatchObject({ status: null });
  });

  test("keeps subdomains, whose names stay taken", async () => {
    const { call } = await start();
    const { body } = await call("GET", "subdomain/list");
    expect(body.subdomains).toMatchObject([{ name: "demo", token: facts.subdomain.token }]);
    expect((await call("GET", "subdomain/check/demo", null)).body).toMatchObject({ available: false, reason: "taken" });
    const vip = await call("GET", "subdomain/check/prime?domain_base=vip.localhost", null);
    expect(vip.body).toMatchObject({ available: false, reason: "taken" });
  });
});
