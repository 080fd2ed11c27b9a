import { openTunnel } from "@frontdesk/tunnel";
import { expect, onTestFinished, test, vi } from "vitest";
import { respondToAdmin } from "../../src/admin/admin.ts";
import { prepareRecordReturned } from "../../src/handlers/audit.ts";
import { createSignInLink } from "../../src/handlers/claims.ts";
import { mailOperations } from "../../src/handlers/mail.ts";
import { smsOperations } from "../../src/handlers/sms.ts";
import { deliver, firstKey, openDesk } from "../api/harness.ts";
import { temporaryFolder } from "../storage/folder.ts";

/** A server that listens, and its audit log. */
async function listen(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk({ port: 0, drain: 0, ...options });
  onTestFinished(() => desk.server.close());
  const { url } = await desk.server.listen();
  const base = url.replace("localhost", "127.0.0.1");
  /** Sends a request over a socket. */
  const send = (method: string, path: string, token: string, headers: Record<string, string> = {}, body?: object) =>
    fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const entries = async () => (await desk.call("GET", "audit")).body.entries as Record<string, string | null>[];
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "ann" } })).body;
  await deliver(desk, "ann");
  return { desk, base, send, entries, mailbox };
}

test.each([
  ["as it is", [], ["127.0.0.1", "127.0.0.1"]],
  ["as a trusted proxy reports it", ["127.0.0.1"], ["2001:db8::7", "192.0.2.8"]],
])("each client's IP address is recorded %s", async (_how, trustedProxies, ips) => {
  const { send, entries, mailbox } = await listen({ trustedProxies });
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  expect((await send("GET", "/svc-api/mail/recent", mailbox.token, from("2001:db8::7"))).status).toBe(200);
  expect((await send("POST", `/svc-api/mailbox/${mailbox.id}/token`, firstKey, from("192.0.2.8"))).status).toBe(200);
  expect((await entries()).slice(0, 2)).toMatchObject([
    { action: "secret.rotated", ip: ips[1] },
    { action: "message.returned", key_id: mailbox.id, ip: ips[0] },
  ]);
});

test("what a tool of /mcp returns is recorded with the IP address of its client", async () => {
  const { send, entries, mailbox } = await listen({ trustedProxies: ["127.0.0.1"] });
  const headers = { "x-forwarded-for": "192.0.2.7", accept: "application/json, text/event-stream" };
  const params = { name: "mail_list", arguments: { mailbox: "ann" } };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const response = await send("POST", "/mcp", firstKey, { ...headers, "mcp-protocol-version": "2025-06-18" }, call);
  expect(await response.text()).toContain("ann@shop.test");
  const returned = (await entries()).filter(({ action }) => action === "message.returned");
  expect(returned.length).toBeGreaterThan(0);
  for (const entry of returned)
    expect(entry).toMatchObject({ target: expect.stringContaining(`mailbox:${mailbox.id}/`), ip: "192.0.2.7" });
});

test("each opening of a tunnel is recorded, with the IP address of its client", async () => {
  const { desk, base, entries } = await listen();
  const { subdomain } = (await desk.call("POST", "subdomain/register", { body: { name: "shop" } })).body;
  const tunnel = await openTunnel({ baseUrl: base, token: subdomain.token, port: 9 });
  onTestFinished(() => tunnel.close());
  const opened = {
    action: "tunnel.opened",
    key_id: subdomain.id,
    target: `subdomain:${subdomain.id}`,
    ip: "127.0.0.1",
  };
  await expect.poll(entries).toMatchObject([opened, { action: "key.created" }]);
  const again = await openTunnel({ baseUrl: base, token: subdomain.token, port: 9 });
  onTestFinished(() => again.close());
  await expect.poll(entries).toMatchObject([opened, opened, { action: "key.created" }]);
});

