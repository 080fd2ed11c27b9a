import type { OperationId } from "@frontdesk/contract";
import { expect, test } from "vitest";
import { allOperations, type Owner, openDeskWithEverything, request } from "./desk-with-everything.ts";

type Entry = Record<"key_id" | "action" | "target" | "ip" | "account" | "at", string | null>;

/** What each operation adds to the audit log: the action, whose key it names and what the target is. `null` adds nothing. */
const expected: Record<
  OperationId,
  null | ((owner: Owner) => [action: string, keyOf: keyof Owner | null, target: RegExp])
> = {
  getServerVersion: null,
  checkSubdomain: null,
  checkMailbox: null,
  checkPhone: null,
  getTunnelSkill: null,
  getAccount: null,
  listSubdomains: null,
  registerSubdomain: null,
  renewSubdomainToken: ({ subdomainId }) => ["secret.rotated", "key", is(`subdomain:${subdomainId}`)],
  deleteSubdomain: null,
  registerMailbox: null,
  listMailboxes: null,
  listRejectedMail: null,
  listMailboxEmails: ({ mailbox }) => ["message.returned", "key", withRange(`mailbox:${mailbox.id}`)],
  clearMailbox: null,
  sendTestMail: ({ mailbox }) => ["message.returned", "key", is(`mailbox:${mailbox.id}`)],
  rotateMailboxToken: ({ mailbox }) => ["secret.rotated", "key", is(`mailbox:${mailbox.id}`)],
  deleteMailbox: null,
  pushMail: null,
  getRecentMail: ({ mailbox }) => ["message.returned", "mailbox", withRange(`mailbox:${mailbox.id}`)],
  getMail: ({ mailbox, mailId }) => ["message.returned", "mailbox", is(`mailbox:${mailbox.id}/${mailId}`)],
  registerSmsInbox: null,
  listSmsInboxes: null,
  listSmsInboxMessages: ({ sms }) => ["message.returned", "key", withRange(`sms:${sms.id}`)],
  rotateSmsInboxKey: ({ sms }) => ["secret.rotated", "key", is(`sms:${sms.id}`)],
  getPhoneSetup: null,
  createPairing: null,
  deleteSmsInbox: null,
  pair: null,
  getRecentSms: ({ sms }) => ["message.returned", "sms", withRange(`sms:${sms.id}`)],
  getSms: ({ sms, smsId }) => ["message.returned", "sms", is(`sms:${sms.id}/${smsId}`)],
  pushSms: null,
  pushFromSmsGate: null,
  registerWebhook: null,
  listWebhooks: null,
  testWebhook: null,
  deleteWebhook: null,
  registerAuthenticator: null,
  listAuthenticators: null,
  getAuthenticatorCode: ({ authenticatorId }) => ["code.returned", "key", is(`authenticator:${authenticatorId}`)],
  deleteAuthenticator: null,
  listAuditEntries: null,
  listAgentKeys: null,
  createAgentKey: () => ["key.created", "key", /^key:[0-9a-z]{16}$/],
  updateAgentKey: ({ keyId }) => ["key.changed", "key", is(`key:${keyId}`)],
  deleteAgentKey: ({ keyId }) => ["key.revoked", "key", is(`key:${keyId}`)],
  signIn: () => ["signed_in", null, /^key:[0-9a-z]{16}$/],
};

const is = (target: string) => new RegExp(`^${target}$`);
/** The oldest and the newest of two messages, whose ids begin with their numbers. */
const withRange = (inbox: string) => new RegExp(`^${inbox}/[0-9a-z]{8}1[0-9a-z]{8}[.][.][0-9a-z]{8}2[0-9a-z]{8}$`);

async function openWithLog() {
  const { desk, owner } = await openDeskWithEverything();
  const entries = async (): Promise<Entry[]> => (await request(desk, "listAuditEntries", owner)).body.entries;
  return { desk, owner, entries };
}

test.each(allOperations)("%s adds to the audit log what the contract says", async (id) => {
  const { desk, owner, entries } = await openWithLog();
  const before = await entries();
  expect((await request(desk, id, owner)).status).toBe(200);
  const added = (await entries()).slice(0, -before.length);
  const entry = expected[id]?.(owner);
  if (!entry) return expect(added).toEqual([]);
  const [action, keyOf, target] = entry;
  const { agent_token } = (await request(desk, "getAccount", owner)).body;
  const keyIds = { key: agent_token.id, mailbox: owner.mailbox.id, sms: owner.sms.id };
  const key_id = keyOf === null ? null : keyIds[keyOf as keyof typeof keyIds];
  expect(added).toEqual([
    {
      at: "2026-01-01T12:00:30.000Z",
      account: "default",
      key_id,
      action,
      target: expect.stringMatching(target),
      ip: null,
    },
  ]);
});

const withBearer = allOperations.filter(([, { token }]) => token !== "none" && token !== "signature");

test.each(withBearer)("%s adds nothing if its key is wrong", async (id) => {
  const { desk, owner, entries } = await openWithLog();
  const before = await entries();
  expect((await request(desk, id, owner, { token: "svcagt_wrongwrongwrongwrong" })).status).toBe(401);
  expect(await entries()).toEqual(before);
});

test.each(["getRecentMail", "getRecentSms"] as const)(
  "a long poll of %s adds an entry only for a message",
  async (id) => {
    const { desk, owner, entries } = await openWithLog();
    const { cursor } = (await request(desk, id, owner)).body;
    const before = await entries();
    const query = `after=${cursor}&wait=0.01`;
    for (let poll = 0; poll < 3; poll++) expect((await request(desk, id, owner, { query })).status).toBe(200);
    expect(await entries()).toEqual(before);
  },
);
