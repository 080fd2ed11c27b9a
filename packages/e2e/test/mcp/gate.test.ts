import { afterAll, beforeAll, expect, test } from "vitest";
import { tools } from "../../../mcp/src/tools/index.ts";
import { type Desk, firstKey, openDesk, openSession } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function listed(args: string[], env: Record<string, string> = {}) {
  const session = await openSession(desk, { args, env });
  const { tools } = await session.client.listTools();
  return { session, names: tools.map(({ name }) => name), tools };
}

async function keyWith(scopes: string): Promise<string> {
  return (await makeKey(scopes)).token;
}

async function makeKey(scopes: string): Promise<{ token: string; id: string }> {
  const answer = await send("POST", "/svc-api/agent-tokens/create", { name: scopes, scopes });
  return ((await answer.json()) as { agent_token: { token: string; id: string } }).agent_token;
}

function send(method: string, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${firstKey}`, "content-type": "application/json" };
  return desk.server.fetch(new Request(desk.url + path, { method, headers, body: JSON.stringify(body) }));
}

test.each([
  [[], 19],
  [["--toolsets", "mail"], 7],
  [["--toolsets", "sms"], 7],
  [["--toolsets", "tunnel"], 7],
  [["--toolsets", "requests"], 2],
  [["--toolsets", "keys"], 5],
  [["--toolsets", "maintenance"], 5],
  [["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"], 30],
  [["--tools", "mailbox_register,mail_wait_code"], 3],
  [["--read-only"], 11],
  [["--read-only", "--tools", "mailbox_register"], 1],
])("with %j lists %i tools", async (args, count) => {
  const { session, names, tools } = await listed(args);
  expect(names).toHaveLength(count);
  if (args.includes("--read-only")) expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  for (const { name } of notAmong(names)) await expect(session.call(name)).rejects.toThrow(/not found/);
  await session.close();
});

test.each([
  ["mailbox:read", ["account_whoami", "mailbox_list", "mail_wait_code", "mail_list", "mail_read"]],
  ["subdomain:create", ["account_whoami", "subdomain_register"]],
  ["token:read", ["account_whoami", "key_list"]],
])("shows a key with %s the tools it may use, and rejects the others by name", async (scopes, expected) => {
  const { session, names } = await listed(["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"], {
    FRONTDESK_KEY: await keyWith(scopes),
  });
  expect(names).toEqual(expected);
  const refused = await session.call("sms_inbox_register");
  expect(refused.facts).toMatchObject({ code: "scope_missing", requiredScope: "sms:create" });
  const { facts } = await session.call("account_whoami");
  expect(facts.scopes).toBe(scopes);
  expect(facts.hidden).toContainEqual(expect.stringContaining("sms: the key has no sms scope"));
  if (scopes === "mailbox:read")
    expect(facts.hidden).toContain("mail, in part: the key lacks mailbox:create, mailbox:delete");
  await session.close();
});

test("shows every tool if the scopes cannot be read", async () => {
  const session = await openSession({ url: "http://127.0.0.1:9" });
  expect((await session.client.listTools()).tools).toHaveLength(19);
  await session.close();
});

test("sends no request to the server before a client lists or calls", async () => {
  let requests = 0;
  const { createServer } = await import("node:http");
  const backend = createServer((_request, response) => {
    requests += 1;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  const { port } = backend.address() as import("node:net").AddressInfo;
  const session = await openSession({ url: `http://127.0.0.1:${port}` });
  expect(requests).toBe(0);
  await session.client.listTools();
  expect(requests).toBe(1);
  await session.close();
  backend.close();
});

test("applies a scope that is granted while a client is connected", async () => {
  const { token, id } = await makeKey("mailbox:read");
  const { session, names } = await listed([], { FRONTDESK_KEY: token });
  expect(names).not.toContain("mailbox_register");
  expect((await session.call("mailbox_register", { name: "granted" })).facts.code).toBe("scope_missing");
  await send("PUT", `/svc-api/agent-tokens/${id}`, { scopes: "mailbox:read,mailbox:create" });
  expect((await session.call("mailbox_register", { name: "granted" })).facts.mailbox).toBe("granted");
  expect((await session.client.listTools()).tools.map(({ name }) => name)).toContain("mailbox_register");
  const owner = await openSession(desk);
  await owner.call("mailbox_delete", { mailbox: "granted" });
  await owner.close();
  await session.close();
});

test("has correct read-only and idempotent annotations", async () => {
  const methods: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (input instanceof Request) methods.push(input.method);
    return fetch(input, init);
  };
  const session = await openSession(desk, {
    args: ["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"],
  });
  try {
    await session.call("mailbox_register", { name: "truth" });
    await session.call("subdomain_register", { name: "truth" });
    for (const { name, hints } of tools.filter(({ hints }) => hints.readOnlyHint)) {
      methods.length = 0;
      await session.call(name, {
        ...(/^mail_/.test(name) ? { mailbox: "truth" } : {}),
        ...(/_wait_/.test(name) ? { waitSeconds: 1 } : {}),
        ...(name === "authenticator_code" ? { authenticator: "none" } : {}),
        ...(/_read$/.test(name) ? { messageId: "none" } : {}),
        ...(/^sms_(?:wait_code|list|read)$/.test(name) ? { smsInbox: "none" } : {}),
      });
      expect(
        methods.every((method) => method === "GET"),
        `${name}: ${hints.readOnlyHint} ${methods.join()}`,
      ).toBe(true);
      expect(methods.length).toBeGreaterThan(0);
    }
    for (const [name, args] of [
      ["mailbox_delete", { mailbox: "truth" }],
      ["tunnel_stop", { subdomain: "truth" }],
      ["subdomain_delete", { subdomain: "truth" }],
    ] as const) {
      await session.call(name, args);
      await session.call(name, args);
    }
    expect((await session.call("mailbox_list")).facts.mailboxes).toEqual([]);
    expect((await session.call("subdomain_list")).facts.subdomains).toEqual([]);
  } finally {
    globalThis.fetch = fetch;
    await session.close();
  }
});

function notAmong(names: readonly string[]) {
  return tools.filter(({ name }) => !names.includes(name));
}