test("a tunnel opens although its opening cannot be recorded, which the log says", async () => {
  const logged: unknown[][] = [];
  const log = { info() {}, warn() {}, error: (...parts: unknown[]) => void logged.push(parts) };
  const { desk, base, entries } = await listen({ log });
  const { subdomain } = (await desk.call("POST", "subdomain/register", { body: { name: "shop" } })).body;
  const fault = new Error("no storage");
  const find = vi.spyOn(desk.server.services.accounts, "get").mockRejectedValueOnce(fault);
  const tunnel = await openTunnel({ baseUrl: base, token: subdomain.token, port: 9 });
  onTestFinished(() => tunnel.close());
  await expect.poll(() => logged).toEqual([["Audit log: a tunnel was not recorded", fault]]);
  find.mockRestore();
  expect(await entries()).toMatchObject([{ action: "key.created" }]);
});

test("a sign-in is recorded once, with the client's IP address and the id of the new key", async () => {
  const { desk, send, entries } = await listen();
  const { services } = desk.server;
  const { id } = (await services.accounts.findByName("default"))!;
  const { link } = await createSignInLink(services, id);
  const response = await send("POST", "/svc-api/sign-in", "none", {}, { code: link.split("=")[1] });
  const { agent_token } = (await response.json()) as { agent_token: { id: string } };
  expect(await entries()).toMatchObject([
    { action: "signed_in", key_id: null, target: `key:${agent_token.id}`, ip: "127.0.0.1" },
    { action: "key.created" },
  ]);
});

test("what the command line of the server does is recorded without a key and an IP address", async () => {
  const desk = await openDesk();
  const run = async (request: object) => {
    const response = await respondToAdmin(desk.server.services, request);
    if ("problem" in response) throw new Error(response.problem.message);
    return response.result as { agent_token: { id: string } };
  };
  const { agent_token } = await run({ do: "key create", account: "default", name: "ci" });
  await run({ do: "key revoke", account: "default", id: agent_token.id });
  const byOperator = { account: "default", key_id: null, ip: null };
  expect((await desk.call("GET", "audit")).body.entries).toMatchObject([
    { ...byOperator, action: "key.revoked", target: `key:${agent_token.id}` },
    { ...byOperator, action: "key.created", target: `key:${agent_token.id}` },
    { ...byOperator, action: "key.created" },
  ]);
});

test("a rotation of the storage's secret is recorded in every account, and one that is rejected in none", async () => {
  const { dir } = temporaryFolder();
  const desk = await openDesk({ storage: `lmdb:${dir}/data` });
  onTestFinished(() => desk.server.close());
  const { services } = desk.server;
  const shop = await services.accounts.create("shop");
  const { token } = await services.agentKeys.create(shop.id, { name: "shop's" });
  let durable = 0;
  const append = async (entry: Parameters<typeof services.audit.append>[0]) => {
    await services.audit.append(entry);
    durable += 1;
  };
  const observed = { ...services, audit: { ...services.audit, append } };
  const rejected = await respondToAdmin(observed, { do: "secret rotate", finish: true });
  expect([rejected, durable]).toEqual([{ problem: expect.objectContaining({ code: "invalid_request" }) }, 0]);
  expect(await respondToAdmin(observed, { do: "secret rotate" })).toMatchObject({ result: { finished: true } });
  expect(durable).toBe(2);
  for (const [account, key] of [
    ["default", firstKey],
    ["shop", token],
  ] as const)
    expect((await desk.call("GET", "audit?limit=1", { token: key })).body.entries).toMatchObject([
      { account, key_id: null, action: "secret.rotated", target: "storage", ip: null },
    ]);
});

test("messages that a long poll returned are recorded, although their inbox was deleted meanwhile", async () => {
  const recorded: object[] = [];
  const account = { id: "a1", name: "shop" };
  let owner: object | null = account;
  const context = {
    inboxId: "m1",
    ip: "192.0.2.1",
    inboxOwners: { find: async () => owner },
    audit: { record: (entry: object) => void recorded.push(entry) },
  };
  const record = await prepareRecordReturned(context as never, "mailbox");
  owner = null;
  record([{ id: "2" }, { id: "1" }]);
  expect(recorded).toEqual([
    { account, key_id: "m1", action: "message.returned", target: "mailbox:m1/1..2", ip: "192.0.2.1" },
  ]);
});

