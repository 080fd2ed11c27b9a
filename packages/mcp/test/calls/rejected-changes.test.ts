import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { tools } from "../../src/tools/index.ts";

const rejection = new Error("The server rejected the change.");
const reject = () => Promise.reject(rejection);
const changes = { delete: reject, clear: reject, rotate: reject };
const record = {
  id: "x1",
  name: "signup",
  address: "signup@desk.example.com",
  domain: "signup.tunnel.test",
  phones: [],
};
/** An account with one record of each kind, on a server that lists them but rejects every change. */
const frontdesk = {
  mailboxes: { list: async () => ({ mailboxes: [record] }), ...changes },
  smsInboxes: { list: async () => ({ sms_tokens: [record] }), ...changes },
  subdomains: { list: async () => [record], ...changes },
  agentKeys: { list: async () => [record], ...changes },
};

test.each([
  ["mailbox_delete", { mailbox: "signup" }],
  ["mailbox_clear", { mailbox: "signup" }],
  ["mailbox_rotate", { mailbox: "signup" }],
  ["sms_inbox_delete", { smsInbox: "x1" }],
  ["sms_inbox_rotate", { smsInbox: "x1" }],
  ["subdomain_delete", { subdomain: "signup" }],
  ["subdomain_rotate", { subdomain: "signup" }],
  ["key_revoke", { keyId: "x1" }],
])("%s fails if the server lists the record and rejects the change", async (name, input) => {
  const tool = tools.find((each) => each.name === name);
  const secretsFolder = mkdtempSync(join(tmpdir(), "frontdesk-rejected-"));
  onTestFinished(() => rmSync(secretsFolder, { recursive: true }));
  const state = { tunnels: { stop: async () => false }, settings: { secretsFolder } };
  const call = { frontdesk, state, serverNow: () => 0 } as unknown as ToolCall;
  await expect(tool!.run(input, call)).rejects.toBe(rejection);
  expect(readdirSync(secretsFolder)).toEqual([]);
});
