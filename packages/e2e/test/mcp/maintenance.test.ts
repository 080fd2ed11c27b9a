import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFrontdesk, openMailbox, openSmsInbox, UnauthenticatedError } from "@frontdesk/sdk";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Desk, firstKey, openDesk, openSession } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** A session with the toolsets that are not offered by default. */
async function openFullSession() {
  const session = await openSession(desk, { args: ["--toolsets", "mail,sms,tunnel,keys,maintenance"] });
  onTestFinished(() => session.close());
  return session;
}

test("clears a mailbox, which keeps its address and key", async () => {
  const session = await openFullSession();
  await session.call("mailbox_register", { name: "cleared" });
  await desk.mail("cleared", { subject: "old" });
  const { token } = await findMailbox("cleared");
  expect((await session.call("mailbox_clear", { mailbox: "cleared" })).facts).toEqual({
    cleared: "cleared@desk.example.com",
  });
  expect(await findMailbox("cleared")).toMatchObject({ email_count: 0, token });
});

test("rotates a mailbox key, which no result shows; the tools still read the mailbox", async () => {
  const session = await openFullSession();
  await session.call("mailbox_register", { name: "rotated" });
  const { token } = await findMailbox("rotated");
  const result = await session.call("mailbox_rotate", { mailbox: "rotated" });
  expect(result.facts).toEqual({ rotated: "rotated@desk.example.com" });
  const { token: newToken } = await findMailbox("rotated");
  expect(newToken).not.toBe(token);
  expect(result.text).not.toContain(newToken);
  await expect(openMailbox({ baseUrl: desk.url, key: token }).recent()).rejects.toBeInstanceOf(UnauthenticatedError);
  await desk.mail("rotated", { body: "Your code is 482913." });
  expect((await session.call("mail_wait_code", { mailbox: "rotated", waitSeconds: 5 })).text).toContain("482913");
});

test("rotates an SMS key into a file that only this user can read", async () => {
  const session = await openFullSession();
  const { smsInbox, keyFile: oldFile } = (await session.call("sms_inbox_register")).facts;
  const { text, facts } = await session.call("sms_inbox_rotate", { smsInbox });
  expect(facts.rotated).toBe(smsInbox);
  const [oldKey, newKey] = [oldFile, facts.keyFile].map((file) => readFileSync(file, "utf8").trim());
  expect(text).not.toContain(newKey);
  expect(statSync(facts.keyFile).mode & 0o777).toBe(0o600);
  expect(await openSmsInbox({ baseUrl: desk.url, key: newKey ?? "" }).recent()).toMatchObject({ messages: [] });
  const withOldKey = openSmsInbox({ baseUrl: desk.url, key: oldKey ?? "" });
  await expect(withOldKey.recent()).rejects.toBeInstanceOf(UnauthenticatedError);
});

test("rotates a tunnel token and ends the tunnel of this process", async () => {
  const session = await openSession(desk, { args: ["--toolsets", "tunnel,maintenance"] });
  onTestFinished(() => session.close());
  const app = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void app.close());
  await once(app, "listening");
  const { port } = app.address() as AddressInfo;
  await session.call("subdomain_register", { name: "rotated" });
  expect((await session.call("tunnel_start", { port, subdomain: "rotated" })).isError).toBe(false);
  expect((await session.call("subdomain_rotate", { subdomain: "rotated" })).facts).toEqual({
    rotated: "rotated.tunnel.localhost",
  });
  expect((await session.call("tunnel_list")).facts.tunnels).toEqual([]);
  expect((await session.call("tunnel_start", { port, subdomain: "rotated" })).isError).toBe(false);
});

test("updates another key, and only what is given", async () => {
  const session = await openFullSession();
  const { keyId } = (await session.call("key_create", { name: "before", scopes: "mailbox:read,sms:read" })).facts;
  const renamed = (await session.call("key_update", { keyId, name: "after" })).facts;
  expect(renamed).toMatchObject({ keyId, name: "after", scopes: "mailbox:read,sms:read" });
  const narrowed = (await session.call("key_update", { keyId, scopes: "mailbox:read", expiresInDays: 1 })).facts;
  expect(narrowed).toMatchObject({ name: "after", scopes: "mailbox:read" });
  expect(Date.parse(narrowed.expires)).toBeLessThan(Date.parse(renamed.expires));
  expect((await session.call("key_update", { keyId })).text).toContain("Nothing to change");
  const unknownScope = await session.call("key_update", { keyId, scopes: "mailbox:reed" });
  expect(unknownScope.facts).toMatchObject({ code: "bad_argument", message: expect.stringContaining("mailbox:read,") });
});

async function findMailbox(name: string) {
  const { mailboxes } = await createFrontdesk({ baseUrl: desk.url, key: firstKey }).mailboxes.list();
  const record = mailboxes.find((mailbox) => mailbox.name === name);
  if (!record) throw new Error(`There is no mailbox ${name}`);
  return record;
}
