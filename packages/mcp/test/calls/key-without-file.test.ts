import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import { SecretsFolderError } from "../../src/text/secrets.ts";
import { tools } from "../../src/tools/index.ts";

/** Creates a key whose file goes into this folder. Which keys the account has in the end, and what the call returns. */
async function createKey(secretsFolder: string) {
  const keys = new Set<string>();
  const agentKeys = {
    async create() {
      keys.add("k1");
      return { id: "k1", token: "svcagt_secret", expiry: null };
    },
    async delete(id: string) {
      await new Promise(setImmediate);
      keys.delete(id);
    },
  };
  const call = { frontdesk: { agentKeys }, state: { settings: { secretsFolder } } } as unknown as ToolCall;
  const tool = tools.find(({ name }) => name === "key_create");
  const outcome = await tool!.run({ name: "other", scopes: "mailbox:read" }, call).catch((error: unknown) => error);
  return { keys: [...keys], outcome };
}

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "frontdesk-keys-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test("a new key whose file cannot be written is deleted again, because nobody could use it", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "agent-k1.key"), "of another key");
  const { keys, outcome } = await createKey(folder);
  expect(outcome).toBeInstanceOf(SecretsFolderError);
  expect(keys).toEqual([]);
  expect(readFileSync(join(folder, "agent-k1.key"), "utf8")).toBe("of another key");
});

test("a new SMS inbox whose key cannot be written is gone when the call fails", async () => {
  const secretsFolder = temporaryFolder();
  writeFileSync(join(secretsFolder, "sms-S1.key"), "of another inbox");
  const inboxes = new Set<string>();
  const smsInboxes = {
    async register() {
      inboxes.add("S1");
      return { id: "S1", key: "svcsms_1", currentCursor: async () => "c1" };
    },
    async delete(id: string) {
      await new Promise(setImmediate);
      inboxes.delete(id);
    },
  };
  const call = { frontdesk: { smsInboxes }, state: { settings: { secretsFolder } } } as unknown as ToolCall;
  const tool = tools.find(({ name }) => name === "sms_inbox_register");
  await expect(tool!.run({}, call)).rejects.toBeInstanceOf(SecretsFolderError);
  expect([...inboxes]).toEqual([]);
});

test.each([
  ["key_create", { name: "other", scopes: "mailbox:read" }],
  ["sms_inbox_register", {}],
  ["sms_inbox_rotate", { smsInbox: "S1" }],
])("%s changes nothing if its secret could not be written to the folder", async (name, args) => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const change = vi.fn(async () => ({ id: "S1", key: "svcsms_2", token: "svcagt_2", currentCursor: async () => "c1" }));
  const call = {
    frontdesk: {
      agentKeys: { create: change, delete: change },
      smsInboxes: {
        list: async () => ({ sms_tokens: [{ id: "S1", phones: [] }] }),
        ...{ register: change, rotate: change, delete: change },
      },
    },
    state: { settings: { secretsFolder: join(file, "folder") }, cursors: { startNew() {} } },
    serverNow: () => 0,
  } as unknown as ToolCall;
  const tool = tools.find((each) => each.name === name);
  await expect(tool!.run(args, call)).rejects.toBeInstanceOf(SecretsFolderError);
  expect(change).not.toHaveBeenCalled();
});

test("a new key is kept once its file exists, readable only by its owner", async () => {
  const { keys, outcome } = await createKey(join(temporaryFolder(), "new"));
  expect(keys).toEqual(["k1"]);
  const { file } = (outcome as { facts: { file: string } }).facts;
  expect(readFileSync(file, "utf8")).toBe("svcagt_secret\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