test.each(["mailbox", "sms"] as const)(
  "what is returned of an inbox (%s) that was deleted before it was read has no account to be recorded in",
  async (kind) => {
    const record = vi.fn();
    const context = { inboxId: "m1", ip: null, inboxOwners: { find: async () => null }, audit: { record } };
    (await prepareRecordReturned(context as never, kind))([{ id: "1" }]);
    expect(record).not.toHaveBeenCalled();
  },
);

test.each([
  ["getMail", (context: object) => mailOperations.getMail({ path: { id: "1" } } as never, context as never)],
  ["getSms", (context: object) => smsOperations.getSms({ path: { id: "1" } } as never, context as never)],
  ["getRecentMail", (context: object) => mailOperations.getRecentMail({ query: {} } as never, context as never)],
  ["getRecentSms", (context: object) => smsOperations.getRecentSms({ query: {} } as never, context as never)],
])("the message that %s returns is recorded, although its inbox is deleted while it is read", async (_name, read) => {
  const recorded: object[] = [];
  let owner: object | null = { id: "a1", name: "shop" };
  const store = {
    /** Reads a message whose inbox is deleted at the same time. */
    async message() {
      owner = null;
      return { id: "1" };
    },
    /** Reads a list of one message in the same way. */
    async read() {
      owner = null;
      return { messages: [{ id: "1" }], index: { phones: [], messages: [] } };
    },
    verdictOf: () => "none",
  };
  await read({
    inboxId: "i1",
    inboxOwners: { find: async () => owner },
    audit: { record: (entry: object) => void recorded.push(entry) },
    mail: store,
    sms: store,
    extractor: { fromMail: () => ({}), fromSms: () => ({}) },
  });
  expect(recorded).toMatchObject([{ account: { id: "a1" }, action: "message.returned" }]);
});

test.each([
  ["subdomain/:id/renew-token", "subdomain"],
  ["mailbox/:id/token", "mailbox"],
  ["sms/:id/token", "sms_token"],
])("a rotation by %s is recorded with the key that asked for it", async (path, field) => {
  const [kind] = path.split("/");
  const desk = await openDesk();
  const body = kind === "sms" ? {} : { name: "shop" };
  const { id } = (await desk.call("POST", `${kind}/register`, { body })).body[field];
  const { agent_token } = (await desk.call("GET", "account")).body;
  expect((await desk.call("POST", path.replace(":id", id))).status).toBe(200);
  expect((await desk.call("GET", "audit")).body.entries).toContainEqual(
    expect.objectContaining({ key_id: agent_token.id, action: "secret.rotated", target: `${kind}:${id}` }),
  );
});

test("only a key with audit:read reads the log, and only such a key can grant that", async () => {
  const desk = await openDesk();
  const create = async (scopes: string, token = firstKey) =>
    (await desk.call("POST", "agent-tokens/create", { token, body: { name: "a", scopes } })).body;
  const [reader, writer] = [await create("audit:read"), await create("token:write,token:read")];
  expect((await desk.call("GET", "audit", { token: reader.agent_token.token })).status).toBe(200);
  expect((await desk.call("GET", "audit", { token: writer.agent_token.token })).status).toBe(403);
  expect(await create("audit:read", writer.agent_token.token)).toMatchObject({ code: "missing_scope" });
});

test("an inbox that has nothing for its key is not recorded as read", async () => {
  const desk = await openDesk();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "empty" } })).body;
  const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
  const reads = [["mail/recent", mailbox.token] as const, ["sms/recent", sms_token.token] as const];
  for (const [path, token] of reads) expect((await desk.call("GET", path, { token })).status).toBe(200);
  const { entries } = (await desk.call("GET", "audit")).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(["key.created"]);
});

test("a list of one message that an agent key gets is recorded, and an empty one is not", async () => {
  const { desk, entries, mailbox } = await listen();
  const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
  const paths = [`mailbox/${mailbox.id}/emails`, `sms/${sms_token.id}/messages`];
  for (const path of paths) expect((await desk.call("GET", path)).status).toBe(200);
  const returned = (await entries()).filter(({ action }) => action === "message.returned");
  expect(returned).toMatchObject([{ target: expect.stringMatching(`^mailbox:${mailbox.id}/\\w+$`) }]);
});
